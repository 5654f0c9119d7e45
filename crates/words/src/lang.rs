//! Which language a person reads.

/// The languages Bascule speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// English.
    English,
    /// Chinese in simplified characters.
    SimplifiedChinese,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::SimplifiedChinese];

    /// The language of a tag or a locale name: `zh-CN`, `zh_CN.UTF-8`, `en`, `C`.
    ///
    /// `None` where it names a language Bascule does not speak.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let name = tag.split(['.', '@']).next().unwrap_or_default();
        match name.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "en" | "c" | "posix" => Some(Self::English),
            "zh" => Some(Self::SimplifiedChinese),
            _ => None,
        }
    }

    /// What was asked for, else what the locale variables say in the order of the
    /// system (`LC_ALL`, `LC_MESSAGES`, `LANG`; the first that is set decides), else
    /// the desktop's language, else English.
    pub fn choose<'v>(
        asked: Option<&str>,
        variable: impl Fn(&'static str) -> Option<&'v str>,
        desktop: Option<&'v str>,
    ) -> Self {
        if let Some(lang) = asked.and_then(Self::of_tag) {
            return lang;
        }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable).or(desktop);
        locale.and_then(Self::of_tag).unwrap_or(Self::English)
    }

    /// Its tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::SimplifiedChinese => "zh-CN",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lang;

    fn chosen(asked: Option<&str>, set: &[(&str, &'static str)]) -> Lang {
        on_desktop(None, asked, set)
    }

    fn on_desktop(desktop: Option<&'static str>, asked: Option<&str>, set: &[(&str, &'static str)]) -> Lang {
        Lang::choose(asked, |name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| *value), desktop)
    }

    #[test]
    fn the_flag_goes_before_the_locale() {
        assert_eq!(chosen(Some("en"), &[("LANG", "zh_CN.UTF-8")]), Lang::English);
        assert_eq!(chosen(Some("zh-CN"), &[]), Lang::SimplifiedChinese);
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        assert_eq!(chosen(None, &[("LC_ALL", "C.UTF-8"), ("LANG", "zh_CN.UTF-8")]), Lang::English);
        assert_eq!(chosen(None, &[("LC_MESSAGES", "zh_TW"), ("LANG", "en_GB")]), Lang::SimplifiedChinese);
        assert_eq!(chosen(None, &[("LANG", "zh_CN.UTF-8")]), Lang::SimplifiedChinese);
    }

    #[test]
    fn the_desktop_decides_where_no_variable_is_set() {
        assert_eq!(on_desktop(Some("zh-Hans-CN"), None, &[]), Lang::SimplifiedChinese);
        assert_eq!(on_desktop(Some("zh-CN"), None, &[("LANG", "en_GB")]), Lang::English);
        assert_eq!(on_desktop(Some("fr-FR"), None, &[]), Lang::English);
    }

    #[test]
    fn a_language_we_do_not_speak_is_answered_in_english() {
        assert_eq!(chosen(None, &[("LANG", "de_DE.UTF-8")]), Lang::English);
        assert_eq!(chosen(None, &[]), Lang::English);
    }
}
