//! The languages whose texts are read back.

use std::fmt;
use std::str::FromStr;

/// A language in which a program can be written: a dialect of SQL, or another language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Script {
    /// A macro of DuckDB, on columns of type `ubigint`.
    DuckDb,
    /// A function of PostgreSQL 14 or later, on columns of type `bigint`.
    Postgres,
    /// A view of ClickHouse, on a table `boards` with columns of type `UInt64` or `Int64`.
    ClickHouse,
    /// A view of Spark SQL, on a table `boards` with columns of type `bigint`.
    Spark,
    /// A view of SQLite 3.35 or later, on a table `boards` with columns of integers.
    Sqlite,
    /// A temporary function of BigQuery, on columns of type `int64`.
    BigQuery,
    /// A function of Python on arrays of NumPy 2, of type `uint64`.
    NumPy,
    /// A function of Python on arrays of JAX, of type `uint64`, which the text enables for the whole process.
    Jax,
    /// A function of Python on tensors of PyTorch, of type `int64`.
    Torch,
    /// A function of JavaScript on values of type `BigInt`. Arguments are taken modulo 2^64, and results are from 0 to
    /// 2^64 - 1.
    BigInt,
    /// A function of JavaScript on numbers with 32 bits. Two of them are the lower and the upper half of a board.
    Halves,
    /// A function of the WebGPU Shading Language on values of type `vec2<u32>`, the lower half of the board first.
    Wgsl,
    /// A function of CUDA C++ for one board, to be called from a kernel. Several results are stored through pointers.
    Cuda,
    /// A function of C over columns with intrinsics of Arm's SVE, for vectors of any length.
    Sve,
    /// A function of C over columns with intrinsics of the vector extension of RISC-V, for vectors of any length.
    Rvv,
    /// A function of C over columns with the vector extension of GCC, for vectors of two boards. Compilers translate it
    /// to LSX, to VSX, to the vectors of z/Architecture or to those of other processors.
    Vector128,
    /// Like [`Vector128`](Self::Vector128), but for vectors of four boards. Compilers translate it to LASX, to AVX2 or to
    /// the vectors of other processors.
    Vector256,
}

impl Script {
    /// All languages, the dialects of SQL first.
    pub const ALL: [Self; 17] = [
        Self::DuckDb,
        Self::Postgres,
        Self::ClickHouse,
        Self::Spark,
        Self::Sqlite,
        Self::BigQuery,
        Self::NumPy,
        Self::Jax,
        Self::Torch,
        Self::BigInt,
        Self::Halves,
        Self::Wgsl,
        Self::Cuda,
        Self::Sve,
        Self::Rvv,
        Self::Vector128,
        Self::Vector256,
    ];

    /// Returns the name of the language, such as `sql`, and the name of the dialect if there are several. For C, the
    /// dialect is an instruction set.
    #[must_use]
    pub fn name(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::DuckDb => ("sql", Some("duckdb")),
            Self::Postgres => ("sql", Some("postgres")),
            Self::ClickHouse => ("sql", Some("clickhouse")),
            Self::Spark => ("sql", Some("spark")),
            Self::Sqlite => ("sql", Some("sqlite")),
            Self::BigQuery => ("sql", Some("bigquery")),
            Self::NumPy => ("numpy", None),
            Self::Jax => ("jax", None),
            Self::Torch => ("torch", None),
            Self::BigInt => ("js", Some("bigint")),
            Self::Halves => ("js", Some("halves")),
            Self::Wgsl => ("wgsl", None),
            Self::Cuda => ("cuda", None),
            Self::Sve => ("c", Some("sve")),
            Self::Rvv => ("c", Some("rvv")),
            Self::Vector128 => ("c", Some("vector128")),
            Self::Vector256 => ("c", Some("vector256")),
        }
    }

    /// Returns the name of the dialect or, if the language has no dialects, of the language.
    #[must_use]
    pub fn short_name(self) -> &'static str {
        let (language, dialect) = self.name();
        dialect.unwrap_or(language)
    }

    /// Returns whether the vectors of a text are passed by pointers.
    pub(super) fn has_pointers(self) -> bool {
        matches!(self, Self::Vector128 | Self::Vector256)
    }

    /// Returns whether a text is a view of the table `boards`.
    pub(super) fn is_view(self) -> bool {
        matches!(self, Self::ClickHouse | Self::Spark | Self::Sqlite)
    }

    /// Returns the program that runs the texts of every pattern in the tests of setwise, or `None` if the texts are only
    /// read back and proved.
    #[must_use]
    pub fn run_by(self) -> Option<&'static str> {
        match self {
            Self::DuckDb => Some("DuckDB"),
            Self::Postgres => Some("PostgreSQL"),
            Self::Sqlite => Some("SQLite"),
            Self::NumPy => Some("NumPy"),
            Self::Jax => Some("JAX"),
            Self::BigInt | Self::Halves => Some("Node"),
            Self::Cuda => Some("clang, to PTX and as C++ for the CPU"),
            Self::Wgsl => Some("wgpu, on the CPU"),
            Self::ClickHouse => Some("chdb"),
            Self::Torch => Some("PyTorch"),
            Self::Sve | Self::Rvv => Some("qemu, two vector lengths"),
            Self::Vector128 => Some("qemu: LSX, POWER9, z14; this CPU"),
            Self::Vector256 => Some("qemu: LASX; this CPU"),
            Self::Spark => Some("PySpark"),
            Self::BigQuery => None,
        }
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

/// The lines at the beginning of a text. They say how the text was made, and what was proved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// The command that wrote the text.
    pub command: Option<String>,
    /// What was proved, as the end of a sentence that begins with `Proved:`. Without it, the header says that nothing was proved.
    pub proven: Option<String>,
}
