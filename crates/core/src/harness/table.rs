//! The table of harnesses.

use super::Harness;

mod abacus;
mod amazon_q;
mod amp;
mod antigravity;
mod augment;
mod boltai;
mod cherry_studio;
mod claude_code;
mod claude_desktop;
mod cline;
mod codebuddy;
mod codex;
mod comate;
mod continue_dev;
mod copilot_cli;
mod crush;
mod cursor;
mod factory;
mod five_ire;
mod gemini_cli;
mod goose;
mod grok;
mod hermes;
mod iflow;
mod jetbrains_ai;
mod jetbrains_air;
mod jetbrains_copilot;
mod junie;
mod kilo;
mod kimi;
mod kiro;
mod librechat;
mod lm_studio;
mod mistral_vibe;
mod openclaw;
mod opencode;
mod qoder;
mod qoder_ide;
mod qwen;
mod roo;
mod rovodev;
mod tabnine;
mod trae;
mod visual_studio;
mod vscode;
mod vscode_insiders;
mod warp;
mod windsurf_devin;
mod workbuddy;
mod zed;

/// Every harness, in the order people see: the ones that get entries, the retired,
/// the ones with a snippet.
pub static ALL: &[&Harness] = &[
    &claude_desktop::CLAUDE_DESKTOP,
    &claude_code::CLAUDE_CODE,
    &cursor::CURSOR,
    &vscode::VSCODE,
    &vscode_insiders::VSCODE_INSIDERS,
    &visual_studio::VISUAL_STUDIO,
    &jetbrains_copilot::JETBRAINS_COPILOT,
    &copilot_cli::COPILOT_CLI,
    &codex::CODEX,
    &gemini_cli::GEMINI_CLI,
    &antigravity::ANTIGRAVITY,
    &windsurf_devin::WINDSURF_DEVIN,
    &zed::ZED,
    &cline::CLINE,
    &kilo::KILO,
    &opencode::OPENCODE,
    &goose::GOOSE,
    &junie::JUNIE,
    &kiro::KIRO,
    &qwen::QWEN,
    &amp::AMP,
    &factory::FACTORY,
    &augment::AUGMENT,
    &hermes::HERMES,
    &openclaw::OPENCLAW,
    &warp::WARP,
    &lm_studio::LM_STUDIO,
    &kimi::KIMI,
    &grok::GROK,
    &mistral_vibe::MISTRAL_VIBE,
    &crush::CRUSH,
    &codebuddy::CODEBUDDY,
    &workbuddy::WORKBUDDY,
    &qoder::QODER,
    &qoder_ide::QODER_IDE,
    &trae::TRAE,
    &rovodev::ROVODEV,
    &comate::COMATE,
    &abacus::ABACUS,
    &tabnine::TABNINE,
    &roo::ROO,
    &continue_dev::CONTINUE,
    &iflow::IFLOW,
    &amazon_q::AMAZON_Q,
    &jetbrains_ai::JETBRAINS_AI,
    &jetbrains_air::JETBRAINS_AIR,
    &cherry_studio::CHERRY_STUDIO,
    &five_ire::FIVE_IRE,
    &librechat::LIBRECHAT,
    &boltai::BOLTAI,
];

/// The harness with this id.
pub fn find(id: &str) -> Option<&'static Harness> {
    ALL.iter().copied().find(|harness| harness.id == id)
}
