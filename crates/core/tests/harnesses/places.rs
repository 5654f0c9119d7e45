//! Which file is written, by system, variable, and what is already there.

use bascule_core::harness::{Ambiguous, Choice, Reach, find};
use bascule_core::machine::{Machine, Os};

use super::{bare, candidates, plain, project, spelt};

/// Fails unless an entry of `id` goes into `expected`; `-` for nowhere.
fn check(id: &str, machine: &Machine, scope: Reach, present: &[&str], expected: &str) {
    let harness = find(id).unwrap_or_else(|| panic!("no harness {id}"));
    let present: Vec<String> = present.iter().map(|path| spelt(path, machine.os)).collect();
    let candidates = candidates(harness, scope, machine, &present);
    let chosen = match harness.choose(scope, "bascule", &candidates) {
        Ok(site) => site.map_or_else(|| "-".to_owned(), |site| plain(&site.file)),
        Err(Ambiguous { files }) => files.iter().map(|file| plain(file)).collect::<Vec<_>>().join(" or "),
    };
    let root = plain(project(machine.os));
    let wanted = match scope {
        Reach::Project if expected != "-" => format!("{root}/{expected}"),
        Reach::Project | Reach::User => spelt(expected, machine.os),
    };
    assert_eq!(chosen, wanted, "{id} on {:?} in {scope:?} with {present:?}", machine.os);
}

/// The person's own file on Windows, macOS and Linux where nothing is there yet.
#[rustfmt::skip]
const USER: &[(&str, &str, &str, &str)] = &[
    ("claude-desktop", "~/AppData/Roaming/Claude/claude_desktop_config.json", "~/Library/Application Support/Claude/claude_desktop_config.json", "-"),
    ("claude-code", "~/.claude.json", "~/.claude.json", "~/.claude.json"),
    ("cursor", "~/.cursor/mcp.json", "~/.cursor/mcp.json", "~/.cursor/mcp.json"),
    ("vscode", "~/AppData/Roaming/Code/User/mcp.json", "~/Library/Application Support/Code/User/mcp.json", "~/.config/Code/User/mcp.json"),
    ("vscode-insiders", "~/AppData/Roaming/Code - Insiders/User/mcp.json", "~/Library/Application Support/Code - Insiders/User/mcp.json", "~/.config/Code - Insiders/User/mcp.json"),
    ("visual-studio", "~/.mcp.json", "-", "-"),
    ("jetbrains-copilot", "~/AppData/Local/github-copilot/intellij/mcp.json", "-", "~/.config/github-copilot/intellij/mcp.json"),
    ("copilot-cli", "~/.copilot/mcp-config.json", "~/.copilot/mcp-config.json", "~/.copilot/mcp-config.json"),
    ("codex", "~/.codex/config.toml", "~/.codex/config.toml", "~/.codex/config.toml"),
    ("gemini-cli", "~/.gemini/settings.json", "~/.gemini/settings.json", "~/.gemini/settings.json"),
    ("antigravity", "~/.gemini/config/mcp_config.json", "~/.gemini/config/mcp_config.json", "~/.gemini/config/mcp_config.json"),
    ("windsurf-devin", "~/AppData/Roaming/devin/mcp_config.json", "~/.config/devin/mcp_config.json", "~/.config/devin/mcp_config.json"),
    ("zed", "~/AppData/Roaming/Zed/settings.json", "~/.config/zed/settings.json", "~/.config/zed/settings.json"),
    ("cline", "~/.cline/data/settings/cline_mcp_settings.json", "~/.cline/data/settings/cline_mcp_settings.json", "~/.cline/data/settings/cline_mcp_settings.json"),
    ("kilo", "~/.config/kilo/kilo.jsonc", "~/.config/kilo/kilo.jsonc", "~/.config/kilo/kilo.jsonc"),
    ("opencode", "~/.config/opencode/opencode.json", "~/.config/opencode/opencode.json", "~/.config/opencode/opencode.json"),
    ("goose", "~/AppData/Roaming/Block/goose/config/config.yaml", "~/.config/goose/config.yaml", "~/.config/goose/config.yaml"),
    ("junie", "~/.junie/mcp/mcp.json", "~/.junie/mcp/mcp.json", "~/.junie/mcp/mcp.json"),
    ("kiro", "~/.kiro/settings/mcp.json", "~/.kiro/settings/mcp.json", "~/.kiro/settings/mcp.json"),
    ("qwen", "~/.qwen/settings.json", "~/.qwen/settings.json", "~/.qwen/settings.json"),
    ("amp", "~/.config/amp/settings.json", "~/.config/amp/settings.json", "~/.config/amp/settings.json"),
    ("factory", "~/.factory/mcp.json", "~/.factory/mcp.json", "~/.factory/mcp.json"),
    ("augment", "~/.augment/settings.json", "~/.augment/settings.json", "~/.augment/settings.json"),
    ("hermes", "~/AppData/Local/hermes/config.yaml", "~/.hermes/config.yaml", "~/.hermes/config.yaml"),
    ("openclaw", "~/.openclaw/openclaw.json", "~/.openclaw/openclaw.json", "~/.openclaw/openclaw.json"),
    ("warp", "~/.warp/.mcp.json", "~/.warp/.mcp.json", "~/.warp/.mcp.json"),
    ("lm-studio", "~/.lmstudio/mcp.json", "~/.lmstudio/mcp.json", "~/.lmstudio/mcp.json"),
    ("kimi", "~/.kimi-code/mcp.json", "~/.kimi-code/mcp.json", "~/.kimi-code/mcp.json"),
    ("grok", "~/.grok/config.toml", "~/.grok/config.toml", "~/.grok/config.toml"),
    ("mistral-vibe", "~/.vibe/config.toml", "~/.vibe/config.toml", "~/.vibe/config.toml"),
    ("crush", "~/.config/crush/crush.json", "~/.config/crush/crush.json", "~/.config/crush/crush.json"),
    ("codebuddy", "~/.codebuddy.json", "~/.codebuddy.json", "~/.codebuddy.json"),
    ("workbuddy", "~/.workbuddy/mcp.json", "~/.workbuddy/mcp.json", "~/.workbuddy/mcp.json"),
    ("qoder", "~/.qoder/settings.json", "~/.qoder/settings.json", "~/.qoder/settings.json"),
    ("qoder-ide", "~/AppData/Roaming/Qoder/SharedClientCache/mcp.json", "-", "~/.qoder/mcp.json"),
    ("trae", "~/AppData/Roaming/Trae/User/mcp.json", "~/Library/Application Support/Trae/User/mcp.json", "~/.config/Trae/User/mcp.json"),
    ("rovodev", "~/.rovodev/mcp.json", "~/.rovodev/mcp.json", "~/.rovodev/mcp.json"),
    ("comate", "~/.comate/mcp.json", "~/.comate/mcp.json", "~/.comate/mcp.json"),
    ("abacus", "~/.abacusai/mcp.json", "~/.abacusai/mcp.json", "~/.abacusai/mcp.json"),
    ("tabnine", "~/.tabnine/agent/settings.json", "~/.tabnine/agent/settings.json", "~/.tabnine/agent/settings.json"),
    ("roo", "~/AppData/Roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json", "~/Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json", "~/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
    ("continue", "~/.continue/config.yaml", "~/.continue/config.yaml", "~/.continue/config.yaml"),
    ("iflow", "~/.iflow/settings.json", "~/.iflow/settings.json", "~/.iflow/settings.json"),
    ("amazon-q", "~/.aws/amazonq/mcp.json", "~/.aws/amazonq/mcp.json", "~/.aws/amazonq/mcp.json"),
    ("jetbrains-ai", "-", "-", "-"),
    ("jetbrains-air", "-", "-", "-"),
    ("cherry-studio", "-", "-", "-"),
    ("5ire", "-", "-", "-"),
    ("librechat", "-", "-", "-"),
    ("boltai", "-", "-", "-"),
];

/// The project's file, the same on every system but for `visual-studio`.
const PROJECT: &[(&str, &str)] = &[
    ("claude-code", ".mcp.json"),
    ("cursor", ".cursor/mcp.json"),
    ("vscode", ".vscode/mcp.json"),
    ("copilot-cli", ".github/mcp.json"),
    ("codex", ".codex/config.toml"),
    ("gemini-cli", ".gemini/settings.json"),
    ("antigravity", ".agents/mcp_config.json"),
    ("windsurf-devin", ".devin/mcp_config.json"),
    ("zed", ".zed/settings.json"),
    ("kilo", ".kilo/kilo.jsonc"),
    ("opencode", "opencode.json"),
    ("junie", ".junie/mcp/mcp.json"),
    ("kiro", ".kiro/settings/mcp.json"),
    ("qwen", ".qwen/settings.json"),
    ("amp", ".amp/settings.json"),
    ("factory", ".factory/mcp.json"),
    ("augment", ".augment/settings.json"),
    ("warp", ".warp/.mcp.json"),
    ("kimi", ".kimi-code/mcp.json"),
    ("grok", ".grok/config.toml"),
    ("crush", "crush.json"),
    ("qoder", ".qoder/settings.json"),
    ("trae", ".trae/mcp.json"),
    ("comate", ".comate/mcp.json"),
    ("abacus", ".abacusai/mcp.json"),
    ("tabnine", ".tabnine/agent/settings.json"),
    ("roo", ".roo/mcp.json"),
    ("iflow", ".iflow/settings.json"),
    ("amazon-q", ".amazonq/mcp.json"),
];

/// What each variable moves. On Windows values are as Windows has them.
#[rustfmt::skip]
const VARIABLES: &[(&str, Os, &str, &str, &str)] = &[
    ("claude-desktop", Os::Windows, "APPDATA", r"D:\Roaming", "D:/Roaming/Claude/claude_desktop_config.json"),
    ("vscode", Os::Windows, "appdata", r"D:\Roaming", "D:/Roaming/Code/User/mcp.json"),
    ("hermes", Os::Windows, "LOCALAPPDATA", r"D:\Local", "D:/Local/hermes/config.yaml"),
    ("claude-code", Os::Linux, "CLAUDE_CONFIG_DIR", "/cfg", "/cfg/.claude.json"),
    ("claude-code", Os::Windows, "CLAUDE_CONFIG_DIR", r"D:\cfg", "D:/cfg/.claude.json"),
    ("claude-code", Os::Linux, "CLAUDE_CONFIG_DIR", "relative", "~/.claude.json"),
    ("copilot-cli", Os::Linux, "COPILOT_HOME", "/cfg", "/cfg/mcp-config.json"),
    ("codex", Os::Mac, "CODEX_HOME", "/cfg", "/cfg/config.toml"),
    ("gemini-cli", Os::Linux, "GEMINI_CLI_HOME", "/other", "/other/.gemini/settings.json"),
    ("qwen", Os::Linux, "QWEN_HOME", "/cfg", "/cfg/settings.json"),
    ("kiro", Os::Linux, "KIRO_HOME", "/cfg", "/cfg/settings/mcp.json"),
    ("goose", Os::Windows, "GOOSE_PATH_ROOT", r"D:\goose", "D:/goose/config/config.yaml"),
    ("goose", Os::Mac, "GOOSE_PATH_ROOT", "/goose", "/goose/config/config.yaml"),
    ("goose", Os::Mac, "XDG_CONFIG_HOME", "/x", "/x/goose/config.yaml"),
    ("cline", Os::Linux, "CLINE_MCP_SETTINGS_PATH", "/c/m.json", "/c/m.json"),
    ("cline", Os::Linux, "CLINE_DATA_DIR", "/c", "/c/settings/cline_mcp_settings.json"),
    ("cline", Os::Linux, "CLINE_DIR", "/c", "/c/data/settings/cline_mcp_settings.json"),
    ("opencode", Os::Windows, "XDG_CONFIG_HOME", r"D:\x", "D:/x/opencode/opencode.json"),
    ("kilo", Os::Linux, "XDG_CONFIG_HOME", "/x", "/x/kilo/kilo.jsonc"),
    ("amp", Os::Linux, "XDG_CONFIG_HOME", "/x", "/x/amp/settings.json"),
    ("amp", Os::Windows, "XDG_CONFIG_HOME", r"D:\x", "~/.config/amp/settings.json"),
    ("zed", Os::Linux, "XDG_CONFIG_HOME", "/x", "/x/zed/settings.json"),
    ("zed", Os::Linux, "FLATPAK_XDG_CONFIG_HOME", "/f", "/f/zed/settings.json"),
    ("zed", Os::Mac, "XDG_CONFIG_HOME", "/x", "~/.config/zed/settings.json"),
    ("windsurf-devin", Os::Mac, "XDG_CONFIG_HOME", "/x", "/x/devin/mcp_config.json"),
    ("jetbrains-copilot", Os::Windows, "XDG_CONFIG_HOME", r"D:\x", "D:/x/github-copilot/mcp.json"),
    ("jetbrains-copilot", Os::Mac, "XDG_CONFIG_HOME", "/x", "/x/github-copilot/mcp.json"),
    ("jetbrains-copilot", Os::Linux, "XDG_CONFIG_HOME", "/x", "/x/github-copilot/mcp.json"),
    ("vscode", Os::Linux, "XDG_CONFIG_HOME", "/x", "/x/Code/User/mcp.json"),
    ("crush", Os::Linux, "XDG_CONFIG_HOME", "/x", "/x/crush/crush.json"),
    ("hermes", Os::Linux, "HERMES_HOME", "/h", "/h/config.yaml"),
    ("hermes", Os::Windows, "HERMES_HOME", r"D:\h", "D:/h/config.yaml"),
    ("openclaw", Os::Linux, "OPENCLAW_CONFIG_PATH", "/o/x.json", "/o/x.json"),
    ("openclaw", Os::Linux, "OPENCLAW_STATE_DIR", "/o", "/o/openclaw.json"),
    ("mistral-vibe", Os::Linux, "VIBE_HOME", "/v", "/v/config.toml"),
    ("kimi", Os::Linux, "KIMI_CODE_HOME", "/k", "/k/mcp.json"),
    ("grok", Os::Linux, "GROK_HOME", "/g", "/g/config.toml"),
];

/// What already lies on the disk decides between several files.
#[rustfmt::skip]
const PRESENT: &[(&str, Os, &[&str], &str)] = &[
    ("opencode", Os::Linux, &["~/.config/opencode/opencode.json", "~/.config/opencode/opencode.jsonc"], "~/.config/opencode/opencode.jsonc"),
    ("opencode", Os::Linux, &["~/.config/opencode/config.json"], "~/.config/opencode/config.json"),
    ("kilo", Os::Windows, &["~/.config/kilo/kilo.json"], "~/.config/kilo/kilo.json"),
    ("amp", Os::Mac, &["~/.config/amp/settings.json", "~/.config/amp/settings.jsonc"], "~/.config/amp/settings.jsonc"),
    ("windsurf-devin", Os::Linux, &["~/.codeium/windsurf"], "~/.codeium/windsurf/mcp_config.json"),
    ("windsurf-devin", Os::Linux, &["~/.codeium/windsurf", "~/.codeium/windsurf/mcp_config.json", "~/.config/devin"], "~/.config/devin/mcp_config.json"),
    ("windsurf-devin", Os::Windows, &["~/.codeium/windsurf", "~/AppData/Roaming/devin"], "~/AppData/Roaming/devin/mcp_config.json"),
    ("antigravity", Os::Mac, &["~/.gemini/antigravity/mcp_config.json"], "~/.gemini/antigravity/mcp_config.json"),
    ("antigravity", Os::Mac, &["~/.gemini/antigravity/mcp_config.json", "~/.gemini/config"], "~/.gemini/config/mcp_config.json"),
    ("antigravity", Os::Mac, &["~/.gemini/antigravity"], "~/.gemini/config/mcp_config.json"),
    ("cline", Os::Linux, &["~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"], "~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
    ("cline", Os::Linux, &["~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json", "~/.cline/data"], "~/.cline/data/settings/cline_mcp_settings.json"),
    ("lm-studio", Os::Windows, &["~/.cache/lm-studio"], "~/.cache/lm-studio/mcp.json"),
    ("lm-studio", Os::Windows, &["~/.cache/lm-studio", "~/.lmstudio"], "~/.lmstudio/mcp.json"),
    ("kimi", Os::Linux, &["~/.kimi"], "~/.kimi/mcp.json"),
    ("kimi", Os::Linux, &["~/.kimi", "~/.kimi-code"], "~/.kimi-code/mcp.json"),
    ("amazon-q", Os::Linux, &["~/.aws/amazonq/default.json"], "~/.aws/amazonq/default.json"),
];

#[test]
fn the_persons_own_file_is_where_its_program_reads_it() {
    for (id, windows, mac, linux) in USER {
        for (os, expected) in [(Os::Windows, windows), (Os::Mac, mac), (Os::Linux, linux)] {
            check(id, &bare(os), Reach::User, &[], expected);
        }
    }
}

#[test]
fn no_harness_is_missing_from_the_table_of_files() {
    for harness in bascule_core::harness::ALL {
        assert!(USER.iter().any(|(id, ..)| *id == harness.id), "{} has no row", harness.id);
        let project = harness.site(Reach::Project).is_some() && harness.id != "visual-studio";
        assert_eq!(PROJECT.iter().any(|(id, _)| *id == harness.id), project, "{}", harness.id);
    }
}

#[test]
fn a_projects_file_is_where_its_program_reads_it() {
    for (id, expected) in PROJECT {
        for os in [Os::Windows, Os::Mac, Os::Linux] {
            check(id, &bare(os), Reach::Project, &[], expected);
        }
    }
    check("visual-studio", &bare(Os::Windows), Reach::Project, &[], ".vs/mcp.json");
    check("visual-studio", &bare(Os::Linux), Reach::Project, &[], "-");
}

#[test]
fn a_variable_moves_the_file() {
    for (id, os, name, value, expected) in VARIABLES {
        check(id, &bare(*os).with_env(name, value), Reach::User, &[], expected);
    }
}

#[test]
fn what_lies_there_decides_between_several_files() {
    for (id, os, present, expected) in PRESENT {
        check(id, &bare(*os), Reach::User, present, expected);
    }
}

#[test]
fn an_extra_file_named_by_a_variable_is_written_where_it_exists() {
    let machine = bare(Os::Linux).with_env("OPENCODE_CONFIG", "/o/own.json").with_env("OPENCODE_CONFIG_DIR", "/o/dir");
    check("opencode", &machine, Reach::User, &[], "~/.config/opencode/opencode.json");
    check("opencode", &machine, Reach::User, &["/o/own.json", "~/.config/opencode/opencode.json"], "/o/own.json");
    check("opencode", &machine, Reach::User, &["/o/dir/opencode.json"], "/o/dir/opencode.json");
}

#[test]
fn claude_desktop_goes_where_its_installation_reads() {
    let classic = "~/AppData/Roaming/Claude/claude_desktop_config.json";
    let packaged = |hash: &str| {
        format!("~/AppData/Local/Packages/Claude_{hash}/LocalCache/Roaming/Claude/claude_desktop_config.json")
    };
    let (one, other) = (packaged("pzs8sxrjxfjjc"), packaged("other"));
    let mut machine = bare(Os::Windows);
    let id = "claude-desktop";
    check(id, &machine, Reach::User, &[], classic);
    machine.packages = ["Claude_pzs8sxrjxfjjc", "Microsoft.Paint_8wekyb3d8bbwe"].map(str::to_owned).into();
    check(id, &machine, Reach::User, &[], &one);
    check(id, &machine, Reach::User, &[classic], classic);
    check(id, &machine, Reach::User, &[classic, &one], &one);
    machine.packages.insert("Claude_other".to_owned());
    check(id, &machine, Reach::User, &[&one], &one);
    let both = [spelt(&other, Os::Windows), spelt(&one, Os::Windows)].join(" or ");
    check(id, &machine, Reach::User, &[&one, &other], &both);
    check(id, &machine, Reach::User, &[], &both);
    assert_eq!(find(id).and_then(|harness| harness.site(Reach::User)).map(|site| site.choice), Some(Choice::Packaged));
}
