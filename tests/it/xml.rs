//! Reads as much of XML as a report has: elements, attributes, text, the five entities and numbered characters. What is
//! not well-formed is an error.

/// An element.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    pub(crate) text: String,
}

impl Element {
    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Reads a document with a declaration.
pub(crate) fn parse(text: &str) -> Result<Element, String> {
    let body = text.strip_prefix(r#"<?xml version="1.0" encoding="UTF-8"?>"#).ok_or("no declaration")?;
    // XML 1.0: these characters cannot be written at all.
    let forbidden = |c: char| (c < ' ' && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    if let Some(at) = body.find(forbidden) {
        return Err(format!("a character that XML does not have, at byte {at}"));
    }
    let mut rest = body.trim_start();
    let root = element(&mut rest)?;
    if rest.trim().is_empty() { Ok(root) } else { Err(format!("behind the root: {rest}")) }
}

fn element(rest: &mut &str) -> Result<Element, String> {
    let (tag, behind) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')).ok_or("no tag")?;
    let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
    let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut element = Element { name: name.to_owned(), attributes: pairs(attributes)?, ..Element::default() };
    *rest = behind;
    if is_empty {
        return Ok(element);
    }
    loop {
        let (text, _) = rest.split_once('<').ok_or_else(|| format!("`{name}` has no end"))?;
        element.text.push_str(&unescaped(text)?);
        *rest = &rest[text.len()..];
        if let Some(end) = rest.strip_prefix("</") {
            *rest = end.strip_prefix(name).and_then(|end| end.strip_prefix('>')).ok_or("another end tag")?;
            return Ok(element);
        }
        element.children.push(self::element(rest)?);
    }
}

fn pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, behind) = rest.split_once("=\"").ok_or_else(|| format!("no attribute: {rest}"))?;
        let (value, behind) = behind.split_once('"').ok_or("a value without its end")?;
        if value.contains(['<', '\n', '\t']) || pairs.iter().any(|(other, _)| other == name) {
            return Err(format!("{name}={value}"));
        }
        pairs.push((name.to_owned(), unescaped(value)?));
        rest = behind.trim_start();
    }
    Ok(pairs)
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    if plain.contains("]]>") {
        return Err("`]]>` in text".to_owned());
    }
    for part in parts {
        let (entity, behind) = part.split_once(';').ok_or_else(|| format!("a bare `&`: {part}"))?;
        let number = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
        let character = match entity {
            "lt" => Some('<'),
            "gt" => Some('>'),
            "amp" => Some('&'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => entity.strip_prefix('#').and_then(|code| match code.strip_prefix('x') {
                Some(digits) => number(digits, 16),
                None => number(code, 10),
            }),
        };
        plain.push(character.ok_or_else(|| format!("no entity: {entity}"))?);
        plain.push_str(behind);
    }
    Ok(plain)
}

#[test]
fn what_is_not_well_formed_is_refused() {
    let declared = |body: &str| parse(&format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{body}"));
    let good = declared("<a b=\"1 &amp; 2\">x &#x41;<c/></a>\n").expect("well-formed");
    assert_eq!((good.attribute("b"), good.text.as_str(), good.children.len()), (Some("1 & 2"), "x A", 1));
    let bad = ["<a>", "<a></b>", "<a b=1/>", "<a b=\"<\"/>", "<a>&</a>", "<a>&x;</a>", "<a>\u{1}</a>", "<a/><b/>"];
    for bad in bad.into_iter().chain(["<a b=\"1\" b=\"2\"/>", "<a>]]></a>", "text"]) {
        assert!(declared(bad).is_err(), "{bad}");
    }
}
