//! The groups of a bridge's tools: what people may fear of each.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::pack::{PackError, PackFile, PackProblem};
use super::tool::Tool;

/// What people fear of a tool, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// It only looks.
    Look,
    /// It makes or changes something that can be undone.
    Build,
    /// It deletes or replaces.
    Delete,
    /// It runs code.
    Run,
}

impl Group {
    /// Its key in `bridge.toml`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Build => "build",
            Self::Delete => "delete",
            Self::Run => "run",
        }
    }
}

/// Each grouped tool with its group and where the manifest names it.
pub(super) type Grouped = BTreeMap<String, (Group, Range<usize>)>;

/// `[groups]` as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenGroups {
    #[serde(default)]
    look: Vec<Spanned<String>>,
    #[serde(default)]
    build: Vec<Spanned<String>>,
    #[serde(default)]
    delete: Vec<Spanned<String>>,
    #[serde(default)]
    run: Vec<Spanned<String>>,
}

impl WrittenGroups {
    /// Refuses a tool in two groups.
    pub(super) fn assigned(self, file: PackFile<'_>) -> Result<Grouped, PackError> {
        let mut grouped = Grouped::new();
        let lists = [
            (Group::Look, self.look),
            (Group::Build, self.build),
            (Group::Delete, self.delete),
            (Group::Run, self.run),
        ];
        for (group, names) in lists {
            for name in names {
                let span = name.span();
                let name = name.into_inner();
                if grouped.insert(name.clone(), (group, span.clone())).is_some() {
                    return Err(file.error_in(&span, PackProblem::GroupedTwice(name)));
                }
            }
        }
        Ok(grouped)
    }
}

/// Holds tools and groups of a pack of ours against each other.
pub(super) fn agree(file: PackFile<'_>, tools: &[Tool], groups: &Grouped) -> Result<(), PackError> {
    for tool in tools {
        let Some((group, span)) = groups.get(&tool.name) else {
            return Err(file.error_at(0, PackProblem::Ungrouped(tool.name.clone())));
        };
        if (*group == Group::Look) != tool.annotations.read_only {
            let problem = PackProblem::GroupAgainstHint { tool: tool.name.clone(), group: group.key() };
            return Err(file.error_in(span, problem));
        }
    }
    match groups.iter().find(|(name, _)| !tools.iter().any(|tool| tool.name == **name)) {
        Some((name, (_, span))) => Err(file.error_in(span, PackProblem::MissingTool(name.clone()))),
        None => Ok(()),
    }
}
