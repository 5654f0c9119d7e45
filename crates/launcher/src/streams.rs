//! Whose the standard streams are.

/// Makes this process's standard streams its own: what it starts from now on gets them
/// only where it is meant to. On Windows a program gets every handle of its starter's
/// that may be inherited, so a service that lives on would hold an AI program's pipes
/// open. Every program of ours calls this first; elsewhere than on Windows there is
/// nothing to do.
pub fn keep_streams() {
    #[cfg(windows)]
    kept();
}

#[cfg(windows)]
#[expect(unsafe_code, reason = "the system's own calls are the only way to this")]
fn kept() {
    use windows_sys::Win32::Foundation::{HANDLE_FLAG_INHERIT, SetHandleInformation};
    use windows_sys::Win32::System::Console::{GetStdHandle, STD_ERROR_HANDLE, STD_INPUT_HANDLE, STD_OUTPUT_HANDLE};
    for stream in [STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE] {
        // SAFETY: the handle of a stream is this process's, and only how it is handed
        // on changes. Where there is none, the second call fails and nothing happens.
        unsafe {
            let handle = GetStdHandle(stream);
            SetHandleInformation(handle, HANDLE_FLAG_INHERIT, 0);
        }
    }
}
