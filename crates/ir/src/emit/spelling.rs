//! The text of instructions: the intrinsics of each instruction set in each language.

use super::lowered::Instruction as I;
use super::target::{InstructionSet, Language};

/// The language and the instruction set, which determine how an instruction is written.
#[derive(Clone, Copy)]
pub(super) struct Spelling {
    pub(super) language: Language,
    pub(super) set: InstructionSet,
}

impl Spelling {
    /// Returns the type of a register.
    pub(super) fn register(self) -> &'static str {
        match self.set {
            InstructionSet::Scalar => match self.language {
                Language::C => "uint64_t",
                Language::Rust => "u64",
            },
            InstructionSet::Sse2 => "__m128i",
            InstructionSet::Avx2 => "__m256i",
            InstructionSet::Avx512 | InstructionSet::Avx512Vpopcnt => "__m512i",
            InstructionSet::Neon => "uint64x2_t",
            InstructionSet::Simd128 => match self.language {
                Language::C => "v128_t",
                Language::Rust => "v128",
            },
        }
    }

    /// Returns the expression for a register with the same word in every lane.
    pub(super) fn splat(self, word: u64) -> String {
        let literal = self.literal(word);
        let signed = match self.language {
            Language::C => format!("(long long){literal}"),
            Language::Rust => format!("{literal}_u64.cast_signed()"),
        };
        match self.set {
            InstructionSet::Scalar => literal,
            InstructionSet::Neon => format!("vdupq_n_u64({literal})"),
            InstructionSet::Simd128 => match self.language {
                Language::C => format!("wasm_i64x2_splat({signed})"),
                Language::Rust => format!("u64x2_splat({literal})"),
            },
            InstructionSet::Avx512 | InstructionSet::Avx512Vpopcnt => format!("_mm512_set1_epi64({signed})"),
            InstructionSet::Sse2 | InstructionSet::Avx2 => format!("{}_set1_epi64x({signed})", self.prefix()),
        }
    }

    /// Returns a word as a literal.
    pub(super) fn literal(self, word: u64) -> String {
        match self.language {
            Language::C => format!("UINT64_C(0x{word:016X})"),
            Language::Rust => format!("0x{word:016X}"),
        }
    }

    /// Returns words as literals with commas between them.
    pub(super) fn literals(self, words: &[u64]) -> String {
        words.iter().map(|word| self.literal(*word)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the expression that loads a register from a column, beginning at index `board`. The boards need not be
    /// aligned.
    pub(super) fn load(self, column: &str) -> String {
        let address = self.address(column, "const ", "as_ptr");
        match (self.set, self.language) {
            (InstructionSet::Scalar, _) => format!("{column}[board]"),
            (InstructionSet::Neon, _) => format!("vld1q_u64({address})"),
            (InstructionSet::Simd128, Language::C) => format!("wasm_v128_load({address})"),
            (InstructionSet::Simd128, Language::Rust) => format!("v128_load({address})"),
            _ => format!("{}_loadu_{}({address})", self.prefix(), self.bits()),
        }
    }

    /// Returns the expression that stores a register to a column, beginning at index `board`. The boards need not be
    /// aligned.
    pub(super) fn store(self, column: &str, value: &str) -> String {
        let address = self.address(column, "", "as_mut_ptr");
        match (self.set, self.language) {
            (InstructionSet::Scalar, _) => format!("{column}[board] = {value}"),
            (InstructionSet::Neon, _) => format!("vst1q_u64({address}, {value})"),
            (InstructionSet::Simd128, Language::C) => format!("wasm_v128_store({address}, {value})"),
            (InstructionSet::Simd128, Language::Rust) => format!("v128_store({address}, {value})"),
            _ => format!("{}_storeu_{}({address}, {value})", self.prefix(), self.bits()),
        }
    }

    /// Returns the expression for the address of the element at index `board` of a column. In C, `constant` is the
    /// qualifier of the pointer type. In Rust, `pointer` is the method that returns the address of the column.
    fn address(self, column: &str, constant: &str, pointer: &str) -> String {
        match (self.language, self.set) {
            (Language::C, InstructionSet::Neon | InstructionSet::Simd128) => format!("{column} + board"),
            (Language::C, _) => format!("({constant}{} *)({column} + board)", self.register()),
            (Language::Rust, InstructionSet::Neon) => format!("{column}.{pointer}().wrapping_add(board)"),
            (Language::Rust, _) => format!("{column}.{pointer}().wrapping_add(board).cast()"),
        }
    }

    /// Returns the expression for an instruction on operands with these names. `function` is the name of the function
    /// that contains the instruction, and the names of its helpers begin with this name.
    pub(super) fn instruction(self, instruction: I, names: &[&str], function: &str) -> String {
        if let I::Constant(word) = instruction {
            return self.splat(word);
        }
        match self.set {
            InstructionSet::Scalar => self.scalar(instruction, names, function),
            InstructionSet::Neon => self.neon(instruction, names, function),
            InstructionSet::Simd128 => self.simd128(instruction, names, function),
            _ => self.x86(instruction, names, function),
        }
    }

    fn scalar(self, instruction: I, names: &[&str], function: &str) -> String {
        let (a, b) = (names[0], names.get(1).copied().unwrap_or_default());
        let not = if self.language == Language::C { "~" } else { "!" };
        match (instruction, self.language) {
            (I::And(..), _) => format!("{a} & {b}"),
            (I::Or(..), _) => format!("{a} | {b}"),
            (I::Xor(..), _) => format!("{a} ^ {b}"),
            (I::AndNot(..), _) => format!("{a} & {not}{b}"),
            (I::Not(_), _) => format!("{not}{a}"),
            (I::Up(_, places), _) => format!("{a} << {places}"),
            (I::Down(_, places), _) => format!("{a} >> {places}"),
            (I::Exchange(_), Language::C) => format!("({a} << 32) | ({a} >> 32)"),
            (I::Exchange(_), Language::Rust) => format!("{a}.rotate_left(32)"),
            (I::Add(..), Language::C) => format!("{a} + {b}"),
            (I::Add(..), Language::Rust) => format!("{a}.wrapping_add({b})"),
            (I::Equal(..), Language::C) => format!("(uint64_t)0 - (uint64_t)({a} == {b})"),
            (I::Equal(..), Language::Rust) => format!("(({a} == {b}) as u64).wrapping_neg()"),
            (I::Sub(..), Language::C) => format!("{a} - {b}"),
            (I::Sub(..), Language::Rust) => format!("{a}.wrapping_sub({b})"),
            (I::CountFours(_), _) => format!("{function}_count_fours({a})"),
            (I::AddPairs(..), _) => format!("{function}_add_fours({a})"),
            (I::SumBytes(_), _) => format!("{function}_sum_bytes({a})"),
            (I::Popcount(_), Language::C) => format!("{function}_count({a})"),
            (I::Popcount(_), Language::Rust) => format!("{a}.count_ones() as u64"),
            (other, _) => unreachable!("{other:?} is no scalar instruction"),
        }
    }

    fn x86(self, instruction: I, names: &[&str], function: &str) -> String {
        let is_512 = self.set.has_ternary();
        let call = |name: &str, arguments: &[&str]| format!("{}_{name}({})", self.prefix(), arguments.join(", "));
        let bits = |name: &str, arguments: &[&str]| call(&format!("{name}_{}", self.bits()), arguments);
        let with = |name: &str, number: String| self.with_number(&format!("{}_{name}", self.prefix()), names, &number);
        if is_512 && self.language == Language::C {
            // In GCC 12, the intrinsics without a mask use an uninitialized register, which causes a warning (bug
            // 105593). The intrinsics with a full mask cause no such warning.
            let masked = |name: &str, arguments: &str| format!("_mm512_maskz_{name}_epi64(0xFF, {arguments})");
            match instruction {
                I::AndNot(..) => return masked("andnot", &format!("{}, {}", names[1], names[0])),
                I::Up(_, places) => return masked("slli", &format!("{}, {places}", names[0])),
                I::Down(_, places) => return masked("srli", &format!("{}, {places}", names[0])),
                I::Exchange(_) => return masked("rol", &format!("{}, 32", names[0])),
                _ => {}
            }
        }
        match instruction {
            I::And(..) => bits("and", names),
            I::Or(..) => bits("or", names),
            I::Xor(..) => bits("xor", names),
            I::AndNot(..) => bits("andnot", &[names[1], names[0]]),
            I::Not(_) => bits("xor", &[names[0], &self.splat(!0)]),
            I::Ternary(_, table) => with("ternarylogic_epi64", format!("0x{table:02X}")),
            I::Up(_, places) => with("slli_epi64", places.to_string()),
            I::Down(_, places) => with("srli_epi64", places.to_string()),
            I::DoubleBytes(_) => call("add_epi8", &[names[0], names[0]]),
            I::Exchange(_) if is_512 => with("rol_epi64", "32".into()),
            I::Exchange(_) => with("shuffle_epi32", "0xB1".into()),
            I::Add(..) => call("add_epi64", names),
            I::AddBytes(..) => call("add_epi8", names),
            I::Equal(..) if is_512 => call("maskz_set1_epi64", &[&call("cmpeq_epi64_mask", names), "-1"]),
            I::Equal(..) if self.set == InstructionSet::Sse2 => format!("{function}_equal({}, {})", names[0], names[1]),
            I::Equal(..) => call("cmpeq_epi64", names),
            I::EqualHalves(..) => call("cmpeq_epi32", names),
            I::CountNibbles(_) => call("shuffle_epi8", &[&self.nibble_table(), names[0]]),
            I::SumBytes(_) => call("sad_epu8", &[names[0], &bits("setzero", &[])]),
            I::Sub(..) => call("sub_epi64", names),
            I::CountFours(_) => format!("{function}_count_fours({})", names[0]),
            I::AddPairs(..) => format!("{function}_add_fours({})", names[0]),
            I::CountBytes(_) => format!("{function}_count_bytes({})", names[0]),
            I::Popcount(_) => call("popcnt_epi64", names),
            other => unreachable!("{other:?} is no instruction of {}", self.set),
        }
    }

    /// Returns the expression for a register that contains a lookup table in every 16 bytes: the number of ones of each
    /// number from 0 to 15.
    fn nibble_table(self) -> String {
        let table = "_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)";
        match (self.set, self.language) {
            (InstructionSet::Avx2, _) => format!("_mm256_broadcastsi128_si256({table})"),
            (_, Language::C) => format!("_mm512_maskz_broadcast_i32x4(0xFFFF, {table})"),
            (_, Language::Rust) => format!("_mm512_broadcast_i32x4({table})"),
        }
    }

    fn neon(self, instruction: I, names: &[&str], function: &str) -> String {
        let call = |name: &str| format!("{name}({})", names.join(", "));
        let bytes = format!("vreinterpretq_u8_u64({})", names[0]);
        let of_bytes = |text: String| format!("vreinterpretq_u64_u8({text})");
        let with = |name: &str, argument: &str, places: u32| self.with_number(name, &[argument], &places.to_string());
        match instruction {
            I::And(..) => call("vandq_u64"),
            I::Or(..) => call("vorrq_u64"),
            I::Xor(..) => call("veorq_u64"),
            I::AndNot(..) => call("vbicq_u64"),
            I::Not(_) => of_bytes(format!("vmvnq_u8({bytes})")),
            I::Up(_, places) => with("vshlq_n_u64", names[0], places),
            I::Down(_, places) => with("vshrq_n_u64", names[0], places),
            I::UpBytes(_, places) => of_bytes(with("vshlq_n_u8", &bytes, places)),
            I::DownBytes(_, places) => of_bytes(with("vshrq_n_u8", &bytes, places)),
            I::DoubleBytes(_) => of_bytes(format!("vaddq_u8({bytes}, {bytes})")),
            I::Exchange(_) => format!("vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64({})))", names[0]),
            I::Add(..) => call("vaddq_u64"),
            I::Equal(..) => call("vceqq_u64"),
            I::CountBytes(_) => of_bytes(format!("vcntq_u8({bytes})")),
            I::AddBytes(..) => of_bytes(format!("vaddq_u8({bytes}, vreinterpretq_u8_u64({}))", names[1])),
            I::AddPairs(_, 8) => format!("vreinterpretq_u64_u16(vpaddlq_u8({bytes}))"),
            I::AddPairs(_, 16) => {
                format!("vreinterpretq_u64_u32(vpaddlq_u16(vreinterpretq_u16_u64({})))", names[0])
            }
            I::AddPairs(..) => format!("vpaddlq_u32(vreinterpretq_u32_u64({}))", names[0]),
            I::SumBytes(_) => format!("{function}_sum_bytes({})", names[0]),
            other => unreachable!("{other:?} is no instruction of {}", self.set),
        }
    }

    fn simd128(self, instruction: I, names: &[&str], function: &str) -> String {
        let is_c = self.language == Language::C;
        let call = |c: &str, rust: &str, arguments: &[&str]| {
            if is_c {
                format!("wasm_{c}({})", arguments.join(", "))
            } else {
                format!("{rust}({})", arguments.join(", "))
            }
        };
        let by = |c: &str, rust: &str, places: u32| call(c, rust, &[names[0], &places.to_string()]);
        match instruction {
            I::And(..) => call("v128_and", "v128_and", names),
            I::Or(..) => call("v128_or", "v128_or", names),
            I::Xor(..) => call("v128_xor", "v128_xor", names),
            I::AndNot(..) => call("v128_andnot", "v128_andnot", names),
            I::Not(_) => call("v128_not", "v128_not", names),
            I::Up(_, places) => by("i64x2_shl", "u64x2_shl", places),
            I::Down(_, places) => by("u64x2_shr", "u64x2_shr", places),
            I::UpBytes(_, places) => by("i8x16_shl", "u8x16_shl", places),
            I::DownBytes(_, places) => by("u8x16_shr", "u8x16_shr", places),
            I::DoubleBytes(_) => call("i8x16_add", "u8x16_add", &[names[0], names[0]]),
            I::Exchange(_) if is_c => format!("wasm_i32x4_shuffle({0}, {0}, 1, 0, 3, 2)", names[0]),
            I::Exchange(_) => format!("u32x4_shuffle::<1, 0, 3, 2>({0}, {0})", names[0]),
            I::Add(..) => call("i64x2_add", "u64x2_add", names),
            I::Equal(..) => call("i64x2_eq", "u64x2_eq", names),
            I::CountBytes(_) => call("i8x16_popcnt", "u8x16_popcnt", names),
            I::AddBytes(..) => call("i8x16_add", "u8x16_add", names),
            I::AddPairs(_, 8) => call("u16x8_extadd_pairwise_u8x16", "u16x8_extadd_pairwise_u8x16", names),
            I::AddPairs(..) => call("u32x4_extadd_pairwise_u16x8", "u32x4_extadd_pairwise_u16x8", names),
            I::SumBytes(_) => format!("{function}_sum_bytes({})", names[0]),
            other => unreachable!("{other:?} is no instruction of {}", self.set),
        }
    }

    /// Returns a call of an intrinsic that takes a constant number. The number is the last argument in C, and a generic
    /// argument in Rust.
    fn with_number(self, name: &str, arguments: &[&str], number: &str) -> String {
        match self.language {
            Language::C => format!("{name}({}, {number})", arguments.join(", ")),
            Language::Rust => format!("{name}::<{number}>({})", arguments.join(", ")),
        }
    }

    /// Returns the prefix of the names of x86 intrinsics.
    fn prefix(self) -> &'static str {
        match self.set {
            InstructionSet::Avx2 => "_mm256",
            InstructionSet::Avx512 | InstructionSet::Avx512Vpopcnt => "_mm512",
            _ => "_mm",
        }
    }

    /// Returns the suffix in the names of x86 intrinsics whose effect does not depend on the width of lanes.
    fn bits(self) -> &'static str {
        match self.set {
            InstructionSet::Avx2 => "si256",
            InstructionSet::Avx512 | InstructionSet::Avx512Vpopcnt => "si512",
            _ => "si128",
        }
    }
}
