//! Skills: a folder with a `SKILL.md` that teaches an agent to use a bridge well.
//!
//! A skill is its bridge's: it has the bridge's id as its name and as its folder's
//! name. What is ours in such a folder is proved by our marker in it and by the
//! receipt's claims, file by file; everything else there is the person's.

mod decide;
mod marker;
mod package;
mod places;

pub use decide::{FolderSight, SkillDecision, SkillNote, SkillStanding, SkillWish, decide, names_of_interest};
pub use marker::{MARKER, Marker, MarkerProblem};
pub use package::{FILE_LIMIT, FILES_LIMIT, OlderSkill, PAGE, SKILL_LIMIT, SkillPackage};
pub use places::{SHARED, SkillPlace, every_place, places};
