//! Shaping: text of one style, direction and script to glyphs, each piece once.

use crate::render::pdf::text::faces::Faces;
use harfrust::{Buffer, BufferFlags, Direction, Script as ShapeScript, ShapeOptions, ShapePlan, ShaperFont, Tag};
use std::collections::HashMap;
use std::sync::Arc;
use unicode_script::Script;

/// A glyph and the bytes of the text that it stands for.
#[derive(Debug, Clone, Copy)]
pub struct Glyph {
    /// Its number in the face.
    pub id: u16,
    /// How far the pen moves, in em.
    pub advance: f32,
    /// How far it is set off, in em.
    pub x: f32,
    /// The same upwards.
    pub y: f32,
    /// First byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
}

/// A shaped piece of text: what line breaking can't split.
#[derive(Debug)]
pub struct Atom {
    /// Which face.
    pub face: usize,
    /// The text.
    pub text: Box<str>,
    /// From left to right.
    pub glyphs: Box<[Glyph]>,
    /// Its width in em.
    pub advance: f32,
    /// The width of the white space that it ends in.
    pub trailing: f32,
}

/// Marks are stacked no further from the line than this, in em, or a text could write over what stands above it.
const FARTHEST: f32 = 0.7;

type Key = (usize, bool, Script);

/// Shapes and remembers. One a thread: what it returns does not depend on what it remembers.
pub struct Shaper<'f> {
    /// The faces it shapes with.
    pub faces: &'f Faces,
    plans: HashMap<Key, ShapePlan>,
    atoms: HashMap<Key, HashMap<Box<str>, Arc<Atom>>>,
    buffer: Buffer,
}

impl<'f> Shaper<'f> {
    /// A shaper that remembers nothing yet.
    pub fn new(faces: &'f Faces) -> Self {
        Self { faces, plans: HashMap::new(), atoms: HashMap::new(), buffer: Buffer::new() }
    }

    /// Shapes a text.
    pub fn shape(&mut self, face: usize, rtl: bool, script: Script, text: &str) -> Arc<Atom> {
        let key = (face, rtl, script);
        if let Some(atom) = self.atoms.get(&key).and_then(|atoms| atoms.get(text)) {
            return Arc::clone(atom);
        }
        let atom = Arc::new(self.shape_anew(key, text));
        self.atoms.entry(key).or_default().insert(text.into(), Arc::clone(&atom));
        atom
    }

    fn shape_anew(&mut self, key: Key, text: &str) -> Atom {
        let (face, rtl, script) = key;
        let direction = if rtl { Direction::RightToLeft } else { Direction::LeftToRight };
        let tag = <[u8; 4]>::try_from(script.short_name().as_bytes()).unwrap_or(*b"Zyyy");
        let shape_script = ShapeScript::from_iso15924_tag(Tag::new(&tag));
        let font = &self.faces.get(face).font;
        let plan = self.plans.entry(key).or_insert_with(|| ShapePlan::new(font, direction, shape_script, None, &[]));
        let buffer = &mut self.buffer;
        buffer.reset();
        buffer.push_str(text);
        buffer.set_direction(direction);
        buffer.set_script(shape_script);
        buffer.set_flags(BufferFlags::DO_NOT_INSERT_DOTTED_CIRCLE);
        // A font that can't be shaped with draws nothing; its text stays in the document all the same.
        let shaped = harfrust::shape(&ShaperFont::new(font), buffer, ShapeOptions::new().plan(Some(plan))).is_ok();
        let count = if shaped { buffer.glyph_infos().len() } else { 0 };
        let (infos, positions) = (&buffer.glyph_infos()[..count], &buffer.glyph_positions()[..count]);
        let mut starts: Vec<u32> = infos.iter().map(|info| info.cluster).collect();
        starts.sort_unstable();
        starts.dedup();
        starts.push(length(text));
        let visible = length(text.trim_end_matches(' '));
        #[expect(clippy::cast_precision_loss, reason = "positions are small numbers")]
        let em = |value: i32| value as f32 / self.faces.get(face).units;
        let (mut advance, mut trailing) = (0.0, 0.0);
        let glyphs = infos
            .iter()
            .zip(positions)
            .map(|(info, position)| {
                let step = em(position.x_advance);
                advance += step;
                if info.cluster >= visible {
                    trailing += step;
                }
                Glyph {
                    id: u16::try_from(info.glyph_id).unwrap_or(0),
                    advance: step,
                    x: em(position.x_offset),
                    y: em(position.y_offset).clamp(-FARTHEST, FARTHEST),
                    start: info.cluster,
                    end: starts[starts.partition_point(|start| *start <= info.cluster).min(starts.len() - 1)],
                }
            })
            .collect();
        Atom { face, text: text.into(), glyphs, advance, trailing }
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}
