//! A program of the user's choice: the prompt on its standard input, the answer on its standard output. No shell is
//! involved, and it is started in an empty directory, so that an agent sees what it is told and nothing else.

#![expect(clippy::disallowed_methods, reason = "the program that the user chose is started and timed here")]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::Child;
use std::process::ExitStatus;
use std::process::Stdio;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use crate::llm::AnswerForm;
use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::Message;
use crate::llm::ModelError;
use crate::llm::Stop;
use crate::llm::spoken;

/// How long the program may take for one answer.
const TIMEOUT: Duration = Duration::from_secs(240);

/// The most bytes of an answer.
const MOST_BYTES: u64 = 10 * 1024 * 1024;

/// A program that answers prompts.
pub struct Command {
    program: PathBuf,
    arguments: Vec<OsString>,
    environment: BTreeMap<OsString, OsString>,
    timeout: Duration,
}

impl Command {
    /// A program with its arguments. A relative path counts from `directory`, a plain name is looked up in `PATH`. The
    /// program is given `environment`, without git's own variables.
    pub fn new(line: &[OsString], directory: &Path, environment: &BTreeMap<OsString, OsString>) -> Option<Self> {
        let (program, arguments) = line.split_first()?;
        let named = Path::new(program);
        let is_path = named.components().count() > 1;
        let program = if is_path { directory.join(named) } else { named.to_owned() };
        let keeps = |name: &OsString| !name.to_string_lossy().starts_with("GIT_");
        let environment = environment.iter().filter(|(name, _)| keeps(name));
        Some(Self {
            program,
            arguments: arguments.to_vec(),
            environment: environment.map(|(name, value)| (name.clone(), value.clone())).collect(),
            timeout: TIMEOUT,
        })
    }

    /// Lets the program take this long.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    fn failed(&self, detail: impl Into<String>) -> ModelError {
        let program = self.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ModelError::Program { program, detail: detail.into() }
    }

    fn run(&self, prompt: String) -> Result<String, ModelError> {
        let started = Instant::now();
        let empty = tempfile::tempdir().map_err(|error| self.failed(error.to_string()))?;
        let mut child = std::process::Command::new(&self.program)
            .args(&self.arguments)
            .current_dir(empty.path())
            .env_clear()
            .envs(&self.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| self.failed(error.to_string()))?;
        if let Some(mut input) = child.stdin.take() {
            // A program that answers without reading all of it closes its end: no fault.
            thread::spawn(move || input.write_all(prompt.as_bytes()));
        }
        let output = reader(child.stdout.take());
        let complaints = reader(child.stderr.take());
        let status = self.wait(&mut child, started)?;
        let rest = self.timeout.saturating_sub(started.elapsed()).max(Duration::from_secs(1));
        let output = output.recv_timeout(rest).map_err(|_| self.failed("its output never ended"))?;
        if !status.success() {
            let said = complaints.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
            let said = String::from_utf8_lossy(&said);
            let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            let last: String = last.trim().chars().take(200).collect();
            return Err(self.failed(format!("{status} {last}").trim_end()));
        }
        if output.len() as u64 >= MOST_BYTES {
            return Err(self.failed(format!("its answer is longer than {MOST_BYTES} bytes")));
        }
        Ok(String::from_utf8_lossy(&output).into_owned())
    }

    /// Waits for the program's end; one that takes too long is killed.
    fn wait(&self, child: &mut Child, started: Instant) -> Result<ExitStatus, ModelError> {
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if started.elapsed() < self.timeout => thread::sleep(Duration::from_millis(5)),
                outcome => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(match outcome {
                        Err(error) => self.failed(error.to_string()),
                        Ok(_) => self.failed(format!("it took longer than {} s", self.timeout.as_secs_f32())),
                    });
                }
            }
        }
    }
}

/// Reads a stream to its end, or to the limit, beside everything else.
fn reader(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            let _ = stream.take(MOST_BYTES).read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

impl ChatModel for Command {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let text = self.run(prompt(&spoken::without_tools(request)))?;
        if text.trim().is_empty() {
            return Err(self.failed("it said nothing"));
        }
        let calls = spoken::call_in(&text, &request.tools).into_iter().collect();
        Ok(ChatReply { text, calls, stop: Stop::Done, usage: None })
    }
}

/// All messages as one text.
fn prompt(request: &ChatRequest) -> String {
    let mut text = String::new();
    for message in &request.messages {
        match message {
            Message::System(said) => text.push_str(said),
            Message::User(said) | Message::ToolResult { text: said, .. } => {
                text.push_str("\n\n# Message\n\n");
                text.push_str(said);
            }
            Message::Assistant { text: said, .. } => {
                text.push_str("\n\n# Your reply\n\n");
                text.push_str(said);
            }
        }
    }
    if let AnswerForm::Object { schema, .. } = &request.answer {
        text.push_str("\n\nThe final answer is one JSON object of this schema and nothing else:\n");
        text.push_str(&schema.to_string());
    }
    text.push('\n');
    text
}
