//! The command line's grammar in a person's language: help, and what was not
//! understood.

use std::ffi::OsString;

use bascule_words::{Value, Words};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _, FromArgMatches as _};

use crate::arguments::Arguments;
use crate::exit::Exit;

/// The command line could not be followed: what to print where, and how to end.
#[derive(Debug)]
pub(crate) struct Unread {
    /// What to print.
    pub(crate) text: String,
    /// What is wrong, alone.
    pub(crate) sentence: String,
    /// What helps.
    pub(crate) help: String,
    /// The command that helps.
    pub(crate) command: String,
    /// Help and version are what was asked for; anything else is an error.
    pub(crate) exit: Exit,
    /// A stable code.
    pub(crate) code: &'static str,
}

/// Reads the command line.
pub(crate) fn read(arguments: &[OsString], words: &Words, me: impl Fn() -> String) -> Result<Arguments, Unread> {
    // The catalogue is read only where something is said: an adapter starts without.
    if let Ok(read) = Arguments::command().try_get_matches_from(arguments)
        && let Ok(read) = Arguments::from_arg_matches(&read)
    {
        return Ok(read);
    }
    let mut command = spoken(Arguments::command(), words, "help");
    match command.try_get_matches_from_mut(arguments) {
        Ok(read) => Arguments::from_arg_matches(&read).map_err(|error| unread(&error, words, &me(), arguments)),
        Err(error) => Err(unread(&error, words, &me(), arguments)),
    }
}

/// The grammar with every explanation from the catalogue.
pub(crate) fn spoken(command: Command, words: &Words, prefix: &str) -> Command {
    let about = words.say(prefix, &[]);
    let usage = words.say("grammar-usage", &[]);
    let has_commands = command.has_subcommands();
    let template = match has_commands {
        true => format!(
            "{{about}}\n\n{usage} {{usage}}\n\n{}\n{{subcommands}}\n\n{}\n{{options}}",
            words.say("grammar-commands", &[]),
            words.say("grammar-options", &[])
        ),
        false => format!(
            "{{about}}\n\n{usage} {{usage}}\n\n{}\n{{positionals}}\n\n{}\n{{options}}",
            words.say("grammar-arguments", &[]),
            words.say("grammar-options", &[])
        ),
    };
    let template = match command.get_positionals().next() {
        None if !has_commands => {
            format!("{{about}}\n\n{usage} {{usage}}\n\n{}\n{{options}}", words.say("grammar-options", &[]))
        }
        _ => template,
    };
    let command = command
        .about(about)
        .help_template(template)
        .term_width(crate::wrap::WIDTH)
        .disable_help_flag(true)
        .arg(
            clap::Arg::new("help")
                .long("help")
                .short('h')
                .action(clap::ArgAction::Help)
                .help(words.say("help-arg-help", &[])),
        )
        .mut_args(|argument| {
            if argument.is_hide_set() || argument.get_id() == "help" {
                return argument;
            }
            let id = format!("help-arg-{}", argument.get_id().as_str().replace('_', "-"));
            let argument = argument.help(words.say(&id, &[]));
            match argument.get_action().takes_values() {
                true => argument.hide_default_value(true).hide_possible_values(true),
                false => argument,
            }
        });
    let command = match prefix {
        "help" => command.disable_version_flag(true).arg(
            clap::Arg::new("version")
                .long("version")
                .short('V')
                .action(clap::ArgAction::Version)
                .help(words.say("help-arg-version", &[])),
        ),
        _ => command,
    };
    command.mut_subcommands(|sub| {
        if sub.is_hide_set() {
            return sub;
        }
        let id = format!("{prefix}-{}", sub.get_name());
        spoken(sub, words, &id)
    })
}

fn unread(error: &clap::Error, words: &Words, me: &str, arguments: &[OsString]) -> Unread {
    if !error.use_stderr() {
        let text = error.render().to_string();
        let none = String::new;
        return Unread { text, sentence: none(), help: none(), command: none(), exit: Exit::Done, code: "shown" };
    }
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        Some(_) | None => None,
    };
    let argument = || context(ContextKind::InvalidArg).unwrap_or_default();
    let say = |id: &str, values: &[(&str, Value<'_>)]| words.say(id, values);
    let (code, mut sentence) = match error.kind() {
        ErrorKind::UnknownArgument => ("bad-argument", say("problem-bad-argument", &[("what", argument().into())])),
        ErrorKind::InvalidSubcommand => {
            let what = context(ContextKind::InvalidSubcommand).unwrap_or_default();
            ("bad-argument", say("problem-bad-argument", &[("what", what.into())]))
        }
        ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand => {
            ("no-argument", say("problem-no-argument", &[("what", argument().into())]))
        }
        ErrorKind::InvalidValue
        | ErrorKind::ValueValidation
        | ErrorKind::TooFewValues
        | ErrorKind::WrongNumberOfValues => {
            let value = context(ContextKind::InvalidValue).unwrap_or_default();
            let mut sentence = match value.is_empty() {
                true => needs(words, &argument()),
                false => say("problem-bad-value", &[("value", value.into()), ("what", argument().into())]),
            };
            let moments = argument().starts_with("--since").then(|| crate::since::EXAMPLES.to_owned());
            let known = context(ContextKind::ValidValue).filter(|known| !known.is_empty());
            if let Some(known) = known.or(moments) {
                sentence = words.row(&[&sentence, &say("problem-bad-value-known", &[("known", known.into())])]);
            }
            ("bad-value", sentence)
        }
        ErrorKind::ArgumentConflict => {
            let other = context(ContextKind::PriorArg).unwrap_or_default();
            ("conflict", say("problem-conflict", &[("what", argument().into()), ("other", other.into())]))
        }
        kind => ("usage", say("problem-usage", &[("what", kind.to_string().into())])),
    };
    let similar = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg].into_iter().find_map(context);
    let similar = similar.map(|name| format!("“{name}”"));
    if let Some(similar) = similar {
        sentence = words.row(&[&sentence, &say("problem-similar", &[("name", similar.into())])]);
    }
    let help = say("problem-usage-mend", &[]);
    let mut text = say("error-line", &[("text", (&sentence).into())]);
    text.push('\n');
    text.push_str(&say("help-line", &[("text", (&help).into())]));
    let verb = arguments
        .get(1)
        .and_then(|verb| verb.to_str())
        .filter(|verb| Arguments::command().find_subcommand(verb).is_some());
    let verb = verb.map_or_else(String::new, |verb| format!("{verb} "));
    let command = format!("{me} {verb}--help");
    text.push_str(&format!("\n      {command}\n"));
    Unread { text, sentence, help, command, exit: Exit::Usage, code }
}

/// What is missing behind an option such as `--project <DIR>`.
fn needs(words: &Words, argument: &str) -> String {
    let (option, value) = argument.split_once(' ').unwrap_or((argument, ""));
    let id = match value.trim_matches(['<', '>', '.']) {
        "DIR" => "problem-needs-folder",
        "PATH" => "problem-needs-file",
        "ID" => "problem-needs-id",
        "BRIDGE" => "problem-needs-bridge",
        _ => "problem-needs-value",
    };
    words.say(id, &[("what", option.into())])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use bascule_words::Lang;

    fn ids(command: &Command, prefix: &str, found: &mut BTreeSet<String>) {
        found.insert(prefix.to_owned());
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            found.insert(format!("help-arg-{}", argument.get_id().as_str().replace('_', "-")));
        }
        for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
            ids(sub, &format!("{prefix}-{}", sub.get_name()), found);
        }
    }

    #[test]
    fn every_word_of_the_command_line_is_explained_and_nothing_else() {
        let mut wanted = BTreeSet::new();
        ids(&Arguments::command(), "help", &mut wanted);
        wanted.extend(["help-arg-help", "help-arg-version"].map(str::to_owned));
        let (_, text) = bascule_words::catalogue(Lang::English).iter().find(|(name, _)| *name == "help.ftl").unwrap();
        let there: BTreeSet<String> = text
            .lines()
            .filter_map(|line| line.split_once(" = "))
            .map(|(id, _)| id.to_owned())
            .filter(|id| id.starts_with("help"))
            .collect();
        assert_eq!(there, wanted);
    }

    #[test]
    fn help_fits_the_width_in_both_languages() {
        for lang in Lang::ALL {
            let words = Words::new(lang);
            for sub in ["", "enable", "rollback", "bridges"] {
                let line =
                    [&["bascule"][..], &[sub, "--help"].map(|word| word)[usize::from(sub.is_empty())..]].concat();
                let line: Vec<OsString> = line.into_iter().map(Into::into).collect();
                let shown = read(&line, &words, || "bascule".to_owned()).unwrap_err();
                assert_eq!(shown.exit, Exit::Done, "{}", shown.text);
                for line in shown.text.lines().filter(|line| !line.contains("bascule ")) {
                    assert!(crate::wrap::columns(line) <= crate::wrap::WIDTH, "{line:?}");
                }
            }
        }
    }
}
