//! Generated parts of documents are current.

use std::fs;
use std::path::PathBuf;

const BEGIN: &str = "<!-- rules: generated; LIBRA_RENEW=1 cargo test --test it rule_reference -->\n";
const END: &str = "<!-- end of rules -->";

#[test]
fn rule_reference() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(&file).expect("README.md");
    let (head, rest) = text.split_once(BEGIN).expect("the marker before the rules");
    let (written, tail) = rest.split_once(END).expect("the marker after the rules");
    let current = git_libra::lint::reference();
    if written == current {
        return;
    }
    assert!(
        std::env::var_os("LIBRA_RENEW").is_some(),
        "the rules in README.md are not current; to renew them: LIBRA_RENEW=1 cargo test --test it rule_reference"
    );
    fs::write(&file, format!("{head}{BEGIN}{current}{END}{tail}")).expect("written");
}
