//! What a ranking is shown with: the title of its question, and the backends that it lacks.

use setwise_rounds::Measured;
use setwise_specimens::AnyBackend;

/// The baseline: the backend that is always compiled, with which others are compared.
pub const BASELINE: &str = "scalar-prefix";

/// Returns the table of a question after its title and the reason why it is measured.
#[must_use]
pub fn titled(measured: &Measured) -> String {
    let Measured { title, reason, boards, .. } = measured;
    format!("### {title}\n\n{reason}; {boards} boards per pass.\n\n{}", measured.table(usize::MAX).markdown())
}

/// Returns a text about the backends of the registry that have no rows in any ranking, with the reasons.
#[must_use]
pub fn skipped() -> String {
    match skipped_backends().as_slice() {
        [] => "Skipped: none; every backend of the registry runs on this CPU.\n".to_string(),
        reasons => format!(
            "Skipped, along with the copy and the autovectorised loop of their instruction sets:\n\n{}",
            reasons.iter().map(|reason| format!("- {reason}\n")).collect::<String>()
        ),
    }
}

/// Returns the backends of the registry that cannot run here, each with the reason.
#[must_use]
pub fn skipped_backends() -> Vec<String> {
    // After the semicolon the message lists the ready backends, which the rankings show.
    let reason = |name: &str| AnyBackend::named(name).err().map(|error| error.to_string());
    let first_clause = |reason: String| reason.split(';').next().unwrap_or_default().to_string();
    setwise_specimens::entries().filter_map(|entry| reason(entry.name)).map(first_clause).collect()
}
