//! Compares the example that counts closed knight's tours with a direct search and with a published number.

use setwise_testkit::oracle::KNIGHT;

#[allow(dead_code, reason = "the example's main function is not called")]
#[path = "../../examples/tours.rs"]
mod example;

/// Counts the closed walks from a corner that visit every square once. Each tour is counted twice, once in each
/// direction.
fn walks(files: i32, ranks: i32, (file, rank): (i32, i32), visited: u64) -> usize {
    let visited = visited | 1 << (file * ranks + rank);
    let ends = KNIGHT.map(|(east, north)| (file + east, rank + north));
    if visited.count_ones() as i32 == files * ranks {
        return usize::from(ends.contains(&(0, 0)));
    }
    let on_board = ends.into_iter().filter(|(file, rank)| (0..files).contains(file) && (0..ranks).contains(rank));
    let new = on_board.filter(|(file, rank)| visited >> (file * ranks + rank) & 1 == 0);
    new.map(|to| walks(files, ranks, to, visited)).sum()
}

#[test]
fn closed_tours_are_as_many_as_a_walk_finds() {
    for (short, long) in [(3, 8), (3, 10), (4, 5), (4, 6)] {
        let tours = example::closed_tours(short, long);
        assert_eq!(2 * tours, walks(short as i32, long as i32, (0, 0), 0), "{short} x {long}");
    }
    assert_eq!(example::closed_tours(3, 10), 16);
    // Counting the walks would take too long, so this number is compared with A175881 in the On-Line Encyclopedia of
    // Integer Sequences.
    assert_eq!(example::closed_tours(5, 6), 8);
}
