//! A fast digest that notices damage and names files by their content. Not for secrets.

/// A 64-bit digest of bytes, the same on every machine.
pub(in crate::index) fn digest(bytes: &[u8]) -> u64 {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(MULTIPLIER).rotate_left(29);
    let mut words = bytes.chunks_exact(8);
    let mut hash = words
        .by_ref()
        .fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(word.try_into().expect("eight bytes"))));
    let mut tail = [0; 8];
    tail[..words.remainder().len()].copy_from_slice(words.remainder());
    hash = mix(hash, u64::from_le_bytes(tail));
    // The high bits know everything by now; bring them down as well.
    hash ^= hash >> 32;
    mix(hash, MULTIPLIER)
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn notices_every_byte() {
        let bytes: Vec<u8> = (0..=40).collect();
        let whole = digest(&bytes);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_ne!(digest(&damaged), whole, "byte {at}");
            assert_ne!(digest(&bytes[..at]), whole, "cut at {at}");
        }
    }
}
