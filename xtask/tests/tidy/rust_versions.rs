//! Checks that the manifest of each package names a version of Rust that can compile its dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// The kinds of dependencies that are needed to compile a package, as in `cargo metadata`. A normal dependency has no
/// kind.
const NEEDED: [Option<&str>; 2] = [None, Some("build")];

/// Returns the version of Rust that a package needs, such as 1.89, as numbers. Returns no numbers if its manifest does
/// not name a version.
fn version(package: &Value) -> Vec<u32> {
    let version = package["rust_version"].as_str().unwrap_or_default();
    version.split('.').filter_map(|number| number.parse().ok()).collect()
}

/// Returns the ids of the packages that are needed to compile the package `id`.
fn needed<'a>(nodes: &BTreeMap<&'a str, &'a Value>, id: &'a str) -> BTreeSet<&'a str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![id]);
    while let Some(id) = open.pop() {
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            let package = dependency["pkg"].as_str().unwrap();
            if kinds.iter().any(|kind| NEEDED.contains(&kind["kind"].as_str())) && found.insert(package) {
                open.push(package);
            }
        }
    }
    found
}

fn by_id(list: &Value) -> BTreeMap<&str, &Value> {
    list.as_array().unwrap().iter().map(|item| (item["id"].as_str().unwrap(), item)).collect()
}

#[test]
fn a_package_needs_no_later_rust_than_its_manifest_says() {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked", "--all-features"])
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let metadata: Value = serde_json::from_slice(&cargo.stdout).unwrap();
    let packages = by_id(&metadata["packages"]);
    let nodes = by_id(&metadata["resolve"]["nodes"]);
    let mut objections = Vec::new();
    for member in metadata["workspace_members"].as_array().unwrap() {
        let member = member.as_str().unwrap();
        let own = version(packages[member]);
        for dependency in needed(&nodes, member).into_iter().map(|id| packages[id]).filter(|d| version(d) > own) {
            objections.push(format!(
                "{}: {} needs {}",
                packages[member]["name"], dependency["name"], dependency["rust_version"]
            ));
        }
    }
    assert_eq!(objections, [""; 0]);
}
