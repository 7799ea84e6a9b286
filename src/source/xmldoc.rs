//! Documentation in XML, as C# has it (`<summary>`, `<param name="x">`): only what the tags show stays.

/// Tags that only XML documentation has; one of them makes a comment such.
const SIGNS: &[&str] = &["<summary", "<remarks", "<inheritdoc", "<param name=", "<returns>", "<typeparam name="];

/// What a piece of the documentation is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// For everyone.
    Prose,
    /// For those who call: parameters, results, exceptions, examples.
    Call,
}

/// The text of XML documentation, with what is for everyone first and the rest under tags as in Javadoc (`@param`);
/// `None` if the text is no XML documentation.
pub(crate) fn read(text: &str) -> Option<String> {
    if !SIGNS.iter().any(|sign| text.contains(sign)) {
        return None;
    }
    let mut reader = Reader { paragraphs: Vec::new(), open: String::new(), part: Part::Prose };
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        reader.open.push_str(&rest[..at]);
        let Some(end) = rest[at..].find('>') else {
            rest = &rest[at..];
            break;
        };
        let inside = &rest[at + 1..at + end];
        let taken = reader.tag(inside, &rest[at + end + 1..]);
        match taken {
            Some(content) => rest = &rest[at + end + 1 + content..],
            None => {
                reader.open.push('<');
                rest = &rest[at + 1..];
            }
        }
    }
    reader.open.push_str(rest);
    reader.close();
    let part = |part: Part| reader.paragraphs.iter().filter(move |(of, _)| *of == part).map(|(_, text)| text.as_str());
    Some(part(Part::Prose).chain(part(Part::Call)).collect::<Vec<_>>().join("\n\n"))
}

struct Reader {
    paragraphs: Vec<(Part, String)>,
    open: String,
    part: Part,
}

impl Reader {
    /// Reads a tag: how many bytes after it belong to it, or `None` if it is no tag of a documentation.
    fn tag(&mut self, inside: &str, after: &str) -> Option<usize> {
        let closes = inside.starts_with('/');
        let inside = inside.trim_start_matches('/').trim_end_matches('/').trim();
        let name = inside.split(|c: char| c.is_whitespace()).next().unwrap_or_default();
        match name {
            "summary" | "remarks" | "value" | "para" | "doc" | "list" | "inheritdoc" | "include" | "br" | "p" => {
                self.close();
                if name != "para" && name != "list" && name != "br" && name != "p" {
                    self.part = Part::Prose;
                }
            }
            "param" | "typeparam" | "returns" | "exception" | "example" | "seealso" | "permission" => {
                self.close();
                self.part = if closes { Part::Prose } else { Part::Call };
                if !closes {
                    let tag = if name == "exception" { "throws" } else { name };
                    let of = attribute(inside, "name").or_else(|| attribute(inside, "cref")).unwrap_or_default();
                    self.open = format!("@{tag} {}", plain(of)).trim_end().to_owned() + " ";
                }
            }
            "item" | "listheader" => {
                self.close();
                self.open = if closes { String::new() } else { "- ".to_owned() };
            }
            "paramref" | "typeparamref" if !closes => {
                self.code(attribute(inside, "name").unwrap_or_default());
            }
            "see" if !closes => {
                let shown = attribute(inside, "cref").or_else(|| attribute(inside, "langword"));
                let content = after.find('<').filter(|at| after[*at..].starts_with("</see>") && *at > 0);
                if content.is_none() || inside.is_empty() {
                    self.code(shown.unwrap_or_default());
                }
            }
            "description" | "term" | "b" | "i" | "em" | "strong" | "a" | "see" | "paramref" | "typeparamref" => {}
            "c" | "code" if !closes => {
                let end = after.find(&format!("</{name}>"))?;
                let shown = after[..end].to_owned();
                self.code(shown.trim());
                return Some(end + name.len() + 3);
            }
            _ => return None,
        }
        Some(0)
    }

    fn code(&mut self, shown: &str) {
        let shown = plain(shown);
        if !shown.is_empty() {
            self.open.push('`');
            self.open.push_str(&shown);
            self.open.push('`');
        }
    }

    /// Ends the paragraph.
    fn close(&mut self) {
        let open = unescaped(&std::mem::take(&mut self.open));
        let lines: Vec<&str> = open.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let text = lines.join("\n");
        if text.chars().any(char::is_alphanumeric) {
            self.paragraphs.push((self.part, text));
        }
    }
}

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let at = tag.find(&format!("{name}="))? + name.len() + 1;
    let quote = tag[at..].chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    tag[at + 1..].split(quote).next()
}

/// A reference without its kind (`T:`), type arguments in the brackets that code has.
fn plain(reference: &str) -> String {
    let bare = match reference.as_bytes() {
        [kind, b':', ..] if kind.is_ascii_uppercase() => &reference[2..],
        _ => reference,
    };
    bare.replace('{', "<").replace('}', ">").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    text.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_the_tags_show() {
        let text = "<summary>\nHolds <see cref=\"T:A.Order{X}\"/>s, <c>a &lt; b</c>.\n</summary>\n<param name=\"x\">A <paramref name=\"y\"/>.</param>\n<returns><see langword=\"null\"/> or <see cref=\"B\">a B</see>.</returns>\n<exception cref=\"C\">Never.</exception>\n<remarks>\n<para>One.</para>\nTwo.\n</remarks>";
        let expected = "Holds `A.Order<X>`s, `a < b`.\n\nOne.\n\nTwo.\n\n@param x A `y`.\n\n@returns `null` or a B.\n\n@throws C Never.";
        assert_eq!(read(text).as_deref(), Some(expected));
        assert_eq!(read("<inheritdoc/>").as_deref(), Some(""));
        assert_eq!(read("Maps <T> to <summary> of it.").as_deref(), Some("Maps <T> to\n\nof it."));
        assert_eq!(read("A <b>bold</b> word of a List<T>."), None);
        assert_eq!(read("<summary>Lost <").as_deref(), Some("Lost <"));
    }
}
