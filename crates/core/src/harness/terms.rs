//! The terms in which the table is written: what recurs in it, by name.

use super::{
    Base, Charset, Choice, Harness, Inherits, Keys, Known, NameRules, Part, Place, Policy, PolicyEffect, Reach, Reload,
    Rewrites, Shape, Site, SkillFolder, Status, Variables, When,
};
use crate::document::{Bom, Dialect};
use crate::machine::Os;

/// Every system.
pub const EVERYWHERE: &[Os] = &[Os::Windows, Os::Mac, Os::Linux];
/// macOS and Linux.
pub const UNIX: &[Os] = &[Os::Mac, Os::Linux];
/// Windows alone.
pub const WINDOWS: &[Os] = &[Os::Windows];
/// macOS alone.
pub const MAC: &[Os] = &[Os::Mac];
/// Linux alone.
pub const LINUX: &[Os] = &[Os::Linux];

/// Names of letters, digits, `_` and `-`, of any length.
pub const WORD_NAMES: NameRules = NameRules { charset: Charset::Word, longest: None, with_tool: None, reserved: &[] };

/// The commonest entry: `{"command": …, "args": […]}`.
pub const COMMAND_AND_ARGS: &[(&str, Part)] = &[("command", Part::Command), ("args", Part::Args)];
/// The commonest entry with its transport named: `{"type": "stdio", …}`.
pub const STDIO_COMMAND_AND_ARGS: &[(&str, Part)] =
    &[("type", Part::Text("stdio")), ("command", Part::Command), ("args", Part::Args)];

/// The commonest shape: `{"mcpServers": {name: {"command": …, "args": […]}}}`.
pub const MCP_SERVERS: &[Shape] = &[Shape::map(&["mcpServers"], COMMAND_AND_ARGS)];
/// The same with snake case, as TOML and YAML files have it.
pub const MCP_SERVERS_SNAKE: &[Shape] = &[Shape::map(&["mcp_servers"], COMMAND_AND_ARGS)];
/// The first with `"type": "stdio"` in the entry.
pub const MCP_SERVERS_STDIO: &[Shape] = &[Shape::map(&["mcpServers"], STDIO_COMMAND_AND_ARGS)];

impl Harness {
    /// A harness of which no source says anything: values take from here what
    /// they do not name. Where a default is a choice, it is the careful one.
    pub(crate) const UNSOURCED: Self = Self {
        id: "",
        name: "",
        vendor: "",
        status: Status::Active,
        traces: &[],
        sites: &[],
        names: WORD_NAMES,
        variables: Variables::Unsure,
        inherits: Inherits::Desktop,
        skills: &[],
        shared_skills: Known::Unsure,
        reload: Reload::Unsure,
        rewrites: Rewrites::ReadModifyWrite { lock: None },
        bom: Bom::Keep,
        policies: &[],
        tool_limit: None,
        notes: &[],
    };
}

impl Site {
    /// The person's own site in strict JSON with [`MCP_SERVERS`].
    pub(crate) const fn user(places: &'static [Place]) -> Self {
        Self::of(Reach::User, places)
    }

    /// The site of a project in strict JSON with [`MCP_SERVERS`].
    pub(crate) const fn project(places: &'static [Place]) -> Self {
        Self::of(Reach::Project, places)
    }

    /// The same site in another language.
    pub(crate) const fn in_dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// The same site with other shapes.
    pub(crate) const fn shaped(mut self, shapes: &'static [Shape]) -> Self {
        self.shapes = shapes;
        self
    }

    /// The same site, whose servers the program starts only after asking.
    pub(crate) const fn asking(mut self) -> Self {
        self.asks = true;
        self
    }

    const fn of(scope: Reach, places: &'static [Place]) -> Self {
        Self { scope, places, choice: Choice::Standing, dialect: Dialect::Json, shapes: MCP_SERVERS, asks: false }
    }
}

impl Shape {
    /// Entries of this form in a map under `path`, whatever the file holds.
    pub(crate) const fn map(path: &'static [&'static str], entry: &'static [(&'static str, Part)]) -> Self {
        Self { when: When::Always, keys: Keys::Map(path), entry }
    }
}

impl SkillFolder {
    /// A folder of the person's on every system.
    pub(crate) const fn user(folder: Base) -> Self {
        Self { scope: Reach::User, os: EVERYWHERE, folder }
    }

    /// A folder of a project on every system.
    pub(crate) const fn project(path: &'static str) -> Self {
        Self { scope: Reach::Project, os: EVERYWHERE, folder: Base::Project(path) }
    }

    /// The same folder on these systems only.
    pub(crate) const fn on(mut self, os: &'static [Os]) -> Self {
        self.os = os;
        self
    }
}

impl Policy {
    /// A file that may forbid some servers.
    pub(crate) const fn restricts(os: &'static [Os], file: Base) -> Self {
        Self { os, file, effect: PolicyEffect::Restricts }
    }

    /// A file beside whose servers no other runs.
    pub(crate) const fn exclusive(os: &'static [Os], file: Base) -> Self {
        Self { os, file, effect: PolicyEffect::Exclusive }
    }
}
