//! A reader's own style: taken in only if nothing in it could reach the network or leave its element.

/// Why a style is refused, `None` if it may stand in a page.
///
/// CSS lets any letter be written as an escape and put comments between words, so the text is judged after both are
/// undone. What remains is searched for everything that fetches, whether or not it would be valid where it stands.
#[must_use]
pub fn refusal(style: &str) -> Option<String> {
    let plain = plain(style);
    if style.to_ascii_lowercase().contains("</style") || plain.contains("</style") || plain.contains("<!--") {
        return Some("it would end the page's style element".into());
    }
    for word in [
        "@import",
        "@namespace",
        "image-set",
        "src(",
        "image(",
        "cross-fade(",
        "paint(",
        "-moz-binding",
        "expression(",
        "behavior:",
    ] {
        if plain.contains(word) {
            let word = word.trim_end_matches(['(', ':']);
            return Some(format!("{word} could reach the network; put what it names into the file"));
        }
    }
    let mut rest = plain.as_str();
    while let Some(at) = rest.find("url") {
        rest = rest[at + 3..].trim_start();
        let Some(inside) = rest.strip_prefix('(') else { continue };
        if !inside.trim_start().trim_start_matches(['"', '\'']).trim_start().starts_with("data:") {
            return Some("url( with anything but data: could reach the network; write it as a data: address".into());
        }
    }
    None
}

/// A style in lower case, without comments, with its escapes undone (CSS Syntax, section 4.3.7).
fn plain(style: &str) -> String {
    let mut out = String::with_capacity(style.len());
    let mut chars = style.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                let mut before = ' ';
                for c in chars.by_ref() {
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
            }
            '\\' => {
                let mut digits = String::new();
                while digits.len() < 6 && chars.peek().is_some_and(char::is_ascii_hexdigit) {
                    digits.extend(chars.next());
                }
                if digits.is_empty() {
                    // An escaped line break is nothing at all.
                    out.extend(chars.next().filter(|c| !matches!(c, '\n' | '\r' | '\u{c}')));
                } else {
                    out.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
                    if chars.peek().is_some_and(char::is_ascii_whitespace) {
                        chars.next();
                    }
                }
            }
            _ => out.push(c),
        }
    }
    out.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn what_could_reach_the_network_is_refused_in_every_spelling() {
        for style in [
            "@import 'x.css';",
            "@IMPORT url(x)",
            "@\\69mport 'x'",
            "a{background:url(https://e.org/x.png)}",
            "a{background:URL( 'x.png' )}",
            "a{background:\\75rl(x)}",
            "a{background:u\\000072 l(x)}",
            "a{background:u/**/rl(x)}",
            "a{background:image-set('x.png' 1x)}",
            "@font-face{src:src('x')}",
            "a{content:\"</style><script>\"}",
            "a{b:url(data:image/png;base64,AA)} c{d:url(//e.org)}",
            "/* unclosed */ a{background:url(x",
            "a{b:u\\\nrl(x)}",
        ] {
            assert!(refusal(style).is_some(), "{style}");
        }
    }

    #[test]
    fn ordinary_styles_pass() {
        for style in [
            "",
            ":root{--link:#063}",
            "a::after{content:'→'}",
            "b{background:url(\"data:image/svg+xml,%3Csvg/%3E\")}",
            "/* url(x) */",
        ] {
            assert_eq!(refusal(style), None, "{style}");
        }
    }
}
