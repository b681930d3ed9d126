//! The syntax of each language, for the printer: how an operation and a constant are written, and what the language
//! does with bits that a shift or a sum loses. A comparison with NULL is neither true nor false, and yields NULL.
//!
//! In a template, `{a}` and `{b}` are the operands, and `{n}` is the number of places of a shift. An empty template says
//! that the language lacks the operation.

use super::language::Script;

/// The syntax of a language.
#[derive(Clone)]
pub(super) struct Syntax {
    /// Whether words have 32 bits, so that a board consists of two words.
    pub(super) halves: bool,
    /// Whether a shift to the left must not lose a bit, because the language raises an error or keeps the bit.
    pub(super) masks_left: bool,
    /// Whether a shift to the right copies the sign.
    pub(super) masks_right: bool,
    /// The largest sum that does not raise an error, or `None` if sums lose the bits above a word.
    pub(super) most_sum: Option<u64>,
    /// The largest number of operations of an expression that is written inside another expression: if it is used
    /// once, and if it is used several times. A larger expression becomes a step with a name.
    pub(super) inlined: [usize; 2],
    pub(super) constant: fn(u64) -> String,
    /// Converts an input, which may have other types in this language, to a word. If the template is empty, inputs are
    /// words.
    pub(super) convert: &'static str,
    pub(super) input: &'static str,
    pub(super) result: &'static str,
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) xor: &'static str,
    pub(super) not: &'static str,
    pub(super) left: &'static str,
    pub(super) right: &'static str,
    pub(super) sum: &'static str,
    pub(super) equal: &'static str,
    pub(super) count: &'static str,
}

/// The operators of C, which most languages have, on unsigned words whose sums and shifts lose bits.
const OPERATORS: Syntax = Syntax {
    halves: false,
    masks_left: false,
    masks_right: false,
    most_sum: None,
    inlined: [8, 0],
    constant: |word| format!("{word:#x}"),
    convert: "",
    input: "{a}",
    result: "{a}",
    and: "{a} & {b}",
    or: "{a} | {b}",
    xor: "{a} ^ {b}",
    not: "~{a}",
    left: "{a} << {n}",
    right: "{a} >> {n}",
    sum: "{a} + {b}",
    equal: "",
    count: "",
};

/// SQL on signed words, with arithmetic shifts to the right, and errors instead of sums that are too large. A step needs
/// another query inside the query, so long expressions are written without steps.
const SQL: Syntax = Syntax {
    masks_right: true,
    most_sum: Some(i64::MAX as u64),
    inlined: [60, 12],
    constant: |word| word.cast_signed().to_string(),
    equal: "case {a} = {b} when true then -1 when false then 0 end",
    count: "bit_count({a})",
    ..OPERATORS
};

/// Returns the syntax of a language.
pub(super) fn of(script: Script) -> Syntax {
    match script {
        // A query inside a macro costs more than 100 ns a row, and DuckDB computes equal expressions once.
        Script::DuckDb => Syntax {
            inlined: [1000, 100],
            masks_left: true,
            masks_right: false,
            most_sum: Some(u64::MAX),
            constant: |word| format!("{word}::ubigint"),
            input: "{a}::ubigint",
            xor: "xor({a}, {b})",
            equal: "case {a} = {b} when true then 18446744073709551615::ubigint when false then 0::ubigint end",
            count: "bit_count({a})::ubigint",
            ..SQL
        },
        Script::Postgres => Syntax {
            constant: |word| format!("bigint '{}'", word.cast_signed()),
            xor: "{a} # {b}",
            equal: "case {a} = {b} when true then bigint '-1' when false then bigint '0' end",
            count: "bit_count({a}::bit(64))",
            ..SQL
        },
        Script::ClickHouse => Syntax {
            masks_right: false,
            most_sum: None,
            constant: |word| format!("toUInt64({word})"),
            // A union with 0 refuses numbers with a fraction and texts, which the conversion would accept.
            convert: "toUInt64(bitOr({a}, toUInt64(0)))",
            and: "bitAnd({a}, {b})",
            or: "bitOr({a}, {b})",
            xor: "bitXor({a}, {b})",
            not: "bitNot({a})",
            left: "bitShiftLeft({a}, {n})",
            right: "bitShiftRight({a}, {n})",
            equal: "case {a} = {b} when true then toUInt64(18446744073709551615) when false then toUInt64(0) end",
            count: "toUInt64(bitCount({a}))",
            ..SQL
        },
        Script::Spark => Syntax {
            masks_right: false,
            constant: |word| format!("{}L", word.cast_signed()),
            convert: "bigint({a} | 0L)",
            left: "shiftleft({a}, {n})",
            right: "shiftrightunsigned({a}, {n})",
            equal: "case {a} = {b} when true then -1L when false then 0L end",
            count: "bigint(bit_count({a}))",
            ..SQL
        },
        Script::Sqlite => Syntax {
            // A column may contain values of any type, and operators would convert most of them to 0.
            convert: "case typeof({a}) when 'integer' then {a} end",
            xor: "",
            count: "",
            ..SQL
        },
        Script::BigQuery => Syntax { masks_right: false, ..SQL },
        Script::NumPy => Syntax {
            // The union refuses numbers with a fraction.
            convert: "np.asarray({a} | 0, dtype=np.uint64)",
            equal: "np.where({a} == {b}, np.uint64(0xffffffffffffffff), np.uint64(0))",
            count: "np.bitwise_count({a}).astype(np.uint64)",
            // The operator warns of an overflow if it adds scalars.
            sum: "np.add({a}, {b})",
            ..OPERATORS
        },
        Script::Jax => Syntax {
            constant: |word| format!("jnp.uint64({word:#x})"),
            // The union refuses numbers with a fraction.
            convert: "jnp.asarray({a} | 0, dtype=jnp.uint64)",
            equal: "jnp.where({a} == {b}, jnp.uint64(0xffffffffffffffff), jnp.uint64(0))",
            count: "jnp.bitwise_count({a}).astype(jnp.uint64)",
            ..OPERATORS
        },
        Script::Torch => Syntax {
            masks_left: true,
            masks_right: true,
            most_sum: Some(i64::MAX as u64),
            constant: |word| match word.cast_signed() {
                word if word < 0 => format!("-{:#x}", word.unsigned_abs()),
                word => format!("{word:#x}"),
            },
            // Shifts of shorter numbers would lose bits. The union refuses numbers with a fraction.
            convert: "torch.as_tensor({a} | 0, dtype=torch.int64)",
            equal: "torch.where({a} == {b}, -1, 0)",
            ..OPERATORS
        },
        Script::BigInt => Syntax {
            masks_left: true,
            most_sum: Some(u64::MAX),
            constant: |word| format!("{word:#x}n"),
            // Signed columns contain negative numbers.
            convert: "BigInt.asUintN(64, {a})",
            not: "",
            left: "{a} << {n}n",
            right: "{a} >> {n}n",
            equal: "{a} === {b} ? 0xffffffffffffffffn : 0n",
            ..OPERATORS
        },
        Script::Halves => Syntax {
            halves: true,
            result: "{a} >>> 0",
            not: "",
            right: "{a} >>> {n}",
            sum: "({a} + {b}) | 0",
            equal: "{a} === {b} ? 0xffffffff : 0",
            ..OPERATORS
        },
        Script::Wgsl => Syntax {
            halves: true,
            constant: |word| format!("{word:#x}u"),
            not: "",
            left: "{a} << {n}u",
            right: "{a} >> {n}u",
            equal: "select(0u, 0xffffffffu, {a} == {b})",
            count: "countOneBits({a})",
            ..OPERATORS
        },
        Script::Sve => Syntax {
            constant: |word| format!("svdup_n_u64({word:#x}ull)"),
            and: "svand_u64_x(lanes, {a}, {b})",
            or: "svorr_u64_x(lanes, {a}, {b})",
            xor: "sveor_u64_x(lanes, {a}, {b})",
            not: "svnot_u64_x(lanes, {a})",
            left: "svlsl_n_u64_x(lanes, {a}, {n})",
            right: "svlsr_n_u64_x(lanes, {a}, {n})",
            sum: "svadd_u64_x(lanes, {a}, {b})",
            equal: "svsel_u64(svcmpeq_u64(lanes, {a}, {b}), svdup_n_u64(0xffffffffffffffffull), svdup_n_u64(0ull))",
            count: "svcnt_u64_x(lanes, {a})",
            ..OPERATORS
        },
        Script::Rvv => Syntax {
            constant: |word| format!("__riscv_vmv_v_x_u64m1({word:#x}ull, lanes)"),
            and: "__riscv_vand_vv_u64m1({a}, {b}, lanes)",
            or: "__riscv_vor_vv_u64m1({a}, {b}, lanes)",
            xor: "__riscv_vxor_vv_u64m1({a}, {b}, lanes)",
            not: "__riscv_vnot_v_u64m1({a}, lanes)",
            left: "__riscv_vsll_vx_u64m1({a}, {n}, lanes)",
            right: "__riscv_vsrl_vx_u64m1({a}, {n}, lanes)",
            sum: "__riscv_vadd_vv_u64m1({a}, {b}, lanes)",
            equal: "__riscv_vmerge_vvm_u64m1(__riscv_vmv_v_x_u64m1(0ull, lanes), __riscv_vmv_v_x_u64m1(0xffffffffffffffffull, lanes), __riscv_vmseq_vv_u64m1_b64({a}, {b}, lanes), lanes)",
            ..OPERATORS
        },
        Script::Vector128 => Syntax {
            constant: |word| format!("splat128({word:#x}ull)"),
            input: "*{a}",
            equal: "equal128({a}, {b})",
            ..OPERATORS
        },
        Script::Vector256 => Syntax {
            constant: |word| format!("splat256({word:#x}ull)"),
            input: "*{a}",
            equal: "equal256({a}, {b})",
            ..OPERATORS
        },
        Script::Cuda => Syntax {
            constant: |word| format!("{word:#x}ull"),
            equal: "{a} == {b} ? 0xffffffffffffffffull : 0ull",
            count: "0ull + __popcll({a})",
            ..OPERATORS
        },
    }
}
