//! A pack as one zip file: the same files give the same bytes, and nothing that is
//! read is believed before it is counted.

use std::io::{Cursor, Read as _, Write as _};

use zip::read::{ArchiveOffset, Config};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipArchive, ZipWriter};

use super::tree::{FILE_LIMIT, FILES_LIMIT, PackTree, TREE_LIMIT, TreeError, TreeProblem, check_path};

/// The most that is unpacked of each byte of a zip file. Text packs to a tenth,
/// tables to a fiftieth.
const RATIO: usize = 100;

/// Below this size nothing is a bomb.
const HARMLESS: usize = 1 << 20;

/// What of a Unix mode says what a path is.
const KIND: u32 = 0o170_000;
const FILE: u32 = 0o100_000;

impl PackTree {
    /// Unpacks a zip file.
    ///
    /// Refuses links and special files, names that stand in it twice or overlap,
    /// headers that contradict each other, encryption, and more bytes or files than
    /// a pack may have, counted while they are unpacked.
    pub fn from_zip(bytes: &[u8]) -> Result<Self, TreeError> {
        let whole = |problem| TreeError { path: ".".to_owned(), problem };
        if bytes.len() > TREE_LIMIT {
            return Err(whole(TreeProblem::LargeTree { limit: TREE_LIMIT }));
        }
        // A zip file that begins later is two files in one.
        let config = Config { archive_offset: ArchiveOffset::Known(0) };
        let damaged = |error: ZipError| whole(unreadable(&error));
        let mut archive = ZipArchive::with_config(config, Cursor::new(bytes)).map_err(damaged)?;
        if archive.len() > 2 * FILES_LIMIT {
            return Err(whole(TreeProblem::ManyFiles { limit: FILES_LIMIT }));
        }
        archive.validate_header_consistency().map_err(damaged)?;
        let mut tree = Self::default();
        for index in 0..archive.len() {
            let name = archive.by_index_raw(index).map_err(damaged)?.name_raw().to_vec();
            let path = String::from_utf8_lossy(&name).into_owned();
            let error = |problem| TreeError { path: path.clone(), problem };
            let mut entry = archive.by_index(index).map_err(|failed| error(unreadable(&failed)))?;
            if std::str::from_utf8(&name).is_err() {
                return Err(error(TreeProblem::Name(path.clone())));
            }
            if let Some(folder) = path.strip_suffix('/') {
                check_path(folder)?;
                continue;
            }
            let kind = entry.unix_mode().unwrap_or_default() & KIND;
            if kind != 0 && kind != FILE {
                return Err(error(TreeProblem::NotAFile));
            }
            tree.admit(&path, 0)?;
            let mut unpacked = Vec::new();
            let mut chunk = [0; 16 << 10];
            loop {
                let read = entry.read(&mut chunk).map_err(|failed| error(TreeProblem::Zip(failed.to_string())))?;
                if read == 0 {
                    break;
                }
                unpacked.extend_from_slice(&chunk[..read]);
                if unpacked.len() > FILE_LIMIT {
                    return Err(error(TreeProblem::LargeFile { limit: FILE_LIMIT }));
                }
                let so_far = tree.size() + unpacked.len();
                if so_far > HARMLESS && so_far > RATIO * bytes.len() {
                    return Err(error(TreeProblem::Bomb { ratio: RATIO }));
                }
                tree.admit(&path, unpacked.len())?;
            }
            tree.add(&path, unpacked)?;
        }
        Ok(tree)
    }

    /// Packs the files into one zip file.
    ///
    /// The same files give the same bytes, on every system and with every later
    /// version: nothing is compressed, and no time and no rights are noted.
    pub fn to_zip(&self) -> Result<Vec<u8>, TreeError> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::DEFAULT)
            .unix_permissions(0o644)
            .system(System::Unix);
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, bytes) in self.files() {
            let failed = |error: ZipError| TreeError { path: path.to_owned(), problem: unreadable(&error) };
            zip.start_file(path, options).map_err(failed)?;
            zip.write_all(bytes).map_err(|error| failed(error.into()))?;
        }
        let failed = |error: ZipError| TreeError { path: ".".to_owned(), problem: unreadable(&error) };
        Ok(zip.finish().map_err(failed)?.into_inner())
    }
}

fn unreadable(error: &ZipError) -> TreeProblem {
    TreeProblem::Zip(error.to_string())
}
