//! The list of the languages whose texts are read back.

use std::fmt;
use std::str::FromStr;

use super::definition::Definition;
use super::languages::{c, dialects, js, python, vectors, wgsl};

/// Defines [`Script`]: one row for each language, with the path of its [`Definition`].
macro_rules! scripts {
    ($($(#[$doc:meta])+ $script:ident = $language:path;)+) => {
        /// A language in which a program can be written: a dialect of SQL, or another language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Script {
            $($(#[$doc])+ $script,)+
        }

        impl Script {
            /// All languages, the dialects of SQL first.
            pub const ALL: [Self; [$(stringify!($script)),+].len()] = [$(Self::$script),+];

            pub(super) fn definition(self) -> &'static Definition {
                match self {
                    $(Self::$script => &$language,)+
                }
            }
        }
    };
}

scripts! {
    /// A macro of DuckDB, on columns of type `ubigint`.
    DuckDb = dialects::DUCKDB;
    /// A function of PostgreSQL 14 or later, on columns of type `bigint`.
    Postgres = dialects::POSTGRES;
    /// A view of ClickHouse, on a table `boards` with columns of type `UInt64` or `Int64`.
    ClickHouse = dialects::CLICKHOUSE;
    /// A view of Spark SQL, on a table `boards` with columns of type `bigint`.
    Spark = dialects::SPARK;
    /// A view of SQLite 3.35 or later, on a table `boards` with columns of integers.
    Sqlite = dialects::SQLITE;
    /// A temporary function of BigQuery, on columns of type `int64`.
    BigQuery = dialects::BIGQUERY;
    /// A function of Python on arrays of NumPy 2, of type `uint64`.
    NumPy = python::NUMPY;
    /// A function of Python on arrays of JAX, of type `uint64`, which the text enables for the whole process.
    Jax = python::JAX;
    /// A function of Python on tensors of PyTorch, of type `int64`.
    Torch = python::TORCH;
    /// A function of JavaScript on values of type `BigInt`. Arguments are taken modulo 2^64, and results are from 0 to
    /// 2^64 - 1.
    BigInt = js::BIGINT;
    /// A function of JavaScript on numbers with 32 bits. Two of them are the lower and the upper half of a board.
    Halves = js::HALVES;
    /// A function of the WebGPU Shading Language on values of type `vec2<u32>`, the lower half of the board first.
    Wgsl = wgsl::WGSL;
    /// A function of CUDA C++ for one board, to be called from a kernel. Several results are stored through pointers.
    Cuda = c::CUDA;
    /// A function of C over columns with intrinsics of Arm's SVE, for vectors of any length.
    Sve = vectors::SVE;
    /// A function of C over columns with intrinsics of the vector extension of RISC-V, for vectors of any length.
    Rvv = vectors::RVV;
    /// A function of C over columns with the vector extension of GCC, for vectors of two boards. Compilers translate it
    /// to LSX, to VSX, to the vectors of z/Architecture or to those of other processors.
    Vector128 = vectors::VECTOR128;
    /// Like [`Vector128`](Self::Vector128), but for vectors of four boards. Compilers translate it to LASX, to AVX2 or to
    /// the vectors of other processors.
    Vector256 = vectors::VECTOR256;
}

impl Script {
    /// Returns the name of the language, such as `sql`, and the name of the dialect if there are several. For C, the
    /// dialect is an instruction set.
    #[must_use]
    pub fn name(self) -> (&'static str, Option<&'static str>) {
        self.definition().name
    }

    /// Returns the name of the dialect or, if the language has no dialects, of the language.
    #[must_use]
    pub fn short_name(self) -> &'static str {
        let (language, dialect) = self.name();
        dialect.unwrap_or(language)
    }

    /// Returns the program that runs the texts of every pattern in the tests of setwise, or `None` if the texts are only
    /// read back and proved.
    #[must_use]
    pub fn run_by(self) -> Option<&'static str> {
        self.definition().run_by
    }

    /// Returns the name of an input or of a result in a text: with the suffix `_` if the language reserves it.
    #[must_use]
    pub fn column(self, name: &str) -> String {
        self.definition().column(name)
    }

    /// Returns the languages of this name: one for each dialect, or none if no language has this name.
    pub fn named(language: &str) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |script| script.name().0 == language)
    }
}

/// Formats the language and its dialect, such as `sql --dialect duckdb`. These are the arguments of `setwise gen`.
impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            ("c", Some(set)) => write!(f, "c --isa {set}"),
            (language, Some(dialect)) => write!(f, "{language} --dialect {dialect}"),
            (language, None) => f.write_str(language),
        }
    }
}

/// Parses the name of a dialect or, if the language has no dialects, of the language.
impl FromStr for Script {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|script| script.short_name() == name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().filter_map(|script| script.name().1).collect();
            format!("unknown dialect '{name}'; dialects are {}", names.join(", "))
        })
    }
}
