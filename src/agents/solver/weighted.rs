//! Named signals with weights, whose sum ranks something and can be explained.

/// Declares signals once: identifier, name in explanations, weight. Makes `Signal` and `Values` in the module that
/// uses it.
macro_rules! weighted_signals {
    ($($(#[$doc:meta])* $name:ident, $label:literal, $weight:literal;)+) => {
        /// One reason to rank a candidate higher or lower.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Signal { $($(#[$doc])* $name),+ }

        impl Signal {
            /// All signals, in the order of their values.
            pub(super) const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The signal in an explanation.
            pub(super) fn label(self) -> &'static str {
                match self { $(Self::$name => $label),+ }
            }

            /// What one unit of the signal adds.
            pub(super) fn weight(self) -> f64 {
                match self { $(Self::$name => $weight),+ }
            }
        }

        /// The signals' values for one candidate.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(super) struct Values([f64; Signal::ALL.len()]);

        impl Values {
            /// Sets a signal.
            pub(super) fn set(&mut self, signal: Signal, value: f64) {
                self.0[signal as usize] = value;
            }

            /// A signal's value.
            pub(super) fn get(&self, signal: Signal) -> f64 {
                self.0[signal as usize]
            }

            /// The weighted sum.
            pub(super) fn sum(&self) -> f64 {
                Signal::ALL.iter().map(|signal| signal.weight() * self.get(*signal)).sum()
            }

            /// What the sum is made of: the signals that are not 0, in their order.
            pub(super) fn grounds(&self) -> Vec<crate::agents::solver::Ground> {
                let present = Signal::ALL.iter().filter(|signal| self.get(**signal) != 0.0);
                let ground = |signal: &Signal| crate::agents::solver::Ground {
                    signal: signal.label(),
                    value: self.get(*signal),
                    gain: self.get(*signal) * signal.weight(),
                };
                present.map(ground).collect()
            }
        }
    };
}

pub(super) use weighted_signals;
