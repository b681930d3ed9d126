//! The meaning of each operator and function in each language, for the reader. This table is independent of the
//! printer's, so a wrong operator is read with its real meaning.

use super::language::Script;

/// The meaning of an operator or of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Means {
    And,
    Or,
    Xor,
    Not,
    Up,
    Down,
    Sum,
    Count,
    /// Whether two words are equal, as a condition.
    Equal,
    /// All ones if two words are equal, otherwise 0.
    EqualMask,
    /// The first argument, converted to a type that contains all of its values. An input of any type becomes a word.
    Same,
    /// The second argument modulo 2^64. The first argument is the exponent, 64.
    Modulo,
    /// The second argument if the first one is true, otherwise the third one.
    If,
    /// The second argument if the third one is true, otherwise the first one.
    Select,
}

/// The words of a language, and what it does with bits that are lost.
pub(super) struct Meanings {
    pub(super) comment: &'static str,
    /// The number of bits of a word.
    pub(super) bits: u32,
    /// Whether a shift to the left must not lose a bit, because the language raises an error or keeps the bit.
    pub(super) left_is_checked: bool,
    /// Whether a shift to the right by `>>` copies the sign.
    pub(super) right_is_signed: bool,
    /// The largest sum that is exact, or `None` if sums lose the bits above a word.
    pub(super) most_sum: Option<u64>,
    /// Whether an input may have other types than that of words, so that it needs a conversion before any operation.
    pub(super) any_input: bool,
    /// Whether a population count has a type of few bits, so that it needs a conversion before another operation.
    pub(super) count_is_narrow: bool,
    /// The suffix of every number, or an empty text if numbers may have any.
    pub(super) suffix: &'static str,
    /// The operator that compares two words.
    pub(super) equal: &'static str,
    /// The type to which `::`, `astype` and `dtype=` may convert a word.
    pub(super) cast: &'static str,
    pub(super) operators: &'static [(&'static str, Means)],
    pub(super) functions: &'static [(&'static str, Means)],
}

use Means::{And, Count, Down, Equal, EqualMask, If, Modulo, Not, Or, Same, Select, Sum, Up, Xor};

/// The operators of C, without `^`, which some dialects of SQL read as a power.
const COMMON: [(&str, Means); 6] = [("&", And), ("|", Or), ("~", Not), ("<<", Up), (">>", Down), ("+", Sum)];
const WITH_CARET: [(&str, Means); 7] =
    [("&", And), ("|", Or), ("^", Xor), ("~", Not), ("<<", Up), (">>", Down), ("+", Sum)];

/// The operators of C, with the prefix that reads a word through a pointer.
const WITH_POINTERS: [(&str, Means); 8] =
    [("&", And), ("|", Or), ("^", Xor), ("~", Not), ("<<", Up), (">>", Down), ("+", Sum), ("*", Same)];

/// A dialect of SQL with signed words.
const SQL: Meanings = Meanings {
    comment: "--",
    bits: 64,
    left_is_checked: false,
    right_is_signed: true,
    most_sum: Some(0x7FFF_FFFF_FFFF_FFFF),
    any_input: false,
    count_is_narrow: false,
    suffix: "",
    equal: "=",
    cast: "",
    operators: &WITH_CARET,
    functions: &[],
};

/// A language with unsigned words that lose bits.
const UNSIGNED: Meanings = Meanings {
    comment: "//",
    bits: 64,
    left_is_checked: false,
    right_is_signed: false,
    most_sum: None,
    any_input: false,
    count_is_narrow: false,
    suffix: "",
    equal: "==",
    cast: "",
    operators: &WITH_CARET,
    functions: &[],
};

/// Returns the words of a language.
pub(super) fn of(script: Script) -> Meanings {
    match script {
        Script::DuckDb => Meanings {
            left_is_checked: true,
            right_is_signed: false,
            most_sum: Some(u64::MAX),
            any_input: true,
            count_is_narrow: true,
            cast: "ubigint",
            operators: &COMMON,
            functions: &[("xor", Xor), ("bit_count", Count)],
            ..SQL
        },
        Script::Postgres => Meanings {
            cast: "bit",
            operators: &[("&", And), ("|", Or), ("#", Xor), ("~", Not), ("<<", Up), (">>", Down), ("+", Sum)],
            functions: &[("bit_count", Count)],
            ..SQL
        },
        Script::ClickHouse => Meanings {
            right_is_signed: false,
            most_sum: None,
            any_input: true,
            count_is_narrow: true,
            operators: &[("+", Sum)],
            functions: &[
                ("bitAnd", And),
                ("bitOr", Or),
                ("bitXor", Xor),
                ("bitNot", Not),
                ("bitShiftLeft", Up),
                ("bitShiftRight", Down),
                ("bitCount", Count),
                ("toUInt64", Same),
            ],
            ..SQL
        },
        Script::Spark => Meanings {
            right_is_signed: false,
            any_input: true,
            count_is_narrow: true,
            operators: &[("&", And), ("|", Or), ("^", Xor), ("~", Not), ("+", Sum)],
            functions: &[("shiftleft", Up), ("shiftrightunsigned", Down), ("bit_count", Count), ("bigint", Same)],
            ..SQL
        },
        Script::Sqlite => Meanings { any_input: true, operators: &COMMON, ..SQL },
        Script::BigQuery => Meanings { right_is_signed: false, functions: &[("bit_count", Count)], ..SQL },
        Script::NumPy => Meanings {
            comment: "#",
            any_input: true,
            cast: "np.uint64",
            count_is_narrow: true,
            functions: &[
                ("np.add", Sum),
                ("np.where", If),
                ("np.bitwise_count", Count),
                ("np.uint64", Same),
                ("np.asarray", Same),
            ],
            ..UNSIGNED
        },
        Script::Jax => Meanings {
            comment: "#",
            any_input: true,
            cast: "jnp.uint64",
            count_is_narrow: true,
            functions: &[("jnp.where", If), ("jnp.bitwise_count", Count), ("jnp.uint64", Same), ("jnp.asarray", Same)],
            ..UNSIGNED
        },
        Script::Torch => Meanings {
            comment: "#",
            left_is_checked: true,
            any_input: true,
            equal: "==",
            cast: "torch.int64",
            functions: &[("torch.where", If), ("torch.as_tensor", Same)],
            ..SQL
        },
        Script::BigInt => Meanings {
            left_is_checked: true,
            most_sum: Some(u64::MAX),
            any_input: true,
            suffix: "n",
            equal: "===",
            // Without `~`, whose result is negative.
            operators: &[("&", And), ("|", Or), ("^", Xor), ("<<", Up), (">>", Down), ("+", Sum)],
            functions: &[("BigInt.asUintN", Modulo)],
            ..UNSIGNED
        },
        Script::Halves => Meanings {
            bits: 32,
            equal: "===",
            operators: &[("&", And), ("|", Or), ("^", Xor), ("~", Not), ("<<", Up), (">>>", Down), ("+", Sum)],
            ..UNSIGNED
        },
        Script::Wgsl => {
            Meanings { bits: 32, suffix: "u", functions: &[("select", Select), ("countOneBits", Count)], ..UNSIGNED }
        }
        Script::Sve => Meanings {
            operators: &[],
            functions: &[
                ("svand_u64_x", And),
                ("svorr_u64_x", Or),
                ("sveor_u64_x", Xor),
                ("svnot_u64_x", Not),
                ("svlsl_n_u64_x", Up),
                ("svlsr_n_u64_x", Down),
                ("svadd_u64_x", Sum),
                ("svcmpeq_u64", Equal),
                ("svsel_u64", If),
                ("svcnt_u64_x", Count),
                ("svdup_n_u64", Same),
            ],
            ..UNSIGNED
        },
        Script::Rvv => Meanings {
            operators: &[],
            functions: &[
                ("__riscv_vand_vv_u64m1", And),
                ("__riscv_vor_vv_u64m1", Or),
                ("__riscv_vxor_vv_u64m1", Xor),
                ("__riscv_vnot_v_u64m1", Not),
                ("__riscv_vsll_vx_u64m1", Up),
                ("__riscv_vsrl_vx_u64m1", Down),
                ("__riscv_vadd_vv_u64m1", Sum),
                ("__riscv_vmseq_vv_u64m1_b64", Equal),
                ("__riscv_vmerge_vvm_u64m1", Select),
                ("__riscv_vmv_v_x_u64m1", Same),
            ],
            ..UNSIGNED
        },
        Script::Vector128 => Meanings {
            any_input: true,
            operators: &WITH_POINTERS,
            functions: &[("splat128", Same), ("equal128", EqualMask)],
            ..UNSIGNED
        },
        Script::Vector256 => Meanings {
            any_input: true,
            operators: &WITH_POINTERS,
            functions: &[("splat256", Same), ("equal256", EqualMask)],
            ..UNSIGNED
        },
        Script::Cuda => Meanings { functions: &[("__popcll", Count)], ..UNSIGNED },
    }
}
