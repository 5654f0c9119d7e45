//! Becomes the engine, or waits for it where a system cannot do that.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Starts the engine with these arguments, this process's standard streams and one
/// variable more. Comes back only with the engine's exit code, or with why it could
/// not be started.
#[cfg(unix)]
pub(crate) fn start(
    engine: &Path,
    arguments: &[OsString],
    variable: Option<(&str, &Path)>,
) -> Result<ExitCode, io::Error> {
    use std::os::unix::process::CommandExt;
    Err(command(engine, arguments, variable).exec())
}

/// Starts the engine with these arguments, this process's standard streams and one
/// variable more. Comes back only with the engine's exit code, or with why it could
/// not be started.
///
/// The engine ends with this process, however that ends; what the engine starts may
/// leave the job on request.
#[cfg(windows)]
pub(crate) fn start(
    engine: &Path,
    arguments: &[OsString],
    variable: Option<(&str, &Path)>,
) -> Result<ExitCode, io::Error> {
    use std::os::windows::io::AsRawHandle;
    let mut limits = win32job::ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close().limit_breakaway_ok();
    let job = win32job::Job::create_with_limit_info(&limits);
    // The console tells everybody of an interrupt; what happens then is the engine's.
    let told = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, told);
    let mut child = command(engine, arguments, variable).spawn()?;
    if let Ok(job) = &job {
        // A job that allows no other inside it already ends all of us together.
        let _ = job.assign_process(child.as_raw_handle() as isize);
    }
    let status = child.wait()?;
    // Exit codes have 32 bits here. Leaving at once also keeps the job as it is.
    std::process::exit(status.code().unwrap_or(1))
}

#[expect(clippy::disallowed_methods, reason = "the one program the launcher starts")]
fn command(engine: &Path, arguments: &[OsString], variable: Option<(&str, &Path)>) -> Command {
    let mut command = Command::new(engine);
    command.args(arguments).envs(variable);
    command
}
