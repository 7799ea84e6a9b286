//! How long a thread has been at work, whatever else the machine does meanwhile.

use std::cell::Cell;
use std::time::Duration;
use std::time::Instant;

/// The work of one thread that is allowed for one file. Real files of the largest size take a twentieth of it.
const MOST_WORK: Duration = Duration::from_secs(20);
/// Where the system does not say how long a thread was at work, only the clock can tell. It runs on while others have the
/// machine, so it is given longer.
const MOST_TIME: Duration = Duration::from_secs(60);
/// The system is not asked more often.
const INTERVAL: Duration = Duration::from_millis(200);

/// Tells when the work on one file has taken too long.
pub(super) struct Stopwatch {
    begun: Instant,
    /// The thread's work at the beginning, where the system tells.
    work: Option<Duration>,
    asked: Cell<Instant>,
    is_over: Cell<bool>,
}

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "a hostile file must not keep everybody waiting")]
    pub(super) fn start() -> Self {
        let begun = Instant::now();
        Self { begun, work: work_of_this_thread(), asked: Cell::new(begun), is_over: Cell::new(false) }
    }

    /// Whether there is time left; once there is none, there never is again. To be asked in the thread that started it.
    pub(super) fn goes_on(&self) -> bool {
        if self.is_over.get() || self.asked.get().elapsed() < INTERVAL {
            return !self.is_over.get();
        }
        let spent = self.begun.elapsed();
        self.asked.set(self.begun + spent);
        let work = self.work.zip(work_of_this_thread()).map(|(before, now)| now.saturating_sub(before));
        let is_over = is_too_much(work, spent);
        self.is_over.set(is_over);
        !is_over
    }

    /// Whether the file and nothing else is to blame for what this said: then it would say so again.
    pub(super) fn is_sure(&self) -> bool {
        !self.is_over.get() || self.work.is_some()
    }
}

/// Whether a thread has had its share: by its work where that is known, by the clock where it is not.
fn is_too_much(work: Option<Duration>, spent: Duration) -> bool {
    work.map_or(spent >= MOST_TIME, |work| work >= MOST_WORK)
}

/// The time that this thread has been running on a processor, where the system tells.
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "nothing in a repository is read")]
fn work_of_this_thread() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(not(target_os = "linux"))]
fn work_of_this_thread() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts_where_it_is_known() {
        let hour = Duration::from_secs(3_600);
        assert!(!is_too_much(Some(Duration::from_secs(19)), hour));
        assert!(is_too_much(Some(MOST_WORK), MOST_WORK));
        assert!(is_too_much(None, hour) && !is_too_much(None, MOST_WORK));
    }

    #[test]
    fn only_the_clock_leaves_doubts() {
        let watch = Stopwatch::start();
        assert!(watch.goes_on() && watch.is_sure());
        watch.is_over.set(true);
        assert!(!watch.goes_on());
        assert_eq!(watch.is_sure(), watch.work.is_some());
        assert!(!Stopwatch { work: None, ..watch }.is_sure());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn sleep_is_no_work() {
        let before = work_of_this_thread().expect("Linux tells");
        std::thread::sleep(Duration::from_millis(30));
        let slept = work_of_this_thread().expect("Linux tells").saturating_sub(before);
        assert!(slept < Duration::from_millis(25), "{slept:?}");
    }
}
