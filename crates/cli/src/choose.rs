//! Which entries a command line means: bridges times programs, in a scope.

use std::collections::{BTreeMap, BTreeSet};

use bascule_core::document::{Bom, Container, Dialect};
use bascule_core::harness::{self, ConfigSite, Harness, Keys, Part, Reach, Shape, Status, When};
use bascule_core::reconcile::{Claim, OTHER, Scope, Target, entry_digest};
use bascule_engine::{Disk as _, Kind};
use camino::{Utf8Path, Utf8PathBuf};

use crate::arguments::{ScopeWord, Where};
use crate::problem::{Problem, nearest};
use crate::run::Run;

/// What a command line means.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    /// The entries.
    pub(crate) targets: BTreeSet<Target>,
    /// Sites the person described.
    pub(crate) named: BTreeMap<Target, ConfigSite>,
    /// Programs found here that take servers only by hand.
    pub(crate) by_hand: Vec<&'static Harness>,
    /// Programs that were named and are not found here.
    pub(crate) absent: Vec<&'static Harness>,
}

/// The shapes an entry may have in a file the person names.
pub(crate) const SHAPES: [&str; 4] = ["standard", "typed", "command-line", "list"];

/// The entries to put in, for the command `verb`.
pub(crate) fn to_enable(run: &Run, verb: &'static str, bridges: &[String], place: &Where) -> Result<Choice, Problem> {
    if bridges.is_empty() {
        return Err(Problem::WhichBridge { verb });
    }
    for bridge in bridges {
        known_bridge(run, bridge)?;
    }
    let mut choice = Choice::default();
    let scope = scope(place)?;
    if let Scope::Project(folder) = &scope {
        existing(run, folder)?;
    }
    let named = named(verb, bridges, place)?;
    let programs = run.engine.programs();
    for harness in &named {
        if harness == OTHER {
            let noted = run.engine.history()?.receipt().claims;
            for bridge in bridges {
                choice.describe(run, bridge, place, &noted)?;
            }
        } else {
            choice.add(bridges, harness, &scope);
            let absent = programs.iter().find(|program| program.harness.id == *harness && program.found.is_none());
            choice.absent.extend(absent.map(|program| program.harness));
        }
    }
    if !named.iter().any(|harness| harness == OTHER) && describes(place) {
        return Err(Problem::OtherAlone);
    }
    if place.all {
        let reach = scope.reach().unwrap_or(Reach::User);
        for program in programs.into_iter().filter(|program| program.found.is_some()) {
            match program.harness.status {
                Status::Active if program.harness.site(reach).is_some() => {
                    choice.add(bridges, program.harness.id, &scope);
                }
                Status::Manual(_) => choice.by_hand.push(program.harness),
                Status::Active | Status::Retired => {}
            }
        }
    }
    Ok(choice)
}

/// The entries to take out: with `--all` also those in scopes that were not named,
/// and entries of ours that no receipt knows.
pub(crate) fn to_disable(run: &Run, bridges: &[String], place: &Where) -> Result<Choice, Problem> {
    if bridges.is_empty() {
        return Err(Problem::WhichBridge { verb: "disable" });
    }
    let noted = run.engine.history()?.receipt().claims;
    let owned: BTreeSet<Target> = noted.keys().cloned().collect();
    for bridge in bridges {
        // Entries of a bridge that is no longer here can still be taken out.
        if !owned.iter().any(|target| target.bridge == *bridge) {
            known_bridge(run, bridge)?;
        }
    }
    let named = named("disable", bridges, place)?;
    let named_scope = place.scope.is_some() || place.project.is_some();
    let scope = scope(place)?;
    if let Scope::Project(folder) = &scope
        && !owned.iter().any(|target| target.scope == scope)
    {
        existing(run, folder)?;
    }
    let mut choice = Choice::default();
    for harness in &named {
        if harness == OTHER {
            if place.dialect.is_some() {
                // A description finds also what no note knows.
                for bridge in bridges {
                    choice.describe(run, bridge, place, &noted)?;
                }
            }
            let file = place.file.as_ref().map(|file| absolute(file)).transpose()?;
            let meant = owned.iter().filter(|target| {
                let here = match (&target.scope, &file) {
                    (Scope::File(theirs), Some(file)) => theirs == file,
                    (Scope::File(_), None) => true,
                    (Scope::User | Scope::Project(_), _) => false,
                };
                here && target.harness == OTHER && bridges.contains(&target.bridge)
            });
            choice.targets.extend(meant.cloned());
        } else {
            choice.add(bridges, harness, &scope);
        }
    }
    if place.all {
        let meant = |target: &&Target| bridges.contains(&target.bridge) && (!named_scope || target.scope == scope);
        choice.targets.extend(owned.iter().filter(meant).cloned());
        let reach = scope.reach().unwrap_or(Reach::User);
        for program in run.engine.programs() {
            let by_file = !matches!(program.harness.status, Status::Manual(_));
            if program.found.is_some() && by_file && program.harness.site(reach).is_some() {
                choice.add(bridges, program.harness.id, &scope);
            }
        }
    }
    Ok(choice)
}

impl Choice {
    fn add(&mut self, bridges: &[String], harness: &str, scope: &Scope) {
        let target =
            |bridge: &String| Target { bridge: bridge.clone(), harness: harness.to_owned(), scope: scope.clone() };
        self.targets.extend(bridges.iter().map(target));
    }

    /// The entry of a bridge in the file a person names: described on the command
    /// line, or as our notes have it.
    fn describe(
        &mut self,
        run: &Run,
        bridge: &str,
        place: &Where,
        noted: &BTreeMap<Target, Claim>,
    ) -> Result<(), Problem> {
        let file = place.file.as_ref().map(|file| absolute(file)).transpose()?.ok_or(Problem::OtherNeeds)?;
        let target = Target { bridge: bridge.to_owned(), harness: OTHER.to_owned(), scope: Scope::File(file) };
        let alone = place.dialect.is_none() && place.key.is_none() && place.shape.is_none();
        let site = match noted.get(&target).filter(|_| alone) {
            Some(claim) => as_noted(run, &target, claim),
            None => described(place)?,
        };
        self.named.insert(target.clone(), site);
        self.targets.insert(target);
        Ok(())
    }
}

/// The programs a command line names; a file alone means [`OTHER`].
fn named(verb: &'static str, bridges: &[String], place: &Where) -> Result<Vec<String>, Problem> {
    match place.harness.is_empty() && !place.all {
        true if place.file.is_some() => Ok(vec![OTHER.to_owned()]),
        true => Err(Problem::WhichProgram { verb, bridges: bridges.to_vec() }),
        false => known_programs(&place.harness),
    }
}

/// Each name once, in order.
pub(crate) fn distinct(names: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.iter().filter(|name| seen.insert(*name)).cloned().collect()
}

/// Refuses a project folder that is not there.
pub(crate) fn existing(run: &Run, folder: &Utf8Path) -> Result<(), Problem> {
    // Behind a link, too: what stands in it counts.
    match run.engine.disk.look(&folder.join(".")) {
        Ok(Some(stat)) if stat.kind == Kind::Folder => Ok(()),
        _ => Err(Problem::NoFolder(folder.to_owned())),
    }
}

/// The ids of the programs named; refuses one nobody knows.
pub(crate) fn known_programs(names: &[String]) -> Result<Vec<String>, Problem> {
    let id = |name: &String| match name == OTHER {
        true => Ok(OTHER.to_owned()),
        false => known_program(name).map(|harness| harness.id.to_owned()),
    };
    names.iter().map(id).collect()
}

/// Refuses a bridge that is not here, or whose files cannot be used.
pub(crate) fn known_bridge(run: &Run, bridge: &str) -> Result<(), Problem> {
    match run.engine.pack(bridge, crate::version()) {
        Some(Ok(_)) => Ok(()),
        Some(Err(source)) => Err(Problem::BridgeFile { bridge: bridge.to_owned(), source }),
        None => {
            let packs = run.engine.packs(crate::version());
            let similar = nearest(bridge, packs.iter().map(|(id, _)| id.as_str()));
            Err(Problem::UnknownBridge { bridge: bridge.to_owned(), similar })
        }
    }
}

/// The program of this id or name, however its letters are written; refuses one
/// nobody knows.
pub(crate) fn known_program(typed: &str) -> Result<&'static Harness, Problem> {
    let called =
        |harness: &&Harness| harness.id.eq_ignore_ascii_case(typed) || harness.name.eq_ignore_ascii_case(typed);
    harness::ALL
        .iter()
        .copied()
        .find(called)
        .ok_or_else(|| Problem::UnknownProgram { harness: typed.to_owned(), similar: similar_programs(typed) })
}

/// The programs whose id or name has a part like what was typed.
fn similar_programs(typed: &str) -> Vec<String> {
    let lower = typed.to_lowercase();
    let holds = |text: &str| lower.len() > 1 && text.to_lowercase().contains(&lower);
    let parts = harness::ALL.iter().filter(|harness| holds(harness.id) || holds(harness.name));
    let ids: Vec<String> = parts.map(|harness| harness.id.to_owned()).collect();
    match ids.is_empty() {
        true => nearest(typed, harness::ALL.iter().map(|harness| harness.id)).into_iter().collect(),
        false => ids,
    }
}

/// How far a line reaches.
pub(crate) fn scope(place: &Where) -> Result<Scope, Problem> {
    match (place.scope, &place.project) {
        (Some(ScopeWord::User) | None, None) => Ok(Scope::User),
        (Some(ScopeWord::Project) | None, Some(folder)) => Ok(Scope::Project(absolute(folder)?)),
        (Some(ScopeWord::Project), None) => Err(Problem::WhichProject),
        (Some(ScopeWord::User), Some(_)) => Err(Problem::UserInProject),
    }
}

/// A path in full, from the working folder on.
pub(crate) fn absolute(path: &Utf8Path) -> Result<Utf8PathBuf, Problem> {
    let relative = || Problem::Relative(path.to_owned());
    let whole = camino::absolute_utf8(path).map_err(|_| relative())?;
    // `.` and a slash at the end would make two names of one folder.
    Ok(whole.components().collect())
}

fn describes(place: &Where) -> bool {
    place.file.is_some() || place.dialect.is_some() || place.key.is_some() || place.shape.is_some()
}

/// The file and form a person described for `--harness other`.
fn described(place: &Where) -> Result<ConfigSite, Problem> {
    let (Some(file), Some(dialect), Some(key)) = (&place.file, &place.dialect, &place.key) else {
        return Err(Problem::OtherNeeds);
    };
    let file = absolute(file)?;
    let dialect = match dialect.as_str() {
        "json" => Dialect::Json,
        "jsonc" => Dialect::Jsonc,
        "json5" => Dialect::Json5,
        "toml" => Dialect::Toml,
        "yaml" => Dialect::Yaml,
        _ => return Err(Problem::Dialect(dialect.clone())),
    };
    let keys = keys(key).ok_or_else(|| Problem::Key(key.clone()))?;
    let shape = shape(place.shape.as_deref().unwrap_or("standard"), keys)
        .ok_or_else(|| Problem::Shape(place.shape.clone().unwrap_or_default()))?;
    Ok(ConfigSite { file, dialect, shape, bom: Bom::Keep })
}

/// The file and form our notes have of an entry: of the shapes the one that was written.
fn as_noted(run: &Run, target: &Target, claim: &Claim) -> ConfigSite {
    let (path, usual) = match &claim.slot.container {
        Container::Map { path } => (path, "standard"),
        Container::List { path, .. } => (path, "list"),
        // No shape of the command line makes one.
        Container::Block { .. } => (&Vec::new(), "standard"),
    };
    let path: Vec<&'static str> = path.iter().map(|key| &*key.clone().leak()).collect();
    let path: &'static [&'static str] = path.leak();
    let launch = target.launch(&run.engine.launcher);
    let written = |shape: &Shape| {
        shape.keys.container() == claim.slot.container
            && entry_digest(&shape.entry(target.name(), &launch)) == claim.entry
    };
    let mut shapes = SHAPES.iter().filter_map(|word| shape(word, path));
    let shape = shapes.find(written).or_else(|| shape(usual, path)).unwrap_or(Shape {
        when: When::Always,
        keys: Keys::Map(path),
        entry: harness::COMMAND_AND_ARGS,
    });
    ConfigSite { file: claim.file.clone(), dialect: claim.dialect, shape, bom: claim.bom }
}

/// The keys of `mcp.servers`; a key that holds dots itself stands in double quotes.
fn keys(text: &str) -> Option<&'static [&'static str]> {
    let mut keys = vec![String::new()];
    let mut quoted = false;
    for letter in text.chars() {
        match (letter, keys.last_mut()) {
            ('"', _) => quoted = !quoted,
            ('.', _) if !quoted => keys.push(String::new()),
            (letter, Some(key)) => key.push(letter),
            (_, None) => {}
        }
    }
    if quoted || keys.iter().any(String::is_empty) {
        return None;
    }
    // Shapes are constants everywhere else; the one of the command line lives as
    // long as the process.
    let keys: Vec<&'static str> = keys.into_iter().map(|key| &*key.leak()).collect();
    Some(keys.leak())
}

fn shape(word: &str, path: &'static [&'static str]) -> Option<Shape> {
    const STANDARD: &[(&str, Part)] = harness::COMMAND_AND_ARGS;
    const TYPED: &[(&str, Part)] = &[("type", Part::Text("stdio")), ("command", Part::Command), ("args", Part::Args)];
    const COMMAND_LINE: &[(&str, Part)] =
        &[("type", Part::Text("local")), ("command", Part::CommandLine), ("enabled", Part::Flag(true))];
    const LIST: &[(&str, Part)] = &[("name", Part::Name), ("command", Part::Command), ("args", Part::Args)];
    let (keys, entry) = match word {
        "standard" => (Keys::Map(path), STANDARD),
        "typed" => (Keys::Map(path), TYPED),
        "command-line" => (Keys::Map(path), COMMAND_LINE),
        "list" => (Keys::List(path, "name"), LIST),
        _ => return None,
    };
    Some(Shape { when: When::Always, keys, entry })
}

#[cfg(test)]
mod tests {
    use super::{SHAPES, keys, shape};

    #[test]
    fn keys_are_parted_by_dots_outside_of_quotes() {
        assert_eq!(keys("mcpServers"), Some(&["mcpServers"][..]));
        assert_eq!(keys("mcp.servers"), Some(&["mcp", "servers"][..]));
        assert_eq!(keys("\"amp.mcpServers\""), Some(&["amp.mcpServers"][..]));
        for bad in ["", "a..b", "\"a", "."] {
            assert_eq!(keys(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_shape_that_is_offered_is_there() {
        for word in SHAPES {
            assert!(shape(word, &["x"]).is_some(), "{word}");
        }
        assert!(shape("round", &["x"]).is_none());
    }
}
