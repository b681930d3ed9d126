//! Tests a scheduler and executors that run as processes on the loopback interface.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::thread;

use crate::gate::Gate;
use crate::start::{Process, answer, failed, failure, finish, folder, parts, program, send, wait_for};
use ballista_core::serde::protobuf::GetJobStatusParams;
use ballista_core::serde::protobuf::job_status::Status;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use tempfile::TempDir;

/// A scheduler with executors. Fields are dropped in the order of their declaration, so the executors end before the
/// scheduler.
struct Cluster {
    executors: Vec<Process>,
    scheduler: Process,
    address: String,
    /// The gate at which tasks wait, if the executors have one.
    gate: Gate,
}

impl Cluster {
    /// Starts a scheduler whose wait for executors is longer than any test.
    fn alone() -> Self {
        let (scheduler, line) = Process::start(&["scheduler", "--bind", "127.0.0.1:0", "--wait", "65535"]);
        let address = line.strip_prefix("scheduler at ").expect("the address").to_string();
        Self { executors: Vec::new(), scheduler, address, gate: Gate::new() }
    }

    fn start(executors: usize) -> Self {
        let mut cluster = Self::alone();
        let start = |_| Process::start(&["executor", "--scheduler", &cluster.address, "--tasks", "2"]).0;
        cluster.executors = (0..executors).map(start).collect();
        cluster
    }

    /// Starts executors whose tasks wait at the gate.
    fn with_gate(executors: usize) -> Self {
        let mut cluster = Self::alone();
        cluster.executors = (0..executors).map(|_| cluster.gate.executor(&cluster.address)).collect();
        cluster
    }

    /// Starts a query and waits until a task of the query is at the gate. Returns the client and the index of the
    /// executor that runs the task.
    fn query(&self, query: &str) -> (Child, usize) {
        let arguments = ["sql", query, "--format", "json", "--cluster", &self.address];
        let partitions = ["--set", "datafusion.execution.target_partitions=4"];
        let child = program(&[&arguments[..], &partitions].concat()).spawn().unwrap();
        (child, self.gate.wait_for_one(&self.executors))
    }
}

#[test]
#[ignore = "other tests start it as a process"]
fn executor_with_a_gate() {
    tokio::runtime::Runtime::new().unwrap().block_on(crate::gate::run_executor());
}

#[test]
#[ignore = "nightly"]
fn twenty_queries_have_the_same_answers_in_one_process_and_on_a_cluster() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let queries = include_str!("queries.sql").replace("GAMES'", &format!("{}'", path("games.parquet")));
    let queries = queries.replace("OPENINGS'", &format!("{}'", path("openings.csv")));
    assert_eq!(queries.lines().filter(|line| line.ends_with(';')).count(), 20);
    fs::write(path("queries.sql"), &queries).unwrap();
    let cluster = Cluster::start(2);
    let arguments = ["sql", "-f", &path("queries.sql"), "--format", "json"];
    let here = answer(&arguments);
    let there = answer(&[&arguments[..], &["--cluster", &cluster.address]].concat());
    assert!(here.lines().count() > 20, "{here}");
    assert_eq!(here, there);
}

/// Returns two queries that join a table with itself. The files of the table are in `folder`.
fn joins(folder: &Path) -> [String; 2] {
    let boards = format!("'{}/*.parquet'", folder.display());
    let answer = "count(*), bit_xor(knight_attacks(a.knights | b.knights)), bit_xor(king_moves(a.kings, b.white))";
    // A nested-loop join, and a cross join with computed rows.
    [
        format!(
            "select {answer} from {boards} a join {boards} b on a.id < b.id and popcount(a.white) <> popcount(b.white)"
        ),
        format!(
            "select {answer} from {boards} a join {boards} b on a.id = b.id cross join (select unnest(range(1, 4)) k)"
        ),
    ]
}

/// Tests that a query returns the correct answer although one of two executors is lost while tasks wait at the gate.
#[test]
#[ignore = "nightly"]
fn a_query_survives_the_loss_of_an_executor() {
    let folder = parts();
    let [nested_loop, cross] = joins(folder.path());
    // The fields are the query, the signal, the executor that receives the signal, and whether the gate opens only
    // after the scheduler has noticed the loss. Executor 0 is the one whose task is at the gate, and 1 is the other
    // executor.
    for (query, signal, next, is_noticed) in [
        (&nested_loop, "KILL", 0, true),
        (&nested_loop, "KILL", 1, false),
        (&cross, "STOP", 0, true),
        (&cross, "TERM", 1, true),
    ] {
        let cluster = Cluster::with_gate(2);
        let (child, busy) = cluster.query(query);
        send(signal, cluster.executors[(busy + next) % 2].id());
        if is_noticed {
            cluster.scheduler.wait_for_message("is lost");
        }
        cluster.gate.open();
        let output = finish(child);
        assert!(output.status.success(), "{signal}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout), answer(&["sql", query, "--format", "json"]), "{signal}");
    }
}

/// Tests that a query that writes is not started again after the loss of an executor. The tasks of the query may
/// already have written rows.
#[test]
#[ignore = "nightly"]
fn a_query_that_cannot_go_on_ends_with_the_reason() {
    let folder = parts();
    let cluster = Cluster::with_gate(2);
    let [query, _] = joins(folder.path());
    let copy = format!("copy ({query}) to '{}'", folder.path().join("copied.csv").display());
    let (child, busy) = cluster.query(&copy);
    send("KILL", cluster.executors[busy].id());
    cluster.scheduler.wait_for_message("is lost");
    cluster.gate.open();
    let (code, line) = failed(&finish(child));
    assert_eq!(
        (code, line.as_str()),
        (3, "setwise-engine: the cluster cannot finish the query: an executor was lost\n")
    );
}

#[test]
#[ignore = "nightly"]
fn a_query_without_an_executor_waits_as_long_as_the_option_says() {
    let (_scheduler, line) = Process::start(&["scheduler", "--bind", "127.0.0.1:0", "--wait", "0"]);
    let address = line.strip_prefix("scheduler at ").expect("the address");
    let (code, line) = failure(&["sql", "select knight_attacks(1)", "--cluster", address]);
    assert!(code == 3 && line.contains("the cluster cannot finish the query: no executor for 0 s"), "{line}");
}

/// Tests that a signal to the client ends the job. The tasks wait at the gate, so the job cannot finish before the
/// signal.
#[tokio::test]
async fn a_job_is_cancelled_when_its_client_ends() {
    let folder = parts();
    for signal in ["INT", "TERM", "KILL"] {
        let cluster = Cluster::with_gate(1);
        let [query, _] = joins(folder.path());
        let (child, _) = cluster.query(&query);
        send(signal, child.id());
        assert!(!finish(child).status.success(), "{signal}");
        let message = cluster.scheduler.wait_for_message("is cancelled: its client is gone");
        let job = message.split(' ').skip_while(|word| *word != "job").nth(1).unwrap();
        let mut client = SchedulerGrpcClient::connect(format!("http://{}", cluster.address)).await.unwrap();
        loop {
            let params = GetJobStatusParams { job_id: job.to_string() };
            let status = client.get_job_status(params).await.unwrap().into_inner().status.unwrap().status;
            match status {
                Some(Status::Failed(failed)) => break assert_eq!(failed.error, "Cancelled"),
                status => assert!(matches!(status, Some(Status::Running(_))), "{signal}: {status:?}"),
            }
        }
        // The slots of the cancelled job must be free for other jobs.
        cluster.gate.open();
        assert_eq!(
            answer(&["sql", &query, "--format", "json", "--cluster", &cluster.address]),
            answer(&["sql", &query, "--format", "json"]),
            "{signal}"
        );
    }
}

#[test]
#[ignore = "nightly"]
fn a_client_whose_scheduler_ends_says_so() {
    let folder = parts();
    let mut cluster = Cluster::with_gate(1);
    let (child, _) = cluster.query(&joins(folder.path())[0]);
    cluster.scheduler.kill();
    let (code, line) = failed(&finish(child));
    assert!(code == 3 && line.contains("no scheduler at 127.0.0.1"), "{line}");
}

/// Tests that only the owner can read the folder for intermediate data, and that the executor removes it. The data may
/// contain rows of files that other users must not read.
#[test]
#[ignore = "nightly"]
fn only_the_owner_can_read_the_data_of_an_executor() {
    let cluster = Cluster::alone();
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let arguments = ["executor", "--scheduler", &cluster.address, "--work-dir", data.to_str().unwrap()];
    let (mut executor, _) = Process::start(&arguments);
    let made: Vec<_> = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(made.len(), 1, "{made:?}");
    assert_eq!(fs::metadata(&made[0]).unwrap().permissions().mode() & 0o777, 0o700);
    // TERM is sent only after the process has installed a handler, because an earlier signal would kill the process at
    // once.
    let status = format!("/proc/{}/status", executor.id());
    let caught = || {
        let status = fs::read_to_string(&status).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t")).unwrap();
        u64::from_str_radix(mask, 16).unwrap() & 1 << (15 - 1) != 0
    };
    wait_for(|| caught().then_some(()));
    send("TERM", executor.id());
    executor.wait();
    assert_eq!(fs::read_dir(&data).unwrap().count(), 0);
}

#[test]
fn without_a_scheduler_the_client_and_the_executor_say_so() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let (code, line) = failure(&["sql", "select 1", "--cluster", &address]);
    assert!(code == 3 && line.contains(&format!("no scheduler at {address}")), "{line}");
    let (code, line) = failure(&["executor", "--scheduler", &address, "--wait", "0"]);
    assert!(code == 3 && line.contains(&format!("no scheduler at {address}")), "{line}");
}

#[test]
fn what_is_no_scheduler_is_not_waited_for() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for (n, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            // The first reply is not from Ballista, although its body looks like one. The second is from another version.
            // Later connections stay open without a reply.
            let replies = [
                "HTTP/1.1 404 Not Found\r\n\r\nserver: ballista/55.0.0",
                "HTTP/1.1 200 OK\r\nserver: ballista/1.2.3\r\n\r\nok",
            ];
            if let Some(reply) = replies.get(n) {
                let _ = stream.read(&mut [0; 1000]);
                let _ = stream.write_all(reply.as_bytes());
            } else {
                std::mem::forget(stream);
            }
        }
    });
    let (code, line) = failure(&["sql", "select 1", "--cluster", &address]);
    assert!(code == 3 && line.contains("is not a scheduler"), "{line}");
    let (code, line) = failure(&["sql", "select 1", "--cluster", &address]);
    assert!(code == 3 && line.contains(&format!("the scheduler at {address} runs Ballista 1.2.3")), "{line}");
    let (code, line) = failure(&["sql", "select 1", "--cluster", &address]);
    assert!(code == 3 && line.contains("no answer within 10s"), "{line}");
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, line) = failure(&["scheduler", "--bind", &address]);
    assert!(code == 1 && line.contains(&address) && line.contains("in use"), "{line}");
    let cluster = Cluster::alone();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, line) = failure(&["executor", "--scheduler", &cluster.address, "--port", &port]);
    assert!(code == 1 && line.contains(&address) && line.contains("in use"), "{line}");
}

#[tokio::test]
async fn an_executor_without_our_functions_is_refused_with_their_names() {
    let cluster = Cluster::alone();
    let port: u16 = cluster.address.rsplit(':').next().unwrap().parse().unwrap();
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let config = ExecutorProcessConfig {
        scheduler_host: "127.0.0.1".to_string(),
        scheduler_port: port,
        port: free(),
        grpc_port: free(),
        ..ExecutorProcessConfig::default()
    };
    let stock = tokio::time::timeout(crate::start::PATIENCE, start_executor_process(Arc::new(config))).await;
    let message = stock.expect("it ends").expect_err("it is refused").to_string();
    assert!(message.contains("refused") && message.contains("knight_attacks, knight_moves"), "{message}");
}

#[test]
#[ignore = "nightly"]
fn errors_of_tasks_and_table_functions_arrive_with_their_reason() {
    let cluster = Cluster::start(1);
    let query = "select white_forks(x) from (values ('x')) as t(x) where random() < 2";
    let (_, line) = failure(&["sql", query, "--set", "setwise.strict=true", "--cluster", &cluster.address]);
    assert!(line.contains("'x' is not a position"), "{line}");
    let (_, line) = failure(&["sql", "select * from read_fen('x.fen')", "--cluster", &cluster.address]);
    assert!(line.contains("convert them to Parquet first"), "{line}");
}
