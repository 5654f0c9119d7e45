//! From wishes to what became of them: plan, show, ask, apply, report. Every
//! command that changes files goes through here.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use bascule_core::harness::{self, Note as Fact, Reach, Reload};
use bascule_core::reconcile::{Change, Diff, Line, OTHER, Part, Plan, Refusal, Scope, Step, Target, Wishes};
use bascule_engine::{Applied, Cause, EngineError, Outcome, Pace, Progress};
use bascule_words::Words;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value, json};

use crate::arguments::Consent;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::problem::{Problem, disk};
use crate::run::Run;
use crate::told;
use crate::voice::{Form, Mark, Reply, Step as Stage};

/// What to make true, and how to go about it.
#[derive(Debug)]
pub(crate) struct Order {
    /// The command's word, for JSON output.
    pub(crate) command: &'static str,
    /// The wishes.
    pub(crate) wishes: Wishes,
    /// The command as it is typed, without its consent: kept in the history, and
    /// printed where nobody can be asked.
    pub(crate) typed: Vec<String>,
    /// Whether it happens.
    pub(crate) consent: Consent,
    /// Show the lines that change.
    pub(crate) diff: bool,
    /// What to say above the plan.
    pub(crate) heading: String,
    /// What to say below it.
    pub(crate) notes: Vec<Note>,
    /// What is refused before it is planned.
    pub(crate) refused: Vec<(Target, Refusal)>,
    /// The same for files and folders of ours.
    pub(crate) refused_files: Vec<(Utf8PathBuf, Refusal)>,
}

/// Something worth knowing beside the plan.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Note {
    /// The sentence.
    pub(crate) sentence: String,
    /// The command it speaks of.
    pub(crate) command: Option<String>,
}

impl From<String> for Note {
    fn from(sentence: String) -> Self {
        Self { sentence, command: None }
    }
}

impl Note {
    /// Tells it.
    pub(crate) fn tell(&self, run: &Run) {
        run.voice.line(0, &self.sentence);
        if let Some(command) = &self.command {
            run.voice.verbatim(2, command);
        }
    }
}

/// Work that takes longer than this shows where it stands.
pub(crate) const NOTICEABLE: Duration = Duration::from_millis(500);

/// How often a plan is made anew because something changed after it was shown.
const ROUNDS: usize = 3;

/// Plans, shows, asks, applies and reports.
pub(crate) fn carry_out(run: &Run, order: &Order) -> Result<Exit, Problem> {
    let (exit, report) = carried(run, order)?;
    run.voice.json(report.into());
    Ok(exit)
}

/// The same with the report handed back, for a command that has more to tell.
pub(crate) fn carried(run: &Run, order: &Order) -> Result<(Exit, Map<String, Value>), Problem> {
    if !order.consent.dry_run {
        recover(run)?;
    } else if let Some(number) = run.engine.interrupted()? {
        run.voice.aside(&run.say("history-unfinished", &[("number", number.to_string().into())]));
    }
    let whole = |note: &Note| match &note.command {
        Some(command) => format!("{} {command}", note.sentence).into(),
        None => note.sentence.as_str().into(),
    };
    let notes: Vec<Value> = order.notes.iter().map(whole).collect();
    let mut rounds = 0;
    loop {
        let mut plan = run.engine.plan(&order.wishes)?;
        plan.refusals.extend(order.refused.iter().cloned());
        plan.file_refusals.extend(order.refused_files.iter().cloned());
        // Where all is as it was asked for, another plan was carried out before: perhaps this one.
        let is_over = plan.changes.is_empty() && plan.refusals.is_empty() && plan.file_refusals.is_empty();
        if !is_over && order.consent.only_plan.is_some_and(|only| only != plan.digest()) {
            return Err(Problem::PlanChanged);
        }
        let mut report = Map::new();
        report.insert("command".to_owned(), order.command.into());
        report.append(&mut told::plan(run, &plan));
        report.insert("notes".to_owned(), notes.clone().into());
        show(run, order, &plan);
        match decide(run, order, &plan, &mut report) {
            // The yes was said to the command, not to one state of the files.
            Err(Problem::Engine(EngineError::Stale)) if order.consent.only_plan.is_some() => {
                return Err(Problem::PlanChanged);
            }
            Err(Problem::Engine(EngineError::Stale)) if rounds < ROUNDS => {
                rounds += 1;
                run.voice.aside(&run.say("plan-again", &[]));
            }
            decided => return Ok((decided?, report)),
        }
    }
}

/// Takes back what an interrupted run left, and says so.
pub(crate) fn recover(run: &Run) -> Result<(), Problem> {
    let Some((revision, outcome)) = run.engine.recover(&mut |progress| watch(run, &progress))? else {
        return Ok(());
    };
    let number = revision.to_string();
    match outcome {
        Outcome::Done => run.voice.aside(&run.say("recovered-done", &[("number", number.into())])),
        Outcome::Undone(_) => run.voice.aside(&run.say("recovered-undone", &[("number", number.into())])),
        Outcome::Partly(_, left) => {
            run.voice.aside(&run.say("recovered-partly", &[("number", number.into())]));
            for left in left {
                run.voice.aside(&format!("  {}: {}", left.file, left.reason));
            }
        }
    }
    Ok(())
}

/// The plan as one line a program, with the lines that change where asked for.
pub(crate) fn show(run: &Run, order: &Order, plan: &Plan) {
    let voice = &run.voice;
    if !plan.is_empty() {
        voice.heading(&order.heading);
    }
    for (change, diff) in plan.changes.iter().zip(plan.diffs()) {
        if change.deed.file().is_none() {
            voice.line(2, &change_line(run, change, &diff));
        }
        if order.diff {
            show_diff(run, &diff);
        }
    }
    whole_files(run, plan).iter().for_each(|line| voice.line(2, line));
    if !plan.settled.is_empty() {
        let names = plan.settled.iter().map(|target| told::program(&run.words, target));
        voice.line(0, &run.say("plan-settled", &[("programs", run.words.list(names).into())]));
    }
    if voice.form == Form::Text {
        tell_refusals(run, plan);
    }
    order.notes.iter().for_each(|note| note.tell(run));
}

/// What happens to one file, as a sentence.
pub(crate) fn change_line(run: &Run, change: &Change, diff: &Diff) -> String {
    let names: BTreeSet<String> = change.edits().iter().map(|edit| told::program(&run.words, &edit.target)).collect();
    let tally = diff.tally();
    let path = run.path(&diff.file);
    let values = |more: Vec<(&'static str, bascule_words::Value<'static>)>| {
        let mut values = vec![("program", run.words.list(names.iter().cloned()).into()), ("file", path.clone().into())];
        values.extend(more);
        values
    };
    let record_only = change.file.before == change.file.after;
    if record_only {
        let released = change.edits().iter().any(|edit| matches!(edit.step, Step::Release));
        let id = if released { "plan-releases" } else { "plan-adopts" };
        return run.say(id, &values(vec![]));
    }
    let lines = |count: usize| vec![("lines", count.into())];
    match (diff.made, diff.removed) {
        (true, _) => run.say("plan-makes", &values(lines(tally.added))),
        (_, true) => run.say("plan-removes", &values(vec![])),
        _ if tally.added > 0 && tally.removed == 0 => run.say("plan-adds", &values(lines(tally.added))),
        _ if tally.added == 0 && tally.removed > 0 => run.say("plan-takes", &values(lines(tally.removed))),
        _ if puts(change) => run.say("plan-adds-inside", &values(vec![])),
        _ if takes(change) => run.say("plan-takes-inside", &values(vec![])),
        _ => run.say("plan-changes", &values(vec![("removed", tally.removed.into()), ("added", tally.added.into())])),
    }
}

/// Whole files as one sentence for each thing they are for and folder they lie in.
pub(crate) fn whole_files(run: &Run, plan: &Plan) -> Vec<String> {
    let mut groups: BTreeMap<(String, &str, Option<&Utf8Path>), Vec<Utf8PathBuf>> = BTreeMap::new();
    for change in &plan.changes {
        let Some((edit, part)) = change.deed.file().and_then(|edit| Some((edit, edit.part()?))) else { continue };
        let id = match (change.file.before == change.file.after, &edit.after) {
            (true, _) => "plan-files-noted",
            (false, Some(_)) => "plan-files-in",
            (false, None) => "plan-files-out",
        };
        // A skill may go into several folders: each is a line of its own.
        let folder = match part {
            Part::Skill(bridge) => {
                edit.file.ancestors().skip(1).find(|folder| folder.file_name() == Some(bridge.as_str()))
            }
            Part::Launcher | Part::Engine | Part::Plugin(_) | Part::Login => None,
        };
        groups.entry((told::part(&run.words, part), id, folder)).or_default().push(edit.file.clone());
    }
    let sentence = |((what, id, folder), files): ((String, &str, Option<&Utf8Path>), Vec<Utf8PathBuf>)| {
        let folder = run.path(&folder.map_or_else(|| common_folder(&files), Utf8Path::to_owned));
        run.say(id, &[("what", what.into()), ("files", files.len().into()), ("folder", folder.into())])
    };
    groups.into_iter().map(sentence).collect()
}

/// The deepest folder that all of these files lie in.
fn common_folder(files: &[Utf8PathBuf]) -> Utf8PathBuf {
    let mut folder = files.first().and_then(|file| file.parent()).unwrap_or(Utf8Path::new("")).to_owned();
    while !files.iter().all(|file| file.starts_with(&folder)) && folder.pop() {}
    folder
}

/// Whether entries only go in.
fn puts(change: &Change) -> bool {
    change.edits().iter().all(|edit| matches!(edit.step, Step::Put(_) | Step::Adopt))
}

/// Whether entries of ours only go.
fn takes(change: &Change) -> bool {
    let gone = |edit: &bascule_core::reconcile::Edit| edit.before.is_some() && edit.after.is_none();
    change.edits().iter().all(|edit| gone(edit) || edit.step == Step::Adopt)
}

/// The lines of a difference, marked by their first character.
pub(crate) fn show_diff(run: &Run, diff: &Diff) {
    for line in &diff.lines {
        match line {
            None => run.voice.verbatim(6, "…"),
            Some(Line::Same(text)) => run.voice.verbatim(4, &format!("  {text}")),
            Some(Line::In(text)) => run.voice.coloured(Mark::In, 4, &format!("+ {text}")),
            Some(Line::Out(text)) => run.voice.coloured(Mark::Out, 4, &format!("- {text}")),
        }
    }
}

/// Everything that is left as it is, and what helps.
pub(crate) fn tell_refusals(run: &Run, plan: &Plan) {
    if !plan.refuses() {
        return;
    }
    run.voice.aside(&run.say("plan-refused", &[]));
    for (target, refusal) in &plan.refusals {
        tell_refusal(run, target, refusal);
    }
    for (_, refusal) in &plan.file_refusals {
        run.voice.aside_below(2, &bascule_words::refusal(&run.words, refusal));
        let mend = bascule_words::file_remedy(&run.words, &refusal.remedy());
        run.voice.help(&run.words, 4, &mend.sentence, &[]);
    }
}

/// Why a program was left as it is, and what helps.
fn tell_refusal(run: &Run, target: &Target, refusal: &Refusal) {
    let sentence = bascule_words::refusal(&run.words, refusal);
    let program = told::program(&run.words, target);
    let said = run.say("refused-line", &[("program", program.into()), ("reason", sentence.into())]);
    run.voice.aside_below(2, &said);
    let mend = bascule_words::remedy(&run.words, &refusal.remedy(), target);
    run.voice.help(&run.words, 4, &mend.sentence, &run.offers(&mend.ways));
}

fn decide(run: &Run, order: &Order, plan: &Plan, report: &mut Map<String, Value>) -> Result<Exit, Problem> {
    report.insert("applied".to_owned(), Value::Null);
    if plan.is_empty() {
        let exit = match (!plan.refuses(), plan.settled.is_empty()) {
            (true, _) => Exit::Done,
            (false, false) => Exit::Partly,
            (false, true) => Exit::Refused,
        };
        if !plan.refuses() {
            run.voice.line(0, &run.say("nothing-to-do", &[]));
        }
        return Ok(if order.consent.dry_run { Exit::Done } else { exit });
    }
    let mut with_yes = order.typed.clone();
    with_yes.push("--yes".to_owned());
    let command = run.typed(&with_yes);
    report.insert("apply_command".to_owned(), command.as_str().into());
    if order.consent.dry_run {
        run.voice.line(0, &run.say("apply-with", &[]));
        run.voice.verbatim(2, &command);
        return Ok(Exit::Done);
    }
    if !order.consent.yes {
        if !run.voice.can_ask() {
            run.voice.aside(&run.say("problem-needs-yes", &[]));
            run.voice.aside_verbatim(2, &command);
            return Ok(Exit::Refused);
        }
        if !agreed(run, plan)? {
            run.voice.line(0, &run.say("problem-declined", &[]));
            return Ok(Exit::Refused);
        }
    }
    let applied = apply(run, &order.wishes, plan, &run.line_of(&order.typed))?;
    Ok(report_applied(run, plan, applied.as_ref(), report))
}

/// Yes or no; `d` shows the lines first.
fn agreed(run: &Run, plan: &Plan) -> Result<bool, Problem> {
    loop {
        match run.voice.decide(&run.say("ask-go-ahead", &[])) {
            Reply::Yes => return Ok(true),
            Reply::No => return Ok(false),
            Reply::Other(answer) if answer == "d" => plan.diffs().iter().for_each(|diff| {
                run.voice.verbatim(2, &run.path(&diff.file));
                show_diff(run, diff);
            }),
            Reply::Other(_) => run.voice.line(0, &run.say("ask-known-answers", &[])),
        }
    }
}

/// Applies, showing where it stands; Ctrl-C stops it and puts everything back.
pub(crate) fn apply(run: &Run, wishes: &Wishes, plan: &Plan, wish: &str) -> Result<Option<Applied>, Problem> {
    let stop = Interrupt::listen();
    let start = Instant::now();
    let applied = run.engine.apply(wishes, plan, wish, &mut |progress| {
        if let Progress::Changing { index, of, file } = &progress {
            let stage = Stage { done: *index, total: *of, noticeable: start.elapsed() > NOTICEABLE };
            run.voice.progress(stage, || {
                let file = run.path(file);
                let values =
                    [("step", (index + 1).to_string().into()), ("of", of.to_string().into()), ("file", file.into())];
                run.say("progress", &values)
            });
        }
        watch(run, &progress);
        if stop.asked() { Pace::Stop } else { Pace::Go }
    });
    run.voice.progress_over();
    Ok(applied?)
}

/// Says what a person should know while it happens.
pub(crate) fn watch(run: &Run, progress: &Progress<'_>) -> Pace {
    match progress {
        Progress::Waiting(holder) => {
            let holder = holder.description.as_str();
            run.voice.aside(&run.say("waiting-for", &[("holder", holder.into())]));
        }
        Progress::Recovering(number) => {
            run.voice.aside(&run.say("recovering", &[("number", number.to_string().into())]));
        }
        Progress::Undoing => run.voice.aside(&run.say("undoing", &[])),
        Progress::Changing { .. } => {}
    }
    Pace::Go
}

/// Tells how it ended, how to take it back, and what each program needs now.
pub(crate) fn report_applied(
    run: &Run,
    plan: &Plan,
    applied: Option<&Applied>,
    report: &mut Map<String, Value>,
) -> Exit {
    let Some(applied) = applied else { return Exit::Done };
    let number = applied.revision.to_string();
    let (outcome, exit) = match &applied.outcome {
        Outcome::Done => {
            run.voice.line(0, &run.say("applied-done", &[("number", number.as_str().into())]));
            let back = run.typed(&["rollback".to_owned(), number.clone()]);
            run.voice.line(0, &run.say("applied-take-back", &[]));
            run.voice.verbatim(2, &back);
            advise(run, applied);
            ("done", if plan.refuses() { Exit::Partly } else { Exit::Done })
        }
        Outcome::Undone(cause) => {
            run.voice
                .error(&run.words, &run.say("applied-undone", &[("reason", cause_sentence(&run.words, cause).into())]));
            ("undone", Exit::Refused)
        }
        Outcome::Partly(cause, left) => {
            run.voice
                .error(&run.words, &run.say("applied-partly", &[("reason", cause_sentence(&run.words, cause).into())]));
            for left in left {
                run.voice.aside(&format!("  {}: {}", left.file, left.reason));
            }
            ("partly", Exit::Partly)
        }
    };
    report.insert("applied".to_owned(), json!({"change": applied.revision, "outcome": outcome}));
    exit
}

/// What each program needs before it sees its new entry.
fn advise(run: &Run, applied: &Applied) {
    let mut advice: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for edit in applied.changes.iter().flat_map(|change| change.edits()) {
        if let Some(harness) = harness::find(&edit.target.harness)
            && !matches!(edit.step, Step::Adopt | Step::Release)
        {
            let names = advice.entry(reload(&run.words, harness.reload)).or_default();
            let name = harness.name.to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    if advice.is_empty() {
        return;
    }
    run.voice.heading(&run.say("reload-heading", &[]));
    for (sentence, names) in advice {
        let values = [("programs", run.words.list(names).into()), ("advice", sentence.into())];
        run.voice.line(2, &run.say("reload-line", &values));
    }
}

/// What makes a changed config count, as a sentence.
pub(crate) fn reload(words: &Words, reload: Reload) -> String {
    match reload {
        Reload::Live => words.say("reload-live", &[]),
        Reload::NewSession => words.say("reload-new-session", &[]),
        Reload::Restart | Reload::Unsure => words.say("reload-restart", &[]),
        Reload::QuitFully => words.say("reload-quit-fully", &[]),
        Reload::Refresh => words.say("reload-refresh", &[]),
        Reload::Command(command) => words.say("reload-command", &[("command", command.into())]),
    }
}

/// What a person should know of these programs beside their entries.
pub(crate) fn notes(run: &Run, targets: &BTreeSet<Target>) -> Vec<Note> {
    let mut notes: Vec<String> = Vec::new();
    if targets.iter().any(|target| target.scope.project().is_some()) {
        notes.push(run.say("note-project", &[("path", run.engine.launcher.as_path().into())]));
    }
    for target in targets.iter().filter(|target| target.harness != OTHER) {
        let Some(harness) = harness::find(&target.harness) else { continue };
        let in_project = matches!(target.scope, Scope::Project(_));
        for note in harness.notes {
            let program = || ("program", harness.name.into());
            notes.extend(match note {
                Fact::NoSpaceInCommand if run.engine.launcher.as_str().contains(' ') => {
                    Some(run.say("note-no-space", &[program()]))
                }
                Fact::ProjectSwitch(label) if in_project => {
                    Some(run.say("note-project-switch", &[program(), ("label", (*label).into())]))
                }
                Fact::ReadsOtherPrograms => Some(run.say("note-reads-others", &[program()])),
                Fact::ServerLimit(most) => {
                    Some(run.say("note-server-limit", &[program(), ("most", u64::from(*most).into())]))
                }
                Fact::NoSpaceInCommand | Fact::ProjectSwitch(_) => None,
            });
        }
        let reach = if in_project { Reach::Project } else { Reach::User };
        if harness.site(reach).is_some_and(|site| site.asks) {
            notes.push(run.say("note-asks", &[("program", harness.name.into())]));
        }
    }
    let mut seen = BTreeSet::new();
    notes.retain(|note| seen.insert(note.clone()));
    notes.into_iter().map(Note::from).collect()
}

fn cause_sentence(words: &Words, cause: &Cause) -> String {
    match cause {
        Cause::Stopped => words.say("cause-stopped", &[]),
        Cause::Refused { refusal, .. } => bascule_words::refusal(words, refusal),
        Cause::Disk(error) => disk(words, error),
        Cause::Interrupted => words.say("cause-interrupted", &[]),
    }
}
