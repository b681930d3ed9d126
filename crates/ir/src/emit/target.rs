//! Defines the target of an emitted file: its language, its functions and their instruction sets. Also defines, for
//! each instruction set, the properties that lowering needs.

use std::fmt;
use std::str::FromStr;

use crate::{Kind, Program};

/// The language of an emitted file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Language {
    /// Rust 1.89 or later, without the standard library.
    #[default]
    Rust,
    /// C11 that is also valid C++17. Functions for vector instruction sets need GCC or Clang.
    C,
}

/// The language and the contents of an emitted file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub(super) language: Language,
    pub(super) sets: Vec<InstructionSet>,
    pub(super) dispatch: bool,
    pub(super) one_board: bool,
    pub(super) command: Option<String>,
    pub(super) proven: Vec<String>,
}

impl Target {
    /// Returns the target for a file with a function for each of these instruction sets.
    #[must_use]
    pub fn new(language: Language, sets: &[InstructionSet]) -> Self {
        Self { language, sets: sets.to_vec(), dispatch: false, one_board: false, command: None, proven: Vec::new() }
    }

    /// Returns the target for a file with functions for all instruction sets. One more function calls the best
    /// function that the processor supports.
    ///
    /// AVX-512 VPOPCNTDQ is omitted for programs that contain no population count.
    #[must_use]
    pub fn all(language: Language) -> Self {
        Self { dispatch: true, ..Self::new(language, &InstructionSet::ALL) }
    }

    /// Returns the target for a file with two functions for one board. `NAME_setwise` takes any set of squares, and
    /// `NAME` reads the result for a single square from a table. The program must have one input and one result.
    #[must_use]
    pub fn one_board(language: Language) -> Self {
        Self { one_board: true, ..Self::new(language, &[InstructionSet::Scalar]) }
    }

    /// Sets the command that generated the file. The header names this command as the origin of the file.
    #[must_use]
    pub fn by_command(self, command: &str) -> Self {
        Self { command: Some(command.into()), ..self }
    }

    /// Sets the lines of the header that list what was proved. Without such lines, the header says that nothing was
    /// proved. Call this method only after proving the lowered programs with the feature `proof`.
    #[must_use]
    pub fn with_proofs(self, proven: &[String]) -> Self {
        Self { proven: proven.to_vec(), ..self }
    }

    /// Returns the instruction sets for which the file of a program contains a function.
    #[must_use]
    pub fn sets(&self, program: &Program) -> Vec<InstructionSet> {
        let counts = program.count(Kind::Popcount) > 0;
        let left_out = |set: InstructionSet| self.dispatch && set == InstructionSet::Avx512Vpopcnt && !counts;
        InstructionSet::ALL.into_iter().filter(|set| self.sets.contains(set) && !left_out(*set)).collect()
    }
}

/// Parses `rust` or `c`.
impl FromStr for Language {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "rust" => Ok(Self::Rust),
            "c" => Ok(Self::C),
            _ => Err(format!("unknown language '{name}'; languages are rust and c")),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rust => "rust",
            Self::C => "c",
        })
    }
}

/// An instruction set of an emitted function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InstructionSet {
    /// One board at a time, for any standard compiler.
    Scalar,
    /// x86-64: two boards in a register.
    Sse2,
    /// x86-64: four boards in a register.
    Avx2,
    /// x86-64 with AVX-512 F, BW and DQ: eight boards in a register, three-way logic.
    Avx512,
    /// AVX-512 F, BW, DQ and VPOPCNTDQ, which counts members with one instruction.
    Avx512Vpopcnt,
    /// AArch64: two boards in a register.
    Neon,
    /// WebAssembly: two boards in a register.
    Simd128,
}

/// The processor architecture that an instruction set needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Architecture {
    Any,
    X86,
    Arm,
    Wasm,
}

impl InstructionSet {
    /// All instruction sets. If two instruction sets are for the same processors, the better one comes later.
    pub const ALL: [Self; 7] =
        [Self::Scalar, Self::Sse2, Self::Avx2, Self::Avx512, Self::Avx512Vpopcnt, Self::Neon, Self::Simd128];

    /// Returns the name, the number of boards in a register, the architecture, and the features that a compiler must
    /// enable. The names of the features are those that compilers use.
    fn properties(self) -> (&'static str, usize, Architecture, &'static str) {
        match self {
            Self::Scalar => ("scalar", 1, Architecture::Any, ""),
            Self::Sse2 => ("sse2", 2, Architecture::X86, "sse2"),
            Self::Avx2 => ("avx2", 4, Architecture::X86, "avx2"),
            Self::Avx512 => ("avx512", 8, Architecture::X86, "avx512f,avx512bw,avx512dq"),
            Self::Avx512Vpopcnt => {
                ("avx512-vpopcnt", 8, Architecture::X86, "avx512f,avx512bw,avx512dq,avx512vpopcntdq")
            }
            Self::Neon => ("neon", 2, Architecture::Arm, "neon"),
            Self::Simd128 => ("simd128", 2, Architecture::Wasm, "simd128"),
        }
    }

    /// Returns the name, such as `avx2` or `avx512-vpopcnt`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.properties().0
    }

    /// Returns the number of boards in a register.
    #[must_use]
    pub fn boards(self) -> usize {
        self.properties().1
    }

    pub(super) fn architecture(self) -> Architecture {
        self.properties().2
    }

    /// Returns the features that a compiler must enable, by the names that compilers use.
    pub(super) fn features(self) -> &'static str {
        self.properties().3
    }

    /// Returns the suffix of the names of functions for this instruction set.
    pub(super) fn suffix(self) -> String {
        self.name().replace('-', "_")
    }

    /// Returns whether an instruction adds each byte separately. If so, a step to the east needs no mask.
    pub(super) fn adds_bytes(self) -> bool {
        self != Self::Scalar
    }

    /// Returns whether emitted functions shift each byte separately. If so, a step along a rank needs no mask.
    ///
    /// The simd128 backend of the library shifts words instead, because x86 processors, which also run WebAssembly,
    /// have no shifts of bytes. Emitted files shift bytes, because with shifts of words, Clang 14 never finishes
    /// compiling some kernels for WebAssembly.
    pub(super) fn shifts_bytes(self) -> bool {
        matches!(self, Self::Neon | Self::Simd128)
    }

    /// Returns whether a single instruction can compute any bitwise function of three sets.
    pub(super) fn has_ternary(self) -> bool {
        matches!(self, Self::Avx512 | Self::Avx512Vpopcnt)
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses the name of an instruction set.
impl FromStr for InstructionSet {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|set| set.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("unknown instruction set '{name}'; instruction sets are {names}")
        })
    }
}
