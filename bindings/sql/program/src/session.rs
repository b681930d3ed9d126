//! Sessions whose queries run in this process or on a cluster.

use anyhow::{Context, Result};
use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use setwise_datafusion::{SetwiseOptions, refuse_tables, register_all};

use crate::check::check_scheduler;

/// Returns a session with the functions of setwise. Queries run on the cluster whose scheduler has the address
/// `cluster`, or in this process if `cluster` is `None`.
pub(crate) async fn session(cluster: Option<&str>, settings: &[String]) -> Result<SessionContext> {
    match cluster {
        None => Ok(setwise_datafusion::session(with_settings(config(SessionConfig::new()), settings)?)),
        Some(scheduler) => {
            check_scheduler(scheduler).await?;
            remote(scheduler, with_settings(config(SessionConfig::new_with_ballista()), settings)?).await
        }
    }
}

/// Adds the configuration that all sessions share: the settings of setwise, and the information schema, which
/// `show tables` needs.
pub(crate) fn config(config: SessionConfig) -> SessionConfig {
    config.with_option_extension(SetwiseOptions::default()).with_information_schema(true)
}

fn with_settings(mut config: SessionConfig, settings: &[String]) -> Result<SessionConfig> {
    for setting in settings {
        let (name, value) = setting.split_once('=').with_context(|| format!("--set {setting}: expected NAME=VALUE"))?;
        config.options_mut().set(name, value)?;
    }
    Ok(config)
}

/// Returns a session whose queries run on a cluster.
async fn remote(scheduler: &str, config: SessionConfig) -> Result<SessionContext> {
    let state = SessionStateBuilder::new().with_default_features().with_config(config).build();
    let mut session = SessionContext::remote_with_state(&format!("df://{scheduler}"), state).await?;
    // The functions are registered here, because the call above replaces the list of functions.
    register_all(&mut session)?;
    // A plan with the column names that these two rules create cannot be sent to the scheduler. The client does not
    // need the rules, because the scheduler applies all rules itself.
    for rule in ["extract_leaf_expressions", "push_down_leaf_projections"] {
        session.remove_optimizer_rule(rule);
    }
    refuse_tables(&session);
    Ok(session)
}
