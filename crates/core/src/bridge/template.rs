//! What `bridges new` writes: a bridge that works, to be changed into one's own.

use super::tree::{PackTree, TreeError};

/// The id the files of the template carry.
const ID: &str = "new-bridge";

const FILES: [(&str, &str); 4] = [
    ("bridge.toml", include_str!("template/bridge.toml")),
    ("server.mjs", include_str!("template/server.mjs")),
    ("skill/SKILL.md", include_str!("template/skill/SKILL.md")),
    ("tools/say_hello.json", include_str!("template/tools/say_hello.json")),
];

/// A small bridge of this id with a server, a tool and a skill.
pub fn template(id: &str) -> Result<PackTree, TreeError> {
    let mut tree = PackTree::default();
    for (path, text) in FILES {
        tree.add(path, text.replace(ID, id).into_bytes())?;
    }
    Ok(tree)
}
