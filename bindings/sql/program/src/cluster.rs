//! The processes of a cluster: Ballista's scheduler and executor, with the functions of setwise.
//!
//! A plan refers to functions by name, so each process must have the functions of setwise. The executor adds them to
//! Ballista's own list.
//!
//! With Ballista's default settings, a query waits several minutes for an executor that has ended. Here, executors
//! report every second, and an executor that has not reported for five seconds is lost. `jobs.rs` then ends the jobs
//! that used the executor, and their clients start the queries again. Statements that write are not started again.

use std::fs::Permissions;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ballista_core::extension::{SessionConfigExt, ballista_scalar_functions};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::execution::SessionState;
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use setwise_datafusion::{ShareFeatures, aggregate_functions, register_all, scalar_functions};
use tempfile::TempDir;
use tokio::signal::unix::{SignalKind, signal};

use crate::args::{Executor, Scheduler};
use crate::check::check_scheduler;
use crate::executors::{Executors, executor_name};
use crate::jobs::Jobs;
use crate::output::say;
use crate::session;

/// The number of seconds between two reports of an executor.
const HEARTBEAT: u64 = 1;
/// The number of seconds without a report after which an executor is lost.
const TIMEOUT: u64 = 5;
/// The number of seconds between two searches for lost executors.
const EXPIRY: u64 = 1;

/// Runs `setwise-engine scheduler` until Ctrl-C or the signal TERM.
pub(crate) async fn scheduler(args: Scheduler) -> Result<()> {
    let listener = tokio::net::TcpListener::bind(args.bind).await.with_context(|| args.bind.to_string())?;
    let address = listener.local_addr()?;
    let config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        external_host: args.host.unwrap_or_else(|| address.ip().to_string()),
        executor_timeout_seconds: TIMEOUT,
        expire_dead_executor_interval_seconds: EXPIRY,
        // With this setting, Ballista never ends jobs for lack of executors. `Jobs::watch` ends them instead, even if
        // they never had an executor.
        no_executors_grace_period_seconds: u32::MAX.into(),
        override_config_producer: Some(Arc::new(session_config)),
        override_session_builder: Some(Arc::new(session_state)),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let jobs = Arc::new(Jobs::new(cluster.job_state()));
    let cluster = BallistaCluster::new(Arc::new(Executors(cluster.cluster_state())), jobs.clone());
    let server = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    say(format!("scheduler at {address}\n").as_bytes())?;
    tokio::select! {
        result = start_grpc_service_with_listener(listener, server.clone()) => Ok(result?),
        () = jobs.watch(&server, args.wait) => Ok(()),
        () = end_signal() => Ok(()),
    }
}

/// Runs `setwise-engine executor` until Ctrl-C or the signal TERM. The running tasks are finished before the function
/// returns.
pub(crate) async fn executor(args: Executor) -> Result<()> {
    let (scheduler_host, scheduler_port) = host_and_port(&args.scheduler)?;
    let mut waited = 0;
    while let Err(error) = check_scheduler(&args.scheduler).await {
        if waited >= args.wait {
            return Err(error);
        }
        waited += 1;
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let [port, grpc_port] = ports(args.bind, [args.port, args.grpc_port])?;
    let folder = args.work_dir.unwrap_or_else(std::env::temp_dir);
    let data = data_folder(&folder).with_context(|| folder.display().to_string())?;
    let config = ExecutorProcessConfig {
        executor_id: executor_name(),
        bind_host: args.bind.to_string(),
        external_host: Some(args.host.unwrap_or_else(|| args.bind.to_string())),
        port,
        grpc_port,
        scheduler_host,
        scheduler_port,
        scheduler_connect_timeout_seconds: args.wait,
        vcores: match args.tasks {
            Some(tasks) => tasks.get(),
            None => std::thread::available_parallelism()?.get(),
        },
        work_dir: Some(data.path().display().to_string()),
        executor_heartbeat_interval_seconds: HEARTBEAT,
        override_function_registry: Some(Arc::new(functions())),
        override_config_producer: Some(Arc::new(session_config)),
        ..ExecutorProcessConfig::default()
    };
    say(format!("executor at {}:{port} for the scheduler at {}\n", args.bind, args.scheduler).as_bytes())?;
    Ok(start_executor_process(Arc::new(config)).await?)
}

/// Returns the functions of Ballista and of setwise. Ballista's functions include those for lists, which its default
/// registry lacks.
fn functions() -> BallistaFunctionRegistry {
    let mut functions = BallistaFunctionRegistry::default();
    for function in ballista_scalar_functions().into_iter().chain(scalar_functions()) {
        functions.scalar_functions.insert(function.name().to_string(), function);
    }
    for function in aggregate_functions() {
        functions.aggregate_functions.insert(function.name().to_string(), function);
    }
    functions
}

fn session_config() -> SessionConfig {
    session::config(SessionConfig::new_with_ballista())
}

/// Returns the state of a session in the scheduler, which uses the state to plan and optimise queries.
fn session_state(config: SessionConfig) -> datafusion::common::Result<SessionState> {
    let mut state = default_session_builder(config)?;
    register_all(&mut state)?;
    let mut rules = state.optimizers().to_vec();
    rules.push(Arc::new(ShareFeatures::default()));
    Ok(datafusion::execution::SessionStateBuilder::new_from_existing(state).with_optimizer_rules(rules).build())
}

/// Creates a folder for intermediate data. Only the owner may read the folder, because the data contain rows of users'
/// files. The folder is removed when the executor ends.
fn data_folder(parent: &Path) -> std::io::Result<TempDir> {
    std::fs::create_dir_all(parent)?;
    let owner_only = Permissions::from_mode(0o700);
    tempfile::Builder::new().prefix("setwise-executor-").permissions(owner_only).tempdir_in(parent)
}

fn host_and_port(address: &str) -> Result<(String, u16)> {
    let (host, port) = address.rsplit_once(':').with_context(|| format!("{address}: expected HOST:PORT"))?;
    Ok((host.to_string(), port.parse().with_context(|| format!("{address}: expected HOST:PORT"))?))
}

/// Returns the ports, with a free port in place of each 0. Returns an error if a port is in use. Without this check,
/// the error would occur only when the first task arrives.
fn ports(address: IpAddr, wanted: [u16; 2]) -> Result<[u16; 2]> {
    let bind = |port: u16| {
        let address = SocketAddr::new(address, port);
        TcpListener::bind(address).with_context(|| address.to_string())
    };
    // Both listeners stay open until both ports are known, so that the system cannot choose the same port twice.
    let listeners = [bind(wanted[0])?, bind(wanted[1])?];
    let [one, other] = listeners.map(|listener| listener.local_addr().map(|address| address.port()));
    let ports = [one?, other?];
    if ports[0] == ports[1] { bail!("the two ports of an executor have to differ") } else { Ok(ports) }
}

/// Waits for Ctrl-C or for the signal TERM, which a service manager sends to stop a process.
async fn end_signal() {
    let mut terminate = signal(SignalKind::terminate()).expect("signals are available on Unix");
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
