//! Finds the pages in a folder of HTML files, and their dead links.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::relative::resolve;

pub(crate) struct Page {
    /// The path relative to the folder of HTML files.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Returns every page in a folder and in the folders below it.
pub(crate) fn pages(html: &Path) -> Result<Vec<Page>> {
    let (mut pages, mut folders) = (Vec::new(), vec![html.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                let name = path.strip_prefix(html)?.to_string_lossy().into_owned();
                pages.push(Page { path: name, text: fs::read_to_string(&path)? });
            }
        }
    }
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(pages)
}

/// Returns an objection for each relative link to a file that is not in the folder `html`, or to an element that the
/// linked page lacks.
pub(crate) fn dead_links(pages: &[Page], html: &Path) -> Vec<String> {
    // Links to elements of two kinds of pages are not checked: redirections have no elements, and scripts create the
    // elements in pages of source code.
    let has_ids = |page: &Page| !page.path.ends_with(".rs.html") && !page.text.contains("http-equiv=\"refresh\"");
    let ids_of = |page| has_ids(page).then(|| values(&page.text, "id").collect::<BTreeSet<_>>());
    let ids: BTreeMap<&str, Option<BTreeSet<&str>>> = pages.iter().map(|page| (&*page.path, ids_of(page))).collect();
    let mut dead = Vec::new();
    // The page for unknown addresses is left out, because its links start at the root of the site.
    for page in pages.iter().filter(|page| page.path != "404.html") {
        for target in values(&page.text, "href").chain(values(&page.text, "src")).filter(|to| !is_absolute(to)) {
            let (file, id) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.path.clone() } else { resolve(&page.path, file) };
            let has_id =
                |ids: &Option<BTreeSet<&str>>| id.is_empty() || ids.as_ref().is_none_or(|ids| ids.contains(id));
            if !ids.get(&*path).map_or_else(|| html.join(&path).is_file(), has_id) {
                dead.push(format!("{}: {target}", page.path));
            }
        }
    }
    dead
}

/// Returns the values of an attribute in a page.
fn values<'a>(page: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let begin = format!(" {attribute}=\"");
    let parts: Vec<&str> = page.split(begin.as_str()).skip(1).collect();
    parts.into_iter().filter_map(|part| part.split('"').next())
}

pub(crate) fn is_absolute(target: &str) -> bool {
    ["http:", "https:", "mailto:", "data:", "javascript:", "//"].iter().any(|scheme| target.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planted_dead_links_are_found() {
        let page = |path: &str, text: &str| Page { path: path.into(), text: text.into() };
        let pages = [
            page("docs/a.html", r##"<a href="b.html#one"> <a href="b.html#two"> <a href="c.html"> <a href="#three">"##),
            page("docs/b.html", r#"<h2 id="one"> <img src="none.svg"> <a href="a.html"> <a href="https://x.org">"#),
        ];
        let dead = dead_links(&pages, Path::new("none"));
        let expected =
            ["docs/a.html: b.html#two", "docs/a.html: c.html", "docs/a.html: #three", "docs/b.html: none.svg"];
        assert_eq!(dead, expected);
    }
}
