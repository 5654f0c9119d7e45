//! Where the host listens: a socket, or on Windows a pipe, for this person alone.

use std::io;

use bascule_core::digest::Digest;
use bascule_core::reconcile::Mode;
use bascule_engine::{Disk, DiskError, Engine, Kind, Stat};
use camino::{Utf8Path, Utf8PathBuf};
use interprocess::local_socket::tokio::prelude::*;
use interprocess::local_socket::{GenericFilePath, ListenerOptions, Name};

pub(crate) use interprocess::local_socket::tokio::{Listener, Stream};

/// The longest path of a socket that every system takes, in bytes.
const LONGEST: usize = 100;

/// One end that clients connect to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint(String);

impl Endpoint {
    /// The endpoint of a state folder: a socket in it, or, where its path is too long
    /// for one, in a private folder named by a digest of that path; on Windows a pipe
    /// with such a name and `salt` in it, so that nobody can be there first.
    pub(crate) fn of<D: Disk>(engine: &Engine<D>, salt: &str) -> Result<Self, DiskError> {
        let root = engine.layout.root();
        let digest = Digest::of(root.as_str().as_bytes()).to_string();
        if cfg!(windows) {
            return Ok(Self(format!(r"\\.\pipe\bascule-{}-{salt}", &digest[..16])));
        }
        let Some((folder, owner)) = outside(engine)? else { return Ok(Self(root.join("host.sock").into_string())) };
        private_folder(&engine.disk, &folder, owner)?;
        Ok(Self(folder.join("host.sock").into_string()))
    }

    /// The endpoint that a note names.
    pub(crate) fn named(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Its name, for the note.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Listens. Only who holds the host's lock may: what lies there is stale then, and
    /// goes.
    pub(crate) fn listen<D: Disk>(&self, engine: &Engine<D>) -> io::Result<Listener> {
        self.clear(engine).map_err(|error| error.source)?;
        let options = ListenerOptions::new().name(self.name()?).reclaim_name(false);
        system::private(options)?.create_tokio()
    }

    /// Takes the socket away. Only who holds the host's lock may.
    pub(crate) fn clear<D: Disk>(&self, engine: &Engine<D>) -> Result<(), DiskError> {
        if cfg!(windows) {
            return Ok(());
        }
        let path = Utf8Path::new(&self.0);
        if engine.disk.look(path)?.is_some() {
            engine.disk.remove(path)?;
        }
        let outside = path.parent().filter(|folder| *folder != engine.layout.root());
        if let Some(folder) = outside {
            // Somebody may just have looked into it; the next host uses it again.
            let _ = engine.disk.remove_folder(folder).and_then(|()| engine.disk.make_folder(folder, Mode::Private));
        }
        Ok(())
    }

    /// Connects.
    pub(crate) async fn connect(&self) -> io::Result<Stream> {
        Stream::connect(self.name()?).await
    }

    fn name(&self) -> io::Result<Name<'_>> {
        self.0.as_str().to_fs_name::<GenericFilePath>()
    }
}

/// The folder for a socket whose state folder has too long a path, and whose it must be.
fn outside<D: Disk>(engine: &Engine<D>) -> Result<Option<(Utf8PathBuf, u32)>, DiskError> {
    let root = engine.layout.root();
    if cfg!(windows) || root.join("host.sock").as_str().len() <= LONGEST {
        return Ok(None);
    }
    let owner = engine.disk.look(root)?.map_or(0, |stat| stat.owner);
    let digest = Digest::of(root.as_str().as_bytes()).to_string();
    Ok(Some((Utf8PathBuf::from(format!("/tmp/bascule-{owner}-{}", &digest[..16])), owner)))
}

/// Where the host's socket is; `None` on a system that has none as a file.
pub(crate) fn socket<D: Disk>(engine: &Engine<D>) -> Option<Utf8PathBuf> {
    if cfg!(windows) {
        return None;
    }
    let folder = outside(engine).ok()?.map_or_else(|| engine.layout.root().to_owned(), |(folder, _)| folder);
    Some(folder.join("host.sock"))
}

/// The folder for the host's socket, where somebody else has it. Changes nothing.
pub fn endpoint_taken<D: Disk>(engine: &Engine<D>) -> Result<Option<Utf8PathBuf>, DiskError> {
    let Some((folder, owner)) = outside(engine)? else { return Ok(None) };
    let there = engine.disk.look(&folder)?;
    Ok(there.filter(|there| !is_private(there, owner)).map(|_| folder))
}

fn is_private(there: &Stat, owner: u32) -> bool {
    there.kind == Kind::Folder && there.owner == owner && !there.shared
}

/// Makes a folder that only this person may use, or sees that it is one.
fn private_folder(disk: &impl Disk, folder: &Utf8Path, owner: u32) -> Result<(), DiskError> {
    let Some(there) = disk.look(folder)? else { return disk.make_folder(folder, Mode::Private) };
    if is_private(&there, owner) {
        return Ok(());
    }
    let source = io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to somebody else");
    Err(DiskError { effect: "use the folder", path: folder.to_owned(), source })
}

/// Whether a client of ours is this person's. Where the system does not say who it is, the
/// socket's own rights decide.
pub(crate) fn is_ours(stream: &Stream) -> bool {
    system::is_ours(stream)
}

/// Whether who listens at the other end of a connection is this person's: a name that a
/// killed host left free may be somebody else's by now.
pub(crate) fn serves_us(stream: &Stream) -> bool {
    system::serves_us(stream)
}

#[cfg(unix)]
mod system {
    use std::io;

    use interprocess::local_socket::ListenerOptions;
    use interprocess::local_socket::tokio::Stream;
    use interprocess::local_socket::traits::StreamCommon as _;

    #[cfg(target_os = "linux")]
    #[expect(clippy::unnecessary_wraps, reason = "another system can fail here")]
    pub(super) fn private(options: ListenerOptions<'_>) -> io::Result<ListenerOptions<'_>> {
        use interprocess::os::unix::local_socket::ListenerOptionsExt as _;
        Ok(options.mode(0o600))
    }

    /// Other systems cannot bind with a mode: the folder around it is private.
    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unnecessary_wraps, reason = "another system can fail here")]
    pub(super) fn private(options: ListenerOptions<'_>) -> io::Result<ListenerOptions<'_>> {
        Ok(options)
    }

    /// A socket tells the same of both ends.
    pub(super) fn serves_us(stream: &Stream) -> bool {
        is_ours(stream)
    }

    pub(super) fn is_ours(stream: &Stream) -> bool {
        let own = rustix::process::geteuid().as_raw();
        stream.peer_creds().ok().and_then(|peer| peer.euid()).is_none_or(|user| user == own)
    }
}

#[cfg(windows)]
mod system {
    use std::io;

    use interprocess::local_socket::ListenerOptions;
    use interprocess::local_socket::tokio::Stream;
    use interprocess::local_socket::traits::StreamCommon as _;
    use interprocess::os::windows::local_socket::ListenerOptionsExt as _;
    use interprocess::os::windows::security_descriptor::SecurityDescriptor;
    use widestring::U16CString;

    /// The access list: everything for this person, nothing for anybody else.
    pub(super) fn private(options: ListenerOptions<'_>) -> io::Result<ListenerOptions<'_>> {
        let person =
            bascule_engine::this_person().ok_or_else(|| io::Error::other("the system does not say who we are"))?;
        let list = U16CString::from_str(format!("D:P(A;;GA;;;{person})")).map_err(io::Error::other)?;
        Ok(options.security_descriptor(SecurityDescriptor::deserialize(&list)?))
    }

    /// Unlike a folder's, the names of pipes are everybody's to take: who cannot be told
    /// apart from somebody else is taken for one.
    pub(super) fn serves_us(stream: &Stream) -> bool {
        let server = stream.peer_creds().ok().and_then(|peer| peer.pid());
        let person = server.and_then(bascule_engine::person_of);
        person.is_some() && person == bascule_engine::this_person()
    }

    /// The pipe's access list has let nobody else in.
    pub(super) fn is_ours(_: &Stream) -> bool {
        true
    }
}
