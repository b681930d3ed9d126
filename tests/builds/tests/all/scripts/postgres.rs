//! Runs the texts for PostgreSQL in a private server.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use setwise_ir::script::Script;
use setwise_testkit::skip;

use super::{Case, cases, printed};

/// A server of PostgreSQL in a temporary folder, which is stopped when it is dropped.
struct Postgres {
    programs: PathBuf,
    folder: tempfile::TempDir,
}

impl Postgres {
    /// Starts a server, or reports that none is installed.
    fn start() -> Option<Self> {
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
fn postgres_computes_every_pattern() {
    let Some(server) = Postgres::start() else { return };
    let cases = cases(Script::Postgres);
    let mut sql = String::from("\\set ON_ERROR_STOP on\n");
    for Case { pattern, text, inputs, rows } in &cases {
        let columns: Vec<String> = inputs.iter().map(|name| format!("{name} bigint")).collect();
        let results = 0..pattern.results().len();
        let expected: Vec<String> = results.clone().map(|n| format!("expected{n} bigint")).collect();
        writeln!(sql, "{text}create temp table boards({}, {});", columns.join(", "), expected.join(", ")).unwrap();
        writeln!(sql, "copy boards from stdin with delimiter ',';").unwrap();
        for (inputs, results) in rows {
            let row: Vec<String> = inputs.iter().chain(results).map(|word| word.cast_signed().to_string()).collect();
            writeln!(sql, "{}", row.join(",")).unwrap();
        }
        let (names, found) =
            (results.map(|n| format!("expected{n}")).collect::<Vec<_>>().join(", "), inputs.join(", "));
        writeln!(sql, "\\.\nselect '{pattern}', count(*) filter (where row({names}) is distinct from row(found.*)), count(*) from boards, lateral {pattern}({found}) as found;\ndrop table boards;").unwrap();
    }
    let script = server.folder.path().join("kernels.sql");
    fs::write(&script, sql).unwrap();
    let run = server
        .command("psql")
        .args(["-q", "-At", "-U", "postgres", "-h"])
        .arg(server.folder.path())
        .arg("-f")
        .arg(script)
        .output();
    let run = run.unwrap();
    let (found, error) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{error}");
    let expected: String = cases.iter().map(|case| format!("{}|0|{}\n", case.pattern, case.rows.len())).collect();
    assert_eq!(found, expected);
}
