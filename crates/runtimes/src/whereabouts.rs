//! Where whoever calls is at work: with it the project of a call is chosen.

use bascule_core::machine::Os;
use bascule_core::project::without_dots;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value, json};

/// The most folders of a client that are looked at.
const ROOTS: usize = 64;

/// Where an adapter runs and what its client says it works in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whereabouts {
    /// The `--project` it was started with, whole.
    pub flag: Option<Utf8PathBuf>,
    /// The folder it runs in.
    pub folder: Option<Utf8PathBuf>,
    /// The URIs of the folders its client works in.
    pub roots: Vec<String>,
}

/// Whereabouts that are not as they must be: a fault of whoever sent them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("_meta[\"{key}\"]: {0}", key = Whereabouts::KEY)]
pub struct Misplaced(String);

impl Whereabouts {
    /// The key of a call's `_meta` that carries them.
    pub const KEY: &'static str = "bascule/where";

    /// Those of this process, its client's folders not known.
    pub fn here(flag: Option<Utf8PathBuf>) -> Self {
        let folder = std::env::current_dir().ok().and_then(|folder| Utf8PathBuf::from_path_buf(folder).ok());
        let flag = flag.map(|flag| absolute(folder.as_deref(), &flag));
        Self { flag, folder, roots: Vec::new() }
    }

    /// The same with these folders of the client.
    pub fn with_roots(&self, roots: &[String]) -> Self {
        Self { roots: roots.to_vec(), ..self.clone() }
    }

    /// A path as it is from there, without dots.
    pub fn whole(&self, path: &Utf8Path) -> Utf8PathBuf {
        absolute(self.folder.as_deref(), path)
    }

    /// A path that a call names: it may be said from the project it was started with.
    pub fn named(&self, path: &Utf8Path) -> Utf8PathBuf {
        absolute(self.flag.as_deref().or(self.folder.as_deref()), path)
    }

    /// What goes into a call's `_meta` under [`Whereabouts::KEY`].
    pub fn to_value(&self) -> Value {
        json!({"flag": self.flag, "folder": self.folder, "roots": self.roots})
    }

    /// Reads them from a call's `_meta`. Where it says nothing of them, nothing is
    /// known.
    ///
    /// Refuses unknown keys, other types, relative paths and more than 64 folders.
    pub fn of_meta(meta: &Map<String, Value>, os: Os) -> Result<Self, Misplaced> {
        let Some(value) = meta.get(Self::KEY) else { return Ok(Self::default()) };
        let wrong = |what: &str| Misplaced(what.to_owned());
        let map = value.as_object().ok_or_else(|| wrong("not an object"))?;
        if let Some(key) = map.keys().find(|key| !["flag", "folder", "roots"].contains(&key.as_str())) {
            return Err(Misplaced(format!("unknown key {key:?}")));
        }
        let path = |key: &str| match map.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(path)) if os.is_absolute(path) => Ok(Some(Utf8PathBuf::from(path))),
            Some(_) => Err(Misplaced(format!("{key} is not an absolute path"))),
        };
        let roots = match map.get("roots") {
            None => &[],
            Some(Value::Array(roots)) if roots.len() <= ROOTS => roots.as_slice(),
            Some(Value::Array(_)) => return Err(wrong("too many roots")),
            Some(_) => return Err(wrong("roots is not an array")),
        };
        let uri = |root: &Value| root.as_str().map(str::to_owned).ok_or_else(|| wrong("a root is not a text"));
        Ok(Self {
            flag: path("flag")?,
            folder: path("folder")?,
            roots: roots.iter().map(uri).collect::<Result<_, _>>()?,
        })
    }
}

fn absolute(base: Option<&Utf8Path>, path: &Utf8Path) -> Utf8PathBuf {
    without_dots(&base.map_or_else(|| path.to_owned(), |base| base.join(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Whereabouts, String> {
        let meta: Map<String, Value> = serde_json::from_str(text).expect("JSON");
        Whereabouts::of_meta(&meta, Os::Linux).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn whereabouts_are_read_strictly_and_come_back_as_they_were_said() {
        assert_eq!(read("{}"), Ok(Whereabouts::default()));
        assert_eq!(read(r#"{"bascule/where": {"flag": null}}"#), Ok(Whereabouts::default()));
        let said = Whereabouts {
            flag: Some("/a".into()),
            folder: Some("/b/c".into()),
            roots: vec!["file:///d".to_owned(), "https://x".to_owned()],
        };
        let meta = Map::from_iter([(Whereabouts::KEY.to_owned(), said.to_value())]);
        assert_eq!(Whereabouts::of_meta(&meta, Os::Linux), Ok(said));
        let cases = [
            ("7", "not an object"),
            (r#"{"project": "/a"}"#, "unknown key \"project\""),
            (r#"{"flag": "a/b"}"#, "flag is not an absolute path"),
            (r#"{"folder": 3}"#, "folder is not an absolute path"),
            (r#"{"roots": "file:///a"}"#, "roots is not an array"),
            (r#"{"roots": [1]}"#, "a root is not a text"),
            (&format!("{{\"roots\": [{}\"\"]}}", "\"\",".repeat(64)), "too many roots"),
        ];
        for (value, wrong) in cases {
            let said = read(&format!("{{\"bascule/where\": {value}}}"));
            assert_eq!(said, Err(format!("_meta[\"bascule/where\"]: {wrong}")), "{value}");
        }
    }
}
