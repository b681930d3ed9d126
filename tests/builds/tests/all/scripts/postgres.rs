//! Runs the texts for PostgreSQL in a private server.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use setwise_ir::script::Script;
use setwise_testkit::skip;

use super::{Case, cases, names, printed};

/// A server of PostgreSQL in a temporary folder, which is stopped when it is dropped.
pub(super) struct Postgres {
    programs: PathBuf,
    folder: tempfile::TempDir,
}

impl Postgres {
    /// Starts a server, or reports that none is installed.
    pub(super) fn start() -> Option<Self> {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let programs = versions.map(|version| version.path().join("bin")).find(|folder| folder.join("initdb").exists());
        let Some(programs) = programs else {
            skip::missing("no server of PostgreSQL is installed");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
        let server = Self { programs, folder };
        let data = server.folder.path().join("data");
        printed(server.command("initdb").args(["-A", "trust", "-U", "postgres", "-D"]).arg(&data));
        let socket = format!("-c listen_addresses='' -c fsync=off -k {}", server.folder.path().display());
        let log = server.folder.path().join("log");
        printed(server.command("pg_ctl").args(["-w", "-o", &socket, "start", "-D"]).arg(&data).arg("-l").arg(log));
        Some(server)
    }

    /// Runs commands of psql, and returns what they print.
    pub(super) fn query(&self, sql: &str) -> String {
        let script = self.folder.path().join("script.sql");
        fs::write(&script, format!("\\set ON_ERROR_STOP on\n{sql}")).unwrap();
        let mut command = self.command("psql");
        command.args(["-q", "-At", "-U", "postgres", "-h"]).arg(self.folder.path());
        printed(command.arg("-f").arg(script))
    }

    /// Runs texts on tables of their inputs, in a transaction that keeps nothing.
    pub(super) fn run(&self, cases: &[Case]) {
        let mut sql = "begin;\n".to_string();
        for Case { name, text, inputs, results, rows } in cases {
            let columns: Vec<String> = inputs.iter().map(|name| format!("{name} bigint")).collect();
            let expected: Vec<String> = (0..*results).map(|n| format!("expected{n} bigint")).collect();
            writeln!(sql, "{text}create temp table boards({}, {});", columns.join(", "), expected.join(", ")).unwrap();
            writeln!(sql, "copy boards from stdin with delimiter ',';").unwrap();
            for (inputs, results) in rows {
                let row: Vec<String> =
                    inputs.iter().chain(results).map(|word| word.cast_signed().to_string()).collect();
                writeln!(sql, "{}", row.join(",")).unwrap();
            }
            let names: Vec<String> = (0..*results).map(|n| format!("expected{n}")).collect();
            let (names, found) = (names.join(", "), inputs.join(", "));
            writeln!(sql, "\\.\nselect '{name}', count(*) filter (where row({names}) is distinct from row(found.*)), count(*) from boards, lateral {name}({found}) as found;\ndrop table boards;").unwrap();
        }
        sql += "rollback;\n";
        let expected: String = cases.iter().map(|case| format!("{}|0|{}\n", case.name, case.rows.len())).collect();
        assert_eq!(self.query(&sql), expected);
    }

    /// Returns a command of the server, which refuses to be run by root.
    fn command(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let is_root = printed(Command::new("id").arg("-u")).trim() == "0";
        let mut command = if is_root { Command::new("runuser") } else { Command::new(&program) };
        if is_root {
            command.args(["-u", "postgres", "--"]).arg(program);
        }
        command.current_dir("/").stdin(Stdio::null());
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.folder.path().join("data");
        let _ = self.command("pg_ctl").args(["-m", "immediate", "stop", "-D"]).arg(data).output();
    }
}

#[test]
#[ignore = "nightly"]
fn postgres_computes_every_pattern_and_keywords_are_names() {
    if let Some(server) = Postgres::start() {
        server.run(&cases(Script::Postgres));
        server.run(&names::named(Script::Postgres, &server.query("select word from pg_get_keywords();")));
    }
}
