//! Executors whose tasks wait at a gate, so that a test controls what happens while the tasks run.
//!
//! ```text
//! test                            executor, a process of this test program
//!  wait_for_one        <-------   a task calls knight_attacks: the file PID appears
//!  kills one, presses Ctrl-C      the task waits
//!  open                ------->   the file `open` exists: it goes on
//! ```

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use arrow::datatypes::{DataType, FieldRef};
use ballista_core::extension::ballista_scalar_functions;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
};
use tempfile::TempDir;

use crate::start::{Process, wait_for};

/// The name of the test that is started as a separate process to run an executor.
pub(crate) const EXECUTOR: &str = "cluster::executor_with_a_gate";

/// The SQL function whose calls wait at the gate.
const FUNCTION: &str = "knight_attacks";

const SCHEDULER: &str = "SETWISE_TEST_SCHEDULER";
const FOLDER: &str = "SETWISE_TEST_GATE";

/// A gate at which tasks wait. The gate is a folder, and it is open as soon as the folder contains the file `open`.
pub(crate) struct Gate(TempDir);

impl Gate {
    /// Returns a closed gate.
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Starts an executor that runs at most two tasks at the same time.
    pub(crate) fn executor(&self, scheduler: &str) -> Process {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([EXECUTOR, "--exact", "--ignored", "--nocapture"]);
        command.env(SCHEDULER, scheduler).env(FOLDER, self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Process::of(command.spawn().unwrap())
    }

    /// Waits until one of these executors has a task at the gate. Returns the index of the executor.
    pub(crate) fn wait_for_one(&self, executors: &[Process]) -> usize {
        let is_here = |executor: &Process| self.0.path().join(executor.id().to_string()).exists();
        wait_for(|| executors.iter().position(is_here))
    }

    /// Opens the gate: waiting tasks continue, and later tasks do not wait.
    pub(crate) fn open(&self) {
        fs::write(self.0.path().join("open"), "").unwrap();
    }
}

/// Runs an executor. Panics if the process was not started by [`Gate::executor`].
pub(crate) async fn run_executor() {
    let scheduler = std::env::var(SCHEDULER).expect("only other tests start this one");
    let (host, port) = scheduler.rsplit_once(':').unwrap();
    let folder = PathBuf::from(std::env::var(FOLDER).unwrap());
    let free = || TcpListener::bind("127.0.0.1:0").unwrap();
    let [port_of_data, port_of_tasks] = [free(), free()].map(|listener| listener.local_addr().unwrap().port());
    let data = TempDir::new_in(&folder).unwrap();
    let config = ExecutorProcessConfig {
        executor_id: format!("setwise-engine-{}-{}", env!("CARGO_PKG_VERSION"), std::process::id()),
        scheduler_host: host.to_string(),
        scheduler_port: port.parse().unwrap(),
        port: port_of_data,
        grpc_port: port_of_tasks,
        vcores: 2,
        work_dir: Some(data.path().display().to_string()),
        executor_heartbeat_interval_seconds: 1,
        override_function_registry: Some(Arc::new(functions(&folder))),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await.unwrap();
}

fn functions(folder: &Path) -> BallistaFunctionRegistry {
    let mut functions = BallistaFunctionRegistry::default();
    for function in ballista_scalar_functions().into_iter().chain(setwise_datafusion::scalar_functions()) {
        functions.scalar_functions.insert(function.name().to_string(), function);
    }
    for function in setwise_datafusion::aggregate_functions() {
        functions.aggregate_functions.insert(function.name().to_string(), function);
    }
    let inner = functions.scalar_functions[FUNCTION].clone();
    let waiting = ScalarUDF::new_from_impl(Waiting { inner, folder: folder.to_path_buf() });
    functions.scalar_functions.insert(FUNCTION.to_string(), Arc::new(waiting));
    functions
}

/// A function that waits until the gate is open, and then calls the inner function.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Waiting {
    inner: Arc<ScalarUDF>,
    folder: PathBuf,
}

impl ScalarUDFImpl for Waiting {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn signature(&self) -> &Signature {
        self.inner.signature()
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.inner.coerce_types(types)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.inner.return_type(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        self.inner.return_field_from_args(args)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let open = self.folder.join("open");
        if !open.exists() {
            fs::write(self.folder.join(std::process::id().to_string()), "").unwrap();
        }
        while !open.exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.inner.invoke_with_args(args)
    }
}
