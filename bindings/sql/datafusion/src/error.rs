//! Errors of setwise as errors of DataFusion.

use datafusion::common::DataFusionError;

/// Returns an error of setwise as one of executing a query. Its message is one line.
pub(crate) fn external(error: impl std::fmt::Display) -> DataFusionError {
    DataFusionError::Execution(error.to_string())
}
