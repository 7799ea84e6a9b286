//! Progress on a terminal. Nothing is drawn before a second has passed, so that short work stays silent.

use std::sync::Mutex;
use std::time::Duration;

use indicatif::ProgressBar;
use indicatif::ProgressDrawTarget;
use indicatif::ProgressStyle;

use crate::base::Progress;
use crate::base::Silent;
use crate::cli::printer::Printer;

/// A bar on standard error where a person watches, silence elsewhere.
pub(crate) fn of(printer: &Printer) -> Box<dyn Progress> {
    if printer.shows_progress() { Box::new(Bar { bar: Mutex::new(None) }) } else { Box::new(Silent) }
}

struct Bar {
    bar: Mutex<Option<ProgressBar>>,
}

impl Progress for Bar {
    fn stage(&self, name: &str, total: u64) {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        bar.set_prefix(name.to_owned());
        bar.enable_steady_tick(Duration::from_secs(1));
        let Ok(mut current) = self.bar.lock() else { return };
        if let Some(before) = current.replace(bar) {
            before.finish_and_clear();
        }
    }

    fn advance(&self, steps: u64) {
        if let Ok(bar) = self.bar.lock()
            && let Some(bar) = bar.as_ref()
        {
            bar.inc(steps);
        }
    }

    fn note(&self, words: &str) {
        if let Ok(bar) = self.bar.lock()
            && let Some(bar) = bar.as_ref()
        {
            bar.set_message(words.to_owned());
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Ok(mut bar) = self.bar.lock()
            && let Some(bar) = bar.take()
        {
            bar.finish_and_clear();
        }
    }
}
