//! A scheduler and executors as processes on the loopback interface.

mod start;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Output;
use std::sync::Arc;
use std::thread;

use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use start::{Process, answer, failed, failure, finish, folder, program, wait_for};
use tempfile::TempDir;

/// A scheduler with executors. Fields are dropped, and processes ended, in this order.
struct Cluster {
    executors: Vec<Process>,
    scheduler: Process,
    address: String,
    /// The folder with the intermediate data of each executor, by its number.
    data: TempDir,
}

impl Cluster {
    fn start(executors: usize) -> Self {
        let (scheduler, line) = Process::start(&["scheduler", "--bind", "127.0.0.1:0"]);
        let address = line.strip_prefix("scheduler at ").expect("the address").to_string();
        let data = TempDir::new().unwrap();
        let start = |n: usize| {
            let folder = data.path().join(n.to_string()).display().to_string();
            Process::start(&["executor", "--scheduler", &address, "--tasks", "2", "--work-dir", &folder]).0
        };
        Self { executors: (0..executors).map(start).collect(), scheduler, address, data }
    }

    /// Returns the number of an executor that has written intermediate data: it has run a task.
    fn busy_executor(&self) -> Option<usize> {
        let has_data = |n: &usize| {
            let files = fs::read_dir(self.data.path().join(n.to_string()));
            files.is_ok_and(|mut files| files.next().is_some())
        };
        (0..self.executors.len()).find(has_data)
    }
}

#[test]
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

/// A query that joins a table with itself several times over, so that it takes long enough.
fn long_query(games: &str, times: usize) -> String {
    format!(
        "select count(*), bit_xor(knight_attacks(a.knights | b.knights)), bit_xor(king_moves(a.kings, b.white)) \
         from '{games}' as a join '{games}' as b on a.id % 8 = b.id % 8 \
         cross join (select unnest(range(0, {times})) as n) as r where (a.knights | n) <> b.knights"
    )
}

/// The sizes of a query: if it ends too early on a fast machine, a test repeats it with the next size.
const TIMES: [usize; 3] = [8, 64, 512];

/// Starts a query on a new cluster, waits until an executor has begun with it, and changes the cluster. `change`
/// receives the number of that executor. Returns the end of the query, or `None` if it has ended before.
fn in_mid_query(query: &str, executors: usize, change: impl Fn(&mut Cluster, usize)) -> Option<Output> {
    let mut cluster = Cluster::start(executors);
    let mut child = program(&["sql", query, "--format", "json", "--cluster", &cluster.address]).spawn().unwrap();
    let busy = wait_for(|| {
        let has_ended = child.try_wait().unwrap().is_some();
        if has_ended { Some(None) } else { cluster.busy_executor().map(Some) }
    });
    if let Some(busy) = busy {
        change(&mut cluster, busy);
    }
    let output = finish(child);
    busy.map(|_| output)
}

#[test]
fn a_query_survives_the_end_of_an_executor() {
    let folder = folder();
    let games = folder.path().join("games.parquet").display().to_string();
    // The executor that has begun, and the other one.
    for next in 0..2 {
        let (query, output) = TIMES
            .into_iter()
            .find_map(|times| {
                let query = long_query(&games, times);
                let output = in_mid_query(&query, 2, |cluster, busy| cluster.executors[(busy + next) % 2].kill())?;
                Some((query, output))
            })
            .expect("a query that does not end too early");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let here = answer(&["sql", &query, "--format", "json"]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), here);
    }
}

#[test]
fn a_client_whose_scheduler_ends_says_so() {
    let folder = folder();
    let games = folder.path().join("games.parquet").display().to_string();
    let output = TIMES
        .into_iter()
        .filter_map(|times| in_mid_query(&long_query(&games, times), 1, |cluster, _| cluster.scheduler.kill()))
        .find(|output| !output.status.success())
        .expect("a query that does not end too early");
    let (code, line) = failed(&output);
    assert!(code == 3 && line.contains("no scheduler at 127.0.0.1"), "{line}");
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
            // The first is answered with something else, the second is not answered and stays open.
            if n == 0 {
                let _ = stream.read(&mut [0; 1000]);
                let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\n\r\n");
            } else {
                std::mem::forget(stream);
            }
        }
    });
    let (code, line) = failure(&["sql", "select 1", "--cluster", &address]);
    assert!(code == 3 && line.contains("is not a scheduler"), "{line}");
    let (code, line) = failure(&["sql", "select 1", "--cluster", &address]);
    assert!(code == 3 && line.contains("no answer within 10s"), "{line}");
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, line) = failure(&["scheduler", "--bind", &address]);
    assert!(code == 1 && line.contains(&address) && line.contains("in use"), "{line}");
    let cluster = Cluster::start(0);
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, line) = failure(&["executor", "--scheduler", &cluster.address, "--port", &port]);
    assert!(code == 1 && line.contains(&address) && line.contains("in use"), "{line}");
}

#[tokio::test]
async fn an_executor_without_our_functions_is_refused_with_their_names() {
    let cluster = Cluster::start(0);
    let port: u16 = cluster.address.rsplit(':').next().unwrap().parse().unwrap();
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let config = ExecutorProcessConfig {
        scheduler_host: "127.0.0.1".to_string(),
        scheduler_port: port,
        port: free(),
        grpc_port: free(),
        ..ExecutorProcessConfig::default()
    };
    let stock = tokio::time::timeout(start::PATIENCE, start_executor_process(Arc::new(config))).await;
    let message = stock.expect("it ends").expect_err("it is refused").to_string();
    assert!(message.contains("refused") && message.contains("knight_attacks, knight_moves"), "{message}");
}

#[test]
fn errors_of_tasks_and_table_functions_arrive_with_their_reason() {
    let cluster = Cluster::start(1);
    let query = "select white_forks(x) from (values ('x')) as t(x) where random() < 2";
    let (_, line) = failure(&["sql", query, "--set", "setwise.strict=true", "--cluster", &cluster.address]);
    assert!(line.contains("'x' is not a position"), "{line}");
    let (_, line) = failure(&["sql", "select * from read_fen('x.fen')", "--cluster", &cluster.address]);
    assert!(line.contains("convert them to Parquet first"), "{line}");
}
