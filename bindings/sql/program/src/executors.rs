//! Decides which executors the scheduler accepts, and for which jobs the scheduler starts tasks.
//!
//! An executor that is not part of this program lacks the functions of setwise. Ballista would accept such an executor.
//! Each task of the executor would then fail, and the client would not receive the reason. An executor cannot send a
//! list of its functions when it registers. The executors of this program therefore register under a name that starts
//! with the name and the version of the program.
//!
//! When an executor is lost, Ballista runs the executor's finished tasks again. This does not work reliably: the
//! adaptive planner withdraws some stages and never starts them again, and the static planner reads some results twice.
//! For this reason, the scheduler starts no more tasks of an affected job. The job ends, and the client can start the
//! query again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ballista_core::JobId;
use ballista_core::error::{BallistaError, Result};
use ballista_core::serde::protobuf::ExecutorHeartbeat;
use ballista_core::serde::protobuf::task_status::Status;
use ballista_core::serde::scheduler::{ExecutorData, ExecutorMetadata};
use ballista_scheduler::cluster::{BoundTask, ClusterState, ClusterStateEventStream, ExecutorSlot};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::state::execution_stage::{ExecutionStage, TaskInfo};
use ballista_scheduler::state::task_manager::JobInfoCache;
use setwise_datafusion::scalar_functions;

/// The prefix of the names of executors that run this program and version.
const PREFIX: &str = concat!("setwise-engine-", env!("CARGO_PKG_VERSION"), "-");

/// Returns a new name for an executor.
pub(crate) fn executor_name() -> String {
    format!("{PREFIX}{}", ballista_core::ids::new_instance_id())
}

/// Wraps Ballista's state of a cluster. The wrapper refuses executors that lack the functions of this version, and
/// starts no more tasks of a job that has lost tasks.
pub(crate) struct Executors(pub(crate) Arc<dyn ClusterState>);

/// Returns an error if the executor does not run this program and version.
fn check(name: &str) -> Result<()> {
    if name.starts_with(PREFIX) {
        return Ok(());
    }
    let functions = scalar_functions();
    let some: Vec<&str> = functions.iter().take(4).map(|function| function.name()).collect();
    let message = format!(
        "executor '{name}' is refused: it lacks the {} functions of setwise-engine {} ({} and so on); start it with: setwise-engine executor",
        functions.len(),
        env!("CARGO_PKG_VERSION"),
        some.join(", ")
    );
    eprintln!("setwise-engine: {message}");
    Err(BallistaError::Configuration(message))
}

/// Returns whether a job has lost tasks. A job has lost tasks if a task has failed and would be tried again, or if a
/// stage has been withdrawn.
pub(crate) async fn has_lost_tasks(job: &JobInfoCache) -> bool {
    let failed = |task: &TaskInfo| matches!(task.task_status, Status::Failed(_));
    job.execution_graph.read().await.stages().values().any(|stage| {
        let attempt = match stage {
            ExecutionStage::UnResolved(stage) => stage.stage_attempt_num,
            ExecutionStage::Resolved(stage) => stage.stage_attempt_num,
            ExecutionStage::Running(stage) => stage.stage_attempt_num,
            ExecutionStage::Successful(_) | ExecutionStage::Failed(_) => 0,
        };
        attempt > 0 || stage.task_infos().is_some_and(|tasks| tasks.iter().any(failed))
    })
}

#[async_trait::async_trait]
impl ClusterState for Executors {
    async fn register_executor(&self, metadata: ExecutorMetadata, spec: ExecutorData) -> Result<()> {
        check(&metadata.id)?;
        self.0.register_executor(metadata, spec).await
    }

    async fn save_executor_metadata(&self, metadata: ExecutorMetadata) -> Result<()> {
        check(&metadata.id)?;
        self.0.save_executor_metadata(metadata).await
    }

    async fn bind_schedulable_tasks(
        &self,
        distribution: TaskDistributionPolicy,
        active_jobs: Arc<HashMap<JobId, JobInfoCache>>,
        executors: Option<HashSet<String>>,
    ) -> Result<Vec<BoundTask>> {
        let mut whole = HashMap::new();
        for (id, job) in active_jobs.iter() {
            if !has_lost_tasks(job).await {
                whole.insert(id.clone(), job.clone());
            }
        }
        self.0.bind_schedulable_tasks(distribution, Arc::new(whole), executors).await
    }

    async fn remove_executor(&self, executor_id: &str) -> Result<()> {
        if self.0.get_executor_metadata(executor_id).await.is_ok() {
            eprintln!("setwise-engine: executor '{executor_id}' has ended or is lost");
        }
        self.0.remove_executor(executor_id).await
    }

    // All other methods call the inner state unchanged.

    async fn init(&self) -> Result<()> {
        self.0.init().await
    }

    async fn unbind_tasks(&self, executor_slots: Vec<ExecutorSlot>) -> Result<()> {
        self.0.unbind_tasks(executor_slots).await
    }

    async fn get_executor_metadata(&self, executor_id: &str) -> Result<ExecutorMetadata> {
        self.0.get_executor_metadata(executor_id).await
    }

    async fn registered_executor_metadata(&self) -> Vec<ExecutorMetadata> {
        self.0.registered_executor_metadata().await
    }

    async fn save_executor_heartbeat(&self, heartbeat: ExecutorHeartbeat) -> Result<()> {
        self.0.save_executor_heartbeat(heartbeat).await
    }

    fn executor_heartbeats(&self) -> HashMap<String, ExecutorHeartbeat> {
        self.0.executor_heartbeats()
    }

    fn get_executor_heartbeat(&self, executor_id: &str) -> Option<ExecutorHeartbeat> {
        self.0.get_executor_heartbeat(executor_id)
    }

    async fn cluster_state_events(&self) -> Result<ClusterStateEventStream> {
        self.0.cluster_state_events().await
    }
}
