//! What this desktop has: a place for the icon, something to draw the window with, and how
//! bright its panel is.

use bascule_core::machine::{Machine, Os};

/// What a desktop lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lacks {
    /// What draws the window, by its name.
    Webview(&'static str),
    /// A place for the icon.
    Tray,
}

/// How bright the panel is that the icon stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brightness {
    /// Dark ink is seen on it.
    Light,
    /// Light ink is seen on it.
    Dark,
}

/// What the desktop says it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// It does not say.
    Unsaid,
    /// Light colours.
    Light,
    /// Dark colours.
    Dark,
}

/// Whether there is no desktop at all.
pub(super) fn is_missing(machine: &Machine) -> bool {
    machine.os == Os::Linux && machine.var("DISPLAY").is_none() && machine.var("WAYLAND_DISPLAY").is_none()
}

/// What draws windows here, by its maker's name.
pub(super) const WEBVIEW: &str = if cfg!(windows) { "Microsoft Edge WebView2 Runtime" } else { "WebKitGTK" };

/// What draws windows, where it is missing.
pub(super) fn lacks_webview() -> Option<Lacks> {
    tauri::webview_version().err().map(|_| Lacks::Webview(WEBVIEW))
}

/// How bright a panel is: GNOME's is dark whatever else is light, and so are most where
/// nobody says.
pub(super) fn brightness(desktop: &str, scheme: Scheme) -> Brightness {
    let is_gnome = desktop.split(':').any(|name| name.eq_ignore_ascii_case("gnome"));
    match scheme {
        Scheme::Light if !is_gnome => Brightness::Light,
        Scheme::Light | Scheme::Dark | Scheme::Unsaid => Brightness::Dark,
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::time::Duration;

    use zbus::blocking::Connection;
    use zbus::blocking::Proxy;
    use zbus::blocking::fdo::DBusProxy;
    use zbus::zvariant::{OwnedValue, Value};

    use super::Scheme;

    /// How often it is looked for a panel, and how long after each other: one may be on its
    /// way.
    const LOOKS: u32 = 10;
    const PAUSE: Duration = Duration::from_millis(500);

    /// Whether some panel shows icons, now or soon.
    pub(in crate::app) fn gets_tray() -> bool {
        (0..LOOKS).any(|look| {
            if look > 0 {
                std::thread::sleep(PAUSE);
            }
            has_tray()
        })
    }

    /// Where nobody can be asked, one may.
    fn has_tray() -> bool {
        let Ok(session) = Connection::session() else { return is_x11_tray() };
        let watcher = "org.kde.StatusNotifierWatcher".try_into();
        let owned = watcher.ok().and_then(|name| DBusProxy::new(&session).ok()?.name_has_owner(name).ok());
        owned != Some(false) || is_x11_tray()
    }

    /// Whether an older panel takes icons in by the means of X11.
    fn is_x11_tray() -> bool {
        use x11rb::connection::Connection as _;
        use x11rb::protocol::xproto::ConnectionExt as _;
        let owner = || {
            let (display, screen) = x11rb::connect(None).ok()?;
            let name = format!("_NET_SYSTEM_TRAY_S{screen}");
            let atom = display.intern_atom(true, name.as_bytes()).ok()?.reply().ok()?.atom;
            let owner = display.get_selection_owner(atom).ok()?.reply().ok()?.owner;
            display.flush().ok()?;
            Some(owner)
        };
        owner().is_some_and(|owner| owner != x11rb::NONE)
    }

    /// Tells what the desktop likes, now and whenever that changes, for as long as
    /// somebody listens.
    pub(in crate::app) fn schemes(tell: impl Fn(Scheme)) {
        let Ok(session) = Connection::session() else { return };
        let (name, path) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop");
        let Ok(settings) = Proxy::new(&session, name, path, "org.freedesktop.portal.Settings") else { return };
        let Ok(changes) = settings.receive_signal("SettingChanged") else { return };
        let now: zbus::Result<OwnedValue> = settings.call("Read", &(GROUP, KEY));
        if let Ok(now) = now {
            tell(scheme(&now));
        }
        for change in changes {
            let body = change.body();
            let Ok((group, key, value)) = body.deserialize::<(String, String, OwnedValue)>() else { continue };
            if (group.as_str(), key.as_str()) == (GROUP, KEY) {
                tell(scheme(&value));
            }
        }
    }

    const GROUP: &str = "org.freedesktop.appearance";
    const KEY: &str = "color-scheme";

    /// What a value says; older portals wrap it once more.
    fn scheme(value: &Value<'_>) -> Scheme {
        match value {
            Value::Value(inner) => scheme(inner),
            Value::U32(1) => Scheme::Dark,
            Value::U32(2) => Scheme::Light,
            _ => Scheme::Unsaid,
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::{gets_tray, schemes};

/// These systems always have a place for icons.
#[cfg(not(target_os = "linux"))]
pub(super) fn gets_tray() -> bool {
    true
}

/// What the taskbar likes, looked up anew every few seconds: Windows tells only windows
/// when it changes, and there is none.
#[cfg(windows)]
pub(super) fn schemes(tell: impl Fn(Scheme)) {
    let mut before = None;
    loop {
        let key = windows_registry::CURRENT_USER.open(r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize");
        let now = match key.and_then(|key| key.get_u32("SystemUsesLightTheme")) {
            Ok(0) => Scheme::Dark,
            Ok(_) => Scheme::Light,
            Err(_) => Scheme::Unsaid,
        };
        if before != Some(now) {
            tell(now);
            before = Some(now);
        }
        std::thread::sleep(std::time::Duration::from_secs(5));
    }
}

/// The menu bar chooses the ink of a template image by itself.
#[cfg(target_os = "macos")]
pub(super) fn schemes(_: impl Fn(Scheme)) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_is_as_bright_as_its_desktop_says() {
        let cases = [
            ("KDE", Scheme::Light, Brightness::Light),
            ("KDE", Scheme::Dark, Brightness::Dark),
            ("XFCE", Scheme::Unsaid, Brightness::Dark),
            ("ubuntu:GNOME", Scheme::Light, Brightness::Dark),
            ("", Scheme::Light, Brightness::Light),
        ];
        for (desktop, scheme, expected) in cases {
            assert_eq!(brightness(desktop, scheme), expected, "{desktop} {scheme:?}");
        }
    }
}
