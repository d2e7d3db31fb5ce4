//! How text gets into HTML: one function a sink, for elements, code, running text and addresses.

use crate::highlight::{self, Highlighting};
use crate::invisible::{self, with_plain_breaks};
use std::fmt::Write as _;

/// Escapes text for HTML content and double-quoted attributes.
pub fn escape_into(out: &mut String, text: &str) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'&' => "&amp;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        out.push_str(&text[done..at]);
        out.push_str(entity);
        done = at + 1;
    }
    out.push_str(&text[done..]);
}

/// Escapes text and marks what can't be seen in it, for paths, ids, titles and code.
pub fn write_visible(out: &mut String, text: &str) {
    let text = &*with_plain_breaks(text);
    if invisible::first_invisible(text).is_none() {
        escape_into(out, text);
        return;
    }
    for (plain, hidden) in invisible::pieces(text) {
        escape_into(out, plain);
        if let Some(c) = hidden {
            let _ = write!(out, "<span class=\"unseen\">{}</span>", invisible::escape(c));
        }
    }
}

/// Code: as [`write_visible`], with its tokens in elements of a class each where the language is known.
pub fn write_code(out: &mut String, language: &str, code: &str, highlighting: Highlighting) {
    let code = &*with_plain_breaks(code);
    // What can't be seen is judged by what stands around it, so such code stays in one piece.
    let one_piece = highlighting == Highlighting::Off || invisible::first_invisible(code).is_some();
    let tokens = if one_piece { None } else { highlight::tokens(language, code) };
    let Some(tokens) = tokens else { return write_visible(out, code) };
    let mut start = 0;
    for token in tokens.iter() {
        let text = &code[start..token.end];
        start = token.end;
        match token.kind.filter(|_| !text.trim().is_empty()) {
            Some(kind) => {
                let _ = write!(out, "<span class=\"{}\">", kind.class());
                escape_into(out, text);
                out.push_str("</span>");
            }
            None => escape_into(out, text),
        }
    }
}

/// Body text: only controls are marked. What orders text stays, isolated by the element around it.
pub fn write_body(out: &mut String, text: &str) {
    let text = &*with_plain_breaks(text);
    if text.bytes().any(|b| (b < 0x20 && b != b'\n' && b != b'\t') || b == 0x7f) {
        for part in text.split_inclusive(|c: char| c.is_ascii_control()) {
            match part.chars().next_back().filter(|c| c.is_ascii_control() && !matches!(c, '\n' | '\t')) {
                Some(c) => {
                    escape_into(out, &part[..part.len() - c.len_utf8()]);
                    write_visible(out, c.encode_utf8(&mut [0; 4]));
                }
                None => escape_into(out, part),
            }
        }
    } else {
        escape_into(out, text);
    }
}

/// A destination that passed the policy, with what a reader can't see in it percent-encoded.
pub(super) fn write_destination(out: &mut String, destination: &str) {
    let mut encoded = String::with_capacity(destination.len());
    for c in destination.chars() {
        if invisible::is_invisible(c) || matches!(c, '"' | '<' | '>' | '`' | '\'' | '\\') {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(encoded, "%{byte:02X}");
            }
        } else {
            encoded.push(c);
        }
    }
    escape_into(out, &encoded);
}
