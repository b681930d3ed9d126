//! The list of patterns that the bindings offer: name, inputs, results, kernel and definition of each.
//!
//! The list is a macro that passes its entries to another macro, so each user can generate what it needs: NumPy ufuncs need a
//! table, C needs named functions, and the task that writes the C header needs only the texts. In this crate, kernels are just
//! tokens; they have a meaning only where `setwise_patterns::kernels` is in scope. Therefore this crate has no dependencies, and
//! the header can be written without compiling a kernel.
#![forbid(unsafe_code)]

/// The meaning of the inputs of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arguments {
    /// All are sets.
    Sets,
    /// The last one is a number, the others are sets.
    SetsAndNumber,
    /// The last one is a flag, true for any number except 0; the others are sets. The result is looked up for each board,
    /// so there is no kernel.
    SetsAndFlag,
    /// All are squares, 0 (a1) to 63 (h8). The kernel receives the set of that one square, or the empty set for any other number.
    Squares,
}

/// The meaning of the results of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Results {
    /// Sets.
    Sets,
    /// The number of squares in the result of the kernel.
    Counts,
    /// Numbers from 0 to 255.
    Bytes,
    /// Numbers from 0 to 65,535.
    Shorts,
}

/// Passes the list of patterns to the macro with this name.
///
/// An entry is `name Arguments[inputs] -> Results[outputs] = kernel, "definition";`. No input has the name of an output, and no
/// input or output is called `length`. A long definition is split into several literals, for `concat!`.
///
/// ```
/// macro_rules! names {
///     ($($name:ident $arguments:ident[$($input:ident),+] -> $results:ident[$($output:ident),+] =
///         $kernel:expr, $($definition:literal)+;)+) => {
///         [$(stringify!($name)),+]
///     };
/// }
/// let names = setwise_pattern_list::for_each_pattern!(names);
/// assert!(names.contains(&"knight_attacks"));
/// ```
#[macro_export]
macro_rules! for_each_pattern {
    ($then:ident) => {
        $then! {
            knight_attacks Sets[knights] -> Sets[squares] = KnightAttacks,
                "The squares that the knights attack.";
            knight_moves Sets[knights, own] -> Sets[squares] = KnightMoves,
                "The squares that the knights attack, without own pieces.";
            knight_captures Sets[knights, them] -> Sets[squares] = KnightCaptures,
                "The pieces of the other side that the knights attack.";
            knight_quiet_moves Sets[knights, occupied] -> Sets[squares] = KnightQuietMoves,
                "The empty squares that the knights attack.";
            knight_mobility Sets[knights, own] -> Shorts[number] = KnightMobility,
                "The number of moves of the knights, added up over the knights: 0 to 336.";
            knight_directions Sets[knights] -> Sets[
                no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we
            ] = KnightDirections,
                "The squares that the knights attack in each of the eight directions, clockwise from north-north-east.";
            knight_moves_by_direction Sets[knights, own] -> Sets[
                no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we
            ] = KnightMovesByDirection,
                "The squares that the knights attack in each of the eight directions, without own pieces, clockwise from "
                "north-north-east.";
            knight_fill SetsAndNumber[knights, n] -> Sets[squares] = KnightFillBy,
                "The squares within n knight moves on an empty board, including those of the knights.";
            knight_reach_exactly SetsAndNumber[knights, allowed, n] -> Sets[squares] = KnightReachExactlyBy,
                "The squares reached by exactly n knight moves, each onto an allowed square.";
            knight_reach_within SetsAndNumber[knights, allowed, n] -> Sets[squares] = KnightReachWithinBy,
                "The squares reached by at most n knight moves, each onto an allowed square, including those of the "
                "knights.";
            fork_squares Sets[targets] -> Sets[squares] = Forks,
                "The squares from which a knight attacks at least two of the targets.";
            fork_squares_at_least SetsAndNumber[targets, n] -> Sets[squares] = ForksAtLeast,
                "The squares from which a knight attacks at least n of the targets.";
            fork_squares_exactly SetsAndNumber[targets, n] -> Sets[squares] = ForksExactly,
                "The squares from which a knight attacks exactly n of the targets.";
            royal_forks Sets[king, queens] -> Sets[squares] = RoyalForks,
                "The squares from which a knight attacks the king and a queen.";
            family_forks Sets[king, queens, rooks] -> Sets[squares] = FamilyForks,
                "The squares from which a knight attacks the king, a queen and a rook at once.";
            white_safe_forks Sets[targets, own, own_knights, their_pawns, their_knights] -> Sets[squares]
                = SafeForks { pawns: Black },
                "The squares to which a white knight can move, where it forks at least two targets and no black pawn "
                "or knight attacks it.";
            black_safe_forks Sets[targets, own, own_knights, their_pawns, their_knights] -> Sets[squares]
                = SafeForks { pawns: White },
                "The squares to which a black knight can move, where it forks at least two targets and no white pawn "
                "or knight attacks it.";
            king_attacks Sets[kings] -> Sets[squares] = KingAttacks,
                "The squares that the kings attack.";
            king_moves Sets[kings, own] -> Sets[squares] = KingMoves,
                "The squares that the kings attack, without own pieces.";
            king_fill SetsAndNumber[kings, n] -> Sets[squares] = KingFillBy,
                "The squares within n king steps on an empty board, including those of the kings.";
            escape_squares Sets[king, taboo] -> Sets[squares] = EscapeSquares,
                "The squares that the king attacks, without the taboo squares.";
            vulnerable_lines Sets[king, taboo] -> Bytes[number] = VulnerableLines,
                "The lines that contain the king and all its escape squares, added up: 1 rank, 2 file, 4 diagonal, 8 "
                "antidiagonal.";
            distant_checks Sets[king, taboo, their_diagonal, their_straight, them, occupied] -> Sets[squares]
                = DistantChecks,
                "The squares, not next to the king, to which a slider of the other side can move and from which it then "
                "checks along one of the king's vulnerable lines.";
            king_files Sets[king, own_pawns, their_pawns] -> Sets[open, half_open] = KingFiles,
                "The open and the half-open files among the king's file and the adjacent files.";
            white_shield_pawns Sets[king, own_pawns] -> Sets[squares] = ShieldPawns { side: White },
                "The white pawns one or two ranks ahead of the white king, on its file or an adjacent file.";
            black_shield_pawns Sets[king, own_pawns] -> Sets[squares] = ShieldPawns { side: Black },
                "The black pawns one or two ranks ahead of the black king, on its file or an adjacent file.";
            white_pawn_shield_index Sets[king, own_pawns] -> Bytes[number] = PawnShieldIndex { side: White },
                "The white pawns on the wing of the white king (files a to c or f to h) as a number from 0 to 63: bits 0 "
                "to 2 are rank 2, bits 3 to 5 rank 3, in the order of files; 64 without a king or with one on file d or e.";
            black_pawn_shield_index Sets[king, own_pawns] -> Bytes[number] = PawnShieldIndex { side: Black },
                "The black pawns on the wing of the black king (files a to c or f to h) as a number from 0 to 63: bits 0 "
                "to 2 are rank 7, bits 3 to 5 rank 6, in the order of files; 64 without a king or with one on file d or e.";
            white_passed_pawns Sets[own_pawns, their_pawns] -> Sets[squares] = PassedPawns { side: White },
                "The white pawns without a black pawn ahead of them on their file or an adjacent file.";
            black_passed_pawns Sets[own_pawns, their_pawns] -> Sets[squares] = PassedPawns { side: Black },
                "The black pawns without a white pawn ahead of them on their file or an adjacent file.";
            white_pawn_attacks Sets[pawns] -> Sets[squares] = PawnAttacks(White),
                "The squares that the white pawns attack.";
            black_pawn_attacks Sets[pawns] -> Sets[squares] = PawnAttacks(Black),
                "The squares that the black pawns attack.";
            white_pawn_attack_directions Sets[pawns] -> Sets[east, west] = PawnAttackDirections { side: White },
                "The squares that the white pawns attack toward file h, and those that they attack toward file a.";
            black_pawn_attack_directions Sets[pawns] -> Sets[east, west] = PawnAttackDirections { side: Black },
                "The squares that the black pawns attack toward file h, and those that they attack toward file a.";
            white_pawn_pushes Sets[pawns, occupied] -> Sets[one_step, two_steps] = PawnPushes { side: White },
                "The empty squares that the white pawns reach by one step, and those that they reach by two steps.";
            black_pawn_pushes Sets[pawns, occupied] -> Sets[one_step, two_steps] = PawnPushes { side: Black },
                "The empty squares that the black pawns reach by one step, and those that they reach by two steps.";
            white_attacked_squares Sets[
                pawns, knights, bishops, rooks, queens, king, occupied, looked_through
            ] -> Sets[squares] = AttackedSquares { side: White },
                "The squares that the white pieces attack. Sliders see through the pieces in looked_through.";
            black_attacked_squares Sets[
                pawns, knights, bishops, rooks, queens, king, occupied, looked_through
            ] -> Sets[squares] = AttackedSquares { side: Black },
                "The squares that the black pieces attack. Sliders see through the pieces in looked_through.";
            rook_attacks Sets[rooks, occupied] -> Sets[squares] = RookAttacks,
                "The squares that the rooks attack, up to and including the first piece on the way.";
            bishop_attacks Sets[bishops, occupied] -> Sets[squares] = BishopAttacks,
                "The squares that the bishops attack, up to and including the first piece on the way.";
            file_fill Sets[boards] -> Sets[squares] = FileFill,
                "All squares of the files that the set occupies.";
            fill_up Sets[boards] -> Sets[squares] = FillUp,
                "The set and all squares north of it.";
            fill_down Sets[boards] -> Sets[squares] = FillDown,
                "The set and all squares south of it.";
            flip_diagonal Sets[boards] -> Sets[squares] = FlipDiagonal,
                "The set reflected in the diagonal from a1 to h8, so that files become ranks.";
            popcount Sets[boards] -> Counts[number] = Identity,
                "The number of squares in the set.";
            king_flood Sets[start, path] -> Sets[squares] = KingFloodFill,
                "The squares of path that a king reaches from start by steps within path.";
            shortest_path_squares Sets[a, b, path] -> Sets[squares] = ShortestPathSquares,
                "The squares of all shortest king paths within path from a to the nearest squares of b.";
            king_steps Sets[a, b, path] -> Bytes[number] = KingSteps,
                "The least number of king steps from a to b within path; 64 if there is no way.";
            knight_steps Sets[a, b, path] -> Bytes[number] = KnightSteps,
                "The least number of knight moves from a to b within path; 64 if there is no way.";
            king_distance_digits Sets[boards] -> Sets[ones, twos, fours] = KingDistanceDigits,
                "The king distance of each square from the set, in binary, one set for each digit.";
            knight_distance_digits Sets[boards] -> Sets[ones, twos, fours] = KnightDistanceDigits,
                "The knight distance of each square from the set, in binary, one set for each digit.";
            knight_attacks_from Squares[from] -> Sets[squares] = KnightAttacks,
                "The squares that a knight on this square attacks; none for a number that is not a square.";
            king_attacks_from Squares[from] -> Sets[squares] = KingAttacks,
                "The squares that a king on this square attacks; none for a number that is not a square.";
            knight_distance Squares[a, b] -> Bytes[number] = Distance(knight_distance),
                "The least number of knight moves between two squares on an empty board; 64 if either number is not a "
                "square.";
            king_distance Squares[a, b] -> Bytes[number] = Distance(king_distance),
                "The least number of king steps between two squares; 64 if either number is not a square.";
            manhattan_distance Squares[a, b] -> Bytes[number] = Distance(manhattan_distance),
                "The number of files and ranks between two squares, added up; 64 if either number is not a square.";
            white_caught_area SetsAndFlag[king, white_to_move] -> Sets[squares] = Caught(White, caught_area),
                "The squares on which a lone black passed pawn is caught by the white king; with several kings, by any of "
                "them alone.";
            black_caught_area SetsAndFlag[king, white_to_move] -> Sets[squares] = Caught(Black, caught_area),
                "The squares on which a lone white passed pawn is caught by the black king; with several kings, by any of "
                "them alone.";
            white_caught_by_knight SetsAndFlag[knights, white_to_move] -> Sets[squares] = Caught(White, caught_by_knight),
                "The squares on which a lone black passed pawn is caught by the white knight; with several knights, by "
                "any of them alone.";
            black_caught_by_knight SetsAndFlag[knights, white_to_move] -> Sets[squares] = Caught(Black, caught_by_knight),
                "The squares on which a lone white passed pawn is caught by the black knight; with several knights, by "
                "any of them alone.";
            wazir_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Wazir>::new(),
                "The squares that the wazirs (1, 0) attack.";
            ferz_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Ferz>::new(),
                "The squares that the ferzes (1, 1) attack.";
            dabbaba_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Dabbaba>::new(),
                "The squares that the dabbabas (2, 0) attack.";
            alfil_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Alfil>::new(),
                "The squares that the alfils (2, 2) attack.";
            alibaba_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Alibaba>::new(),
                "The squares that the alibabas (2, 0) and (2, 2) attack.";
            squirrel_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Squirrel>::new(),
                "The squares that the squirrels (2, 0), (2, 1) and (2, 2) attack.";
            threeleaper_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Threeleaper>::new(),
                "The squares that the threeleapers (3, 0) attack.";
            camel_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Camel>::new(),
                "The squares that the camels (3, 1) attack.";
            zebra_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Zebra>::new(),
                "The squares that the zebras (3, 2) attack.";
            tripper_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Tripper>::new(),
                "The squares that the trippers (3, 3) attack.";
            gnu_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Gnu>::new(),
                "The squares that the gnus (3, 1) and (2, 1) attack.";
            bison_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Bison>::new(),
                "The squares that the bisons (3, 1) and (3, 2) attack.";
            buffalo_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Buffalo>::new(),
                "The squares that the buffaloes (2, 1), (3, 1) and (3, 2) attack.";
            fourleaper_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Fourleaper>::new(),
                "The squares that the fourleapers (4, 0) attack.";
            giraffe_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Giraffe>::new(),
                "The squares that the giraffes (4, 1) attack.";
            stag_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Stag>::new(),
                "The squares that the stags (4, 2) attack.";
            antelope_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Antelope>::new(),
                "The squares that the antelopes (4, 3) attack.";
            root50leaper_attacks Sets[leapers] -> Sets[squares] = LeaperAttacks::<Root50Leaper>::new(),
                "The squares that the root-50 leapers (5, 5) and (7, 1) attack.";
        }
    };
}
