//! The catalogue: one entry for each pattern.

/// Passes the catalogue to the macro with the given name.
///
/// An entry has this form:
///
/// ```text
/// KnightMoves knight_moves "3.7" Sets[knights, own] -> Sets[moves] = KnightMoves,
/// variant     name         section  inputs              results       kernel
///     "The squares that the knights attack, without own pieces.";
///     the definition: one or more sentences, split into several literals if they are long
/// ```
///
/// - The variant is the name in camel case. A name begins with `white_` or `black_` if the pattern has a version for
///   each side.
/// - The section is a section of `docs/reference.md`.
/// - The name of an input that is a set must be in `inputs.rs`, which lists the names with their meanings. Add a row
///   there for a new name.
/// - The word before the inputs is a variant of [`Inputs`](crate::Inputs), and the word before the results is a variant
///   of [`Results`](crate::Results).
/// - The inputs and results of an entry have distinct names, and none of them is called `length`. All of these names
///   may be parameters of one function.
/// - The kernel is an expression that uses names of the module `kernels`. This macro passes the expression on as
///   tokens, so code that uses only names and definitions compiles no kernel.
///
/// ```
/// macro_rules! names {
///     ($($variant:ident $name:ident $section:literal $inputs:ident[$($input:ident),+] ->
///         $results:ident[$($result:ident),+] = $kernel:expr, $($definition:literal)+;)+) => {
///         [$(stringify!($name)),+]
///     };
/// }
/// let names = setwise_patterns::for_each_pattern!(names);
/// assert!(names.contains(&"knight_attacks"));
/// ```
#[macro_export]
macro_rules! for_each_pattern {
    ($then:ident) => {
        $then! {
            KnightAttacks knight_attacks "3.3" Sets[knights] -> Sets[attacks] = KnightAttacks,
                "The squares that the knights attack.";
            KnightMoves knight_moves "3.7" Sets[knights, own] -> Sets[moves] = KnightMoves,
                "The squares that the knights attack, without own pieces.";
            KnightCaptures knight_captures "3.7" Sets[knights, their] -> Sets[captures] = KnightCaptures,
                "The pieces of the other side that the knights attack.";
            KnightQuietMoves knight_quiet_moves "3.7" Sets[knights, occupied] -> Sets[quiet] = KnightQuietMoves,
                "The empty squares that the knights attack.";
            KnightMoveCount knight_move_count "3.9" Sets[knights, own] -> Numbers[moves] = KnightMoveCount,
                "The total number of moves of all knights: 0 to 336.";
            KnightDirections knight_directions "3.1" Sets[knights]
                -> Sets[no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we]
                = KnightDirections,
                "The squares that the knights attack in each of the eight directions, clockwise from "
                "north-north-east.";
            KnightMovesByDirection knight_moves_by_direction "3.7" Sets[knights, own]
                -> Sets[no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we]
                = KnightMovesByDirection,
                "The squares that the knights attack in each of the eight directions, without own pieces, clockwise "
                "from north-north-east.";
            KnightFill knight_fill "3.4" SetsAndNumber[knights, n] -> Sets[reached] = KnightFillBy,
                "The squares within n knight moves on an empty board, including the knights' own squares.";
            KnightReachExactly knight_reach_exactly "3.5" SetsAndNumber[knights, allowed, n]
                -> Sets[reached] = KnightReachExactlyBy,
                "The squares reached by exactly n knight moves, each onto an allowed square.";
            KnightReachWithin knight_reach_within "3.5" SetsAndNumber[knights, allowed, n]
                -> Sets[reached] = KnightReachWithinBy,
                "The squares reached by at most n knight moves, each onto an allowed square, including the knights' "
                "own squares.";
            Forks forks "4.1" Sets[targets] -> Sets[forks] = Forks::<2>,
                "The squares from which a knight attacks at least two of the targets.";
            ForksAtLeast forks_at_least "4.1" SetsAndNumber[targets, n] -> Sets[forks] = ForksAtLeastBy,
                "The squares from which a knight attacks at least n of the targets.";
            ForksExactly forks_exactly "4.1" SetsAndNumber[targets, n] -> Sets[forks] = ForksExactlyBy,
                "The squares from which a knight attacks exactly n of the targets.";
            RoyalForks royal_forks "4.4" Sets[their_king, their_queens] -> Sets[forks] = RoyalForks,
                "The squares from which a knight attacks the king and a queen.";
            FamilyForks family_forks "4.4" Sets[their_king, their_queens, their_rooks]
                -> Sets[forks] = FamilyForks,
                "The squares from which a knight attacks the king, a queen and a rook at once.";
            WhiteForksSetwiseSafe white_forks_setwise_safe "4.3"
                Sets[targets, own, own_knights, their_pawns, their_knights]
                -> Sets[forks] = ForksSetwiseSafe { side: White },
                "The squares to which a white knight can move, where it forks at least two targets and no black pawn "
                "or knight attacks it.";
            BlackForksSetwiseSafe black_forks_setwise_safe "4.3"
                Sets[targets, own, own_knights, their_pawns, their_knights]
                -> Sets[forks] = ForksSetwiseSafe { side: Black },
                "The squares to which a black knight can move, where it forks at least two targets and no white pawn "
                "or knight attacks it.";
            KingAttacks king_attacks "5.1" Sets[kings] -> Sets[attacks] = KingAttacks,
                "The squares that the kings attack.";
            KingMoves king_moves "5.1" Sets[kings, own] -> Sets[moves] = KingMoves,
                "The squares that the kings attack, without own pieces.";
            KingFill king_fill "7.5" SetsAndNumber[kings, n] -> Sets[reached] = KingFillBy,
                "The squares within n king steps on an empty board, including the kings' own squares.";
            KingEscapes king_escapes "5.3" Sets[king, taboo] -> Sets[escapes] = KingEscapes,
                "The squares that the king attacks, without the taboo squares.";
            VulnerableLines vulnerable_lines "5.3" Sets[king, taboo] -> Numbers[lines] = VulnerableLines,
                "The lines that contain the king and all its escape squares, as a sum: 1 for the rank, 2 for the file, "
                "4 for the diagonal and 8 for the antidiagonal.";
            DistantChecks distant_checks "5.4" Sets[king, taboo, their_diagonal, their_straight, their, occupied]
                -> Sets[checks] = DistantChecks,
                "The squares to which a slider of the other side can move to check the king along one of the king's "
                "vulnerable lines. Squares next to the king are excluded.";
            WhiteCheckers white_checkers "5.5"
                Sets[king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Sets[checkers] = Checkers { side: White },
                "The black pieces that attack the white king.";
            WhitePinned white_pinned "5.5"
                Sets[king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Sets[pinned] = Pinned { side: White },
                "The white pieces that alone stand between the white king and a black slider.";
            WhiteCheckMask white_check_mask "5.5"
                Sets[king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Sets[mask] = CheckMask { side: White },
                "The squares on which a move of a white piece other than the king ends every check: all squares "
                "without a check, and none in double check.";
            WhiteLegalKingMoves white_legal_king_moves "5.5"
                Sets[king, their_pawns, their_knights, their_diagonal, their_straight, their_king, own, their]
                -> Sets[moves] = LegalKingMoves { side: White },
                "The squares to which the white king can move, without castling: squares without white pieces that "
                "no black piece attacks through the king.";
            WhiteLegalKnightMoves white_legal_knight_moves "5.5"
                Sets[knights, king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Sets[moves] = LegalKnightMoves { side: White },
                "The squares to which white knights can move legally, as if it were the side's turn.";
            WhiteLegalKnightMoveCount white_legal_knight_move_count "5.5"
                Sets[knights, king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Numbers[moves] = LegalKnightMoveCount { side: White },
                "The number of legal moves of the white knights, as if it were the side's turn.";
            BlackCheckers black_checkers "5.5"
                Sets[king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Sets[checkers] = Checkers { side: Black },
                "The white pieces that attack the black king.";
            BlackPinned black_pinned "5.5"
                Sets[king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Sets[pinned] = Pinned { side: Black },
                "The black pieces that alone stand between the black king and a white slider.";
            BlackCheckMask black_check_mask "5.5"
                Sets[king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Sets[mask] = CheckMask { side: Black },
                "The squares on which a move of a black piece other than the king ends every check: all squares "
                "without a check, and none in double check.";
            BlackLegalKingMoves black_legal_king_moves "5.5"
                Sets[king, their_pawns, their_knights, their_diagonal, their_straight, their_king, own, their]
                -> Sets[moves] = LegalKingMoves { side: Black },
                "The squares to which the black king can move, without castling: squares without black pieces that "
                "no white piece attacks through the king.";
            BlackLegalKnightMoves black_legal_knight_moves "5.5"
                Sets[knights, king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Sets[moves] = LegalKnightMoves { side: Black },
                "The squares to which black knights can move legally, as if it were the side's turn.";
            BlackLegalKnightMoveCount black_legal_knight_move_count "5.5"
                Sets[knights, king, their_pawns, their_knights, their_diagonal, their_straight, own, their]
                -> Numbers[moves] = LegalKnightMoveCount { side: Black },
                "The number of legal moves of the black knights, as if it were the side's turn.";
            LegalMoveCount legal_move_count "5.5"
                SetsAndFlag[pawns, knights, bishops, rooks, queens, kings, white, black, castling, en_passant, black_to_move]
                -> Numbers[moves] = LegalMoveCount,
                "The number of legal moves of the side to move, with en passant and castling, also of Chess960. A promotion "
                "counts four times. The first six inputs are the pieces of both sides. The number is 0 unless the side "
                "has one king.";
            KingFiles king_files "5.2" Sets[king, own_pawns, their_pawns] -> Sets[open, half_open] = KingFiles,
                "The open and the half-open files among the king's file and the adjacent files.";
            WhiteShieldPawns white_shield_pawns "5.2" Sets[king, pawns] -> Sets[shield] = ShieldPawns { side: White },
                "The white pawns one or two ranks ahead of the white king, on its file or an adjacent file.";
            BlackShieldPawns black_shield_pawns "5.2" Sets[king, pawns] -> Sets[shield] = ShieldPawns { side: Black },
                "The black pawns one or two ranks ahead of the black king, on its file or an adjacent file.";
            WhiteShieldIndex white_shield_index "5.2" Sets[king, pawns] -> Numbers[index] = ShieldIndex { side: White },
                "A number from 0 to 63 for the white pawns on the wing of the white king (files a to c or f to h). "
                "Bits 0 to 2 are the squares of rank 2, and bits 3 to 5 are those of rank 3, in the order of files. "
                "The number is 64 without a king or with a king on file d or e.";
            BlackShieldIndex black_shield_index "5.2" Sets[king, pawns] -> Numbers[index] = ShieldIndex { side: Black },
                "A number from 0 to 63 for the black pawns on the wing of the black king (files a to c or f to h). "
                "Bits 0 to 2 are the squares of rank 7, and bits 3 to 5 are those of rank 6, in the order of files. "
                "The number is 64 without a king or with a king on file d or e.";
            WhitePassers white_passers "6.1" Sets[own_pawns, their_pawns] -> Sets[passers] = Passers { side: White },
                "The white pawns without a black pawn ahead of them on their file or an adjacent file.";
            BlackPassers black_passers "6.1" Sets[own_pawns, their_pawns] -> Sets[passers] = Passers { side: Black },
                "The black pawns without a white pawn ahead of them on their file or an adjacent file.";
            WhitePawnAttacks white_pawn_attacks "2.5" Sets[pawns] -> Sets[attacks] = PawnAttacks { side: White },
                "The squares that the white pawns attack.";
            BlackPawnAttacks black_pawn_attacks "2.5" Sets[pawns] -> Sets[attacks] = PawnAttacks { side: Black },
                "The squares that the black pawns attack.";
            WhitePawnAttackDirections white_pawn_attack_directions "2.5" Sets[pawns]
                -> Sets[east, west] = PawnAttackDirections { side: White },
                "The squares that the white pawns attack toward file h, and those that they attack toward file a.";
            BlackPawnAttackDirections black_pawn_attack_directions "2.5" Sets[pawns]
                -> Sets[east, west] = PawnAttackDirections { side: Black },
                "The squares that the black pawns attack toward file h, and those that they attack toward file a.";
            WhitePawnPushes white_pawn_pushes "2.5" Sets[pawns, occupied]
                -> Sets[one_step, two_steps] = PawnPushes { side: White },
                "The empty squares that the white pawns reach by one step, and those that they reach by two steps.";
            BlackPawnPushes black_pawn_pushes "2.5" Sets[pawns, occupied]
                -> Sets[one_step, two_steps] = PawnPushes { side: Black },
                "The empty squares that the black pawns reach by one step, and those that they reach by two steps.";
            WhiteAttackedSquares white_attacked_squares "5.3"
                Sets[pawns, knights, bishops, rooks, queens, king, occupied, looked_through]
                -> Sets[attacked] = AttackedSquares { side: White },
                "The squares that the white pieces attack. Sliders see through the pieces in looked_through.";
            BlackAttackedSquares black_attacked_squares "5.3"
                Sets[pawns, knights, bishops, rooks, queens, king, occupied, looked_through]
                -> Sets[attacked] = AttackedSquares { side: Black },
                "The squares that the black pieces attack. Sliders see through the pieces in looked_through.";
            RookAttacks rook_attacks "5.3" Sets[rooks, occupied] -> Sets[attacks] = RookAttacks,
                "The squares that the rooks attack, up to and including the first piece on the way.";
            BishopAttacks bishop_attacks "5.3" Sets[bishops, occupied] -> Sets[attacks] = BishopAttacks,
                "The squares that the bishops attack, up to and including the first piece on the way.";
            WhiteCaughtArea white_caught_area "6.1" SetsAndFlag[kings, white_to_move]
                -> Sets[area] = CaughtArea { side: White },
                "The squares on which a lone black passed pawn is caught by the white king; with several kings, by "
                "any of them.";
            BlackCaughtArea black_caught_area "6.1" SetsAndFlag[kings, white_to_move]
                -> Sets[area] = CaughtArea { side: Black },
                "The squares on which a lone white passed pawn is caught by the black king; with several kings, by "
                "any of them.";
            WhiteCaughtByKnight white_caught_by_knight "3.6" SetsAndFlag[knights, white_to_move]
                -> Sets[area] = CaughtByKnight { side: White },
                "The squares on which a lone black passed pawn is caught by the white knight; with several knights, "
                "by at least one of them without help from the others.";
            BlackCaughtByKnight black_caught_by_knight "3.6" SetsAndFlag[knights, white_to_move]
                -> Sets[area] = CaughtByKnight { side: Black },
                "The squares on which a lone white passed pawn is caught by the black knight; with several knights, "
                "by at least one of them without help from the others.";
            WazirAttacks wazir_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Wazir>::new(),
                "The squares that the wazirs (1, 0) attack.";
            FerzAttacks ferz_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Ferz>::new(),
                "The squares that the ferzes (1, 1) attack.";
            DabbabaAttacks dabbaba_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Dabbaba>::new(),
                "The squares that the dabbabas (2, 0) attack.";
            AlfilAttacks alfil_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Alfil>::new(),
                "The squares that the alfils (2, 2) attack.";
            AlibabaAttacks alibaba_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Alibaba>::new(),
                "The squares that the alibabas (2, 0) and (2, 2) attack.";
            SquirrelAttacks squirrel_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Squirrel>::new(),
                "The squares that the squirrels (2, 0), (2, 1) and (2, 2) attack.";
            ThreeleaperAttacks threeleaper_attacks "3.3" Sets[leapers]
                -> Sets[attacks] = LeaperAttacks::<Threeleaper>::new(),
                "The squares that the threeleapers (3, 0) attack.";
            CamelAttacks camel_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Camel>::new(),
                "The squares that the camels (3, 1) attack.";
            ZebraAttacks zebra_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Zebra>::new(),
                "The squares that the zebras (3, 2) attack.";
            TripperAttacks tripper_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Tripper>::new(),
                "The squares that the trippers (3, 3) attack.";
            GnuAttacks gnu_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Gnu>::new(),
                "The squares that the gnus (3, 1) and (2, 1) attack.";
            BisonAttacks bison_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Bison>::new(),
                "The squares that the bisons (3, 1) and (3, 2) attack.";
            BuffaloAttacks buffalo_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Buffalo>::new(),
                "The squares that the buffaloes (2, 1), (3, 1) and (3, 2) attack.";
            FourleaperAttacks fourleaper_attacks "3.3" Sets[leapers]
                -> Sets[attacks] = LeaperAttacks::<Fourleaper>::new(),
                "The squares that the fourleapers (4, 0) attack.";
            GiraffeAttacks giraffe_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Giraffe>::new(),
                "The squares that the giraffes (4, 1) attack.";
            StagAttacks stag_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Stag>::new(),
                "The squares that the stags (4, 2) attack.";
            AntelopeAttacks antelope_attacks "3.3" Sets[leapers] -> Sets[attacks] = LeaperAttacks::<Antelope>::new(),
                "The squares that the antelopes (4, 3) attack.";
            Root50LeaperAttacks root50leaper_attacks "3.3" Sets[leapers]
                -> Sets[attacks] = LeaperAttacks::<Root50Leaper>::new(),
                "The squares that the root-50 leapers (5, 5) and (7, 1) attack.";
            KingFlood king_flood "7.1" Sets[start, path] -> Sets[reached] = KingFlood,
                "The squares of path that a king reaches from start by steps within path.";
            KingSteps king_steps "7.1" Sets[a, b, path] -> Numbers[steps] = KingSteps,
                "The least number of king steps from a to b within path; 64 if b cannot be reached.";
            KnightSteps knight_steps "7.1" Sets[a, b, path] -> Numbers[steps] = KnightSteps,
                "The least number of knight moves from a to b within path; 64 if b cannot be reached.";
            ShortestPathSquares shortest_path_squares "7.2" Sets[a, b, path] -> Sets[squares] = ShortestPathSquares,
                "The squares of all shortest king paths within path from a to the nearest squares of b.";
            KingDistanceDigits king_distance_digits "7.3" Sets[kings] -> Sets[ones, twos, fours] = KingDistanceDigits,
                "The king distance from each square to the nearest king, in binary: one set for each binary digit.";
            KnightDistanceDigits knight_distance_digits "7.4" Sets[knights]
                -> Sets[ones, twos, fours] = KnightDistanceDigits,
                "The knight distance from each square to the nearest knight, in binary: one set for each binary digit.";
            KingDistance king_distance "7.3" Squares[a, b] -> Numbers[distance] = KingDistance,
                "The least number of king steps from a to b on an empty board; 64 if a or b is not on the board.";
            KnightDistance knight_distance "7.4" Squares[a, b] -> Numbers[distance] = KnightDistance,
                "The least number of knight moves from a to b on an empty board; 64 if a or b is not on the board.";
            ManhattanDistance manhattan_distance "7.3" Squares[a, b] -> Numbers[distance] = ManhattanDistance,
                "The difference between the files of a and b plus the difference between their ranks; 64 if a or b is "
                "not on the board.";
            KnightAttacksFrom knight_attacks_from "3.2" Squares[from] -> Sets[attacks] = KnightAttacks,
                "The squares that a knight on this square attacks; none for a number that is not a square.";
            KingAttacksFrom king_attacks_from "5.1" Squares[from] -> Sets[attacks] = KingAttacks,
                "The squares that a king on this square attacks; none for a number that is not a square.";
            FileFill file_fill "2.2" Sets[set] -> Sets[files] = FileFill,
                "All squares of the files that the set occupies.";
            FillUp fill_up "2.2" Sets[set] -> Sets[filled] = FillUp,
                "The set and all squares north of its members, on the same files.";
            FillDown fill_down "2.2" Sets[set] -> Sets[filled] = FillDown,
                "The set and all squares south of its members, on the same files.";
            FlipDiagonal flip_diagonal "2.3" Sets[set] -> Sets[flipped] = FlipDiagonal,
                "The set reflected in the diagonal from a1 to h8, so that files become ranks.";
            FlipVertical flip_vertical "2.3" Sets[set] -> Sets[flipped] = FlipVertical,
                "The set with the order of its ranks reversed: rank 1 becomes rank 8, rank 2 becomes rank 7, and so "
                "on.";
            MirrorHorizontal mirror_horizontal "2.3" Sets[set] -> Sets[mirrored] = MirrorHorizontal,
                "The set with the order of its files reversed: file a becomes file h, file b becomes file g, and so "
                "on.";
            Rotate180 rotate180 "2.3" Sets[set] -> Sets[rotated] = Rotate180,
                "The set rotated by 180 degrees, so that square n becomes square 63 - n.";
            Identity identity "8.1" Sets[set] -> Sets[same] = Identity,
                "The set itself. Use this pattern to count the squares of given sets.";
            Popcount popcount "8.1" Sets[set] -> Numbers[count] = PopCount,
                "The number of squares in the set.";
        }
    };
}
