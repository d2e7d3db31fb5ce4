//! Diagnostics for people: the source line with a caret under the token, the code, the pointer, the hint.

use crate::diagnostic::{Diagnostic, Level as Weight, Place};
use crate::invisible;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// Whether the text carries ANSI colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette {
    /// None.
    Plain,
    /// ANSI.
    Coloured,
}

/// The most characters of a source line that are shown; longer ones are cut around the token.
const WINDOW: usize = 140;
/// How much of the window stands before the token.
const LEAD: usize = 50;
/// The most characters of a token that are underlined.
const LONGEST_MARK: usize = 60;

/// Draws one diagnostic. `name` is the input's name as the reader knows it, `text` the decoded source.
#[must_use]
pub fn render(diagnostic: &Diagnostic, name: &str, text: &str, palette: Palette) -> String {
    let level = match diagnostic.level {
        Weight::Error => Level::ERROR,
        Weight::Warning => Level::WARNING,
    };
    let name = invisible::on_one_line(name);
    let message = invisible::on_one_line(&diagnostic.message);
    let mut group = Group::with_title(level.primary_title(message).id(diagnostic.code.as_str()));
    let mut excerpt = Excerpt::default();
    let drawable = diagnostic.place.as_ref().filter(|place| place.span.end <= text.len());
    if let Some(place) = drawable {
        excerpt = Excerpt::around(text, place);
        group = group.element(
            Snippet::source(&excerpt.line)
                .path(&*name)
                .line_start(place.line)
                .fold(false)
                .annotation(AnnotationKind::Primary.span(excerpt.mark.clone())),
        );
    } else if let Some(place) = &diagnostic.place {
        // The text could not be decoded, so there is no line to show.
        group = group.element(Origin::path(&*name).line(place.line).char_column(place.column));
    } else {
        group = group.element(Origin::path(&*name));
    }
    if !diagnostic.pointer.is_empty() {
        group = group.element(Level::NOTE.with_name("at").message(invisible::on_one_line(&diagnostic.pointer)));
    }
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(invisible::on_one_line(hint)));
    }
    let renderer = match palette {
        Palette::Plain => Renderer::plain(),
        Palette::Coloured => Renderer::styled(),
    }
    // Lines are cut here, by characters; the renderer is to take them as they are.
    .term_width(2 * WINDOW);
    let drawn = renderer.render(&[group]);
    match drawable {
        // The drawing counts columns in the excerpt.
        Some(place) => drawn.replacen(
            &format!("{name}:{}:{}", place.line, excerpt.column()),
            &format!("{name}:{}:{}", place.line, place.column),
            1,
        ),
        None => drawn,
    }
}

/// A source line cut to what fits, with the token's place in it.
#[derive(Default)]
struct Excerpt {
    line: String,
    mark: std::ops::Range<usize>,
}

impl Excerpt {
    /// The column of the mark in the excerpt, from 1.
    fn column(&self) -> usize {
        self.line[..self.mark.start].chars().count() + 1
    }

    fn around(text: &str, place: &Place) -> Self {
        let start = text[..place.span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[place.span.start..].find('\n').map_or(text.len(), |at| place.span.start + at);
        let (before, after) = (&text[start..place.span.start], &text[place.span.start..end]);
        let token = &after[..after.len().min(place.span.len())];
        let (before, cut_before) =
            last_characters(before, if before.chars().count() > WINDOW - LEAD { LEAD } else { WINDOW });
        let room = WINDOW - before.chars().count();
        let (after, cut_after) = first_characters(after, room);
        let (token, _) = first_characters(token, LONGEST_MARK.min(room));
        let mut line = String::new();
        if cut_before {
            line.push('…');
        }
        line.push_str(&shown(before));
        let from = line.len();
        let marked = shown(token);
        line.push_str(&marked);
        let to = line.len().max(from);
        line.push_str(&shown(after.strip_prefix(token).unwrap_or_default()));
        if cut_after {
            line.push('…');
        }
        if to == from {
            // Nothing to underline, as at the end of a truncated file: one blank holds the caret.
            line.insert(from, ' ');
        }
        Self { mark: from..to.max(from + 1), line }
    }
}

fn shown(part: &str) -> String {
    invisible::reveal(&part.replace('\r', "").replace('\t', " ")).into_owned()
}

fn first_characters(text: &str, most: usize) -> (&str, bool) {
    match text.char_indices().nth(most) {
        Some((at, _)) => (&text[..at], true),
        None => (text, false),
    }
}

fn last_characters(text: &str, most: usize) -> (&str, bool) {
    match text.char_indices().rev().nth(most) {
        Some((at, c)) => (&text[at + c.len_utf8()..], true),
        None => (text, false),
    }
}
