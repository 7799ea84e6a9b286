//! Interrupts from the keyboard, or from whoever ends the process politely.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

use signal_hook::consts::SIGINT;
use signal_hook::consts::SIGTERM;
use signal_hook::flag;

use crate::cli::ExitStatus;

/// Whether an interrupt came. The first one is only noted, so that what is in flight can be finished; the second ends the
/// process at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupts {
    came: Arc<AtomicBool>,
}

impl Interrupts {
    /// Listens from now on, as long as the process lives.
    pub(crate) fn listen() -> io::Result<Self> {
        let came = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first interrupt finds the flag down and goes on to raise it.
            let code = i32::from(ExitStatus::Interrupted.code());
            flag::register_conditional_shutdown(signal, code, Arc::clone(&came))?;
            flag::register(signal, Arc::clone(&came))?;
        }
        Ok(Self { came })
    }

    /// Whether one came.
    pub(crate) fn came(&self) -> bool {
        self.came.load(Ordering::Relaxed)
    }
}
