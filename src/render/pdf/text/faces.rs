//! The faces at hand: bundled, handed in, installed; and which of them draws a character.

use crate::render::pdf::PdfError;
use crate::render::pdf::style::Style;
use harfrust::font::glyph::bitmap::BitmapSource;
use harfrust::{Font, GlyphId};
use std::sync::Arc;

/// A font file in memory.
#[derive(Clone)]
pub enum Data {
    /// Part of the program.
    Bundled(&'static [u8]),
    /// Read at run time.
    Read(Arc<Vec<u8>>),
}

impl Data {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Bundled(bytes) => bytes,
            Self::Read(bytes) => bytes,
        }
    }
}

/// One face.
pub struct Face {
    /// The name that goes into the file.
    pub name: String,
    /// Its file.
    pub data: Data,
    /// Which face of the file.
    pub index: u32,
    /// Read for shaping.
    pub font: Font,
    /// Units of an em.
    pub units: f32,
    /// Above the baseline, in em.
    pub ascent: f32,
    /// Below the baseline, in em, negative.
    pub descent: f32,
    /// Its glyphs are coloured bitmaps.
    pub colour: bool,
}

impl Face {
    /// Reads a face.
    pub fn read(name: &str, data: Data, index: u32) -> Option<Self> {
        let font = match &data {
            Data::Bundled(bytes) => Font::new(*bytes, index),
            Data::Read(bytes) => {
                let shared: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(Shared(Arc::clone(bytes)));
                Font::new(shared, index)
            }
        }?;
        // Subsets are made of fonts with outlines and a character map; anything else can't be drawn.
        if !font.charmap().has_unicode() {
            return None;
        }
        let units = f32::from(font.units_per_em().max(1));
        let line = font.metrics().h_line().unwrap_or_default();
        #[expect(clippy::cast_possible_truncation, reason = "metrics are small numbers")]
        let em = |value: f64| (value as f32 / units).clamp(-4.0, 4.0);
        let (ascent, descent) = (em(line.ascender.to_f64()), em(line.descender.to_f64()));
        let colour = font.bitmap_strikes().source() == Some(BitmapSource::Cbdt);
        let name = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        Some(Self { name, data, index, font, units, ascent, descent, colour })
    }

    /// Whether it has a glyph for a character.
    pub fn covers(&self, c: char) -> bool {
        self.font.charmap().map_unicode(c).is_some_and(|glyph| glyph != GlyphId::NOTDEF)
    }

    /// The glyph of a character, that of none if it has none.
    pub fn glyph(&self, c: char) -> u16 {
        self.font.charmap().map_unicode(c).and_then(|glyph| u16::try_from(glyph.to_u32()).ok()).unwrap_or(0)
    }

    /// The advance of a glyph in thousandths of an em, as the file's width table has it.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what the table holds")]
    pub fn advance(&self, glyph: u16) -> u16 {
        let units = self.font.glyph_metrics().h_advance(GlyphId::new(u32::from(glyph)));
        (units * 1000.0 / self.units).round().clamp(0.0, 30_000.0) as u16
    }
}

/// Lets a shared vector stand behind the shaper's own kind of shared bytes.
struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

macro_rules! bundled {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../../assets/fonts/", $name, ".ttf")))),+]
    };
}

/// The bundled faces. The first eight are the styles of the two families, the others stand in.
const BUNDLED: &[(&str, &[u8])] = bundled!(
    "NotoSans-Regular",
    "NotoSans-Bold",
    "NotoSans-Italic",
    "NotoSans-BoldItalic",
    "JetBrainsMono-Regular",
    "JetBrainsMono-Bold",
    "JetBrainsMono-Italic",
    "JetBrainsMono-BoldItalic",
    "NotoSansHebrew-Regular",
    "NotoSansHebrew-Bold",
    "NotoSansArabic-Regular",
    "NotoSansArabic-Bold",
    "NotoSansMath-Regular",
    "NotoSansSymbols2-Regular",
    "NotoSansSymbols-Regular",
    "NotoEmoji-Regular",
);

const SANS: usize = 0;
const MONO: usize = 4;
const HEBREW: usize = 8;
const ARABIC: usize = 10;
const SYMBOLS: [usize; 3] = [12, 13, 14];
const EMOJI: usize = 15;

/// All faces of a document. The order decides: the style's own family, bundled scripts, handed in, installed.
pub struct Faces {
    faces: Vec<Face>,
    /// Those behind the bundled ones, bold ones flagged.
    added: Vec<(usize, bool)>,
}

impl Faces {
    /// The bundled faces and those that the caller hands in.
    ///
    /// # Errors
    /// A file that is no font, by its name.
    pub fn new(extra: &[(String, Vec<u8>)]) -> Result<Self, PdfError> {
        let faces: Option<Vec<Face>> =
            BUNDLED.iter().map(|(name, bytes)| Face::read(name, Data::Bundled(bytes), 0)).collect();
        #[expect(clippy::expect_used, reason = "the files are part of the program and a test reads them all")]
        let mut all = Self { faces: faces.expect("bundled fonts are fonts"), added: Vec::new() };
        for (name, bytes) in extra {
            let data = Data::Read(Arc::new(bytes.clone()));
            let face = Face::read(stem(name), data, 0).filter(subsettable);
            all.add(face.ok_or_else(|| PdfError::BrokenFont { name: name.clone() })?);
        }
        Ok(all)
    }

    /// Adds a face behind all others.
    pub fn add(&mut self, face: Face) {
        let bold = face.font.default_attributes().weight.value() >= 600.0;
        self.added.push((self.faces.len(), bold));
        self.faces.push(face);
    }

    /// A face by its number.
    pub fn get(&self, face: usize) -> &Face {
        &self.faces[face]
    }

    /// Whether a face that was added is a bold one.
    pub fn is_bold(&self, face: usize) -> bool {
        self.added.iter().any(|(added, bold)| *added == face && *bold)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// The face that a style asks for.
    pub fn own(style: &Style) -> usize {
        let family = if style.mono { MONO } else { SANS };
        family + usize::from(style.bold) + 2 * usize::from(style.italic)
    }

    /// The faces to try for a style, in order.
    fn stack(&self, style: &Style) -> impl Iterator<Item = usize> + '_ {
        let bold = usize::from(style.bold);
        let own = Self::own(style);
        let sans = SANS + bold + 2 * usize::from(style.italic);
        let (fitting, others): (Vec<_>, Vec<_>) = self.added.iter().partition(|(_, heavy)| *heavy == style.bold);
        let added = fitting.into_iter().chain(others).map(|(face, _)| face);
        // Hanging behind everything else, so that a stray symbol is drawn in the other family rather than not at all.
        let last = [MONO, EMOJI];
        [own, sans, HEBREW + bold, ARABIC + bold].into_iter().chain(SYMBOLS).chain(added).chain(last)
    }

    /// The face for a grapheme cluster, `None` where no face has its first character.
    pub fn pick(&self, style: &Style, cluster: &str) -> Option<usize> {
        let drawn = |c: &char| !is_ignorable(*c);
        if is_emoji(cluster) {
            let colour = self.added.iter().map(|(face, _)| *face).find(|face| self.faces[*face].colour);
            let emoji = colour.into_iter().chain([EMOJI]);
            let whole = |face: &usize| cluster.chars().filter(drawn).all(|c| self.faces[*face].covers(c));
            if let Some(face) = emoji.into_iter().find(whole) {
                return Some(face);
            }
        }
        // Lines and blocks have to meet, which only those of a monospaced face do.
        if matches!(cluster.chars().next(), Some('\u{2500}'..='\u{259f}'))
            && self.faces[MONO].covers(cluster.chars().next()?)
        {
            return Some(MONO);
        }
        let colourless = |face: &usize| !self.faces[*face].colour || is_emoji(cluster);
        let covers_all = |face: &usize| cluster.chars().filter(drawn).all(|c| self.faces[*face].covers(c));
        if let Some(face) = self.stack(style).filter(colourless).find(covers_all) {
            return Some(face);
        }
        let first = cluster.chars().find(drawn)?;
        self.stack(style).find(|face| self.faces[*face].covers(first))
    }
}

/// Whether the subsetter takes a face, tried out once so that nothing fails later.
pub fn subsettable(face: &Face) -> bool {
    let map = subsetter::GlyphRemapper::new_from_glyphs_sorted(&[0]);
    face.colour || subsetter::subset(face.data.bytes(), face.index, &map).is_ok()
}

/// Characters that no font needs a glyph for.
pub fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
        || c.is_control()
}

/// Whether a cluster asks for an emoji: by its selector, or by a character that is one by default.
pub fn is_emoji(cluster: &str) -> bool {
    use unicode_properties::{EmojiStatus, UnicodeEmoji};
    if cluster.is_ascii() || cluster.contains('\u{fe0e}') {
        return false;
    }
    cluster.contains('\u{fe0f}')
        || cluster.chars().next().is_some_and(|c| {
            matches!(
                c.emoji_status(),
                EmojiStatus::EmojiPresentation
                    | EmojiStatus::EmojiPresentationAndModifierBase
                    | EmojiStatus::EmojiPresentationAndEmojiComponent
                    | EmojiStatus::EmojiPresentationAndModifierAndEmojiComponent
            )
        })
}

/// The last part of a file's name without its extension.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
