//! Runs the conformance suite on every selected backend that this build contains and this CPU can run. Prints the names of
//! the backends that were skipped.

use std::collections::HashSet;

use setwise::BackendId;
use setwise_specimens::AnyBackend;
use setwise_testkit::conformance::check_each;
use setwise_testkit::selected::is_selected;
use setwise_testkit::{selected, skip};

#[test]
fn every_ready_backend_conforms() {
    let passed = check_each(selected::entries()).unwrap_or_else(|failure| panic!("{failure}"));
    for entry in setwise_specimens::entries() {
        match entry.backend {
            Ok(_) if !is_selected(entry.name) => skip::not_ready(format_args!("{} is not selected", entry.name)),
            Ok(_) => assert!(passed.contains(&entry.name), "{} is ready but was not checked", entry.name),
            Err(reason) => skip::not_ready(format_args!("{}: {reason:?}", entry.name)),
        }
    }
    println!("passed: {}", passed.join(", "));
}

/// `SETWISE_MUST_RUN=avx2-prefix,...` lists the backends that must run on this machine. The test fails if one of them
/// cannot run or is not selected.
#[test]
fn what_must_run_here_is_ready() {
    let Ok(names) = std::env::var("SETWISE_MUST_RUN") else { return };
    for name in names.split(',').filter(|name| !name.is_empty()) {
        AnyBackend::named(name).unwrap_or_else(|error| panic!("SETWISE_MUST_RUN: {name:?}: {error}"));
        assert!(is_selected(name), "SETWISE_MUST_RUN: {name} is not selected");
    }
}

#[test]
fn names_are_distinct_and_read_back() {
    let names: HashSet<&str> = BackendId::ALL.iter().map(|id| id.name()).collect();
    assert_eq!(names.len(), BackendId::ALL.len());
    for id in BackendId::ALL {
        assert_eq!(id.name().parse(), Ok(*id));
        assert!(id.summary().ends_with('.') && !id.summary().contains('\n'), "{id}: {}", id.summary());
    }
}
