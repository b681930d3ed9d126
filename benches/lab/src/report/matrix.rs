//! The matrix of index.html: which backend to take, by machine and situation.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::advice::{Kind, Situation, situations, take, thousands};
use crate::record::RecordedRun;
use setwise_rounds::escaped;

/// Returns the matrix with a row for each of these runs. Machines of the same vendor and family are next to each other.
pub(super) fn html(newest: &[&RecordedRun]) -> String {
    let mut machines = newest.to_vec();
    machines.sort_by_key(|kept| (&kept.machine.vendor, kept.machine.family, kept.machine.model, &kept.machine_folder));
    let columns = columns(&machines);
    let mut kinds = String::new();
    for group in columns.chunk_by(|a, b| a.kind == b.kind) {
        let _ = write!(kinds, "<th colspan=\"{}\">{}</th>", group.len(), heading(group[0].kind));
    }
    let link = |column: &Situation<'_>| {
        format!("<th>{} <a href=\"#question-{}\">#</a></th>", subheading(column), escaped(&column.question.id))
    };
    let heads: String = columns.iter().map(link).collect();
    let mut text = format!(
        "<div class=\"scroll\"><table class=\"sortable matrix\"><thead><tr><th></th>{kinds}</tr>\n\
         <tr><th>machine</th>{heads}</tr></thead><tbody>\n"
    );
    for kept in machines {
        let cells: String = columns.iter().map(|column| cell(kept, column)).collect();
        let _ = writeln!(text, "<tr><td>{}</td>{cells}</tr>", machine(kept));
    }
    text + "</tbody></table></div>\n"
}

/// Returns the situations of all machines, each once. The same question can have another number of boards on each machine.
fn columns<'a>(machines: &[&'a RecordedRun]) -> Vec<Situation<'a>> {
    let mut columns: Vec<Situation<'_>> = machines.iter().flat_map(|kept| situations(kept)).collect();
    columns.sort_by(|a, b| a.kind.cmp(&b.kind).then(a.amount.total_cmp(&b.amount)));
    let mut seen = BTreeSet::new();
    columns.retain(|column| seen.insert(&column.question.id));
    columns
}

fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Boards => "knight attacks, boards per batch",
        Kind::Latency => "in a search",
        Kind::Squares => "a column",
        Kind::Words => "words to count",
    }
}

fn subheading(column: &Situation<'_>) -> String {
    match column.kind {
        Kind::Latency => "1 board (latency)".to_string(),
        Kind::Squares => "of squares".to_string(),
        Kind::Boards if column.question.id.ends_with("-memory") => "beyond the caches".to_string(),
        Kind::Boards | Kind::Words => thousands(column.amount),
    }
}

/// Returns the name of the machine, which links to its section, and its CPU family.
fn machine(kept: &RecordedRun) -> String {
    let cpu = &kept.machine;
    let family = match (cpu.family, cpu.model) {
        (Some(family), Some(model)) => format!("<br><small>family {family}, model {model}</small>"),
        _ => String::new(),
    };
    format!("<a href=\"#machine-{}\">{}</a>{family}", escaped(&kept.machine_folder), escaped(&cpu.cpu))
}

fn cell(kept: &RecordedRun, column: &Situation<'_>) -> String {
    let names: Vec<String> = kept.question(&column.question.id).map_or_else(Vec::new, |question| {
        take(question).iter().map(|row| format!("<code>{}</code>", escaped(&row.name))).collect()
    });
    if names.is_empty() { "<td>-</td>".to_string() } else { format!("<td>{}</td>", names.join("<br>")) }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::kept;
    use super::*;
    use setwise_rounds::Point;

    #[test]
    fn each_machine_has_a_row_and_each_situation_a_column() {
        let on_axis = |machine: &str, ids: &[(&str, f64)]| {
            let mut kept = kept(machine, "2026-01-01T00:00:00Z", &[("slow", 2.0), ("fast", 1.0), ("level", 1.02)]);
            let question = kept.wall.questions.remove(0);
            kept.wall.questions.extend(ids.iter().map(|&(id, value)| {
                let point = Some(Point { axis: "boards a batch".into(), value });
                setwise_rounds::Measured { id: id.into(), point, ..question.clone() }
            }));
            kept
        };
        let one = on_axis("one", &[("length-4", 4.0), ("length-memory", 5000.0)]);
        let two = on_axis("two", &[("length-1", 1.0), ("length-memory", 7000.0)]);
        let text = html(&[&one, &two]);
        assert_eq!(text.matches("href=\"#machine-").count(), 2, "{text}");
        let heads: Vec<&str> = text.split("<th>").skip(3).filter_map(|head| head.split(" <a").next()).collect();
        assert_eq!(heads, ["1", "4", "beyond the caches"], "{text}");
        assert!(text.contains("<td>-</td><td><code>fast</code><br><code>level</code></td>"), "{text}");
    }
}
