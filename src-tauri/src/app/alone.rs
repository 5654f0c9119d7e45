//! The one app of a desktop: who is started beside it hands on what was asked, and who is
//! started while it ends takes its place.

/// Hands these arguments to the app that runs already; whether it took them. Where it ends
/// meanwhile nobody is there to take them, and this one is the app.
#[cfg(target_os = "linux")]
pub(super) fn is_told(arguments: &[String]) -> bool {
    linux::is_told(arguments)
}

/// These systems wait for an app that ends by themselves.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_told(_: &[String]) -> bool {
    false
}

#[cfg(target_os = "linux")]
mod linux {
    use std::time::Duration;

    use zbus::blocking::Connection;

    /// Where the app of a session listens for another start.
    const NAME: &str = "app.bascule.desktop.SingleInstance";
    const PATH: &str = "/app/bascule/desktop/SingleInstance";
    const INTERFACE: &str = "org.SingleInstance.DBus";

    /// What comes of a call to somebody who left before the answer.
    const LEFT: &str = "org.freedesktop.DBus.Error.NoReply";

    /// How often an app that ends is asked, and how long after each other.
    const TRIES: u32 = 50;
    const PAUSE: Duration = Duration::from_millis(100);

    pub(super) fn is_told(arguments: &[String]) -> bool {
        let Ok(session) = Connection::session() else { return false };
        // Who asks says where it stands; no argument here is a path.
        let asked = (arguments, "");
        for _ in 0..TRIES {
            match session.call_method(Some(NAME), PATH, Some(INTERFACE), "ExecuteCallback", &asked) {
                Ok(_) => return true,
                Err(zbus::Error::MethodError(name, ..)) if name.as_str() == LEFT => std::thread::sleep(PAUSE),
                // Nobody is there.
                Err(_) => return false,
            }
        }
        false
    }
}
