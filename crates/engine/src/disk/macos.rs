//! The call of macOS that carries what is neither content nor mode.

use std::fs::File;
use std::os::fd::AsRawFd as _;
use std::{io, ptr};

/// Gives a new file the access list and the extended attributes of an old one. An
/// access list is no extended attribute on macOS, and only its own library reads it.
pub(super) fn copy_attributes(old: &File, new: &File) -> io::Result<()> {
    let what = libc::COPYFILE_ACL | libc::COPYFILE_XATTR;
    // SAFETY: both files are open until the call is back, and it may go without a state.
    let done = unsafe { libc::fcopyfile(old.as_raw_fd(), new.as_raw_fd(), ptr::null_mut(), what) };
    if done < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
