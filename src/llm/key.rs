//! What one exchange is known by: the model and the canonical request.

use serde_json::json;

use crate::llm::ChatRequest;

/// The canonical text of a request to a model.
pub(crate) fn canonical(model: &str, request: &ChatRequest) -> String {
    json!({ "model": model, "request": request }).to_string()
}

/// Thirty-two hexadecimal digits of a text: FNV-1a of 128 bits. Not for adversaries; who looks something up by it
/// compares the whole text as well.
pub(crate) fn digest(text: &str) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let hash = text.bytes().fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn the_digest_is_fnv_1a() {
        assert_eq!(digest(""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(digest("a"), "d228cb696f1a8caf78912b704e4a8964");
    }
}
