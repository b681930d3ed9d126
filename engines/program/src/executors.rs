//! Which executors a scheduler accepts: those of this program, in the same version.
//!
//! A stock executor of Ballista lacks the functions of setwise. Ballista would accept it, and each task on it would
//! fail without a reason at the client. What an executor says about itself has no place for functions, so its name
//! tells: executors of this program have names that start with the program and its version.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ballista_core::JobId;
use ballista_core::error::{BallistaError, Result};
use ballista_core::serde::protobuf::ExecutorHeartbeat;
use ballista_core::serde::scheduler::{ExecutorData, ExecutorMetadata};
use ballista_scheduler::cluster::{BoundTask, ClusterState, ClusterStateEventStream, ExecutorSlot};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::state::task_manager::JobInfoCache;
use setwise_datafusion::scalar_functions;

/// The start of the names of executors of this program.
const PREFIX: &str = concat!("setwise-engine-", env!("CARGO_PKG_VERSION"), "-");

/// Returns a name for an executor.
pub(crate) fn executor_name() -> String {
    format!("{PREFIX}{}", ballista_core::ids::new_instance_id())
}

/// The state of a cluster that refuses executors without the functions of this version.
pub(crate) struct Admission(pub(crate) Arc<dyn ClusterState>);

/// Returns the error for an executor that is not one of this program and version.
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

#[async_trait::async_trait]
impl ClusterState for Admission {
    async fn register_executor(&self, metadata: ExecutorMetadata, spec: ExecutorData) -> Result<()> {
        check(&metadata.id)?;
        self.0.register_executor(metadata, spec).await
    }

    async fn save_executor_metadata(&self, metadata: ExecutorMetadata) -> Result<()> {
        check(&metadata.id)?;
        self.0.save_executor_metadata(metadata).await
    }

    // Everything else is as it is.

    async fn init(&self) -> Result<()> {
        self.0.init().await
    }

    async fn bind_schedulable_tasks(
        &self,
        distribution: TaskDistributionPolicy,
        active_jobs: Arc<HashMap<JobId, JobInfoCache>>,
        executors: Option<HashSet<String>>,
    ) -> Result<Vec<BoundTask>> {
        self.0.bind_schedulable_tasks(distribution, active_jobs, executors).await
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

    async fn remove_executor(&self, executor_id: &str) -> Result<()> {
        self.0.remove_executor(executor_id).await
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_executor_without_the_functions_is_refused_by_name() {
        assert!(check(&executor_name()).is_ok());
        for name in ["2f5c", "setwise-engine-0.0.1-2f5c"] {
            let message = check(name).unwrap_err().to_string();
            assert!(message.contains(name) && message.contains("knight_attacks, knight_moves"), "{message}");
        }
    }
}
