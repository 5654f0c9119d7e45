//! Why a system did not let a program start.

use std::io;

/// A start that the system refused although the program is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A rule of the organisation forbids it.
    Policy,
    /// A virus scanner holds it for harmful.
    Virus,
    /// This user may not run it, or nobody may from that folder.
    Permission,
}

impl Refused {
    /// What a failed start says, where it says that it was refused.
    pub fn of(error: &io::Error) -> Option<Self> {
        let number = error.raw_os_error().filter(|_| cfg!(windows));
        match number {
            // Software restriction and AppLocker; a policy of code integrity.
            Some(1260 | 4551) => Some(Self::Policy),
            Some(225 | 226) => Some(Self::Virus),
            _ if error.kind() == io::ErrorKind::PermissionDenied => Some(Self::Permission),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_not_a_refused_one() {
        assert_eq!(Refused::of(&io::Error::from(io::ErrorKind::NotFound)), None);
        assert_eq!(Refused::of(&io::Error::from(io::ErrorKind::PermissionDenied)), Some(Refused::Permission));
    }

    #[test]
    #[cfg(windows)]
    fn a_rule_of_the_organisation_is_known_by_its_number() {
        for (number, refused) in [(1260, Refused::Policy), (4551, Refused::Policy), (225, Refused::Virus)] {
            assert_eq!(Refused::of(&io::Error::from_raw_os_error(number)), Some(refused));
        }
    }
}
