//! The launcher: the one path entries name. It starts the engine that `current`
//! names, and answers in its place where there is none.
//!
//! It finds everything from its own path: a program that starts it may pass on no
//! environment at all.

mod look;
mod notice;
mod protocol;
mod sentences;
mod start;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bascule_launcher::{Current, Layout, Root, STATE_FOLDER};
use notice::{Cause, Notice};

/// Something it needs could not be had.
const UNAVAILABLE: u8 = 3;

fn main() -> ExitCode {
    bascule_launcher::keep_streams();
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let own = own_path();
    let root = own.as_deref().and_then(Root::of_launcher).unwrap_or_else(|| Root::at(""));
    let (layout, cause) = match named(&root, own.as_deref()) {
        Ok((engine, layout)) => {
            let state_folder = match layout {
                Layout::User => Some((STATE_FOLDER, root.folder())),
                Layout::Machine => None,
            };
            let cause = match start::start(&engine, &arguments, state_folder) {
                Ok(code) => return code,
                Err(_) if !engine.exists() => Cause::NoEngine { engine },
                Err(error) => Cause::Refused { engine, error },
            };
            (Some(layout), cause)
        }
        Err(cause) => (None, cause),
    };
    let notice = Notice::read(&root, layout, cause);
    if arguments.first().is_some_and(|word| word == "mcp") {
        // A client that is gone needs no answer.
        let _ = protocol::serve(&notice);
        return ExitCode::SUCCESS;
    }
    eprint!("{}", notice.for_people());
    ExitCode::from(UNAVAILABLE)
}

/// The engine the note names, and whose installation it is.
fn named(root: &Root, own: Option<&Path>) -> Result<(PathBuf, Layout), Cause> {
    let note = root.current();
    let current = match look::read(&note, Current::LIMIT as u64) {
        Ok(bytes) => Current::parse(&bytes).map_err(|error| Cause::BadNote { note, why: error.to_string() })?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Cause::NoNote { note }),
        Err(error) => return Err(Cause::BadNote { note, why: error.to_string() }),
    };
    let engine = root.engine(current.version());
    // An engine that leads back here would start itself for ever.
    let real = engine.canonicalize().map(plain).ok();
    if real.is_some() && real.as_deref() == own {
        return Err(Cause::NoEngine { engine });
    }
    Ok((engine, current.layout()))
}

/// This program's own path, behind symbolic links.
fn own_path() -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?;
    // A launcher replaced in this very moment has no such path any more; its folder
    // is still the one it was started from.
    Some(path.canonicalize().map_or(path, plain))
}

/// A path as people write it. Windows' canonical form, `\\?\C:\…`, is one that many
/// programs cannot use as a folder.
fn plain(path: PathBuf) -> PathBuf {
    let text = path.to_str().and_then(|text| text.strip_prefix(r"\\?\"));
    match text {
        Some(text) if text.starts_with(r"UNC\") => format!(r"\{}", &text[3..]).into(),
        Some(text) if text.as_bytes().get(1) == Some(&b':') => text.into(),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::plain;
    use std::path::PathBuf;

    #[test]
    fn paths_are_as_people_write_them() {
        for (from, to) in [
            (r"\\?\C:\Users\李\.bascule", r"C:\Users\李\.bascule"),
            (r"\\?\UNC\server\share\x", r"\\server\share\x"),
            (r"\\?\Volume{1}\x", r"\\?\Volume{1}\x"),
            ("/home/x/.bascule", "/home/x/.bascule"),
        ] {
            assert_eq!(plain(PathBuf::from(from)), PathBuf::from(to));
        }
    }
}
