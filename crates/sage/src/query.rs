//! Questions to an index. Paths in answers are told: below the mod's folder relative,
//! with `/`; else whole.

mod active;
mod assets;

use camino::Utf8PathBuf;
use serde::Serialize;

use crate::includes::{Resolution, Resolver, plain};
use crate::index::Index;

pub use active::{Activity, Step, Way};
pub use assets::{Definition, Found, Located, Parent, Text};

/// Where the source of an include leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resolved {
    /// The source as it was asked.
    pub source: String,
    /// The file it was resolved from; counts for sources without an alias.
    pub from: String,
    /// The file it leads to; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The compiler would not look there: art outside its folder of two letters.
    pub flat: bool,
    /// Why the source cannot lead anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Where no file is, the places that were looked at, in order.
    pub tried: Vec<String>,
    /// The search order.
    pub profile: &'static str,
}

/// Defines of one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DefineFound {
    /// The name as it stands.
    pub name: String,
    /// The value as it is written.
    pub value: String,
    /// The value is an expression; it is not evaluated here.
    pub expression: bool,
    /// It may replace one of the same name.
    pub overrides: bool,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The name was found only without regard to case; the compiler regards it.
    pub case_differs: bool,
}

impl Index {
    /// Where a source leads when it stands in `from`; without it, in the first
    /// stream's entry. Looks at the disk as it is now.
    pub fn resolve_include(&self, source: &str, from: Option<&str>) -> Resolved {
        let entry = self.streams.first().map(|stream| self.file(stream.entry).path.clone());
        let from = match from {
            Some(from) => self.placed(from),
            None => entry.unwrap_or_else(|| self.roots.project.join("Data").join("Mod.xml")),
        };
        let mut resolved = Resolved {
            source: source.to_owned(),
            from: self.shown(&from),
            file: None,
            flat: false,
            problem: None,
            tried: Vec::new(),
            profile: self.profile().name(),
        };
        match Resolver::new(self.roots.clone()).resolve(source, &from) {
            Resolution::Found { file, flat } => {
                resolved.file = Some(self.shown(&file));
                resolved.flat = flat;
            }
            Resolution::Missing(tried) => resolved.tried = tried.iter().map(|path| self.shown(path)).collect(),
            Resolution::Refused(problem) => resolved.problem = Some(problem.to_string()),
        }
        resolved
    }

    /// The defines of a name, written with or without `$` or `=$`. Where no name is
    /// the same to the letter, those that differ only in case, marked so.
    pub fn find_define(&self, name: &str) -> Vec<DefineFound> {
        let name = name.trim().trim_start_matches('=').trim_start().trim_start_matches('$');
        let exact = self.defines.iter().any(|define| define.name == name);
        let fits = |known: &str| if exact { known == name } else { known.eq_ignore_ascii_case(name) };
        self.defines
            .iter()
            .filter(|define| fits(&define.name))
            .map(|define| DefineFound {
                name: define.name.clone(),
                value: define.value.clone(),
                expression: define.value.starts_with('='),
                overrides: define.overrides,
                file: self.shown(&self.file(define.file).path),
                line: define.place.line,
                case_differs: !exact,
            })
            .collect()
    }

    /// A path as somebody wrote it, relative to the mod's folder where it is relative;
    /// one of a known file as that is spelled.
    fn placed(&self, path: &str) -> Utf8PathBuf {
        let path = plain(&self.roots.project.join(path.trim().replace('\\', "/")));
        let known = self.by_path.get(&path.as_str().to_lowercase());
        known.map_or(path, |known| self.file(*known).path.clone())
    }
}
