//! Roo Code (Roo Code Inc), discontinued.

use crate::harness::*;

/// Roo Code; last release on 15 May 2026, archived.
///
/// - VS Code's `globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json`
///   [S: TH RooCodeInc/Roo-Code RF]; project file `.roo/mcp.json` [S: Roo-Code RF].
/// - Strict JSON that it writes itself and watches [S: Roo-Code]. `${env:NAME}` [S: RF].
/// - Detection [S: LC]. Skills [S: SS VS].
pub(super) static ROO: Harness = Harness {
    id: "roo",
    name: "Roo Code",
    vendor: "Roo Code Inc",
    status: Status::Retired,
    traces: &[
        Trace::Exists(Base::AppData("Code/User/globalStorage/rooveterinaryinc.roo-cline")),
        Trace::Exists(Base::ApplicationSupport("Code/User/globalStorage/rooveterinaryinc.roo-cline")),
        Trace::Exists(Base::Xdg("Code/User/globalStorage/rooveterinaryinc.roo-cline")),
    ],
    sites: &[
        Site::user(&[
            Place::preferred(Base::AppData(
                "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
            ))
            .on(WINDOWS),
            Place::preferred(Base::ApplicationSupport(
                "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
            ))
            .on(MAC),
            Place::preferred(Base::Xdg(
                "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
            ))
            .on(LINUX),
        ]),
        Site::project(&[Place::preferred(Base::Project(".roo/mcp.json"))]),
    ],
    variables: Variables::EnvBraced,
    skills: &[SkillFolder::user(Base::Home(".roo/skills")), SkillFolder::project(".roo/skills")],
    shared_skills: Known::Yes(true),
    reload: Reload::Live,
    ..Harness::UNSOURCED
};
