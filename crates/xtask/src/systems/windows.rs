//! `cargo xtask test windows`: the tests of the product, built for Windows and run by wine.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use super::{PRODUCT, cargo, folder};
use crate::proofs::Form;
use crate::setup;
use crate::shell::{Root, copy, succeed, write};
use crate::steps::Closing;
use crate::test::{counted, window_once};

const TARGET: &str = "x86_64-pc-windows-gnu";
const RUNNER: &str = "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER";
const COMPILER: &str = "x86_64-w64-mingw32-gcc";
const LOADER: &str = "WebView2Loader.dll";
const WINE: &str = "/usr/lib/wine/wine64";
const WINE_SERVER: &str = "/usr/lib/wine/wineserver64";

/// The library that Rust's standard library takes its randomness from; wine 8 has
/// none. For the tests' own Windows alone.
const RANDOMNESS: &str = "\
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return SystemFunction036(bytes, (ULONG)count);
}
";

/// What differs on Windows, as a commit can wait for it: what every room tests of itself,
/// the disk, whole files and entries on it, launcher and adapter with what they start, and
/// the folders and ends of line of the real program. Each of them of the whole workspace,
/// so that what was built for all of it is not built again for one.
const SHORT: &[&[&str]] = &[
    &["--lib", "--test", "launch", "--test", "windows", "--test", "files", "--test", "adapter", "--test", "pure"],
    &["--test", "commands", "windows::"],
];

/// Builds what is in the workspace for Windows, tests included, and runs it; in the short
/// form what differs there.
pub(crate) fn test(root: &Root, form: Form) -> Closing {
    setup::setup(setup::OTHER_SYSTEMS)?;
    window_once(root)?;
    let prefix = Prefix::ready(root)?;
    let run = |chosen: &[&str]| {
        let mut tests = cargo(root, "test", TARGET)?;
        tests.args(chosen).arg("--no-fail-fast").env(RUNNER, WINE);
        // Documents are the same on every system; their laws are proven on this one.
        tests.env("PROPTEST_CASES", "16");
        counted(prefix.around(tests))
    };
    let built = run(&[PRODUCT, &["--no-run"]].concat()).and_then(|_| loader_beside_tests(root));
    let counts = match form {
        Form::Long => built.and_then(|()| run(PRODUCT)),
        Form::Short => built.and_then(|()| {
            let counts = SHORT.iter().map(|chosen| run(&[PRODUCT, chosen].concat()));
            let counts = counts.collect::<Result<Vec<_>>>()?;
            Ok(format!("all built; {}; the rest runs with `cargo xtask test windows`", counts.join(" + ")))
        }),
    };
    let counts = counts.and_then(|counts| {
        app_without_webview(root, &prefix, &folder(root)?.join(TARGET).join("debug/bascule-app.exe"))?;
        Ok(format!("{counts}; the app says what it lacks"))
    });
    prefix.leave()?;
    counts
}

/// What the app says where nothing draws its window, and that everything else works.
const LACK: [&str; 2] = ["WebView2 Runtime is missing", "everything works from the command line"];

/// How long it may take to say so: wine starts a whole Windows for it.
const PATIENCE: Duration = Duration::from_secs(120);

/// Starts the app, asked for its window, in a Windows that cannot show one, as wine's is.
fn app_without_webview(root: &Root, prefix: &Prefix, app: &Path) -> Result<()> {
    setup::setup(setup::WINDOW)?;
    // What runs in it was started without a screen, and shows nothing on one that comes later.
    prefix.leave()?;
    let mut start = root.command("xvfb-run");
    start.arg("-a").arg(WINE).arg(app).args(["--open", "home"]).stderr(Stdio::piped());
    let mut start = prefix.around(start).spawn().context("xvfb-run")?;
    let said = start.stderr.take().context("its words")?;
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || BufReader::new(said).lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
    let mut heard = Vec::new();
    for lack in LACK {
        while !heard.last().is_some_and(|line: &String| line.contains(lack)) {
            heard.push(told.recv_timeout(PATIENCE).map_err(|_| anyhow!("the app never said “{lack}”: {heard:#?}"))?);
        }
    }
    // It stays, as its icon does, until its Windows ends.
    if let Some(status) = start.try_wait()? {
        return Err(anyhow!("the app said what it lacks, and ended with {status}"));
    }
    prefix.leave()?;
    start.wait().map(drop).context("xvfb-run")
}

/// The library by which the tray app finds what draws its window lies beside the app, where
/// its build puts it; its tests lie one folder below, and Windows looks for it there.
fn loader_beside_tests(root: &Root) -> Result<()> {
    let built = folder(root)?.join(TARGET).join("debug");
    copy(&built.join(LOADER), &built.join("deps").join(LOADER))
}

/// A Windows of its own for wine, without anything of the person's.
struct Prefix(PathBuf);

impl Prefix {
    /// The one under the target folder, made where it is not there.
    fn ready(root: &Root) -> Result<Self> {
        let prefix = Self(folder(root)?.join("wine"));
        let library = prefix.0.join("drive_c/windows/system32/bcryptprimitives.dll");
        if !library.exists() {
            // Wine makes the last folder of this path alone, and ends where another is missing.
            fs::create_dir_all(&prefix.0).with_context(|| format!("{}", prefix.0.display()))?;
            let mut boot = root.command(WINE);
            boot.args(["wineboot", "-i"]);
            succeed(prefix.around(boot))?;
            randomness(root, &prefix.0, &library)?;
        }
        Ok(prefix)
    }

    /// The same command, in this Windows.
    fn around(&self, mut command: Command) -> Command {
        // No .NET, no browser, and no debugger that waits for somebody where a test crashes.
        command.env("WINEPREFIX", &self.0).env("WINEDLLOVERRIDES", "mscoree,mshtml=;winedbg.exe=d");
        // Wine's own remarks would drown what the tests say.
        command.env("WINEDEBUG", "-all");
        command
    }

    /// Ends what still runs in it, and nothing else.
    fn leave(&self) -> Result<()> {
        let mut end = Command::new(WINE_SERVER);
        end.arg("-k");
        // It fails where nothing runs any more.
        let ended = self.around(end).status();
        ended.map(|_| ()).map_err(|error| anyhow!("cannot start {WINE_SERVER}: {error}"))
    }
}

fn randomness(root: &Root, folder: &Path, library: &Path) -> Result<()> {
    let (source, built) = (folder.join("randomness.c"), folder.join("bcryptprimitives.dll"));
    write(&source, RANDOMNESS)?;
    let mut compile = root.command(COMPILER);
    compile.args(["-shared", "-O1", "-o"]).args([&built, &source]).arg("-ladvapi32");
    succeed(compile)?;
    // Its presence says that the prefix is whole, so it comes last.
    copy(&built, library)
}
