//! A job.

use std::io;
use std::process::{ChildStdin, ChildStdout, Command};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use win32job::{ExtendedLimitInfo, Job};

use crate::keeper::Event;

/// The processes below this one: in a job that this process is in itself, so that they
/// end with it, however it ends.
pub(crate) struct Tree {
    events: Sender<Event>,
    code: Arc<Mutex<Option<i32>>>,
}

impl Tree {
    /// Puts this process into a job that nothing leaves.
    pub(crate) fn prepare(events: Sender<Event>) -> io::Result<Self> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
        job.assign_current_process().map_err(io::Error::other)?;
        // Closed by the system when this process has ended: closed before, it would end
        // this process too.
        let _ = job.into_handle();
        Ok(Self { events, code: Arc::default() })
    }

    /// Starts its root.
    pub(crate) fn start(&mut self, command: &mut Command) -> io::Result<(ChildStdin, ChildStdout)> {
        let mut child = command.spawn()?;
        let missing = || io::Error::other("a pipe of the started program is missing");
        let (input, output) = (child.stdin.take().ok_or_else(missing)?, child.stdout.take().ok_or_else(missing)?);
        let (code, events) = (Arc::clone(&self.code), self.events.clone());
        std::thread::spawn(move || {
            let ended = child.wait().ok().and_then(|status| status.code());
            *code.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended.unwrap_or(1));
            let _ = events.send(Event::Ended);
        });
        Ok((input, output))
    }

    /// The root's exit code, once it has ended.
    pub(crate) fn code(&mut self) -> Option<i32> {
        *self.code.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing is killed here: the job does it when this process ends.
    pub(crate) fn end(&mut self, _within: Duration) -> Result<(), usize> {
        Ok(())
    }
}

/// Here only a read tells that our input has ended.
pub(crate) fn tell_when_left(_events: Sender<Event>) {}
