//! Checks JSON against a schema: as much of JSON Schema as the schemas in `tests/schemas` (others' formats) and `docs`
//! (our own) use. A keyword that is not known here is an error, so that nothing in a schema goes unheeded.

use std::fs;
use std::path::Path;

use serde_json::Map;
use serde_json::Value;

/// Panics unless a value follows the schema of this name in `docs/`.
pub(crate) fn check_published(name: &str, value: &Value) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    let schema: Value = serde_json::from_str(&fs::read_to_string(file).expect("a schema")).expect("JSON");
    let faults = faults(&schema, value);
    assert!(faults.is_empty(), "{name}: {}", faults.join("\n"));
}

/// What is wrong with `value`, each with a pointer to where.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, schema, value, "", &mut faults);
    faults
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let keywords = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return faults.push(format!("{at}: is not allowed")),
        Value::Object(keywords) => keywords,
        _ => panic!("{schema} is no schema"),
    };
    for (keyword, argument) in keywords {
        match keyword.as_str() {
            "$schema" | "$id" | "$comment" | "title" | "description" | "definitions" | "$defs" => {}
            "$ref" => {
                let pointer = argument.as_str().and_then(|text| text.strip_prefix('#')).expect("a local pointer");
                check(root, root.pointer(pointer).expect("a definition"), value, at, faults);
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, argument, item, &format!("{at}/{index}"), faults);
                }
            }
            "properties" | "additionalProperties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    let described = keywords.get("properties").and_then(|properties| properties.get(name));
                    let schema = if keyword == "properties" { described } else { Some(argument).xor(described) };
                    if let Some(schema) = schema {
                        check(root, schema, member, &format!("{at}/{name}"), faults);
                    }
                }
            }
            _ => faults.extend(demand(keyword, argument, value).map(|fault| format!("{at}: {fault}"))),
        }
    }
}

/// What a keyword that speaks of one value alone has against it.
fn demand(keyword: &str, argument: &Value, value: &Value) -> Option<String> {
    let empty = Map::new();
    let (object, items) = (value.as_object().unwrap_or(&empty), value.as_array().map_or(&[][..], Vec::as_slice));
    let limit = || usize::try_from(argument.as_u64().expect("a number")).expect("a small one");
    let listed = || argument.as_array().expect("a list");
    let holds = match keyword {
        "type" => match argument {
            Value::Array(names) => names.iter().any(|name| is_of_type(value, name.as_str().expect("a type"))),
            name => is_of_type(value, name.as_str().expect("a type")),
        },
        "const" => value == argument,
        "enum" => listed().contains(value),
        "minimum" => value.as_f64().is_none_or(|number| number >= argument.as_f64().expect("a number")),
        "minLength" => value.as_str().is_none_or(|text| text.chars().count() >= limit()),
        "minItems" => !value.is_array() || items.len() >= limit(),
        "uniqueItems" => (1..items.len()).all(|at| !items[..at].contains(&items[at])),
        "required" => {
            !value.is_object() || listed().iter().all(|name| object.contains_key(name.as_str().expect("a name")))
        }
        "format" => value.as_str().is_none_or(|text| has_format(text, argument.as_str().expect("a name"))),
        _ => panic!("the keyword `{keyword}` is not known here"),
    };
    (!holds).then(|| format!("{value} breaks `{keyword}: {argument}`"))
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => panic!("the type `{name}` is not known here"),
    }
}

/// RFC 3986: what may stand in a URI without being escaped, and escapes that are whole.
fn has_format(text: &str, name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&byte);
    let bytes = text.as_bytes();
    let escaped = |at: usize| bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
    let is_reference = (0..bytes.len()).all(|at| plain(bytes[at]) || (bytes[at] == b'%' && escaped(at)));
    let scheme = text.split_once(':').map(|(scheme, _)| scheme);
    let has_scheme = scheme.is_some_and(|scheme| scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    match name {
        "uri" => is_reference && has_scheme,
        // A colon before the first slash would be read as a scheme's.
        "uri-reference" => is_reference && !text.split('/').next().unwrap_or_default().contains(':'),
        _ => panic!("the format `{name}` is not known here"),
    }
}

#[test]
fn every_keyword_can_find_a_fault() {
    let cases = [
        (r#"{"type": "integer"}"#, "1", "1.5"),
        (r#"{"type": ["string", "null"]}"#, "null", "1"),
        (r#"{"const": 1}"#, "1", "2"),
        (r#"{"enum": ["a"]}"#, r#""a""#, r#""b""#),
        (r#"{"minimum": 1}"#, "1", "0"),
        (r#"{"minLength": 2}"#, r#""ab""#, r#""a""#),
        (r#"{"minItems": 1}"#, "[1]", "[]"),
        (r#"{"uniqueItems": true}"#, "[1, 2]", "[1, 1]"),
        (r#"{"required": ["a"]}"#, r#"{"a": 1}"#, r#"{"b": 1}"#),
        (r#"{"format": "uri"}"#, r#""https://x/%20""#, r#""x y""#),
        (r#"{"format": "uri-reference"}"#, r#""a/b%3A""#, r#""a:b""#),
        (r#"{"items": {"type": "string"}}"#, r#"["a"]"#, "[1]"),
        (r#"{"properties": {"a": {"type": "string"}}}"#, r#"{"a": "", "b": 1}"#, r#"{"a": 1}"#),
        (r#"{"properties": {"a": true}, "additionalProperties": false}"#, r#"{"a": 1}"#, r#"{"a": 1, "b": 1}"#),
        (r#"{"additionalProperties": {"type": "string"}}"#, r#"{"a": ""}"#, r#"{"a": 1}"#),
        (r##"{"$ref": "#/definitions/x", "definitions": {"x": {"const": 1}}}"##, "1", "2"),
    ];
    for (schema, good, bad) in cases {
        let json = |text: &str| -> Value { serde_json::from_str(text).expect(text) };
        assert_eq!(faults(&json(schema), &json(good)), Vec::<String>::new(), "{schema}");
        assert!(!faults(&json(schema), &json(bad)).is_empty(), "{schema}");
    }
}
