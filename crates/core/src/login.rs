//! Start at login: one file in the place where the system looks for such.

use camino::{Utf8Path, Utf8PathBuf};

use crate::machine::{Machine, Os};

/// What the app is told when the system starts it at login: no window opens.
pub const AT_LOGIN: &str = "--at-login";

/// The file that starts this app at login.
///
/// A desktop file under `autostart` (freedesktop.org Autostart 0.5), a property list
/// under `LaunchAgents` (launchd.plist(5)), a link in the Startup folder (MS-SHLLINK).
pub fn file(machine: &Machine) -> Utf8PathBuf {
    match machine.os {
        Os::Linux => machine.xdg_config().join("autostart").join("bascule.desktop"),
        Os::Mac => machine.home.join("Library").join("LaunchAgents").join("app.bascule.tray.plist"),
        Os::Windows => {
            let menu = machine.app_data().join("Microsoft").join("Windows").join("Start Menu");
            menu.join("Programs").join("Startup").join("Bascule.lnk")
        }
    }
}

/// What stands in that file.
pub fn contents(os: Os, app: &Utf8Path) -> Vec<u8> {
    match os {
        Os::Linux => format!(
            "[Desktop Entry]\nType=Application\nName=Bascule\nExec={} {AT_LOGIN}\nTerminal=false\n",
            exec_word(app.as_str())
        )
        .into_bytes(),
        Os::Mac => format!(
            concat!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
                "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" ",
                "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n",
                "<plist version=\"1.0\">\n<dict>\n",
                "\t<key>Label</key>\n\t<string>app.bascule.tray</string>\n",
                "\t<key>ProgramArguments</key>\n\t<array>\n",
                "\t\t<string>{}</string>\n\t\t<string>{}</string>\n\t</array>\n",
                "\t<key>RunAtLoad</key>\n\t<true/>\n</dict>\n</plist>\n",
            ),
            xml_text(app.as_str()),
            AT_LOGIN
        )
        .into_bytes(),
        Os::Windows => link(app.as_str()),
    }
}

/// A word of `Exec`: quoted, with what has a meaning there escaped, for the file's own
/// syntax and then for that of the key.
fn exec_word(text: &str) -> String {
    let mut word = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '`' | '$' => word.extend(["\\\\", c.encode_utf8(&mut [0; 4])]),
            '\\' => word.push_str("\\\\\\\\"),
            '%' => word.push_str("%%"),
            c => word.push(c),
        }
    }
    word + "\""
}

fn xml_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A shell link to a program on this computer (MS-SHLLINK 2): its path stands in the
/// link's information and once more as one that the shell expands.
fn link(app: &str) -> Vec<u8> {
    const HAS_LINK_INFO: u32 = 1 << 1;
    const HAS_ARGUMENTS: u32 = 1 << 5;
    const IS_UNICODE: u32 = 1 << 7;
    const HAS_EXP_STRING: u32 = 1 << 9;
    const NORMAL_WINDOW: u32 = 1;
    const NORMAL_FILE: u32 = 0x80;
    const CLASS: [u8; 16] = [1, 0x14, 2, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46];
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let mut bytes = 0x4c_u32.to_le_bytes().to_vec();
    bytes.extend(CLASS);
    for number in [HAS_LINK_INFO | HAS_ARGUMENTS | IS_UNICODE | HAS_EXP_STRING, NORMAL_FILE] {
        bytes.extend(number.to_le_bytes());
    }
    // Three times of the target and its size, which nobody needs; its icon.
    bytes.extend([0; 24 + 4 + 4]);
    bytes.extend(NORMAL_WINDOW.to_le_bytes());
    bytes.extend([0; 2 + 2 + 4 + 4]);
    bytes.extend(link_info(app));
    let arguments = wide(AT_LOGIN);
    bytes.extend(u16::try_from(arguments.len() / 2).unwrap_or(u16::MAX).to_le_bytes());
    bytes.extend(arguments);
    bytes.extend(expanded(app, &wide(app)));
    // The end of the blocks.
    bytes.extend([0; 4]);
    bytes
}

/// A path in letters that every code page has; others stand in its wide form.
fn narrow(text: &str) -> Vec<u8> {
    text.chars().map(|c| if c.is_ascii() { c as u8 } else { b'?' }).collect()
}

/// MS-SHLLINK 2.3: on a volume of this computer, at this path.
fn link_info(app: &str) -> Vec<u8> {
    const HEADER: usize = 0x24;
    const FIXED_DISK: u32 = 3;
    let volume: Vec<u8> = [0x11_u32, FIXED_DISK, 0, 0x10].into_iter().flat_map(u32::to_le_bytes).chain([0]).collect();
    let base = [narrow(app), vec![0]].concat();
    let wide: Vec<u8> = app.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
    let at_base = HEADER + volume.len();
    let at_suffix = at_base + base.len();
    let at_wide = at_suffix + 1;
    let at_wide_suffix = at_wide + wide.len();
    let size = at_wide_suffix + 2;
    let numbers = [size, HEADER, 1, HEADER, at_base, 0, at_suffix, at_wide, at_wide_suffix];
    let numbers = numbers.into_iter().flat_map(|number| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
    numbers.chain(volume).chain(base).chain([0]).chain(wide).chain([0, 0]).collect()
}

/// MS-SHLLINK 2.5.4.
fn expanded(app: &str, wide: &[u8]) -> Vec<u8> {
    const SIZE: u32 = 0x314;
    const SIGNATURE: u32 = 0xa000_0001;
    let mut block: Vec<u8> = [SIZE, SIGNATURE].into_iter().flat_map(u32::to_le_bytes).collect();
    let mut field = |text: Vec<u8>, room: usize| {
        let text = if text.len() < room { text } else { Vec::new() };
        let rest = room - text.len();
        block.extend(text);
        block.extend(std::iter::repeat_n(0, rest));
    };
    field(narrow(app), 260);
    field(wide.to_vec(), 520);
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_lies_where_the_system_looks() {
        let cases = [
            (Machine::new(Os::Linux, "/home/ada"), "/home/ada/.config/autostart/bascule.desktop"),
            (Machine::new(Os::Linux, "/h").with_env("XDG_CONFIG_HOME", "/c"), "/c/autostart/bascule.desktop"),
            (Machine::new(Os::Mac, "/Users/ada"), "/Users/ada/Library/LaunchAgents/app.bascule.tray.plist"),
        ];
        for (machine, expected) in cases {
            assert_eq!(file(&machine), expected);
        }
    }

    #[test]
    fn a_path_is_read_back_as_it_is() {
        let cases = [
            ("/opt/bascule/bascule-app", "Exec=\"/opt/bascule/bascule-app\" --at-login\n"),
            ("/opt/a b/100%/x", "Exec=\"/opt/a b/100%%/x\" --at-login\n"),
            ("/opt/$x\"`\\y", "Exec=\"/opt/\\\\$x\\\\\"\\\\`\\\\\\\\y\" --at-login\n"),
        ];
        for (app, expected) in cases {
            let text = String::from_utf8(contents(Os::Linux, app.into())).expect("text");
            assert!(text.contains(expected), "{text}");
        }
        let list = String::from_utf8(contents(Os::Mac, "/A & B/x".into())).expect("text");
        assert!(list.contains("<string>/A &amp; B/x</string>"), "{list}");
    }

    #[test]
    fn a_link_has_the_parts_its_header_announces() {
        let app = r"C:\Programme\基石\bascule-app.exe";
        let bytes = contents(Os::Windows, app.into());
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four")) as usize;
        assert_eq!((number(0), number(0x14)), (0x4c, 0b10_1010_0010));
        let info = 0x4c;
        let wide: Vec<u16> = bytes[info + number(info + 0x1c)..]
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
            .take_while(|unit| *unit != 0)
            .collect();
        assert_eq!(String::from_utf16(&wide).expect("text"), app);
        let arguments = info + number(info);
        let count = usize::from(u16::from_le_bytes([bytes[arguments], bytes[arguments + 1]]));
        assert_eq!(count, AT_LOGIN.len());
        let block = arguments + 2 + count * 2;
        assert_eq!((number(block), number(block + 4)), (0x314, 0xa000_0001));
        assert_eq!(bytes.len(), block + 0x314 + 4);
        assert_eq!(&bytes[block + 0x314..], [0; 4]);
    }
}
