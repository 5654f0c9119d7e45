//! The calls of Windows that the standard library has no word for.

use std::fs::File;
use std::os::windows::ffi::OsStrExt as _;
use std::os::windows::io::AsRawHandle as _;
use std::{io, ptr, slice};

use camino::Utf8Path;
use windows_sys::Win32::Foundation::{ERROR_INSUFFICIENT_BUFFER, ERROR_SUCCESS, LocalFree, WIN32_ERROR};
use windows_sys::Win32::Security::Authorization::{GetNamedSecurityInfoW, SE_FILE_OBJECT, SetNamedSecurityInfoW};
use windows_sys::Win32::Security::{
    ACL, DACL_SECURITY_INFORMATION, GetLengthSid, GetSecurityDescriptorControl, OWNER_SECURITY_INFORMATION,
    PROTECTED_DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, PSID, SE_DACL_PROTECTED,
    UNPROTECTED_DACL_SECURITY_INFORMATION,
};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_ATTRIBUTE_REPARSE_POINT, FILE_ATTRIBUTE_TAG_INFO, FileAttributeTagInfo,
    GetFileInformationByHandle, GetFileInformationByHandleEx, MOVEFILE_REPLACE_EXISTING, MOVEFILE_WRITE_THROUGH,
    MoveFileExW, ReplaceFileW,
};
use windows_sys::Win32::Storage::Packaging::Appx::GetCurrentPackageFullName;
use windows_sys::core::BOOL;

/// What Windows says of an open file or folder beyond its metadata.
pub(super) struct Facts {
    /// How many names it has.
    pub(super) links: u32,
    /// Its volume and its number there.
    pub(super) identity: (u64, u64),
    /// What kind of reparse point it is; 0 for none.
    pub(super) tag: u32,
}

/// Asks for them.
pub(super) fn facts(file: &File) -> io::Result<Facts> {
    let handle = file.as_raw_handle();
    let mut seen = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: `file` keeps the handle open, and `seen` is what the call fills.
    succeeded(unsafe { GetFileInformationByHandle(handle, &raw mut seen) })?;
    let mut tag = FILE_ATTRIBUTE_TAG_INFO::default();
    if seen.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT != 0 {
        let size = size_of::<FILE_ATTRIBUTE_TAG_INFO>() as u32;
        // SAFETY: as above, and `size` is the size of `tag`.
        succeeded(unsafe { GetFileInformationByHandleEx(handle, FileAttributeTagInfo, (&raw mut tag).cast(), size) })?;
    }
    let number = u64::from(seen.nFileIndexHigh) << 32 | u64::from(seen.nFileIndexLow);
    Ok(Facts {
        links: seen.nNumberOfLinks,
        identity: (u64::from(seen.dwVolumeSerialNumber), number),
        tag: tag.ReparseTag,
    })
}

/// What may stand where something is renamed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Onto {
    /// Nothing: the renaming fails otherwise.
    Nothing,
    /// Nothing or a file, which goes.
    Anything,
}

/// Renames in one step, and comes back once the new name is on the disk.
pub(super) fn rename(from: &Utf8Path, to: &Utf8Path, onto: Onto) -> io::Result<()> {
    let (from, to) = (wide(from)?, wide(to)?);
    let flags = match onto {
        Onto::Nothing => MOVEFILE_WRITE_THROUGH,
        Onto::Anything => MOVEFILE_WRITE_THROUGH | MOVEFILE_REPLACE_EXISTING,
    };
    // SAFETY: both texts end with a zero and live until the call is back.
    succeeded(unsafe { MoveFileExW(from.as_ptr(), to.as_ptr(), flags) })
}

/// Puts the file `by` in the place of `file`, which hands down what is not content:
/// access list, times of creation, named streams, compression, encryption.
pub(super) fn replace_file(file: &Utf8Path, by: &Utf8Path) -> io::Result<()> {
    let (file, by) = (wide(file)?, wide(by)?);
    // SAFETY: both texts end with a zero and live until the call is back; the other
    // arguments may be null.
    succeeded(unsafe { ReplaceFileW(file.as_ptr(), by.as_ptr(), ptr::null(), 0, ptr::null(), ptr::null()) })
}

/// Who owns a file and who may do what with it, as plain words of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rights {
    /// The owner's SID.
    owner: Vec<u32>,
    /// The access list; none: everybody may do everything.
    list: Option<Vec<u32>>,
    /// The list takes nothing from the folder.
    protected: bool,
}

impl Rights {
    /// Those of a file.
    pub(super) fn of(path: &Utf8Path) -> io::Result<Self> {
        let path = wide(path)?;
        let mut owner: PSID = ptr::null_mut();
        let mut list: *mut ACL = ptr::null_mut();
        let mut descriptor: PSECURITY_DESCRIPTOR = ptr::null_mut();
        let asked = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
        // SAFETY: the text ends with a zero; the pointers are places for the answers.
        granted(unsafe {
            GetNamedSecurityInfoW(
                path.as_ptr(),
                SE_FILE_OBJECT,
                asked,
                &raw mut owner,
                ptr::null_mut(),
                &raw mut list,
                ptr::null_mut(),
                &raw mut descriptor,
            )
        })?;
        let (mut control, mut revision) = (0, 0);
        // SAFETY: the call above succeeded, so `owner` and `list` lead into `descriptor`
        // (`list` may be null), which is valid until it is freed here, once.
        unsafe {
            let known = GetSecurityDescriptorControl(descriptor, &raw mut control, &raw mut revision);
            let owner = words(owner.cast(), GetLengthSid(owner));
            let list = (!list.is_null()).then(|| words(list.cast(), u32::from((*list).AclSize)));
            LocalFree(descriptor);
            succeeded(known)?;
            Ok(Self { owner, list, protected: control & SE_DACL_PROTECTED != 0 })
        }
    }

    /// The same, taking nothing from the folder any more.
    #[cfg(test)]
    pub(super) fn on_its_own(&self) -> Self {
        Self { protected: true, ..self.clone() }
    }

    /// Gives them to another file that has `now`; fails where the system does not let us.
    pub(super) fn give(&self, path: &Utf8Path, now: &Self) -> io::Result<()> {
        let path = wide(path)?;
        let mut what = DACL_SECURITY_INFORMATION;
        what |=
            if self.protected { PROTECTED_DACL_SECURITY_INFORMATION } else { UNPROTECTED_DACL_SECURITY_INFORMATION };
        if self.owner != now.owner {
            what |= OWNER_SECURITY_INFORMATION;
        }
        let list = self.list.as_ref().map_or(ptr::null(), |list| list.as_ptr().cast());
        // SAFETY: the text ends with a zero; owner and list are whole, aligned copies of
        // what the system gave, and are only read.
        granted(unsafe {
            SetNamedSecurityInfoW(
                path.as_ptr(),
                SE_FILE_OBJECT,
                what,
                self.owner.as_ptr().cast_mut().cast(),
                ptr::null_mut(),
                list,
                ptr::null(),
            )
        })
    }
}

/// A copy of `size` bytes; SIDs and access lists are whole words long.
///
/// # Safety
/// `from` must lead to that many readable bytes.
unsafe fn words(from: *const u8, size: u32) -> Vec<u32> {
    // SAFETY: the caller's promise; bytes need no alignment.
    let bytes = unsafe { slice::from_raw_parts(from, size as usize) };
    bytes.chunks_exact(4).map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// A path as these calls take it. The prefix lifts their limit of 260 characters.
fn wide(path: &Utf8Path) -> io::Result<Vec<u16>> {
    let absolute = std::path::absolute(path)?;
    let text = absolute.to_str().map(verbatim);
    let text = text.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path is not UTF-8"))?;
    Ok(std::ffi::OsStr::new(&text).encode_wide().chain([0]).collect())
}

/// An absolute path with the prefix that takes it as it is, however long.
fn verbatim(absolute: &str) -> String {
    match absolute.strip_prefix(r"\\") {
        Some(rest) if rest.starts_with(['?', '.']) => absolute.to_owned(),
        Some(share) => format!(r"\\?\UNC\{share}"),
        None => format!(r"\\?\{absolute}"),
    }
}

fn succeeded(done: BOOL) -> io::Result<()> {
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn granted(code: WIN32_ERROR) -> io::Result<()> {
    if code == ERROR_SUCCESS { Ok(()) } else { Err(io::Error::from_raw_os_error(code.cast_signed())) }
}

#[cfg(test)]
mod tests {
    use super::verbatim;

    #[test]
    fn a_path_of_any_length_is_taken_as_it_is() {
        for (path, expected) in [
            (r"C:\Users\张 三\x.json", r"\\?\C:\Users\张 三\x.json"),
            (r"\\server\share\x.json", r"\\?\UNC\server\share\x.json"),
            (r"\\?\C:\x.json", r"\\?\C:\x.json"),
            (r"\\.\pipe\x", r"\\.\pipe\x"),
        ] {
            assert_eq!(verbatim(path), expected);
        }
    }
}

/// Whether this process runs inside a packaged app, which sees files of its own where
/// others see the person's.
pub(in crate::disk) fn is_packaged() -> bool {
    let mut length = 0;
    // SAFETY: without room for a name the call says only how long it is.
    let answer = unsafe { GetCurrentPackageFullName(&raw mut length, ptr::null_mut()) };
    answer == ERROR_INSUFFICIENT_BUFFER
}
