//! A script as a page carries it: what only its writers need is left out.

/// Leaves out comments, indentation, the space between signs and signs that need not stand. Texts and patterns stay as
/// they are, and templates outside their holes.
///
/// It knows as much of the language as the program's own scripts use; a slash begins a pattern where a value may stand.
pub fn compact(script: &str) -> String {
    let mut reader = Reader { text: script, at: 0 };
    let mut out = String::with_capacity(script.len());
    while let Some(c) = reader.peek() {
        let before = out.chars().next_back().unwrap_or('\n');
        match c {
            '"' | '\'' => out.push_str(reader.text_in(c)),
            '`' => write_template(&mut out, reader.template()),
            '/' if reader.rest().starts_with("//") => reader.skip_to("\n"),
            '/' if reader.rest().starts_with("/*") => {
                reader.skip_to("*/");
                reader.at += "*/".len().min(reader.rest().len());
            }
            '/' if "(,=:[!&|?{};\n".contains(before) => out.push_str(reader.pattern()),
            _ if c.is_whitespace() => {
                let space = reader.space();
                let after = reader.peek().unwrap_or('\n');
                let comment = reader.rest().starts_with("//") || reader.rest().starts_with("/*");
                if comment && !space.contains('\n') {
                    continue;
                }
                if space.contains('\n') {
                    // A statement may end at a line's end, unless it can't.
                    if !"{};,(\n".contains(before) {
                        out.push('\n');
                    }
                } else if is_word(before) && is_word(after) || before == after && "+-".contains(after) {
                    out.push(' ');
                }
            }
            _ => {
                shorten(&mut out, reader.rest());
                out.push(c);
                reader.at += c.len_utf8();
            }
        }
    }
    out
}

/// A template, its holes made as short as the rest.
fn write_template(out: &mut String, template: &str) {
    let mut reader = Reader { text: template, at: 0 };
    while let Some(c) = reader.peek() {
        if reader.rest().starts_with("${") {
            reader.at += 1;
            let start = reader.at;
            reader.hole();
            let hole = &template[start..reader.at];
            let inside = hole.strip_prefix('{').and_then(|hole| hole.strip_suffix('}'));
            out.push_str("${");
            out.push_str(&inside.map_or_else(|| hole.to_owned(), compact));
            out.push('}');
            continue;
        }
        let length =
            c.len_utf8() + if c == '\\' { reader.rest()[1..].chars().next().map_or(0, char::len_utf8) } else { 0 };
        out.push_str(&reader.rest()[..length]);
        reader.at += length;
    }
}

/// Takes back signs that need not stand before what comes next.
fn shorten(out: &mut String, next: &str) {
    if next.starts_with('}') && out.ends_with(';') && !out.ends_with(");") {
        // Behind a parenthesis the sign may be the whole body of a loop.
        out.pop();
    } else if next.starts_with(['}', ']']) && out.ends_with(',') {
        out.pop();
    } else if next.starts_with("=>") && out.ends_with(')') {
        let Some(open) = out.rfind('(') else { return };
        if out.len() - open > 2 && out[open + 1..out.len() - 1].chars().all(is_word) {
            out.pop();
            let alone = !out[..open].ends_with(is_word);
            out.replace_range(open..=open, if alone { "" } else { " " });
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_to(&mut self, end: &str) {
        self.at = self.rest().find(end).map_or(self.text.len(), |length| self.at + length);
    }

    fn space(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// What stands from here to where `ends` says so; what follows a backslash is never asked about.
    fn until(&mut self, mut ends: impl FnMut(&mut Self, char) -> bool) -> &'a str {
        let start = self.at;
        self.at += 1;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            if c == '\\' {
                self.at += self.peek().map_or(0, char::len_utf8);
            } else if ends(self, c) {
                break;
            }
        }
        &self.text[start..self.at]
    }

    fn text_in(&mut self, quote: char) -> &'a str {
        self.until(|_, c| c == quote)
    }

    fn pattern(&mut self) -> &'a str {
        let mut in_class = false;
        self.until(|_, c| {
            in_class = c == '[' || in_class && c != ']';
            c == '/' && !in_class
        })
    }

    /// A template with whatever stands in it, other templates too.
    fn template(&mut self) -> &'a str {
        self.until(|reader, c| {
            if c == '$' && reader.peek() == Some('{') {
                reader.hole();
            }
            c == '`'
        })
    }

    /// A hole of a template, from its brace to the other.
    fn hole(&mut self) {
        let mut depth = 0;
        while let Some(c) = self.peek() {
            match c {
                '"' | '\'' => {
                    self.text_in(c);
                    continue;
                }
                '`' => {
                    self.template();
                    continue;
                }
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            self.at += c.len_utf8();
            if depth == 0 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::compact;

    #[test]
    fn only_what_means_nothing_is_left_out() {
        for (script, wanted) in [
            ("  const a = 1; // one\n\n  let b = a + 2;\n", "const a=1;let b=a+2;"),
            ("/** Says\n * much. */\nreturn  x\n  y", "return x\ny"),
            ("a + +b - -c", "a+ +b- -c"),
            (
                "f(\"a  // b\", 'c \\' /* d', `e  ${ g( `h  }` ) } f`)",
                "f(\"a  // b\",'c \\' /* d',`e  ${g(`h  }`)} f`)",
            ),
            ("x.replace(/a [/\"] b/g, y) / 2", "x.replace(/a [/\"] b/g,y)/2"),
            ("try { f() } catch { /* not ours */ }", "try{f()}catch{}"),
            ("if (a) b;\nelse c", "if(a)b;else c"),
            ("{ while (f()); }", "{while(f());}"),
            ("a = { b: [1, 2,], };", "a={b:[1,2]};"),
            ("{ f((x) => x, async (y) => { y; }, (a, b) => a, () => 1); }", "{f(x=>x,async y=>{y},(a,b)=>a,()=>1);}"),
            ("a = b ? /x y/ : \"\\\\\"", "a=b?/x y/:\"\\\\\""),
        ] {
            assert_eq!(compact(script), wanted);
            assert_eq!(compact(wanted), wanted);
        }
    }

    #[test]
    fn cut_off_scripts_come_to_an_end() {
        let whole = "a(\"é\\\"\", 'b', `c ${ {d: `e`} } f`, /g[/]h/) /* i */ // j";
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            let _ = compact(&whole[..end]);
        }
    }
}
