//! Where the source of an include leads: aliases, search paths, names in any case.

mod folders;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

pub(crate) use folders::{Asked, Folders};

/// Which folders an alias searches, in which order. Tool chains differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// The order of the Corona mod and the editor extension that grew from it.
    Corona,
    /// The community's build script for the SDK.
    Community,
    /// The SDK as it came.
    Stock,
    /// The community's SDK for Uprising.
    Uprising,
}

/// The folders of one mod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    /// The mod's folder.
    pub project: Utf8PathBuf,
    /// The SDK's folder; without it, what lies there is missing.
    pub sdk: Option<Utf8PathBuf>,
    /// The search order.
    pub profile: Profile,
    /// A folder searched last for `DATA:`: that of an entry file outside any mod.
    pub last: Option<Utf8PathBuf>,
}

/// Where a source leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// A file, with its name as it stands on the disk.
    Found {
        /// The file.
        file: Utf8PathBuf,
        /// It was found only at the flat path, where the compiler does not look.
        flat: bool,
    },
    /// No file at any of these places.
    Missing(Vec<Utf8PathBuf>),
    /// Not a source.
    Refused(SourceProblem),
}

/// Why a text cannot be a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceProblem {
    /// There is nothing.
    #[error("the source is empty")]
    Empty,
    /// An alias other than the four, or two of them.
    #[error("known aliases are DATA:, ART:, AUDIO: and ROOT:, one at most")]
    Alias,
    /// A path on another machine. Looking there would tell that machine who asks.
    #[error("a path on a network is not followed")]
    Network,
}

/// Resolves sources of one mod, and remembers the folders it looked into.
#[derive(Debug)]
pub struct Resolver {
    roots: Roots,
    pub(crate) folders: Folders,
}

/// What may stand before the colon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alias {
    Data,
    Art,
    Audio,
    Root,
}

impl Profile {
    /// Every profile, the usual one first.
    pub const ALL: [Self; 4] = [Self::Corona, Self::Community, Self::Stock, Self::Uprising];

    /// Its stable word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Corona => "corona",
            Self::Community => "sdk-x",
            Self::Stock => "stock",
            Self::Uprising => "uprising",
        }
    }
}

impl Resolver {
    /// A resolver over these folders.
    pub fn new(roots: Roots) -> Self {
        Self { roots, folders: Folders::default() }
    }

    /// Where `source` leads when it stands in the file `from`.
    pub fn resolve(&mut self, source: &str, from: &Utf8Path) -> Resolution {
        let source = source.trim().replace('\\', "/");
        if source.is_empty() {
            return Resolution::Refused(SourceProblem::Empty);
        }
        if source.starts_with("//") {
            return Resolution::Refused(SourceProblem::Network);
        }
        let Some((alias, rest)) = source.split_once(':') else {
            return match source.strip_prefix('/') {
                Some(rest) => self.first(vec![("/".into(), rest.to_owned(), false)]),
                None => self.first(vec![(folder_of(from).to_owned(), source, false)]),
            };
        };
        if alias.len() == 1 && cfg!(windows) && rest.starts_with('/') {
            return self.first(vec![(format!("{alias}:/").into(), rest.to_owned(), false)]);
        }
        let alias = match alias.to_ascii_lowercase().as_str() {
            "data" => Alias::Data,
            "art" => Alias::Art,
            "audio" => Alias::Audio,
            "root" => Alias::Root,
            _ => return Resolution::Refused(SourceProblem::Alias),
        };
        let rest = rest.trim_start_matches('/').trim();
        if rest.contains(':') {
            return Resolution::Refused(SourceProblem::Alias);
        }
        if rest.is_empty() {
            return Resolution::Refused(SourceProblem::Empty);
        }
        let bases = self.roots.bases(alias);
        let below = |base: &(Utf8PathBuf, String), rest: &str, flat| {
            let path = if base.1.is_empty() { rest.to_owned() } else { format!("{}/{rest}", base.1) };
            (base.0.clone(), path, flat)
        };
        let mut tries: Vec<_> = bases.iter().map(|base| below(base, rest, false)).collect();
        if alias == Alias::Art && !rest.contains('/') {
            // Art lies in folders named by the first two letters of its files.
            let letters: String = rest.chars().take(2).collect();
            let sorted = bases.iter().map(|base| below(base, &format!("{letters}/{rest}"), false));
            let flat = bases.iter().map(|base| below(base, rest, true));
            tries = sorted.chain(flat).collect();
        }
        self.first(tries)
    }

    /// The first of these that is a file.
    fn first(&mut self, tries: Vec<(Utf8PathBuf, String, bool)>) -> Resolution {
        let mut tried = Vec::new();
        for (base, rest, flat) in tries {
            if let Some(file) = self.folders.file(&base, &rest) {
                return Resolution::Found { file, flat };
            }
            tried.push(plain(&base.join(rest)));
        }
        tried.dedup();
        Resolution::Missing(tried)
    }
}

impl Roots {
    /// The folders an alias searches: one that is there, and a path below it whose
    /// case may differ.
    fn bases(&self, alias: Alias) -> Vec<(Utf8PathBuf, String)> {
        let sdk = |below: &str| self.sdk.iter().map(|sdk| (sdk.clone(), below.to_owned())).collect::<Vec<_>>();
        let own = |below: &str| vec![(self.project.clone(), below.to_owned())];
        let above = |steps: usize| {
            let folder = self.project.ancestors().nth(steps).filter(|folder| !folder.as_str().is_empty());
            folder.map(|folder| (folder.to_owned(), String::new())).into_iter().collect::<Vec<_>>()
        };
        let name = self.project.file_name().unwrap_or_default();
        let (folder, second) = match alias {
            Alias::Data => ("Data", "SageXml"),
            Alias::Art => ("Art", "Art"),
            Alias::Audio => ("Audio", "Audio"),
            Alias::Root => return if self.sdk.is_some() { sdk("") } else { own("") },
        };
        let in_mods = |mods: &str| sdk(&format!("{mods}/{name}/{folder}"));
        let mut bases = match self.profile {
            Profile::Corona => {
                let numbered = if alias == Alias::Data { Vec::new() } else { own(&format!("{folder}1")) };
                [sdk(""), above(2), numbered, own(folder), sdk("Mods"), above(1), sdk(second)].concat()
            }
            Profile::Community => [sdk(""), in_mods("Mods"), sdk("Mods"), sdk(second)].concat(),
            Profile::Stock if alias == Alias::Data => [sdk(""), sdk("Mods"), sdk("SageXml"), sdk("Cnc3Xml")].concat(),
            Profile::Stock => sdk(folder),
            Profile::Uprising => {
                let second = if alias == Alias::Data { "SageXml_EP1" } else { second };
                [sdk(""), in_mods("Mods_EP1"), sdk("Mods_EP1"), sdk(second)].concat()
            }
        };
        if alias == Alias::Data {
            bases.extend(self.last.iter().map(|folder| (folder.clone(), String::new())));
        }
        bases
    }
}

fn folder_of(file: &Utf8Path) -> &Utf8Path {
    file.parent().unwrap_or(Utf8Path::new(""))
}

/// A path without `.` and `..`.
pub(crate) fn plain(path: &Utf8Path) -> Utf8PathBuf {
    let mut plain = Utf8PathBuf::new();
    for part in path.components() {
        match part {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir => {
                plain.pop();
            }
            Utf8Component::Prefix(_) | Utf8Component::RootDir | Utf8Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests;
