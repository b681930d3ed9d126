//! The names in a text: names that a language reserves, and the names of inputs, results and steps.

use super::language::Script;
use crate::emit::is_reserved_in_c;

/// Words of SQL that at least one of the dialects reserves in some places, and names that the texts use. `tests/builds`
/// asks the engines for their keywords, and tries each of them as a name.
const SQL: &str = "
    abs add all alter analyse analyze and anti any array as asc asof assert_rows_modified asymmetric at authorization
    autoincrement begin between bigint binary bit bit_and bit_count bit_or bit_xor boards boolean both by case cast
    char character check coalesce collate collation column columns commit concurrently constraint contains count
    create cross cube current current_catalog current_database current_date current_path current_role current_schema
    current_time current_timestamp current_user date day dec decimal default deferrable define delete desc describe
    distinct do double drop else end enum escape except exclude exists extract false fetch filter first float
    following for foreign freeze from full function generated glob grant greatest group grouping grouping_id groups
    hash having hour if ignore ilike in index initially inner inout insert int int64 integer intersect interval into
    is isnull join json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar
    json_serialize json_table json_value key lambda lateral leading least left like limit list localtime
    localtimestamp lookup macro map materialized max merge merge_action min minus minute month national natural nchar
    new no none normalize not nothing notnull null nullif nulls numeric of offset old on only or order out outer over
    overlaps overlay partition percent pivot pivot_longer pivot_wider placing position positional preceding precision
    primary projection proto qualify raise range real recursive references replace respect returning right rollback
    rollup row rows second select semi session_user set setof show similar smallint some start struct substring sum
    summarize symmetric system_user table tablesample temp temporary then time timestamp to top trailing transaction
    treat trigger trim true try_cast tuple unbounded union unique unnest unpack unpivot update user using values
    varchar variadic verbose view when where window with within without xmlattributes xmlconcat xmlelement xmlexists
    xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable xor year";

/// The keywords of Python, its functions with short names, and the names of modules.
const PYTHON: &str = "
    abs all and any array as assert async await bin bool break bytes case chr class continue def del dict dir divmod elif
    else except exec filter finally float for format from global hash help hex id if import in input int is jax jnp
    lambda len list map match max min next nonlocal not np npt object open or ord pass pow print raise range return round
    self set slice sorted str sum super torch try tuple type vars while with yield zip";

/// The words that modules of JavaScript reserve.
const JS: &str = "
    abstract any arguments as async await boolean break byte case catch char class const continue debugger default delete
    do double else enum eval export extends false final finally float for from function get goto if implements import in
    instanceof int interface let long native new null number object of package private protected public return set short
    static string super switch synchronized this throw throws transient true try typeof undefined var void volatile while
    with yield";

/// The keywords of WGSL, its predeclared names, and words that it keeps for later.
const WGSL: &str = "
    abs abstract active alias all and any array as asm async atomic attribute auto await become binding bitcast bool break
    case cast catch clamp class coherent common compile concept concepts const const_assert constexpr continue continuing
    crate cross debugger default delete demote diagnostic discard do dot else enable enum explicit export extends extern
    external f16 f32 fallthrough false filter final finally fn for friend from function get global goto group groups highp
    i32 if impl implements import inline instanceof interface layout let loop lowp macro mat2x2 match max mediump meta min
    mix mod module move mut mutable namespace new nil noexcept null nullptr of operator or override package partition pass
    patch pixel pointer precise precision priv private protected ptr pub public readonly ref regardless register require
    requires resource restrict return sample sampler select self set shared sign sizeof smooth snorm static std step
    storage struct subroutine super switch target template texture this thread throw trait true try type typedef typeid
    typename typeof u32 uniform union unless unorm unsafe unsized use using var varying vec2 vec2f vec2u vec3 vec3u vec4
    vec4u virtual void volatile wgsl where while with workgroup writeonly xor yield";

/// Returns whether a language reserves a name.
pub(super) fn is_reserved(script: Script, name: &str) -> bool {
    let words = match script.name().0 {
        "sql" => SQL,
        "js" => JS,
        "wgsl" => WGSL,
        "cuda" | "c" => {
            let without_bits = name.strip_suffix("128").or_else(|| name.strip_suffix("256"));
            let is_of_vectors =
                without_bits.is_some_and(|name| ["equal", "load", "splat", "store", "vector"].contains(&name));
            return is_reserved_in_c(name) || ["lanes", "public"].contains(&name) || is_of_vectors;
        }
        _ => PYTHON,
    };
    words.split_whitespace().any(|word| word == name)
}

impl Script {
    /// Returns the name of an input or of a result in a text: with the suffix `_` if the language reserves it.
    #[must_use]
    pub fn column(self, name: &str) -> String {
        if is_reserved(self, name) { format!("{name}_") } else { name.into() }
    }
}

/// The beginning of all names in a text of SQL that are not names of the program. A query also contains the names of the
/// table, which are unknown, so these names must be unusual.
pub(super) const OWN: &str = "setwise__";

/// Returns the prefix of the names of steps. No other name consists of it and a number: names of a program contain no
/// two underscores in a row.
pub(super) fn prefix_of_steps<'a>(script: Script, mut names: impl Iterator<Item = &'a str>) -> String {
    let is_numbered = |name: &str| name.strip_prefix('v').is_some_and(|rest| rest.parse::<u64>().is_ok());
    match script.name().0 {
        "sql" => format!("{OWN}v"),
        _ if names.any(is_numbered) => "value__".into(),
        _ => "v".into(),
    }
}

/// Returns the greatest number of bytes of a name, or `None` if the language has no limit that matters.
pub(super) fn longest(script: Script) -> Option<usize> {
    // PostgreSQL cuts longer names, so that functions with the same beginning would replace each other.
    (script == Script::Postgres).then_some(63)
}
