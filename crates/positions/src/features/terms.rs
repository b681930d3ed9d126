//! The list of all terms. A term is a value computed from a position for one side, or for the side to move.
//!
//! Features are the terms that have a public name. The other terms are read from the columns of positions, or are
//! intermediate results that several terms share. `groups.rs` lists the inputs of each term.

/// The term of a feature, its name and its definition.
type Entry = (Term, &'static str, &'static str);

macro_rules! terms {
    (
        read { $($read:ident),+ }
        features { $( $(#[doc = $definition:literal])+ $name:literal $feature:ident; )+ }
        of_side_to_move { $( $(#[doc = $of_mover:literal])+ $mover_name:literal $mover:ident; )+ }
        between { $($between:ident),+ }
    ) => {
        /// A value of a position for one side, or for the side to move. The first `READ` terms are not stored, but made
        /// from the columns of positions wherever they are needed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(super) enum Term {
            $($read,)+ $($feature,)+ $($mover,)+ $($between,)+
        }

        impl Term {
            /// The number of terms that are read from columns of positions. These terms come first.
            const READ: usize = [$(Self::$read,)+].len();

            /// The number of terms that are stored.
            pub(super) const STORED: usize = [$(Self::$feature,)+ $(Self::$mover,)+ $(Self::$between,)+].len();

            /// Returns the index of a stored term among the stored terms.
            pub(super) const fn place(self) -> usize {
                self as usize - Self::READ
            }

            /// Returns whether the term is read from columns of positions and not stored.
            pub(super) const fn is_read(self) -> bool {
                (self as usize) < Self::READ
            }

            /// The features of a side: the term, the name and the definition of each feature.
            pub(super) const FEATURES: &[Entry] = &[$((Self::$feature, $name, concat!($($definition),+)),)+];

            /// The features of the side to move. Their terms are stored among White's.
            pub(super) const OF_SIDE_TO_MOVE: &[Entry] = &[$((Self::$mover, $mover_name, concat!($($of_mover),+)),)+];
        }
    };
}

terms! {
    read {
        Pieces, Pawns, Knights, Rooks, Queens, King, Diagonal, Straight, Targets, AllPawns, AllKnights, AllBishops,
        AllRooks, AllQueens, AllKings, BlackToMove, UnmovedRooks, EnPassant
    }
    features {
        /// own knights
        "knights" OwnKnights;
        /// own king; if there are several, all of them
        "king" OwnKing;
        /// squares attacked by own knights
        "knight_attacks" KnightAttacks;
        /// squares attacked by at least two own knights
        "knight_attacks_ge2" KnightAttacksTwice;
        /// knight_attacks minus own pieces
        "knight_moves" KnightMoves;
        /// number of pseudo-legal knight moves, summed over own knights
        "knight_move_count" KnightMoveCount;
        /// squares of knight_attacks occupied by the other side
        "knight_captures" KnightCaptures;
        /// knight_moves minus squares attacked by pawns of the other side
        "knight_safe_moves" KnightSafeMoves;
        /// squares that own knights reach in at most two moves on an empty board, including their own squares
        "knight_fill2" KnightFillTwo;
        /// squares that own knights reach in at most three moves on an empty board, including their own squares
        "knight_fill3" KnightFillThree;
        /// squares attacked by own pawns; a pawn on its last rank attacks none
        "pawn_attacks" PawnAttacks;
        /// squares attacked by any own piece; sliders stop at the first piece, which counts as attacked
        "attacks" Attacks;
        /// squares next to any own king
        "king_attacks" KingAttacks;
        /// king_attacks minus own pieces
        "king_moves" KingMoves;
        /// king_moves minus attacks of the other side
        "king_escapes" KingEscapes;
        /// king_moves minus the squares that the other side would attack if own kings were removed: sliders see through
        /// them
        "legal_king_moves" LegalKingMoves;
        /// sum over the lines along which every square of king_escapes is next to an own king: 1 for the rank, 2 for
        /// the file, 4 for the diagonal, 8 for the antidiagonal; 15 without escapes, 0 without a king
        "king_escape_lines" KingEscapeLines;
        /// squares of king and king_attacks that the other side attacks
        "king_zone_attacked" KingZoneAttacked;
        /// own pawns one or two ranks ahead of any own king, on its file or an adjacent file
        "shield_pawns" ShieldPawns;
        /// all squares of files without pawns, among the files of own kings and the adjacent files
        "open_files" OpenFiles;
        /// all squares of files with pawns of the other side only, among the files of own kings and the adjacent files
        "half_open_files" HalfOpenFiles;
        /// squares from which a knight would attack at least two of the other side's kings, queens and rooks, whether
        /// there is a knight or not
        "forks" Forks;
        /// squares from which a knight would attack at least three of the other side's kings, queens and rooks, whether
        /// there is a knight or not
        "forks_ge3" ForksThree;
        /// squares from which a knight would attack both a king and a queen of the other side, whether there is a
        /// knight or not
        "royal_forks" RoyalForks;
        /// squares in both forks and knight_moves
        "forks_reachable" ForksReachable;
        /// forks_reachable minus attacks of the other side
        "forks_safe" ForksSafe;
        /// forks_reachable minus squares attacked by pawns and knights of the other side
        "forks_setwise_safe" ForksSetwiseSafe;
        /// own pieces other than kings that the other side attacks and no own piece defends
        "hanging" Hanging;
        /// own pawns that no own piece defends
        "undefended_pawns" UndefendedPawns;
        /// squares from which a knight would attack at least two of the other side's kings, queens, rooks, hanging
        /// pieces and undefended_pawns, whether there is a knight or not
        "forks_any" ForksAny;
        /// own pawns with no pawn of the other side ahead of them on their own file or an adjacent file; a pawn on its
        /// last rank is always a passer
        "passers" Passers;
        /// passers that the other side's king cannot catch on an otherwise empty board, given the side to move; passers
        /// on ranks 1 and 8 are never caught, and without a king no passer is caught; with several kings, the one on
        /// the lowest square counts (a1 is lowest, h8 highest)
        "uncatchable_passers" UncatchablePassers;
        /// squares that own kings reach over empty squares not attacked by the other side, including their own squares
        "king_flood" KingFlood;
        /// own pawns on the king's wing (files a to c or f to h) as a number from 0 to 63: bits 0 to 2 are the side's
        /// second rank, bits 3 to 5 its third, in the order of files; 64 without a king or with a king on file d or e;
        /// with several kings, the one on the lowest square counts (a1 is lowest, h8 highest)
        "shield_index" ShieldIndex;
        /// squares from which a knight would attack a king, a queen and a rook of the other side, whether there is a
        /// knight or not
        "family_forks" FamilyForks;
        /// squares that own knights reach in at most two moves, each onto a square without own pieces that the other
        /// side does not attack, including their own squares
        "knight_safe_reach2" KnightSafeReachTwo;
        /// squares that own knights reach in at most three moves, each onto a square without own pieces that the other
        /// side does not attack, including their own squares
        "knight_safe_reach3" KnightSafeReachThree;
        /// passers that no knight of the other side can catch alone on an otherwise empty board, given the side to
        /// move; passers on ranks 1 and 8 are never caught, and without a knight no passer is caught
        "knight_uncatchable_passers" KnightUncatchablePassers;
        /// squares to which an own bishop, rook or queen can move, and from which it then attacks the other side's king
        /// along one of the other side's king_escape_lines, apart from squares next to that king; pins are ignored
        "distant_checks" DistantChecks;
        /// pieces of the other side, other than kings, that attack an own king
        "checkers" Checkers;
        /// own pieces that alone stand between an own king and a bishop, rook or queen of the other side that attacks
        /// along this line
        "pinned" Pinned;
        /// squares on which a move of a piece other than a king ends every check: all squares without checkers; with one
        /// checker, its square and the squares between it and the king; none with several checkers
        "check_mask" CheckMask;
        /// squares of check_mask to which own knights that are not pinned can move; the side need not be to move
        "legal_knight_moves" LegalKnightMoves;
        /// number of moves to legal_knight_moves, summed over own knights that are not pinned
        "legal_knight_move_count" LegalKnightMoveCount;
        /// squares in both forks and legal_knight_moves
        "forks_legal" ForksLegal;
    }
    of_side_to_move {
        /// 1 if a piece other than a king attacks a king of the side to move, otherwise 0
        "in_check" InCheck;
        /// number of legal moves of the side to move; a promotion counts four times; castling and en passant count only
        /// if the source says that they are possible; 0 unless the side has exactly one king
        "legal_move_count" LegalMoveCount;
        /// 1 if the side to move has exactly one king, is in_check, and has no legal move; otherwise 0
        "checkmate" Checkmate;
        /// 1 if the side to move has exactly one king, is not in_check, and has no legal move; otherwise 0
        "stalemate" Stalemate;
    }
    between { SliderAttacks, ThroughKing, BetweenCheckers }
}
