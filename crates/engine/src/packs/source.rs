//! A pack where its author left it: a folder or a zip file.

use bascule_core::bridge::{PackTree, TREE_LIMIT, TreeError, TreeProblem};
use camino::{Utf8Path, Utf8PathBuf};

use crate::disk::{Disk, DiskError, Kind};
use crate::engine::Engine;

/// Why the files of a pack cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum SourceFault {
    /// Neither a folder nor a file is there.
    #[error("nothing is at {0}")]
    Nothing(Utf8PathBuf),
    /// A file of it may not be in a pack.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The disk failed.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

impl<D: Disk> Engine<D> {
    /// The files of a pack: of a folder all but those whose names begin with a dot,
    /// of a file what is zipped in it.
    ///
    /// Refuses links and whatever else [`PackTree`] refuses, before it is read.
    pub fn read_pack(&self, from: &Utf8Path) -> Result<PackTree, SourceFault> {
        // Behind a link, too: the person named it.
        if matches!(self.disk.look(&from.join("."))?, Some(stat) if stat.kind == Kind::Folder) {
            let mut tree = PackTree::default();
            self.gather(from, "", &mut tree)?;
            return Ok(tree);
        }
        if matches!(self.disk.look(from)?, Some(stat) if stat.size > TREE_LIMIT as u64) {
            let problem = TreeProblem::LargeTree { limit: TREE_LIMIT };
            return Err(TreeError { path: ".".to_owned(), problem }.into());
        }
        match self.disk.read(from)? {
            Some(bytes) => Ok(PackTree::from_zip(&bytes)?),
            None => Err(SourceFault::Nothing(from.to_owned())),
        }
    }

    fn gather(&self, root: &Utf8Path, below: &str, tree: &mut PackTree) -> Result<(), SourceFault> {
        for name in self.disk.list(&root.join(below))?.into_iter().filter(|name| !name.starts_with('.')) {
            let path = if below.is_empty() { name } else { format!("{below}/{name}") };
            let full = root.join(&path);
            match self.disk.look(&full)? {
                Some(stat) if stat.kind == Kind::Folder => self.gather(root, &path, tree)?,
                Some(stat) if stat.kind == Kind::File => {
                    tree.admit(&path, usize::try_from(stat.size).unwrap_or(usize::MAX))?;
                    tree.add(&path, self.disk.read(&full)?.unwrap_or_default())?;
                }
                Some(_) | None => return Err(TreeError { path, problem: TreeProblem::NotAFile }.into()),
            }
        }
        Ok(())
    }
}
