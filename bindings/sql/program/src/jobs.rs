//! The jobs of a scheduler. A job is cancelled when its client ends, and a job that cannot continue is ended with a
//! reason. The scheduler looks at its jobs every second:
//!
//! ```text
//! the client has ended             the channel for the status of its job is closed, and the job is cancelled
//! tasks were lost                  the job is ended, and the client starts the query again
//! no task runs and none can start  the job is ended with a reason
//! no executor for `wait` seconds   the job is ended with a reason
//! ```
//!
//! Ballista itself does not cancel the job of a client that has ended, so the job holds its task slots until it has
//! finished. After the loss of an executor, Ballista can let clients wait forever.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ballista_core::error::Result;
use ballista_core::serde::protobuf::JobStatus;
use ballista_core::serde::protobuf::job_status::Status;
use ballista_core::{JobId, JobStatusSubscriber};
use ballista_scheduler::cluster::{JobState, JobStateEventStream};
use ballista_scheduler::scheduler_server::SchedulerServer;
use ballista_scheduler::state::execution_graph::ExecutionGraphBox;
use ballista_scheduler::state::execution_stage::ExecutionStage;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};

use crate::executors::has_lost_tasks;
use crate::failure::{CANNOT_FINISH, EXECUTOR_LOST};

/// The type of the scheduler's server.
pub(crate) type Server = SchedulerServer<LogicalPlanNode, PhysicalPlanNode>;

/// The time between two checks of the jobs.
const LOOK: Duration = Duration::from_secs(1);

/// The state of all jobs. It wraps Ballista's own state.
pub(crate) struct Jobs {
    inner: Arc<dyn JobState>,
    /// The channel through which the client of each job receives the status. The client closes it when it ends.
    clients: Mutex<HashMap<JobId, JobStatusSubscriber>>,
    /// For each job that cannot continue, the reason why it is ended.
    reasons: Mutex<HashMap<JobId, String>>,
}

impl Jobs {
    pub(crate) fn new(inner: Arc<dyn JobState>) -> Self {
        Self { inner, clients: Mutex::default(), reasons: Mutex::default() }
    }

    /// Ends jobs that have lost their client or cannot continue. A job is ended if there is no executor for `wait`
    /// seconds.
    pub(crate) async fn watch(&self, server: &Server, wait: u16) {
        let mut look = tokio::time::interval(LOOK);
        let mut alone = HashMap::new();
        loop {
            look.tick().await;
            self.look(server, &mut alone, wait).await;
        }
    }

    /// Cancels the jobs whose clients have ended, and ends the jobs that cannot continue. For each job, `alone` stores the
    /// number of seconds without an executor.
    async fn look(&self, server: &Server, alone: &mut HashMap<JobId, u16>, wait: u16) {
        let running = server.state.task_manager.get_running_job_cache();
        alone.retain(|job, _| running.contains_key(job));
        for (job, info) in running.iter() {
            if self.has_lost_client(job) {
                eprintln!("setwise-engine: job {job} is cancelled: its client is gone");
                cancel(server, job).await;
                continue;
            }
            if is_running(&*info.execution_graph.read().await) && has_lost_tasks(info).await {
                self.end(server, job, EXECUTOR_LOST).await;
            } else if is_stuck(&*info.execution_graph.read().await) {
                self.end(server, job, "no task is running and none can start").await;
            }
            if has_executors(server).await {
                alone.remove(job);
            } else if *alone.entry(job.clone()).and_modify(|looks| *looks = looks.saturating_add(1)).or_insert(0)
                >= wait
            {
                self.end(server, job, &format!("no executor for {wait} s")).await;
            }
        }
    }

    /// Returns whether the client of a job has ended. Returns `true` only once for each job.
    fn has_lost_client(&self, job: &JobId) -> bool {
        let mut clients = locked(&self.clients);
        clients.get(job).is_some_and(JobStatusSubscriber::is_closed) && clients.remove(job).is_some()
    }

    /// Ends a job with a reason. Does nothing if the job has already ended.
    async fn end(&self, server: &Server, job: &JobId, reason: &str) {
        let is_running = server.state.task_manager.get_running_job_cache().contains_key(job);
        if is_running && locked(&self.reasons).insert(job.clone(), format!("{CANNOT_FINISH}{reason}")).is_none() {
            eprintln!("setwise-engine: job {job} is ended: {reason}");
            cancel(server, job).await;
        }
    }
}

async fn has_executors(server: &Server) -> bool {
    server.state.executor_manager.get_executors_state().await.is_ok_and(|executors| !executors.is_empty())
}

async fn cancel(server: &Server, job: &JobId) {
    if let Err(error) = server.cancel_job(job.clone()).await {
        eprintln!("setwise-engine: {error}");
    }
}

/// Returns whether a job can make no further progress. A job that can continue always has a task that is running, or a
/// task or stage that can be started. The caller holds the lock of the graph, so the graph is never partly changed.
fn is_stuck(graph: &ExecutionGraphBox) -> bool {
    let can_start = |stage: &ExecutionStage| matches!(stage, ExecutionStage::Resolved(_));
    is_running(graph)
        && !graph.is_successful()
        && graph.available_tasks() == 0
        && graph.running_tasks().is_empty()
        && !graph.stages().values().any(can_start)
}

fn is_running(graph: &ExecutionGraphBox) -> bool {
    matches!(graph.status().status, Some(Status::Running(_)))
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait::async_trait]
impl JobState for Jobs {
    async fn submit_job(
        &self,
        job_id: JobId,
        graph: &ExecutionGraphBox,
        subscriber: Option<JobStatusSubscriber>,
    ) -> Result<()> {
        if let Some(client) = subscriber.clone() {
            locked(&self.clients).insert(job_id.clone(), client);
        }
        self.inner.submit_job(job_id, graph, subscriber).await
    }

    async fn save_job(&self, job_id: &JobId, graph: &ExecutionGraphBox) -> Result<()> {
        if is_running(graph) {
            return self.inner.save_job(job_id, graph).await;
        }
        // When a job has ended, its client closes the channel, but the client still needs the results. A closed channel
        // must therefore no longer cancel the job.
        locked(&self.clients).remove(job_id);
        let reason = locked(&self.reasons).remove(job_id);
        match reason {
            None => self.inner.save_job(job_id, graph).await,
            Some(reason) => {
                let mut graph = graph.cloned();
                graph.fail_job(reason);
                self.inner.save_job(job_id, &graph).await
            }
        }
    }

    // All other methods call the inner state unchanged.

    fn accept_job(&self, job_id: &JobId, job_name: &str, queued_at: u64) -> Result<()> {
        self.inner.accept_job(job_id, job_name, queued_at)
    }

    fn pending_job_number(&self) -> usize {
        self.inner.pending_job_number()
    }

    async fn get_jobs(&self) -> Result<HashSet<JobId>> {
        self.inner.get_jobs().await
    }

    async fn get_all_jobs(&self) -> Result<HashSet<JobId>> {
        self.inner.get_all_jobs().await
    }

    async fn get_job_status(&self, job_id: &JobId) -> Result<Option<JobStatus>> {
        self.inner.get_job_status(job_id).await
    }

    async fn get_execution_graph(&self, job_id: &JobId) -> Result<Option<ExecutionGraphBox>> {
        self.inner.get_execution_graph(job_id).await
    }

    async fn fail_unscheduled_job(&self, job_id: &JobId, reason: String) -> Result<()> {
        self.inner.fail_unscheduled_job(job_id, reason).await
    }

    async fn remove_job(&self, job_id: &JobId) -> Result<()> {
        self.inner.remove_job(job_id).await
    }

    async fn try_acquire_job(&self, job_id: &JobId) -> Result<Option<ExecutionGraphBox>> {
        self.inner.try_acquire_job(job_id).await
    }

    async fn job_state_events(&self) -> Result<JobStateEventStream> {
        self.inner.job_state_events().await
    }

    async fn create_or_update_session(&self, session_id: &str, config: &SessionConfig) -> Result<Arc<SessionContext>> {
        self.inner.create_or_update_session(session_id, config).await
    }

    async fn remove_session(&self, session_id: &str) -> Result<()> {
        self.inner.remove_session(session_id).await
    }

    fn produce_config(&self) -> SessionConfig {
        self.inner.produce_config()
    }
}

#[cfg(test)]
mod tests {
    use ballista_core::extension::SessionConfigExt;
    use ballista_scheduler::planner::DefaultDistributedPlanner;
    use ballista_scheduler::state::execution_graph::StaticExecutionGraph;

    use super::*;

    #[tokio::test]
    async fn a_running_graph_without_a_task_or_a_stage_that_can_start_is_stuck() {
        let session = SessionContext::new_with_config(SessionConfig::new_with_ballista());
        let query = session.sql("select a, count(*) from (values (1), (2)) as t(a) group by a").await.unwrap();
        let plan = query.create_physical_plan().await.unwrap();
        let (job, config) = (JobId::new("job"), Arc::new(session.copied_config()));
        let mut planner = DefaultDistributedPlanner::new();
        let graph = StaticExecutionGraph::new("", &job, "", "", plan, 0, config, &mut planner, None).unwrap();
        let mut graph: ExecutionGraphBox = Box::new(graph);
        assert!(!is_stuck(&graph), "a stage can start");
        graph.revive();
        assert!(!is_stuck(&graph), "tasks can start");
        for stage in graph.running_stages() {
            graph.rollback_running_stage(stage, HashSet::new()).unwrap();
        }
        assert!(is_stuck(&graph));
        graph.fail_job(String::new());
        assert!(!is_stuck(&graph), "it has ended");
    }
}
