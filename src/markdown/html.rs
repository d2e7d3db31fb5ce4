//! Policy events to HTML, and through the gate.

use crate::highlight::Highlighting;
use crate::markdown::event::{Container, Event};
use crate::markdown::gate;
use crate::markdown::policy::events;
use crate::markdown::writer::Writer;

/// HTML that has passed the policy and the gate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Html(pub String);

impl Html {
    /// Renders a Markdown text. Its highest heading becomes `<h{heading_level}>`, and none goes below `<h6>`.
    #[must_use]
    pub fn from_markdown(source: &str, heading_level: u8, highlighting: Highlighting) -> Self {
        let (html, needs_gate) = write(source, heading_level, highlighting);
        Self(if needs_gate { gate::clean(&html) } else { html })
    }
}

/// The HTML of a text before the gate, and whether it has to pass it.
///
/// Without links and raw HTML no tag and no attribute holds anything of the text: the gate would change nothing, which a
/// property test holds it to.
fn write(source: &str, heading_level: u8, highlighting: Highlighting) -> (String, bool) {
    let events = events(source);
    let out = String::with_capacity(source.len() + source.len() / 4 + 32);
    let mut writer = Writer::new(out, heading_level, highlighting);
    for event in &events {
        writer.event(event);
    }
    let from_text = |event: &Event<'_>| {
        matches!(event, Event::Start(Container::Link(_) | Container::Inline(_) | Container::Details(_)))
    };
    (writer.into_html(), events.iter().any(from_text))
}

impl std::fmt::Display for Html {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Html;
    use crate::highlight::Highlighting;
    use crate::markdown::{gate, write_visible};
    use crate::property::config;
    use proptest::prelude::*;

    fn html(source: &str) -> String {
        Html::from_markdown(source, 4, Highlighting::On).0
    }

    #[test]
    fn raw_html_is_readable_text() {
        assert_eq!(
            html("Vec<T>, <team>-<role> and a<b>c"),
            "<p dir=\"auto\">Vec&lt;T&gt;, &lt;team&gt;-&lt;role&gt; and a&lt;b&gt;c</p>\n"
        );
        assert_eq!(html("<script>alert(3)</script>"), "<p dir=\"auto\">&lt;script&gt;alert(3)&lt;/script&gt;</p>\n");
        assert!(html("<details><summary>open\n\n<!-- never closed\n\ntext after").contains("text after"));
    }

    #[test]
    fn harmless_tags_act_when_they_are_balanced() {
        assert_eq!(
            html("<kbd>q</kbd> H<sub>2</sub>O<br>x"),
            "<p dir=\"auto\"><kbd>q</kbd> H<sub>2</sub>O<br>\nx</p>\n"
        );
        assert_eq!(html("<kbd>q *a</kbd>*"), "<p dir=\"auto\">&lt;kbd&gt;q <em>a&lt;/kbd&gt;</em></p>\n");
        assert_eq!(
            html("<details>\n<summary>More</summary>\n\ninside\n\n</details>\n\nafter"),
            "<details><summary>More</summary>\n<p dir=\"auto\">inside</p>\n</details>\n<p dir=\"auto\">after</p>\n"
        );
    }

    #[test]
    fn links_lead_to_safe_places_or_are_text() {
        assert_eq!(
            html("[a](https://e.org?x=1&y=2) [b](javascript:alert(5)) ![c](http://e.org/i.png)"),
            "<p dir=\"auto\"><a href=\"https://e.org?x=1&amp;y=2\" rel=\"noopener noreferrer\">a</a> b (javascript:alert(5)) \
             <a href=\"http://e.org/i.png\" rel=\"noopener noreferrer\">c</a></p>\n"
        );
        assert_eq!(
            html("see https://e.org/a_b_c."),
            "<p dir=\"auto\">see <a href=\"https://e.org/a_b_c\" rel=\"noopener noreferrer\">https://e.org/a_b_c</a>.</p>\n"
        );
        assert!(html("[](https://e.org)").contains(">https://e.org</a>"));
        assert!(!html("`https://e.org`").contains("<a"));
        assert!(html("[id](#SEC-001)").contains("href=\"#SEC-001\""));
    }

    #[test]
    fn headings_start_below_the_field_and_never_jump() {
        let text = html("# A\n\n### B\n\n## C\n\n#\n\n###### D");
        assert_eq!(
            text,
            "<h4 dir=\"auto\">A</h4>\n<h5 dir=\"auto\">B</h5>\n<h5 dir=\"auto\">C</h5>\n<h6 dir=\"auto\">D</h6>\n"
        );
    }

    #[test]
    fn a_list_straight_after_text_is_a_list() {
        assert!(html("text\n- one\n- two").starts_with("<p dir=\"auto\">text</p>\n<ul>\n"));
        assert!(!html("text\n2. no list").contains("<ol"));
    }

    #[test]
    fn tables_keep_their_alignment() {
        let text = html("| a | b |\n|:-:|--:|\n| 1 | 2 |");
        assert!(text.contains("<th dir=\"auto\" scope=\"col\" class=\"center\">a</th>"), "{text}");
        assert!(text.contains("<td dir=\"auto\" class=\"right\">2</td>"), "{text}");
    }

    #[test]
    fn code_shows_what_hides_and_body_text_keeps_its_order_marks() {
        assert!(html("`a\u{202e}b`").contains("<code>a<span class=\"unseen\">U+202E</span>b</code>"));
        assert!(html("a\u{2066}b\u{2069}").contains("a\u{2066}b\u{2069}"));
        assert!(html("esc \u{1b}[31m").contains("<span class=\"unseen\">U+001B</span>[31m"));
        let mut out = String::new();
        write_visible(&mut out, "<\u{202e}\u{e000}>");
        assert_eq!(out, "&lt;<span class=\"unseen\">U+202E</span>\u{e000}&gt;");
    }

    #[test]
    fn nesting_beyond_reason_is_flattened_and_nothing_is_lost() {
        let text = html(&format!("{} [x](https://e.org)", ">".repeat(5000)));
        assert!(text.matches("<blockquote>").count() <= 64 && text.contains(">x</a>"), "{}", text.len());
        let deep: Vec<String> = (0..200).map(|level| format!("{}- item {level}\n", "  ".repeat(level))).collect();
        let text = html(&deep.concat());
        assert!((0..200).all(|level| text.contains(&format!("item {level}"))));
        assert_eq!(text.matches("<ul>").count(), text.matches("</ul>").count());
    }

    /// Pieces that texts are made of, and the ones that try to break out.
    fn piece() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "a",
            " ",
            "\n",
            "\n\n",
            "*",
            "**",
            "_",
            "`",
            "```",
            "~~",
            "|",
            "- ",
            "1. ",
            "> ",
            "# ",
            "---",
            "    ",
            "<",
            ">",
            "&",
            "&lt;",
            "\"",
            "'",
            "<b>",
            "</p>",
            "<script>",
            "<!--",
            "-->",
            "]]>",
            "[x]",
            "\\",
            "| a | b |\n|---|--:|\n| 1 | 2 |\n",
            "é",
            "\u{202e}",
            "\u{a0}",
            "\u{0}",
            "\u{1b}",
            "- [x] ",
            "\t",
            "=",
            "\r\n",
        ])
    }

    /// What the gate makes of a text's HTML, and the HTML, where the gate is passed over.
    fn with_and_without_gate(source: &str) -> Option<[String; 2]> {
        let (html, needs_gate) = super::write(source, 4, Highlighting::On);
        // The gate writes some characters in another way; what a browser reads is the same.
        let spelt = |html: &str| html.replace("&quot;", "\"").replace("&#39;", "'").replace("&nbsp;", "\u{a0}");
        (!needs_gate).then(|| [spelt(&gate::clean(&html)), spelt(&html)])
    }

    #[test]
    fn the_gate_has_nothing_to_do_with_a_blank_behind_an_allowed_tag() {
        if let Some([with, without]) = with_and_without_gate("<b>\t\r\n") {
            assert_eq!(with, without);
        }
    }

    proptest! {
        #![proptest_config(config(512))]

        #[test]
        fn the_gate_has_nothing_to_do_where_it_is_passed_over(pieces in prop::collection::vec(piece(), 0..40)) {
            let pair = with_and_without_gate(&pieces.concat());
            prop_assume!(pair.is_some());
            if let Some([with, without]) = pair {
                prop_assert_eq!(with, without);
            }
        }
    }
}
