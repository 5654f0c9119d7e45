//! What the tray app takes on a desktop, and how soon it is there: measured for
//! `cargo xtask bench`, which reads the one line of JSON that this prints.

#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests of the desktop use the rest")]
#[path = "../tests/desktop/home.rs"]
mod home;
#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests of the desktop use the rest")]
#[path = "../tests/desktop/notes.rs"]
mod notes;
#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests of the desktop use the rest")]
#[path = "../tests/desktop/panel.rs"]
mod panel;
#[cfg(target_os = "linux")]
#[path = "../tests/desktop/screen.rs"]
mod screen;

/// Without `--bench`, which `cargo bench` gives, there is nothing to do: a test run that
/// starts every target is not to wait for this one.
fn main() {
    #[cfg(target_os = "linux")]
    if std::env::args().any(|argument| argument == "--bench") {
        linux::measure();
    }
}

#[cfg(target_os = "linux")]
mod linux {
    #![expect(clippy::disallowed_methods, reason = "the system tells of processes in files")]

    use std::collections::BTreeMap;
    use std::fs;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use crate::home::{Desktop, until};
    use crate::panel::found;

    /// How often, where `--runs` does not say.
    const RUNS: usize = 3;

    /// How long the app is left alone before it is weighed.
    const SETTLED: Duration = Duration::from_secs(3);

    /// How long an idle app is watched.
    const IDLE: Duration = Duration::from_secs(60);

    /// A window that has not changed for so long is complete.
    const CALM: Duration = Duration::from_secs(1);

    /// How long processes of a window that was closed may take to end.
    const ENDING: Duration = Duration::from_secs(15);

    /// What was measured, each value one run, by its name.
    type Measured = BTreeMap<&'static str, Vec<f64>>;

    pub(super) fn measure() {
        let runs = std::env::args().skip_while(|argument| argument != "--runs").nth(1);
        let runs = runs.map_or(RUNS, |runs| runs.parse().expect("a number of runs"));
        // The first round warms the file cache and is not counted.
        once(&mut Measured::new(), false);
        let mut measured = Measured::new();
        for run in 1..=runs {
            once(&mut measured, run == runs);
        }
        let told = serde_json::to_string(&measured).expect("JSON");
        println!("{told}");
    }

    /// An app is started, weighed, its window opened and closed, and it is weighed again.
    fn once(measured: &mut Measured, also_idle: bool) {
        let mut note = |name, value| measured.entry(name).or_default().push(value);
        let mut desktop = Desktop::connected();
        note("icon", milliseconds(desktop.start(&["--at-login"])));
        desktop.panel.wait(desktop.connection(), "ready", |rows| found(rows, &["The bridge is ready"]).is_some());
        sleep(SETTLED);
        let app = desktop.app_id();
        note("resident", resident(app));
        note("share", share(app));
        if also_idle {
            let before = ticks(app);
            sleep(IDLE);
            note("ticks", ticks(app) - before);
        }
        let (painted, complete) = opened(&desktop);
        note("painted", milliseconds(painted));
        note("complete", milliseconds(complete));
        assert!(!children(app).is_empty(), "the system tells which processes draw the window");
        note("share-open", share(app));
        desktop.close_window();
        let begin = Instant::now();
        while !children(app).is_empty() && begin.elapsed() < ENDING {
            sleep(Duration::from_millis(50));
        }
        sleep(SETTLED);
        #[expect(clippy::cast_precision_loss, reason = "few")]
        note("left", children(app).len() as f64);
        note("resident-closed", resident(app));
        note("share-closed", share(app));
    }

    /// Opens the window by a click in the menu; how long until it shows words, and until it
    /// changes no more.
    fn opened(desktop: &Desktop) -> (Duration, Duration) {
        let screen = desktop.screen();
        let begin = Instant::now();
        desktop.panel.click(desktop.connection(), &["Open Bascule"]);
        let (mut painted, mut last, mut changed) = (None, None, begin);
        until("the window is complete", || {
            let look = screen.windows().first().and_then(|window| screen.look(window));
            let now = Instant::now();
            if look != last {
                if painted.is_none() && look.as_ref().is_some_and(crate::screen::Look::has_words) {
                    painted = Some(now);
                }
                (last, changed) = (look, now);
            }
            painted.is_some() && now - changed > CALM
        });
        (painted.expect("it shows words") - begin, changed - begin)
    }

    fn milliseconds(time: Duration) -> f64 {
        time.as_secs_f64() * 1e3
    }

    /// What a line of this file about a process says, which the system counts in kibibytes;
    /// `None` of a process that went.
    fn megabytes(process: u32, file: &str, name: &str) -> Option<f64> {
        let told = fs::read_to_string(format!("/proc/{process}/{file}")).ok()?;
        let line = told.lines().find_map(|line| line.strip_prefix(name))?;
        let kibibytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
        Some(kibibytes * 1024.0 / 1e6)
    }

    fn resident(app: u32) -> f64 {
        megabytes(app, "status", "VmRSS:").expect("the app runs")
    }

    /// Of the app and the processes of its web view, pages that are shared counted in part.
    fn share(app: u32) -> f64 {
        let own = megabytes(app, "smaps_rollup", "Pss:").expect("the app runs");
        own + children(app).into_iter().filter_map(|one| megabytes(one, "smaps_rollup", "Pss:")).sum::<f64>()
    }

    /// The processor time a process has used, in ticks of the system's clock.
    fn ticks(process: u32) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
        let (_, fields) = stat.rsplit_once(") ").expect("a name");
        let spent = fields.split(' ').skip(11).take(2).map(|field| field.parse::<f64>().expect("a number"));
        spent.sum()
    }

    /// The processes of the web view that a process started, and theirs. The background
    /// service is another's business.
    fn children(process: u32) -> Vec<u32> {
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let told = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let own: Vec<u32> = told
            .flat_map(|told| told.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .filter_map(|id| id.parse().ok())
            .filter(|id| name(*id).starts_with("WebKit"))
            .collect();
        own.into_iter().flat_map(|id| [vec![id], children(id)].concat()).collect()
    }

    fn name(process: u32) -> String {
        fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default()
    }
}
