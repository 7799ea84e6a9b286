//! The only place that writes to standard output and standard error. A closed pipe is no error: whoever read has
//! read enough.

use std::io;
use std::io::Write;

use anstyle::AnsiColor;
use anstyle::Style;

use crate::cli::environment;
use crate::cli::environment::Environment;

/// How much is said on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// Errors alone.
    Quiet,
    /// What a person wants to know.
    Normal,
    /// What helps to understand a surprise.
    Verbose,
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless the environment says otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Writes answers to standard output and remarks to standard error.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about one stream")]
pub(crate) struct Printer {
    out: Box<dyn Write + Send>,
    err: Box<dyn Write + Send>,
    verbosity: Verbosity,
    color_out: bool,
    color_err: bool,
    progress: bool,
    closed: bool,
}

impl Printer {
    /// A printer for the process's own streams.
    pub(crate) fn of_process(environment: &Environment, choice: ColorChoice, verbosity: Verbosity) -> Self {
        Self {
            out: Box::new(io::BufWriter::new(io::stdout())),
            err: Box::new(io::stderr()),
            verbosity,
            color_out: color(environment, choice, environment.stdout_is_terminal),
            color_err: color(environment, choice, environment.stderr_is_terminal),
            progress: environment.stderr_is_terminal && verbosity > Verbosity::Quiet,
            closed: false,
        }
    }

    /// Whether a progress bar may be drawn on standard error.
    pub(crate) fn shows_progress(&self) -> bool {
        self.progress
    }

    /// Whether more is to be said than usual.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbosity >= Verbosity::Verbose
    }

    /// Whether the answer is coloured.
    pub(crate) fn colors_output(&self) -> bool {
        self.color_out
    }

    /// Writes to standard output.
    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        self.with_output(|out| out.write_all(text.as_bytes()))
    }

    /// Writes a line to standard output.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.with_output(|out| writeln!(out, "{text}"))
    }

    /// Lets `write` write to standard output.
    pub(crate) fn with_output(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            result => result,
        }
    }

    /// Says something that a person wants to know, on standard error.
    pub(crate) fn note(&mut self, text: &str) {
        if self.verbosity >= Verbosity::Normal {
            self.remark(None, text);
        }
    }

    /// Says something that helps to understand a surprise, on standard error.
    pub(crate) fn detail(&mut self, text: &str) {
        if self.verbosity >= Verbosity::Verbose {
            self.remark(None, text);
        }
    }

    /// Warns on standard error.
    pub(crate) fn warning(&mut self, text: &str) {
        if self.verbosity >= Verbosity::Normal {
            self.remark(Some(("warning", AnsiColor::Yellow)), text);
        }
    }

    /// Says what went wrong on standard error, then what to do about it.
    pub(crate) fn error(&mut self, text: &str, hints: &[String]) {
        self.remark(Some(("error", AnsiColor::Red)), text);
        for hint in hints {
            self.remark(Some(("hint", AnsiColor::Cyan)), hint);
        }
    }

    /// Hands everything over to the process's streams.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.with_output(|out| out.flush())
    }

    fn remark(&mut self, label: Option<(&str, AnsiColor)>, text: &str) {
        let line = match label {
            Some((label, color)) if self.color_err => {
                let style = Style::new().bold().fg_color(Some(color.into()));
                format!("{style}{label}:{style:#} {text}\n")
            }
            Some((label, _)) => format!("{label}: {text}\n"),
            None => format!("{text}\n"),
        };
        // The answer so far comes first, so that the two streams read in order on a terminal. Nobody can be told
        // that standard error is gone.
        let _ = self.with_output(|out| out.flush());
        let _ = self.err.write_all(line.as_bytes());
    }
}

/// Flag, then NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM, then the terminal.
fn color(environment: &Environment, choice: ColorChoice, is_terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            if environment.text(environment::NO_COLOR).is_some() {
                false
            } else if environment.text(environment::CLICOLOR_FORCE).is_some_and(|value| value != "0") {
                true
            } else {
                let off = environment.text(environment::CLICOLOR) == Some("0")
                    || environment.text(environment::TERM) == Some("dumb");
                is_terminal && !off
            }
        }
    }
}
