//! Sizes, colours and the few text styles of the document: the light theme of the page, on paper.

use crate::highlight::Kind;
use crate::model::Severity;
use crate::view::Tone;

/// A colour as 0xRRGGBB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ink(pub u32);

impl Ink {
    /// Running text.
    pub const TEXT: Self = Self(0x001b_1f24);
    /// What stands back: labels, captions, running heads.
    pub const SOFT: Self = Self(0x0057_606a);
    /// Hairlines.
    pub const LINE: Self = Self(0x00d8_dee4);
    /// Links, the one accent.
    pub const LINK: Self = Self(0x000b_5cad);
    /// Behind code.
    pub const CODE: Self = Self(0x00f3_f4f6);
    /// Behind the recommendation and the verdict.
    pub const PANEL: Self = Self(0x00f7_f8fa);
    /// All is well.
    pub const GOOD: Self = Self(0x001a_7f37);
    /// A critical finding; also what blocks.
    pub const CRITICAL: Self = Self(0x00b3_261e);

    /// The colour of a band.
    pub fn of(severity: Severity) -> Self {
        match severity {
            Severity::Critical => Self::CRITICAL,
            Severity::High => Self(0x00b4_5309),
            Severity::Medium => Self(0x007a_6300),
            Severity::Low => Self(0x001a_6aa8),
            Severity::Info => Self(0x005b_6570),
        }
    }

    /// The colour of a tone.
    pub fn of_tone(tone: Tone) -> Self {
        match tone {
            Tone::Good => Self::GOOD,
            Tone::Alarm => Self::CRITICAL,
            Tone::Caution => Self::of(Severity::High),
            Tone::Calm => Self::of(Severity::Info),
        }
    }

    /// The colour of a token of code, the same as on the page.
    pub fn of_code(kind: Kind) -> Self {
        match kind {
            Kind::Keyword => Self(0x000b_4f9c),
            Kind::String | Kind::Inserted => Self(0x0018_6a33),
            Kind::Comment => Self::SOFT,
            Kind::Constant => Self(0x008f_4300),
            Kind::Function => Self(0x006a_3fa0),
            Kind::Type => Self(0x006b_5500),
            Kind::Deleted => Self::CRITICAL,
        }
    }

    /// The three components, 0 to 1.
    pub fn rgb(self) -> [f32; 3] {
        [16, 8, 0].map(|shift| f32::from(u8::try_from((self.0 >> shift) & 0xff).unwrap_or(0)) / 255.0)
    }
}

/// What is drawn behind or around a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backing {
    /// Nothing.
    None,
    /// Nothing, and the text is not broken.
    Solid,
    /// The pale ground of inline code.
    Pale,
    /// A rounded outline; the text in it is never broken.
    Chip(Ink),
}

/// How a piece of text looks.
#[expect(clippy::struct_excessive_bools, reason = "each one is a face or a line of its own")]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Monospaced.
    pub mono: bool,
    /// Bold.
    pub bold: bool,
    /// Italic.
    pub italic: bool,
    /// Struck through.
    pub struck: bool,
    /// In points.
    pub size: f32,
    /// How far above the line it stands, in points.
    pub rise: f32,
    /// Its colour.
    pub ink: Ink,
    /// What is behind it.
    pub backing: Backing,
}

impl Style {
    /// Sans text of a size and colour.
    pub const fn sans(size: f32, ink: Ink) -> Self {
        Self { mono: false, bold: false, italic: false, struck: false, size, rise: 0.0, ink, backing: Backing::None }
    }

    /// Monospaced text of a size and colour.
    pub const fn mono(size: f32, ink: Ink) -> Self {
        Self { mono: true, ..Self::sans(size, ink) }
    }

    /// The same in bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same in another colour.
    pub const fn ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }

    /// A small label with an outline.
    pub const fn chip(ink: Ink, line: Ink) -> Self {
        Self { backing: Backing::Chip(line), ..Self::sans(7.2, ink) }
    }

    /// The same, not to be broken.
    pub const fn solid(self) -> Self {
        Self { backing: Backing::Solid, ..self }
    }

    /// Space kept free on both sides.
    pub fn padding(&self) -> f32 {
        match self.backing {
            Backing::None | Backing::Solid => 0.0,
            // Narrow enough that no reader of the text takes it for a space.
            Backing::Pale => 0.7,
            Backing::Chip(_) => 4.0,
        }
    }

    /// The same as code within text of this size.
    pub fn as_code(self) -> Self {
        Self { mono: true, size: self.size * CODE_IN_TEXT, backing: Backing::Pale, ..self }
    }
}

/// `JetBrains Mono` is wide and tall beside Noto Sans.
const CODE_IN_TEXT: f32 = 0.88;

/// Body text.
pub const BODY: Style = Style::sans(9.5, Ink::TEXT);
/// Body leading.
pub const LEADING: f32 = 13.5;
/// Labels, tables and captions.
pub const SMALL: Style = Style::sans(8.5, Ink::TEXT);
/// Their leading.
pub const SMALL_LEADING: f32 = 11.8;
/// Code blocks.
pub const CODE: Style = Style::mono(8.2, Ink::TEXT);
/// Their leading.
pub const CODE_LEADING: f32 = 11.5;
/// Running heads and feet.
pub const RUNNING: Style = Style::sans(7.5, Ink::SOFT);
/// The space between two paragraphs.
pub const PARAGRAPH_GAP: f32 = 5.0;

/// The page and where text may stand on it, in points, measured from the top left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// Page width.
    pub width: f32,
    /// Page height.
    pub height: f32,
}

impl Measure {
    /// 20 mm.
    pub const MARGIN: f32 = 56.693;

    /// Where lines begin.
    pub const LEFT: f32 = Self::MARGIN;

    /// How long they may be.
    pub fn text_width(self) -> f32 {
        self.width - 2.0 * Self::MARGIN
    }

    /// Where text begins.
    pub const TOP: f32 = Self::MARGIN + 4.0;

    /// Where it ends.
    pub fn bottom(self) -> f32 {
        self.height - Self::MARGIN - 2.0
    }

    /// The baseline of the running head.
    pub const HEAD: f32 = 36.0;

    /// The baseline of the running foot.
    pub fn foot(self) -> f32 {
        self.height - 32.0
    }
}

#[cfg(test)]
mod tests {
    use super::Ink;
    use crate::highlight::Kind;
    use crate::model::Severity;

    /// Relative luminance as WCAG has it.
    fn luminance(ink: Ink) -> f32 {
        let linear =
            ink.rgb().map(|part| if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn everything_written_has_contrast_enough_on_every_ground() {
        let severities = Severity::ALL.map(Ink::of);
        let tokens = Kind::ALL.map(Ink::of_code);
        for ink in severities.into_iter().chain(tokens).chain([Ink::TEXT, Ink::SOFT, Ink::LINK, Ink::GOOD]) {
            for ground in [Ink::CODE, Ink::PANEL, Ink(0x00ff_ffff)] {
                let contrast = (luminance(ground) + 0.05) / (luminance(ink) + 0.05);
                assert!(contrast >= 4.5, "{ink:06X?} on {ground:06X?}: {contrast:.2}");
            }
        }
    }
}
