//! The rules that the values in a pack keep to.

/// What a value has to be.
///
/// Its display is a sentence fragment for logs and agents; people read it in their own
/// language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    /// 1 to 20 of a-z, 0-9 and -, not at its ends.
    #[error("1 to 20 of a-z, 0-9 and -, not at its ends")]
    Id,
    /// 1 to 40 characters in each language, on one line.
    #[error("1 to 40 characters in each language, on one line")]
    Name,
    /// 1 to 200 characters in each language, on one line.
    #[error("1 to 200 characters in each language, on one line")]
    Summary,
    /// 1 to 300 characters in each language, on one line.
    #[error("1 to 300 characters in each language, on one line")]
    Steps,
    /// 1 to 80 characters on one line.
    #[error("1 to 80 characters on one line")]
    Publisher,
    /// The bridge's own version, as 1.2.3.
    #[error("the bridge's own version, as 1.2.3")]
    OwnVersion,
    /// The oldest version of Bascule it runs on, as 1.2.3.
    #[error("the oldest version of Bascule it runs on, as 1.2.3")]
    Requires,
    /// The first format is 1.
    #[error("the first format is 1")]
    FirstFormat,
    /// Two sentences of 1 to 200 characters in each language.
    #[error("two sentences of 1 to 200 characters in each language")]
    TwoSentences,
    /// Only a bridge of kind command has one.
    #[error("only a bridge of kind command has one")]
    CommandAlone,
    /// A bridge of kind command has a `[command]`.
    #[error("a bridge of kind command has a [command]")]
    HasCommand,
    /// Only a bridge of kind index has one.
    #[error("only a bridge of kind index has one")]
    IndexAlone,
    /// A bridge of kind index has an `[index]`.
    #[error("a bridge of kind index has an [index]")]
    HasIndex,
    /// At least 3 characters of a command or an argument.
    #[error("at least 3 characters of a command or an argument")]
    Fragment,
    /// The path of a file inside the skill's folder.
    #[error("the path of a file inside the skill's folder")]
    SkillFile,
    /// A path below a folder, with /.
    #[error("a path below a folder, with /")]
    Marker,
    /// A program that is not empty, and no NUL character anywhere.
    #[error("a program that is not empty, and no NUL character anywhere")]
    Program,
    /// Names of variables are not empty and hold no =.
    #[error("names of variables are not empty and hold no =")]
    Variables,
    /// The name of the folder it lies in.
    #[error("the name of the folder it lies in")]
    OwnFolder,
    /// A bridge has at most 512 tools.
    #[error("a bridge has at most 512 tools")]
    ManyTools,
    /// A bridge has at most 16 of them.
    #[error("a bridge has at most 16 of them")]
    ManyPlugins,
    /// The folder plugin, or one below it, with /.
    #[error("the folder plugin, or one below it, with /")]
    PluginFiles,
    /// At least one of windows, macos and linux says where it goes.
    #[error("at least one of windows, macos and linux says where it goes")]
    PluginNowhere,
    /// No two files of a bridge go to one place.
    #[error("no two files of a bridge go to one place")]
    PluginTwins,
    /// A folder below {home}, {appdata} or {localappdata}, with / and without ...
    #[error("a folder below {{home}}, {{appdata}} or {{localappdata}}, with / and without ..")]
    PlaceOnWindows,
    /// A folder below {home}, {config} or {application-support}, with / and without ...
    #[error("a folder below {{home}}, {{config}} or {{application-support}}, with / and without ..")]
    PlaceOnMac,
    /// A folder below {home} or {config}, with / and without ...
    #[error("a folder below {{home}} or {{config}}, with / and without ..")]
    PlaceOnLinux,
    /// A schema is an object.
    #[error("a schema is an object")]
    Schema,
    /// One JSON type by its name.
    #[error("one JSON type by its name")]
    SchemaType,
    /// An object of schemas.
    #[error("an object of schemas")]
    SchemaProperties,
    /// A list of property names.
    #[error("a list of property names")]
    SchemaRequired,
    /// True or false.
    #[error("true or false")]
    SchemaFlag,
    /// A list of values, at least one.
    #[error("a list of values, at least one")]
    SchemaEnum,
    /// A number.
    #[error("a number")]
    SchemaNumber,
    /// A required name has a schema.
    #[error("a required name has a schema")]
    SchemaNamed,
    /// A tool name is 1 to 64 letters, digits, _ or -.
    #[error("a tool name is 1 to 64 letters, digits, _ or -")]
    ToolName,
    /// A description has 1 to 2,000 characters.
    #[error("a description has 1 to 2,000 characters")]
    ToolDescription,
    /// It describes an object with additionalProperties false.
    #[error("it describes an object with additionalProperties false")]
    ClosedArguments,
    /// A tool has a name of 1 to 128 characters.
    #[error("a tool has a name of 1 to 128 characters")]
    ForeignName,
    /// An input schema is an object.
    #[error("an input schema is an object")]
    InputSchema,
    /// A skill has at most 64 files.
    #[error("a skill has at most 64 files")]
    SkillFiles,
    /// A skill has at most 64 files, in at most 8 folders inside each other.
    #[error("a skill has at most 64 files, in at most 8 folders inside each other")]
    SkillDepth,
    /// A skill has at most 1 MiB.
    #[error("a skill has at most 1 MiB")]
    SkillSize,
    /// Only files and folders, no links.
    #[error("only files and folders, no links")]
    SkillLinks,
    /// Parts of letters, digits, - _ and . that begin with a letter.
    #[error("parts of letters, digits, - _ and . that begin with a letter")]
    SkillPath,
    /// Another file has the same name where letters have no case.
    #[error("another file has the same name where letters have no case")]
    SkillTwin,
    /// A skill has a SKILL.md.
    #[error("a skill has a SKILL.md")]
    SkillPage,
    /// It begins with a line ---, name: and description:, and a line ---.
    #[error("it begins with a line ---, name: and description:, and a line ---")]
    SkillOpening,
    /// The id of the bridge: a-z and 0-9, parted by single -, at most 64.
    #[error("the id of the bridge: a-z and 0-9, parted by single -, at most 64")]
    SkillName,
    /// 1 to 1,024 characters that say when to use it.
    #[error("1 to 1,024 characters that say when to use it")]
    SkillDescription,
    /// Below the second --- stands what an agent should know.
    #[error("below the second --- stands what an agent should know")]
    SkillEmpty,
    /// A link leads to a file of the skill, relative to the page it stands in.
    #[error("a link leads to a file of the skill, relative to the page it stands in")]
    SkillLink,
    /// No page links to it, so no agent would ever read it.
    #[error("no page links to it, so no agent would ever read it")]
    SkillUnlinked,
}
