//! The rules that the files of a bridge keep to, as fragments of sentences.

use bascule_core::bridge::Rule;

use crate::Words;

/// What a value has to be, a sentence fragment.
pub(crate) fn rule(words: &Words, rule: Rule) -> String {
    let place = |roots: &str| words.say("rule-place", &[("roots", roots.into())]);
    let id = match rule {
        Rule::PlaceOnWindows => return place("{home}, {appdata}, {localappdata}"),
        Rule::PlaceOnMac => return place("{home}, {config}, {application-support}"),
        Rule::PlaceOnLinux => return place("{home}, {config}"),
        Rule::Id => "rule-id",
        Rule::Name => "rule-name",
        Rule::Summary => "rule-summary",
        Rule::Steps => "rule-steps",
        Rule::Publisher => "rule-publisher",
        Rule::OwnVersion => "rule-own-version",
        Rule::Requires => "rule-requires",
        Rule::FirstFormat => "rule-first-format",
        Rule::TwoSentences => "rule-two-sentences",
        Rule::CommandAlone => "rule-command-alone",
        Rule::HasCommand => "rule-has-command",
        Rule::IndexAlone => "rule-index-alone",
        Rule::HasIndex => "rule-has-index",
        Rule::Fragment => "rule-fragment",
        Rule::SkillFile => "rule-skill-file",
        Rule::Marker => "rule-marker",
        Rule::Program => "rule-program",
        Rule::Variables => "rule-variables",
        Rule::OwnFolder => "rule-own-folder",
        Rule::ManyTools => "rule-many-tools",
        Rule::ManyPlugins => "rule-many-plugins",
        Rule::PluginFiles => "rule-plugin-files",
        Rule::PluginNowhere => "rule-plugin-nowhere",
        Rule::PluginTwins => "rule-plugin-twins",
        Rule::Schema => "rule-schema",
        Rule::SchemaType => "rule-schema-type",
        Rule::SchemaProperties => "rule-schema-properties",
        Rule::SchemaRequired => "rule-schema-required",
        Rule::SchemaFlag => "rule-schema-flag",
        Rule::SchemaEnum => "rule-schema-enum",
        Rule::SchemaNumber => "rule-schema-number",
        Rule::SchemaNamed => "rule-schema-named",
        Rule::ToolName => "rule-tool-name",
        Rule::ToolDescription => "rule-tool-description",
        Rule::ClosedArguments => "rule-closed-arguments",
        Rule::ForeignName => "rule-foreign-name",
        Rule::InputSchema => "rule-input-schema",
        Rule::SkillFiles => "rule-skill-files",
        Rule::SkillDepth => "rule-skill-depth",
        Rule::SkillSize => "rule-skill-size",
        Rule::SkillLinks => "rule-skill-links",
        Rule::SkillPath => "rule-skill-path",
        Rule::SkillTwin => "rule-skill-twin",
        Rule::SkillPage => "rule-skill-page",
        Rule::SkillOpening => "rule-skill-opening",
        Rule::SkillName => "rule-skill-name",
        Rule::SkillDescription => "rule-skill-description",
        Rule::SkillEmpty => "rule-skill-empty",
        Rule::SkillLink => "rule-skill-link",
        Rule::SkillUnlinked => "rule-skill-unlinked",
    };
    words.say(id, &[])
}
