//! Grounds behind strips, joined where strips follow each other.

use crate::render::pdf::block::{Band, Paint};

/// A ground on a page.
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    /// Left.
    pub x: f32,
    /// Top.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// How it looks.
    pub paint: Paint,
    /// How many others it lies on.
    depth: usize,
}

/// The grounds that are open on the present page.
#[derive(Debug, Default)]
pub struct Grounds {
    open: Vec<((usize, u32), Ground)>,
    done: Vec<Ground>,
}

impl Grounds {
    /// Notes a strip between two heights and the ground it stands on.
    pub fn add(&mut self, part: usize, bands: &[Band], innermost: Option<u32>, top: f32, bottom: f32) {
        let mut chain = Vec::new();
        let mut next = innermost;
        while let Some(band) = next {
            chain.push(band);
            next = bands[band as usize].parent;
        }
        chain.reverse();
        let same = self.open.iter().zip(&chain).take_while(|((key, _), band)| *key == (part, **band)).count();
        self.done.extend(self.open.drain(same..).map(|(_, ground)| ground));
        for (_, ground) in &mut self.open {
            ground.height = bottom - ground.y;
        }
        for band in &chain[same..] {
            let Band { x, width, paint, .. } = bands[*band as usize];
            let ground = Ground { x, y: top, width, height: bottom - top, paint, depth: self.open.len() };
            self.open.push(((part, *band), ground));
        }
    }

    /// Ends the page: what lies below comes first.
    pub fn take(&mut self) -> Vec<Ground> {
        self.done.extend(self.open.drain(..).map(|(_, ground)| ground));
        let mut grounds = std::mem::take(&mut self.done);
        grounds.sort_by_key(|ground| ground.depth);
        grounds
    }
}
