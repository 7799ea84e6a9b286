//! Chance that can be repeated.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The number from which everything random in a run follows. Each purpose draws from a stream of its own, so that
/// one purpose's draws do not shift another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// A generator for one purpose, such as `("probe", 3)`; the same arguments give the same values for ever.
    pub fn stream(self, purpose: &str, number: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.0 ^ fnv1a(purpose.as_bytes()).rotate_left(17));
        rng.set_stream(number);
        rng
    }
}

/// FNV-1a, since the standard hasher promises no stable values.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::RngCore;

    use super::Seed;

    #[test]
    fn streams_repeat_and_differ() {
        let draw = |purpose, number| Seed(7).stream(purpose, number).next_u64();
        assert_eq!(draw("probe", 1), draw("probe", 1));
        assert_ne!(draw("probe", 1), draw("probe", 2));
        assert_ne!(draw("probe", 1), draw("split", 1));
    }
}
