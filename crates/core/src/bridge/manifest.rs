//! `bridge.toml`: what a bridge is, in words and in parts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::groups::{Group, WrittenGroups, agree};
use super::pack::{MANIFEST_LIMIT, PackError, PackFile, PackProblem, TOOLS_LIMIT, Version};
use super::plugin::{self, Plugin, PluginIn, Steps};
use super::rule::Rule;
use super::tool::Tool;
use super::{recorded, strict};
use crate::permission::Allowed;
use crate::skill::OlderSkill;

/// The format of `bridge.toml` this version writes.
const FORMAT: u32 = 1;

/// A bridge, read once: inside, everything is already right.
#[derive(Clone, Debug, PartialEq)]
pub struct BridgeManifest {
    /// What entries, folders and commands call it: 1 to 20 of `a-z 0-9 -`.
    pub id: String,
    /// What people call it.
    pub name: Spoken,
    /// What it gives them, in one sentence.
    pub summary: Spoken,
    /// Who made it.
    pub publisher: Option<String>,
    /// Its own version, where it says one.
    pub version: Option<Version>,
    /// What runs behind it.
    pub kind: Kind,
    /// How the entries of older programs for the same job look.
    pub predecessors: Vec<Predecessor>,
    /// Files of its own that go into folders of host apps.
    pub plugins: Vec<Plugin>,
    /// What only the person can do in the host app.
    pub steps: Steps,
    /// Two sentences a person can try in their AI program.
    pub try_it: Option<Sentences>,
    /// Its tools, in the order agents see them.
    pub tools: Arc<[Tool]>,
    /// The tools the manifest names in a group.
    groups: BTreeMap<String, Group>,
}

/// One text in the languages Bascule speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    pub zh_cn: String,
}

/// Two sentences in each language.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentences {
    /// English.
    #[serde(deserialize_with = "strict::two")]
    pub en: [String; 2],
    /// Simplified Chinese.
    #[serde(rename = "zh-CN", deserialize_with = "strict::two")]
    pub zh_cn: [String; 2],
}

/// What runs behind a bridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Bascule's own engine answers.
    Engine,
    /// An index of the files of one of several projects, built and asked here.
    Index(IndexSource),
    /// Any MCP server on standard streams; only its tools are passed on, not its
    /// resources and prompts.
    Command(ChildCommand),
}

impl Kind {
    /// Its word in `bridge.toml`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Index(_) => "index",
            Self::Command(_) => "command",
        }
    }
}

/// What an index is built from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexSource {
    /// Who reads the files.
    pub reader: Reader,
    /// The file that makes a folder a project, relative to it, with `/`. Its case
    /// does not count.
    #[serde(rename = "project")]
    pub marker: String,
}

/// The readers that are part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// XML of the SAGE engine: mods of Red Alert 3.
    Sage,
}

/// How a foreign MCP server is started: never through a shell.
///
/// Its debug form shows the names of environment variables, not their values.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChildCommand {
    /// The program: a path, or a name looked up on PATH.
    pub program: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The folder it starts in; where it is `None`, the adapter's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Variables set for it beside those the adapter was started with.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
}

impl ChildCommand {
    /// Every text of it that may name a file: all but the names of variables.
    pub(super) fn texts(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.program).chain(&self.args).chain(&self.cwd).chain(self.env.values())
    }

    /// The same to change them.
    pub(super) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        std::iter::once(&mut self.program).chain(&mut self.args).chain(&mut self.cwd).chain(self.env.values_mut())
    }
}

impl fmt::Debug for ChildCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChildCommand")
            .field("program", &self.program)
            .field("args", &self.args)
            .field("cwd", &self.cwd)
            .field("env", &self.env.keys().collect::<Vec<_>>())
            .finish()
    }
}

/// How the entry of an older program for the same job looks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predecessor {
    /// The names it goes by; empty where any name will do.
    #[serde(default)]
    pub names: Vec<String>,
    /// What stands somewhere in its command or one of its arguments.
    pub fragment: String,
    /// How its skill is recognised, where it had one.
    #[serde(default, deserialize_with = "strict::maybe")]
    pub skill: Option<OlderSkill>,
}

impl Predecessor {
    /// Whether an entry of this name that starts this program is the older program's.
    pub fn recognises(&self, name: &str, program: &str, args: &[String]) -> bool {
        let named = self.names.is_empty() || self.names.iter().any(|known| known == name);
        named && (program.contains(&self.fragment) || args.iter().any(|arg| arg.contains(&self.fragment)))
    }
}

impl BridgeManifest {
    /// Reads a pack: `bridge.toml` and its tool files. A bridge of kind `command` may
    /// have none: its server lists its tools itself, see [`Self::with_recorded`].
    ///
    /// Refuses, with file, line and mend, whatever this version does not know or
    /// would not use, and what asks for a later Bascule than `running`.
    pub fn parse(manifest: PackFile<'_>, tools: &[PackFile<'_>], running: Version) -> Result<Self, PackError> {
        manifest.within(MANIFEST_LIMIT)?;
        // A later format may have keys unknown here: say that it is later, not
        // that a key is wrong.
        check_age(manifest, running)?;
        let written: Written = toml::from_str(manifest.text).map_err(|error| shape(manifest, &error))?;
        let kind = written.kind(manifest)?;
        written.check(manifest)?;
        let plugins = plugin::read(manifest, &written.plugin)?;
        let tools = tools.iter().map(|file| Tool::parse(*file)).collect::<Result<Vec<_>, _>>()?;
        listable(manifest, &tools)?;
        let groups = written.groups.assigned(manifest)?;
        let (tools, listed_by_its_server) = match kind {
            Kind::Engine | Kind::Index(_) => (tools, false),
            Kind::Command(_) => {
                let none = tools.is_empty();
                (tools.into_iter().map(Tool::judged_by_its_server).collect(), none)
            }
        };
        if !listed_by_its_server {
            agree(manifest, &tools, &groups)?;
        }
        Ok(Self {
            id: written.id.into_inner(),
            name: written.name.into_inner(),
            summary: written.summary.into_inner(),
            publisher: written.publisher.map(Spanned::into_inner),
            version: written.version.as_ref().and_then(|version| Version::parse(version.as_ref())),
            kind,
            predecessors: written.predecessors.into_iter().map(Spanned::into_inner).collect(),
            plugins,
            steps: written.steps.map(Spanned::into_inner).unwrap_or_default(),
            try_it: written.try_it.map(Spanned::into_inner),
            tools: tools.into(),
            groups: groups.into_iter().map(|(name, (group, _))| (name, group)).collect(),
        })
    }

    /// The same bridge with the tools its server listed when it was last seen.
    ///
    /// Refuses a list that no client could use.
    pub fn with_recorded(self, file: PackFile<'_>) -> Result<Self, PackError> {
        let tools = recorded::parse(file)?;
        listable(file, &tools)?;
        Ok(Self { tools: tools.into(), ..self })
    }

    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// What agents may do where the person chose nothing. The tools of a foreign server
    /// that nobody put into groups were never ours to guard: most of them say nothing of
    /// their effects, and the person added the server as it is.
    pub fn usual_choice(&self) -> Allowed {
        match self.kind {
            Kind::Command(_) if self.groups.is_empty() => Allowed::Everything,
            Kind::Command(_) | Kind::Engine | Kind::Index(_) => Allowed::default(),
        }
    }

    /// The group of a tool: as the manifest says, else as its own hints suggest,
    /// where a tool that says nothing counts as one that deletes.
    pub fn group_of(&self, tool: &Tool) -> Group {
        match self.groups.get(&tool.name) {
            Some(group) => *group,
            None if tool.annotations.read_only => Group::Look,
            None if tool.annotations.destructive => Group::Delete,
            None => Group::Build,
        }
    }
}

/// The `bridge.toml` of a server somebody already has.
///
/// Refuses what [`BridgeManifest::parse`] would not read back.
pub fn command_manifest(id: &str, name: &str, command: &ChildCommand, running: Version) -> Result<String, PackError> {
    #[derive(Serialize)]
    struct Text<'a> {
        format: u32,
        id: &'a str,
        kind: &'static str,
        name: Spoken,
        summary: Spoken,
        command: &'a ChildCommand,
    }
    let summary = Spoken { en: format!("The MCP server {name}."), zh_cn: format!("MCP 服务器 {name}。") };
    let name = Spoken { en: name.to_owned(), zh_cn: name.to_owned() };
    let text = toml::to_string(&Text { format: FORMAT, id, kind: "command", name, summary, command });
    let file = PackFile { name: "bridge.toml", text: "" };
    let text = text.map_err(|error| file.error_at(0, PackProblem::Shape(error.to_string())))?;
    BridgeManifest::parse(PackFile { name: "bridge.toml", text: &text }, &[], running)?;
    Ok(text)
}

/// `bridge.toml` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(rename = "format")]
    _format: u32,
    id: Spanned<String>,
    kind: Spanned<String>,
    #[serde(rename = "requires")]
    _requires: Option<String>,
    publisher: Option<Spanned<String>>,
    version: Option<Spanned<String>>,
    #[serde(deserialize_with = "strict::table")]
    name: Spanned<Spoken>,
    #[serde(deserialize_with = "strict::table")]
    summary: Spanned<Spoken>,
    #[serde(default, deserialize_with = "strict::optional")]
    command: Option<Spanned<ChildCommand>>,
    #[serde(default, deserialize_with = "strict::optional")]
    index: Option<Spanned<IndexSource>>,
    #[serde(default, deserialize_with = "strict::placeless")]
    groups: WrittenGroups,
    #[serde(default, deserialize_with = "strict::tables")]
    predecessors: Vec<Spanned<Predecessor>>,
    #[serde(default, deserialize_with = "strict::tables")]
    plugin: Vec<Spanned<PluginIn>>,
    #[serde(default, deserialize_with = "strict::optional")]
    steps: Option<Spanned<Steps>>,
    #[serde(default, rename = "try", deserialize_with = "strict::optional")]
    try_it: Option<Spanned<Sentences>>,
}

/// The two keys every version reads, whatever else stands there.
#[derive(Deserialize)]
struct Age {
    format: Spanned<u32>,
    requires: Option<Spanned<String>>,
}

impl Written {
    fn kind(&self, file: PackFile<'_>) -> Result<Kind, PackError> {
        let rule =
            |span: &Range<usize>, key: &str, rule| file.error_in(span, PackProblem::Rule { key: key.to_owned(), rule });
        if let Some(index) = self.index.as_ref().filter(|_| self.kind.as_ref() != "index") {
            return Err(rule(&index.span(), "index", Rule::IndexAlone));
        }
        if let Some(command) = self.command.as_ref().filter(|_| self.kind.as_ref() != "command") {
            return Err(rule(&command.span(), "command", Rule::CommandAlone));
        }
        match (self.kind.as_ref().as_str(), &self.command, &self.index) {
            ("engine", ..) => Ok(Kind::Engine),
            ("command", Some(command), _) => Ok(Kind::Command(command.as_ref().clone())),
            ("command", None, _) => Err(rule(&self.kind.span(), "command", Rule::HasCommand)),
            ("index", _, Some(index)) => Ok(Kind::Index(index.as_ref().clone())),
            ("index", _, None) => Err(rule(&self.kind.span(), "index", Rule::HasIndex)),
            ("broker" | "queue", ..) => {
                Err(file.error_in(&self.kind.span(), PackProblem::LaterKind(self.kind.as_ref().clone())))
            }
            (other, ..) => Err(file.error_in(&self.kind.span(), PackProblem::UnknownKind(other.to_owned()))),
        }
    }

    fn check(&self, file: PackFile<'_>) -> Result<(), PackError> {
        let ensure = |good: bool, span: Range<usize>, key: &str, rule| {
            if good { Ok(()) } else { Err(file.error_in(&span, PackProblem::Rule { key: key.to_owned(), rule })) }
        };
        let id = self.id.as_ref();
        let id_fits = (1..=20).contains(&id.len())
            && id.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
            && !id.starts_with('-')
            && !id.ends_with('-');
        ensure(id_fits, self.id.span(), "id", Rule::Id)?;
        let name = self.name.as_ref();
        let name_rule = Rule::Name;
        ensure(is_line(&name.en, 40) && is_line(&name.zh_cn, 40), self.name.span(), "name", name_rule)?;
        let summary = self.summary.as_ref();
        let summary_rule = Rule::Summary;
        let summary_fits = is_line(&summary.en, 200) && is_line(&summary.zh_cn, 200);
        ensure(summary_fits, self.summary.span(), "summary", summary_rule)?;
        if let Some(publisher) = &self.publisher {
            ensure(is_line(publisher.as_ref(), 80), publisher.span(), "publisher", Rule::Publisher)?;
        }
        if let Some(version) = &self.version {
            let fits = Version::parse(version.as_ref()).is_some();
            ensure(fits, version.span(), "version", Rule::OwnVersion)?;
        }
        if let Some(try_it) = &self.try_it {
            let sentences = try_it.as_ref();
            let fits = sentences.en.iter().chain(&sentences.zh_cn).all(|sentence| is_line(sentence, 200));
            ensure(fits, try_it.span(), "try", Rule::TwoSentences)?;
        }
        if let Some(steps) = &self.steps {
            let fits = steps.as_ref().texts().all(|text| is_line(text, 300));
            ensure(fits, steps.span(), "steps", Rule::Steps)?;
        }
        for predecessor in &self.predecessors {
            let fits = predecessor.as_ref().fragment.chars().count() >= 3;
            // A shorter fragment would recognise entries that are nobody's predecessor.
            ensure(fits, predecessor.span(), "fragment", Rule::Fragment)?;
            let file = predecessor.as_ref().skill.as_ref().map_or("SKILL.md", |skill| &skill.file);
            let inside = !file.contains(['\\', ':']) && file.split('/').all(|part| !matches!(part, "" | "." | ".."));
            ensure(inside, predecessor.span(), "skill.file", Rule::SkillFile)?;
        }
        if let Some(index) = &self.index {
            let parts = || index.as_ref().marker.split('/');
            let fits = parts().all(|part| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']));
            ensure(fits && parts().count() <= 8, index.span(), "index.project", Rule::Marker)?;
        }
        if let Some(command) = &self.command {
            let child = command.as_ref();
            let clean = !child.program.is_empty() && child.texts().all(|text| !text.contains('\0'));
            ensure(clean, command.span(), "command", Rule::Program)?;
            let names = child.env.keys().all(|key| !key.is_empty() && !key.contains(['=', '\0']));
            ensure(names, command.span(), "command.env", Rule::Variables)?;
        }
        Ok(())
    }
}

fn check_age(file: PackFile<'_>, running: Version) -> Result<(), PackError> {
    let age: Age = toml::from_str(file.text).map_err(|error| shape(file, &error))?;
    let found = *age.format.as_ref();
    if found > FORMAT {
        return Err(file.error_in(&age.format.span(), PackProblem::NewerFormat { found, known: FORMAT }));
    }
    if found == 0 {
        let rule = Rule::FirstFormat;
        return Err(file.error_in(&age.format.span(), PackProblem::Rule { key: "format".into(), rule }));
    }
    let Some(requires) = age.requires else { return Ok(()) };
    let Some(required) = Version::parse(requires.as_ref()) else {
        let rule = Rule::Requires;
        return Err(file.error_in(&requires.span(), PackProblem::Rule { key: "requires".into(), rule }));
    };
    if required > running {
        return Err(file.error_in(&requires.span(), PackProblem::NeedsNewer { required, running }));
    }
    Ok(())
}

/// Refuses too many tools, and two of one name.
fn listable(file: PackFile<'_>, tools: &[Tool]) -> Result<(), PackError> {
    if tools.len() > TOOLS_LIMIT {
        let rule = Rule::ManyTools;
        return Err(file.error_at(0, PackProblem::Rule { key: "tools".into(), rule }));
    }
    let mut names = BTreeSet::new();
    match tools.iter().find(|tool| !names.insert(tool.name.as_str())) {
        Some(twice) => Err(file.error_at(0, PackProblem::DuplicateTool(twice.name.clone()))),
        None => Ok(()),
    }
}

/// What the TOML parser said, at its place.
fn shape(file: PackFile<'_>, error: &toml::de::Error) -> PackError {
    file.error_at(error.span().map_or(0, |span| span.start), PackProblem::Shape(error.message().to_owned()))
}

fn is_line(text: &str, longest: usize) -> bool {
    (1..=longest).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}
