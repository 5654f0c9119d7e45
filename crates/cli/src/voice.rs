//! The one place that writes to the terminal: text or JSON, results on standard
//! output, everything else on standard error.

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use bascule_words::Words;
use serde_json::{Value, json};

use crate::wrap::{WIDTH, wrapped};

/// The version of the JSON output, described in `docs/json.md`.
pub(crate) const FORMAT: u32 = 1;

/// In which form results are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Sentences.
    Text,
    /// One JSON value.
    Json,
}

/// What is at the other end of the three standard streams.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    /// A person can answer.
    pub(crate) asks: bool,
    /// Standard error is seen by a person.
    pub(crate) shows_progress: bool,
    /// Standard output is a terminal.
    pub(crate) shows: bool,
    /// Colour may be used.
    pub(crate) colour: bool,
    /// The columns sentences are folded at.
    pub(crate) width: usize,
}

impl Terminal {
    /// The terminal of this process; colour only without `NO_COLOR`, narrower than
    /// usual where `COLUMNS` or the terminal itself says so.
    pub(crate) fn here(no_colour: bool, columns: Option<&str>) -> Self {
        let shown = io::stdout().is_terminal();
        let said = columns.and_then(|columns| columns.parse().ok());
        let width = said.or_else(terminal_width).unwrap_or(WIDTH).clamp(NARROWEST, WIDTH);
        Self {
            asks: shown && io::stdin().is_terminal(),
            shows_progress: io::stderr().is_terminal(),
            shows: shown,
            colour: shown && !no_colour,
            width,
        }
    }
}

/// A command a person may type, as it is shown.
#[derive(Debug)]
pub(crate) struct Offer {
    /// What it comes to.
    pub(crate) label: Option<String>,
    /// The command, quoted for the shell.
    pub(crate) command: String,
}

/// Below this, sentences are not folded any more narrowly.
const NARROWEST: usize = 20;

#[cfg(unix)]
fn terminal_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    (size.ws_col > 0).then(|| usize::from(size.ws_col))
}

#[cfg(not(unix))]
fn terminal_width() -> Option<usize> {
    None
}

/// Speaks.
#[derive(Debug)]
pub(crate) struct Voice {
    /// The form of results.
    pub(crate) form: Form,
    /// In JSON form: values on one line each, and steps of the work among them.
    pub(crate) steps: bool,
    /// Who listens.
    pub(crate) terminal: Terminal,
}

/// How far some work is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// How much of it is done.
    pub(crate) done: usize,
    /// Of how much.
    pub(crate) total: usize,
    /// It goes on for long enough that a person notices.
    pub(crate) noticeable: bool,
}

/// How a line is marked where colour may be used; the text says the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A heading.
    Strong,
    /// Something comes in.
    In,
    /// Something goes.
    Out,
}

/// What was answered to a question of yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Yes.
    Yes,
    /// No, or the end of the input.
    No,
    /// Something else, in small letters.
    Other(String),
}

/// The things whose numbers, from 1, were typed; `None` where something else was.
pub(crate) fn chosen<T: Clone + Ord>(answer: &str, numbered: &[T]) -> Option<BTreeSet<T>> {
    let numbers = answer.split([' ', ',', '，', '、']).filter(|part| !part.is_empty());
    let thing = |number: &str| numbered.get(number.parse::<usize>().ok()?.checked_sub(1)?).cloned();
    let chosen: BTreeSet<T> = numbers.map(thing).collect::<Option<_>>()?;
    (!chosen.is_empty()).then_some(chosen)
}

impl Voice {
    /// Whether a person may be asked.
    pub(crate) fn can_ask(&self) -> bool {
        self.terminal.asks && self.form == Form::Text
    }

    /// A paragraph of the result, folded at the width; nothing in JSON form.
    pub(crate) fn line(&self, indent: usize, text: &str) {
        if self.form == Form::Text {
            for line in wrapped(text, indent, self.terminal.width) {
                out(&line);
            }
        }
    }

    /// A heading.
    pub(crate) fn heading(&self, text: &str) {
        if self.form == Form::Text {
            for line in wrapped(text, 0, self.terminal.width) {
                out(&self.marked(Mark::Strong, &line));
            }
        }
    }

    /// A line as it is: a command, a path, part of a file.
    pub(crate) fn verbatim(&self, indent: usize, text: &str) {
        if self.form == Form::Text {
            out(&format!("{:indent$}{text}", ""));
        }
    }

    /// A line of a difference.
    pub(crate) fn coloured(&self, mark: Mark, indent: usize, text: &str) {
        if self.form == Form::Text {
            out(&format!("{:indent$}{}", "", self.marked(mark, text)));
        }
    }

    /// The result as JSON; nothing in text form.
    pub(crate) fn json(&self, value: Value) {
        match (self.form, self.steps) {
            (Form::Json, true) => out(&formatted(value).to_string()),
            (Form::Json, false) => out(&format!("{:#}", formatted(value))),
            (Form::Text, _) => {}
        }
    }

    /// Begins a text that takes the place of the one before it, where a terminal shows it.
    pub(crate) fn begin_page(&self) {
        if self.form == Form::Text && self.terminal.shows {
            // Home, then everything below it goes.
            drop(write!(io::stdout(), "\u{1b}[H\u{1b}[2J"));
        }
    }

    /// Ends it; in JSON form it is one value on a line of its own. `false` where nobody
    /// reads any more.
    pub(crate) fn end_page(&self, value: Value) -> bool {
        let mut out = io::stdout();
        let written = match self.form {
            Form::Text => writeln!(out),
            Form::Json => writeln!(out, "{}", formatted(value)),
        };
        written.and_then(|()| out.flush()).is_ok()
    }

    /// What is wrong, on standard error.
    pub(crate) fn error(&self, words: &Words, text: &str) {
        for line in wrapped(&words.say("error-line", &[("text", text.into())]), 0, self.terminal.width) {
            err(&line);
        }
    }

    /// What helps, on standard error: a sentence, then commands as they are typed.
    pub(crate) fn help(&self, words: &Words, indent: usize, text: &str, offers: &[Offer]) {
        for line in self.help_lines(words, indent, text, offers) {
            err(&line);
        }
    }

    /// The same as a part of the result.
    pub(crate) fn helped(&self, words: &Words, indent: usize, text: &str, offers: &[Offer]) {
        if self.form == Form::Text {
            for line in self.help_lines(words, indent, text, offers) {
                out(&line);
            }
        }
    }

    fn help_lines(&self, words: &Words, indent: usize, text: &str, offers: &[Offer]) -> Vec<String> {
        let text = words.say("help-line", &[("text", text.into())]);
        let mut lines = wrapped(&text, indent, self.terminal.width);
        for offer in offers {
            if let Some(label) = &offer.label {
                lines.extend(wrapped(label, indent + 6, self.terminal.width));
            }
            // A command is one line: what is wrapped cannot be copied.
            let indent = indent + if offer.label.is_some() { 8 } else { 6 };
            lines.push(format!("{:indent$}{}", "", offer.command));
        }
        lines
    }

    /// A command or a path, as it is, on standard error.
    pub(crate) fn aside_verbatim(&self, indent: usize, text: &str) {
        err(&format!("{:indent$}{text}", ""));
    }

    /// Something worth knowing meanwhile, on standard error.
    pub(crate) fn aside(&self, text: &str) {
        for line in wrapped(text, 0, self.terminal.width) {
            err(&line);
        }
    }

    /// The same after blanks.
    pub(crate) fn aside_below(&self, indent: usize, text: &str) {
        for line in wrapped(text, indent, self.terminal.width) {
            err(&line);
        }
    }

    /// Where the work stands: in text form one line that the next one replaces, once the
    /// work is long enough to notice; in JSON form a value of its own, where steps were
    /// asked for.
    pub(crate) fn progress(&self, step: Step, text: impl FnOnce() -> String) {
        if self.form == Form::Json && self.steps {
            let Step { done, total, .. } = step;
            let step = json!({"step": {"done": done, "total": total, "text": text()}});
            out(&formatted(step).to_string());
        } else if self.terminal.shows_progress && step.noticeable {
            let shown: String = text().chars().take(self.terminal.width - 2).collect();
            // A terminal that is gone has nobody to tell.
            drop(write!(io::stderr(), "\r\u{1b}[K{shown}"));
            drop(io::stderr().flush());
        }
    }

    /// Takes the progress line away.
    pub(crate) fn progress_over(&self) {
        if self.terminal.shows_progress {
            drop(write!(io::stderr(), "\r\u{1b}[K"));
        }
    }

    /// Asks a person; `None` where the input ended.
    pub(crate) fn ask(&self, question: &str) -> Option<String> {
        drop(write!(io::stdout(), "{question} "));
        drop(io::stdout().flush());
        let mut answer = String::new();
        match io::stdin().lock().read_line(&mut answer) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(answer.trim().to_lowercase()),
        }
    }

    /// Asks for a yes or a no; the end of the input is a no.
    pub(crate) fn decide(&self, question: &str) -> Reply {
        match self.ask(question) {
            None => Reply::No,
            Some(answer) => match answer.as_str() {
                "y" | "yes" | "是" | "好" => Reply::Yes,
                "n" | "no" | "q" | "否" | "不" => Reply::No,
                _ => Reply::Other(answer),
            },
        }
    }

    fn marked(&self, mark: Mark, text: &str) -> String {
        if !self.terminal.colour {
            return text.to_owned();
        }
        let code = match mark {
            Mark::Strong => "1",
            Mark::In => "32",
            Mark::Out => "31",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// A result with the version of its form.
fn formatted(mut value: Value) -> Value {
    if let Value::Object(map) = &mut value {
        let mut whole = serde_json::Map::new();
        whole.insert("format".to_owned(), FORMAT.into());
        whole.append(map);
        value = Value::Object(whole);
    }
    value
}

/// A reader that went away (`bascule … | head`) is no error.
fn out(line: &str) {
    drop(writeln!(io::stdout(), "{line}"));
}

fn err(line: &str) {
    drop(writeln!(io::stderr(), "{line}"));
}
