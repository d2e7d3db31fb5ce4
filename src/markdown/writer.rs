//! The tags and texts of policy events.

use crate::highlight::Highlighting;
use crate::markdown::escape::{write_body, write_code, write_destination, write_visible};
use crate::markdown::event::{Alignment, Container, Event, Inline};
use std::fmt::Write as _;

/// Writes events as HTML, in their order.
pub(super) struct Writer<'e, 'a> {
    out: String,
    heading_level: u8,
    highlighting: Highlighting,
    stack: Vec<&'e Container<'a>>,
    alignments: Vec<Alignment>,
    column: usize,
    code: String,
}

impl<'e, 'a> Writer<'e, 'a> {
    /// Begins behind `out`; the text's highest heading becomes one of `heading_level`.
    pub(super) fn new(out: String, heading_level: u8, highlighting: Highlighting) -> Self {
        let (stack, alignments) = (Vec::new(), Vec::new());
        Self { out, heading_level, highlighting, stack, alignments, column: 0, code: String::new() }
    }

    /// All that was written.
    pub(super) fn into_html(self) -> String {
        self.out
    }

    /// Writes one event.
    pub(super) fn event(&mut self, event: &'e Event<'a>) {
        match event {
            Event::Start(container) => {
                self.stack.push(container);
                self.start(container);
            }
            Event::End => {
                if let Some(container) = self.stack.pop() {
                    self.end(container);
                }
            }
            // A fence's lines come in several pieces; they are one code.
            Event::Text(text) if self.in_code_block() => self.code.push_str(text),
            Event::Text(text) => write_body(&mut self.out, text),
            Event::Code(code) => {
                self.out.push_str("<code>");
                write_visible(&mut self.out, code);
                self.out.push_str("</code>");
            }
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::Task(ticked) => self.out.push_str(if *ticked {
                "<span class=\"task\" role=\"img\" aria-label=\"done\">☑</span> "
            } else {
                "<span class=\"task\" role=\"img\" aria-label=\"to do\">☐</span> "
            }),
        }
    }

    fn in_code_block(&self) -> bool {
        matches!(self.stack.last(), Some(Container::CodeBlock(_)))
    }

    fn heading(&self, level: u8) -> u8 {
        (self.heading_level.saturating_add(level).saturating_sub(1)).min(6)
    }

    fn start(&mut self, container: &Container<'a>) {
        match container {
            Container::Paragraph => self.out.push_str("<p dir=\"auto\">"),
            Container::Heading(level) => {
                let _ = write!(self.out, "<h{} dir=\"auto\">", self.heading(*level));
            }
            Container::Quote => self.out.push_str("<blockquote>\n"),
            Container::List(None) => self.out.push_str("<ul>\n"),
            Container::List(Some(1)) => self.out.push_str("<ol>\n"),
            Container::List(Some(first)) => {
                let _ = writeln!(self.out, "<ol start=\"{first}\">");
            }
            Container::Item => self.out.push_str("<li dir=\"auto\">"),
            Container::CodeBlock(_) => self.out.push_str("<pre tabindex=\"0\"><code>"),
            Container::Table(alignments) => {
                self.alignments.clone_from(alignments);
                self.out.push_str("<div class=\"wide\" tabindex=\"0\"><table>\n");
            }
            Container::TableHead => {
                self.column = 0;
                self.out.push_str("<thead><tr>");
            }
            Container::TableRow => {
                self.column = 0;
                self.out.push_str("<tr>");
            }
            Container::TableCell => self.cell(),
            Container::Details(summary) => {
                self.out.push_str("<details><summary>");
                write_body(&mut self.out, summary);
                self.out.push_str("</summary>\n");
            }
            Container::Emphasis => self.out.push_str("<em>"),
            Container::Strong => self.out.push_str("<strong>"),
            Container::Strikethrough => self.out.push_str("<del>"),
            Container::Link(destination) => {
                self.out.push_str("<a href=\"");
                write_destination(&mut self.out, destination);
                self.out.push_str("\">");
            }
            Container::Inline(Inline(name)) => {
                let _ = write!(self.out, "<{name}>");
            }
        }
    }

    fn cell(&mut self) {
        let in_head = self.stack.iter().rev().any(|c| matches!(c, Container::TableHead));
        self.out.push_str(if in_head { "<th dir=\"auto\" scope=\"col\"" } else { "<td dir=\"auto\"" });
        match self.alignments.get(self.column) {
            Some(Alignment::Center) => self.out.push_str(" class=\"center\""),
            Some(Alignment::Right) => self.out.push_str(" class=\"right\""),
            _ => {}
        }
        self.out.push('>');
        self.column += 1;
    }

    fn end(&mut self, container: &Container<'a>) {
        match container {
            Container::Paragraph => self.out.push_str("</p>\n"),
            Container::Heading(level) => {
                let _ = writeln!(self.out, "</h{}>", self.heading(*level));
            }
            Container::Quote => self.out.push_str("</blockquote>\n"),
            Container::List(None) => self.out.push_str("</ul>\n"),
            Container::List(Some(_)) => self.out.push_str("</ol>\n"),
            Container::Item => self.out.push_str("</li>\n"),
            Container::CodeBlock(language) => {
                let code = std::mem::take(&mut self.code);
                write_code(&mut self.out, language, &code, self.highlighting);
                self.out.push_str("</code></pre>\n");
            }
            Container::Table(_) => self.out.push_str("</tbody></table></div>\n"),
            Container::TableHead => self.out.push_str("</tr></thead><tbody>\n"),
            Container::TableRow => self.out.push_str("</tr>\n"),
            Container::TableCell => {
                let in_head = self.stack.iter().rev().any(|c| matches!(c, Container::TableHead));
                self.out.push_str(if in_head { "</th>" } else { "</td>" });
            }
            Container::Details(_) => self.out.push_str("</details>\n"),
            Container::Emphasis => self.out.push_str("</em>"),
            Container::Strong => self.out.push_str("</strong>"),
            Container::Strikethrough => self.out.push_str("</del>"),
            Container::Link(_) => self.out.push_str("</a>"),
            Container::Inline(Inline(name)) => {
                let _ = write!(self.out, "</{name}>");
            }
        }
    }
}
