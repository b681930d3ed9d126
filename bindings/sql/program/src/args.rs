//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// SQL over chess positions, on one machine or on a cluster.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 a query, a file or a process failed, 2 wrong command line, 3 no scheduler, another version, or a cluster that cannot finish the query.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs queries: from the command line, a file, standard input, or a prompt.
    Sql(Sql),
    /// Starts the scheduler of a cluster.
    Scheduler(Scheduler),
    /// Starts an executor of a cluster.
    Executor(Executor),
    /// Lists the functions for positions and sets.
    Functions(Functions),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Sql {
    /// The queries, separated by semicolons. Files are tables: select count(*) from 'games.parquet'
    #[arg(conflicts_with = "file")]
    pub(crate) text: Option<String>,
    /// A file with queries.
    #[arg(short, long)]
    pub(crate) file: Option<PathBuf>,
    /// The format in which rows are printed.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// Writes the rows of a single query to a Parquet file instead of printing them; - is standard output.
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Runs the queries on the cluster whose scheduler is at HOST:PORT.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) cluster: Option<String>,
    /// Sets an option, such as setwise.strict=true or datafusion.execution.target_partitions=8.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<String>,
}

/// The format in which rows are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A readable table. All rows are kept in memory until the last one has arrived.
    Table,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object per line.
    Json,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Scheduler {
    /// The address to listen on; port 0 takes a free port. Ballista has no authentication: use a trusted network.
    #[arg(long, default_value = "127.0.0.1:50050")]
    pub(crate) bind: std::net::SocketAddr,
    /// The name by which executors reach this machine. By default, the address of --bind.
    #[arg(long)]
    pub(crate) host: Option<String>,
    /// How long a query waits while there is no executor, in seconds.
    #[arg(long, default_value_t = 10)]
    pub(crate) wait: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Executor {
    /// The scheduler, as HOST:PORT.
    #[arg(long, default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: String,
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) bind: std::net::IpAddr,
    /// The name by which other machines reach this one. By default, the address of --bind.
    #[arg(long)]
    pub(crate) host: Option<String>,
    /// The port for data; 0 takes a free port.
    #[arg(long, default_value_t = 0)]
    pub(crate) port: u16,
    /// The port for tasks; 0 takes a free port.
    #[arg(long, default_value_t = 0)]
    pub(crate) grpc_port: u16,
    /// The number of tasks that run at the same time. By default, the number of CPUs.
    #[arg(long)]
    pub(crate) tasks: Option<std::num::NonZeroUsize>,
    /// Where to create the folder for intermediate data. Only the owner can read the new folder. By default, the
    /// system's folder for temporary files.
    #[arg(long)]
    pub(crate) work_dir: Option<PathBuf>,
    /// How long to wait for the scheduler, in seconds.
    #[arg(long, default_value_t = 10)]
    pub(crate) wait: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Functions {
    /// Lists only functions whose name or description contains this word.
    pub(crate) word: Option<String>,
}
