pub(crate) fn list() -> anyhow::Result<()> {
    Ok(())
}
pub(crate) fn run(_: &std::path::Path, _: &[String]) -> anyhow::Result<()> {
    Ok(())
}
