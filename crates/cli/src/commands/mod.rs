//! One file a command: arguments in, an exit code out.

mod allow;
mod answers;
mod bridges;
mod configure;
mod demo;
mod disable;
mod doctor;
mod enable;
mod harnesses;
mod history;
mod host;
mod index;
mod log;
mod mcp;
mod notices;
mod own;
mod pause;
mod projects;
mod query;
mod rollback;
mod runtime;
mod settings;
mod setup;
mod skills;
mod standing;
mod status;
mod status_watch;
mod support;
mod uninstall;
mod verify;

use std::ffi::OsString;

use bascule_core::machine::Machine;
use bascule_words::{Lang, Words};
use serde_json::json;

use crate::arguments::{BridgesVerb, Host, HostVerb, NoticesVerb, OwnVerb, ProjectsVerb, SkillsVerb, Verb};
use crate::exit::Exit;
use crate::grammar;
use crate::interrupt::Interrupt;
use crate::panic;
use crate::problem::Problem;
use crate::programs::Programs;
use crate::run::{Run, typed_name};
use crate::voice::{Form, Terminal, Voice};

/// Reads the command line and does what it says.
pub(crate) fn run(line: Vec<OsString>) -> Exit {
    let Some(mut machine) = bascule_engine::machine() else {
        let words = Words::new(Lang::English);
        let voice = Voice { form: Form::Text, steps: false, terminal: Terminal::here(true, None) };
        voice.error(&words, &words.say("problem-no-home", &[]));
        return Exit::Unavailable;
    };
    let words = Words::new(language(&line, &machine));
    panic::speak(words.lang());
    let terminal = Terminal::here(machine.var("NO_COLOR").is_some(), machine.var("COLUMNS"));
    let unnamed = || {
        let mut machine = machine.clone();
        let programs = Programs::find(&bascule_engine::RealDisk, &mut machine, None);
        typed_name(&machine, &programs)
    };
    let arguments = match grammar::read(&line, &words, unnamed) {
        Ok(arguments) => arguments,
        Err(unread) => return unread.tell(&line, terminal),
    };
    let programs = Programs::find(&bascule_engine::RealDisk, &mut machine, arguments.launcher);
    match arguments.verb {
        // An adapter answers within milliseconds: nothing else is prepared for it.
        Some(Verb::Mcp(mcp)) => mcp::mcp(machine, programs, words, &mcp),
        Some(Verb::Host(Host { what: HostVerb::Run })) => host::run_host(machine, &programs),
        Some(Verb::Runtime(runtime)) => runtime::runtime(machine, programs, words, &runtime),
        verb => {
            if arguments.tied {
                Interrupt::tie();
            }
            let form = if verb.as_ref().is_some_and(wants_json) { Form::Json } else { Form::Text };
            let mut run = Run::new(machine, programs, words, Voice { form, steps: arguments.steps, terminal });
            follow(&mut run, verb).unwrap_or_else(|problem| problem.tell(&run))
        }
    }
}

fn follow(run: &mut Run, verb: Option<Verb>) -> Result<Exit, Problem> {
    match verb {
        None => setup::setup(run, None),
        Some(Verb::Setup(arguments)) => setup::setup(run, Some(&arguments)),
        Some(Verb::Harnesses(arguments)) => harnesses::harnesses(run, &arguments),
        Some(Verb::Bridges(arguments)) => match arguments.what {
            None => bridges::list(run),
            Some(BridgesVerb::New(new)) => bridges::new(run, &new),
            Some(BridgesVerb::Check(check)) => bridges::check(run, &check),
            Some(BridgesVerb::Pack(pack)) => bridges::pack(run, &pack),
            Some(BridgesVerb::Add(add)) => bridges::add(run, &add),
            Some(BridgesVerb::Update(update)) => bridges::update(run, &update),
            Some(BridgesVerb::Remove(remove)) => bridges::remove(run, &remove),
        },
        Some(Verb::Projects(arguments)) => match arguments.what {
            ProjectsVerb::List(list) => projects::list(run, &list),
            ProjectsVerb::Add(add) => projects::add(run, &add),
            ProjectsVerb::Remove(remove) => projects::remove(run, &remove),
        },
        Some(Verb::Plan(wanted)) => enable::plan(run, &wanted),
        Some(Verb::Enable(arguments)) => enable::enable(run, &arguments),
        Some(Verb::Disable(arguments)) => disable::disable(run, &arguments),
        Some(Verb::Status(arguments)) => status::status(run, &arguments),
        Some(Verb::Verify(arguments)) => verify::verify(run, &arguments),
        Some(Verb::History(_)) => history::history(run),
        Some(Verb::Rollback(arguments)) => rollback::rollback(run, &arguments),
        Some(Verb::Skills(arguments)) => skills::skills(run, &arguments),
        Some(Verb::Doctor(arguments)) => doctor::doctor(run, &arguments),
        Some(Verb::Configure(arguments)) => configure::configure(run, &arguments),
        Some(Verb::Demo(arguments)) => demo::demo(run, &arguments),
        Some(Verb::Uninstall(arguments)) => uninstall::uninstall(run, &arguments),
        Some(Verb::Index(arguments)) => index::index(run, &arguments),
        Some(Verb::Query(arguments)) => query::query(run, &arguments),
        Some(Verb::Own(arguments)) => match arguments.what {
            OwnVerb::Install(arguments) => own::install_self(run, &arguments),
            OwnVerb::Use(arguments) => own::use_self(run, &arguments),
        },
        Some(Verb::Pause(arguments)) => pause::pause(run, &arguments),
        Some(Verb::Resume(arguments)) => pause::resume(run, &arguments),
        Some(Verb::Allow(arguments)) => allow::allow(run, &arguments),
        Some(Verb::Log(arguments)) => log::log(run, &arguments),
        Some(Verb::Notices(arguments)) => match arguments.what {
            None => notices::notices(run),
            Some(NoticesVerb::Leave(leave)) => notices::leave(run, &leave),
        },
        Some(Verb::Support(_)) => support::support(run),
        Some(Verb::Settings(arguments)) => settings::settings(run, &arguments),
        Some(Verb::Host(Host { what: HostVerb::Stop(_) })) => host::stop(run),
        Some(Verb::Host(Host { what: HostVerb::Status(_) })) => host::status(run),
        // Answered before a run is made.
        Some(Verb::Mcp(_) | Verb::Host(Host { what: HostVerb::Run }) | Verb::Runtime(_)) => Ok(Exit::Usage),
    }
}

fn wants_json(verb: &Verb) -> bool {
    match verb {
        Verb::Harnesses(arguments) => arguments.json,
        Verb::Bridges(arguments) => arguments.json(),
        Verb::Projects(arguments) => arguments.json(),
        Verb::Plan(wanted) => wanted.json,
        Verb::Enable(arguments) => arguments.wanted.json,
        Verb::Disable(arguments) => arguments.json,
        Verb::Status(arguments) => arguments.json,
        Verb::History(shown) | Verb::Support(shown) => shown.json,
        Verb::Pause(arguments) | Verb::Resume(arguments) => arguments.json,
        Verb::Allow(arguments) => arguments.json,
        Verb::Log(arguments) => arguments.json,
        Verb::Notices(arguments) => arguments.json(),
        Verb::Settings(arguments) => arguments.json(),
        Verb::Verify(arguments) => arguments.json,
        Verb::Rollback(arguments) => arguments.json,
        Verb::Skills(arguments) => match &arguments.what {
            None => arguments.json,
            Some(SkillsVerb::Install(wanted)) => wanted.some.json,
            Some(SkillsVerb::List(shown)) => shown.json,
            Some(SkillsVerb::Sync(some) | SkillsVerb::Remove(some)) => some.json,
        },
        Verb::Doctor(arguments) => arguments.json,
        Verb::Configure(arguments) => arguments.json,
        Verb::Uninstall(arguments) => arguments.json,
        Verb::Index(arguments) => arguments.json,
        Verb::Query(arguments) => arguments.json,
        Verb::Own(arguments) => match &arguments.what {
            OwnVerb::Install(arguments) => arguments.json,
            OwnVerb::Use(arguments) => arguments.json,
        },
        Verb::Setup(_) | Verb::Demo(_) | Verb::Mcp(_) | Verb::Runtime(_) => false,
        Verb::Host(arguments) => arguments.json(),
    }
}

/// The language is needed before the line is read: also to say why it cannot be.
fn language(line: &[OsString], machine: &Machine) -> Lang {
    let mut asked = None;
    let mut words = line.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        match word.strip_prefix("--lang") {
            Some("") => asked = words.next(),
            Some(rest) => asked = rest.strip_prefix('='),
            None if word == "--" => break,
            None => {}
        }
    }
    Lang::choose(asked, |name| machine.var(name), machine.language.as_deref())
}

impl grammar::Unread {
    fn tell(&self, line: &[OsString], terminal: Terminal) -> Exit {
        let voice = Voice { form: Form::Json, steps: line.iter().any(|word| word == "--steps"), terminal };
        if self.exit == Exit::Done {
            print!("{}", self.text);
        } else {
            eprint!("{}", self.text);
            if line.iter().any(|word| word == "--json") {
                voice.json(json!({
                    "error": {
                        "code": self.code, "sentence": self.sentence, "help": self.help, "commands": [self.command],
                    },
                }));
            }
        }
        self.exit
    }
}
