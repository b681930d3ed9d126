/* setwise.h: knight and king patterns on bitboards, for one board or a billion.
 *
 * Written by `cargo xtask capi --header` from bindings/c/setwise.h.in and the catalogue of patterns. Do not edit.
 * This header needs C99 or a later version of C, or C++11 or a later version of C++.
 *
 * A bitboard is a set of squares in 64 bits: a1 = bit 0, b1 = bit 1, ..., h8 = bit 63. A pattern computes sets or
 * numbers from sets, for all boards of a column in one call:
 *
 *     uint64_t knights[1000], squares[1000];
 *     int error = setwise_knight_attacks(knights, squares, 1000);
 *     if (error != SETWISE_OK)
 *         fprintf(stderr, "%s\n", setwise_error_message(error));
 *
 * Columns. A column is an array of `length` elements, one for each board. The caller owns all columns and promises:
 *   - every column has this number of elements, and the elements of inputs are initialised;
 *   - during a call, no other thread and no callback writes or frees the columns, texts, names and arrays of pointers
 *     that were passed to the function, or reads the outputs.
 * Before a function writes anything, it checks its arguments. It is an error if a required pointer is null, if a column
 * or an array of pointers is not aligned for its elements, or if an output overlaps an input or another output. Inputs
 * may overlap. To replace a column by its result, write to a second column and swap the pointers. Outputs need not be
 * initialised. A length of 0 is not an error, and a pointer to a column of length 0 may be null. A function that
 * returns an error has written nothing, unless its description says otherwise.
 *
 * Errors. Functions that can fail return an int: SETWISE_OK or the code of an error. Later versions of the library may
 * return codes that this header does not define. No function throws an exception, and none ends the process unless
 * memory runs out. SETWISE_ERROR_INTERNAL is an error of the library: please report it with the message on the standard
 * error stream. After it, the outputs are unspecified, and an object that was passed to the call may only be freed.
 *
 * Objects are of type setwise_features, setwise_expression or setwise_games. They come from a function *_new and are
 * freed by the function *_free, which allows NULL. The library cannot check whether an object has been freed.
 *
 * Threads. Every function may be called from several threads at once, but only one thread at a time may use an object.
 * The library has no global settings. Pointers to backends, names and definitions are valid until it is unloaded.
 */
#ifndef SETWISE_H
#define SETWISE_H

/* Microsoft's compilers support C99 in every mode, but define __STDC_VERSION__ only in some modes. */
#if !defined(__cplusplus) && !defined(_MSC_VER)
#if !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L
#error "setwise.h needs C99 or later: compile with -std=c99, for example"
#endif
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Versions. A program that was compiled with this header needs a library with the same ABI version. The version of the
 * library must not be lower than that of the header. Functions, structs and constants never change within an ABI
 * version. Version 1.2.3 is the number 1002003.
 */
#define SETWISE_VERSION "0.1.0"
#define SETWISE_VERSION_NUMBER 1000u
#define SETWISE_ABI_VERSION 1u

/* The versions of the library. */
const char *setwise_version(void);
uint32_t setwise_version_number(void);
uint32_t setwise_abi_version(void);

enum setwise_error {
    SETWISE_OK = 0,
    SETWISE_ERROR_NULL_POINTER = 1,
    SETWISE_ERROR_MISALIGNED = 2,
    SETWISE_ERROR_OVERLAP = 3,          /* an output overlaps another column */
    SETWISE_ERROR_TOO_LONG = 4,         /* a column of this length would have more bytes than an object can have */
    SETWISE_ERROR_UNKNOWN_NAME = 5,     /* no backend, pattern or feature has this name */
    SETWISE_ERROR_UNKNOWN_BACKEND = 6,  /* the pointer to a backend did not come from this library */
    SETWISE_ERROR_NOT_READY = 7,        /* the library or the CPU lacks this backend */
    SETWISE_ERROR_NO_SUCH_FORM = 8,     /* the pattern does not have this form */
    SETWISE_ERROR_UNKNOWN_RULES = 9,
    SETWISE_ERROR_BAD_LINE = 10,        /* reading stopped after a line that is not a position */
    SETWISE_ERROR_FULL = 11,            /* the columns are full, and the text has more lines that are not skipped */
    SETWISE_ERROR_INTERNAL = 12,
    SETWISE_ERROR_BAD_EXPRESSION = 13,
    SETWISE_ERROR_NO_ROOM = 14,         /* the memory for the elements of lists is too short */
    SETWISE_ERROR_OFFSET_TOO_LARGE = 15, /* lists are too long for offsets of 32 bits: pass fewer boards in each call */
    SETWISE_ERROR_BAD_GAME = 16,        /* a game with an error was skipped, and no callback received it */
    SETWISE_ERROR_NOT_TEXT = 17,        /* the text is compressed or is not in UTF-8 */
    SETWISE_ERROR_UNKNOWN_PATTERN = 18, /* the library has no pattern with this constant */
    SETWISE_ERROR_UNKNOWN_PAIRS = 19    /* no kind of pairs has this number */
};

/* Returns a static text that describes an error code. If the code is unknown, the text says so. */
const char *setwise_error_message(int code);

/* Writes an error message for a name that no pattern or feature has. The message suggests similar names. Writes at most
 * `size` - 1 bytes of the message to `text`, followed by a NUL. A `size` of 250 is enough for names of up to 50 bytes.
 */
int setwise_unknown_name_message(const char *name, char *text, size_t size);

/* An instruction set and a formula for attacks, such as "avx2-prefix". All backends return identical results. Where a
 * function takes a pointer to a backend, NULL stands for the best backend for this CPU. Threads may share backends.
 */
typedef struct setwise_backend setwise_backend;

/* Writes a pointer to the backend with this name to *backend. Returns SETWISE_ERROR_NOT_READY if this CPU lacks it. */
int setwise_backend_find(const char *name, const setwise_backend **backend);

/* Returns the backend with this index among those that this CPU can run, the best first, or NULL if there is none. */
const setwise_backend *setwise_backend_at(size_t index);

/* Returns the name of a backend, or NULL if the pointer did not come from this library. */
const char *setwise_backend_name(const setwise_backend *backend);

/* Patterns. A constant depends only on the name of the pattern. Comments show the inputs and the outputs, which
 * docs/patterns.md and setwise_pattern_definition define. Inputs and outputs are sets of squares, except for `n`, which
 * is any number, white_to_move and black_to_move, which are 0 for no and any other number for yes, inputs after the word
 * `squares`, which are bytes from 0 (a1) to 63 (h8), and outputs after the word `number`. Names of inputs:
 *   own, their, occupied            all pieces of one side, of the other side, and of both sides
 *   own_pawns, their_king, ...      the pawns of the same side as `own`, the king of the other side, and so on
 *   their_diagonal, their_straight  the bishops and queens, and the rooks and queens of the other side
 *   targets, taboo, looked_through  pieces to attack; squares that the king may not enter; pieces that do not block
 *   start, a, b, path               where paths begin and end; squares that paths may use, including both ends
 *   allowed                         squares that moves may end on
 *   castling, en_passant            the rooks that may castle; the square that a pawn has just passed by a double step
 */
enum setwise_pattern {
    SETWISE_KNIGHT_ATTACKS = 0x2ebbb0ab, /* knights -> attacks */
    SETWISE_KNIGHT_MOVES = 0x1c37ad58, /* knights, own -> moves */
    SETWISE_KNIGHT_CAPTURES = 0x1d1ca2e1, /* knights, their -> captures */
    SETWISE_KNIGHT_QUIET_MOVES = 0x325e495f, /* knights, occupied -> quiet */
    SETWISE_KNIGHT_MOVE_COUNT = 0x48d10e9a, /* knights, own -> number moves */
    /* knights -> no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we */
    SETWISE_KNIGHT_DIRECTIONS = 0x33859e2b,
    /* knights, own -> no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we */
    SETWISE_KNIGHT_MOVES_BY_DIRECTION = 0x2d180832,
    SETWISE_KNIGHT_FILL = 0x6cedc192, /* knights, n -> reached */
    /* knights, allowed, n -> reached */
    SETWISE_KNIGHT_REACH_EXACTLY = 0x5e9cdddb, SETWISE_KNIGHT_REACH_WITHIN = 0x1330b68b,
    SETWISE_FORKS = 0x3bde868b, /* targets -> forks */
    SETWISE_FORKS_AT_LEAST = 0x71b72bf2, SETWISE_FORKS_EXACTLY = 0x43b7f764, /* targets, n -> forks */
    SETWISE_ROYAL_FORKS = 0x3228cb7f, /* their_king, their_queens -> forks */
    SETWISE_FAMILY_FORKS = 0x755d2703, /* their_king, their_queens, their_rooks -> forks */
    /* targets, own, own_knights, their_pawns, their_knights -> forks */
    SETWISE_WHITE_FORKS_SETWISE_SAFE = 0x1db85302, SETWISE_BLACK_FORKS_SETWISE_SAFE = 0x3052c8f9,
    SETWISE_KING_ATTACKS = 0x1061ca90, /* kings -> attacks */
    SETWISE_KING_MOVES = 0x0054a139, /* kings, own -> moves */
    SETWISE_KING_FILL = 0x09d73aa5, /* kings, n -> reached */
    SETWISE_KING_ESCAPES = 0x3ba257d6, /* king, taboo -> escapes */
    SETWISE_VULNERABLE_LINES = 0x01dbb5e2, /* king, taboo -> number lines */
    SETWISE_DISTANT_CHECKS = 0x69a2f6e7, /* king, taboo, their_diagonal, their_straight, their, occupied -> checks */
    /* king, their_pawns, their_knights, their_diagonal, their_straight, own, their -> checkers */
    SETWISE_WHITE_CHECKERS = 0x32c6befb, SETWISE_BLACK_CHECKERS = 0x2b429934,
    /* king, their_pawns, their_knights, their_diagonal, their_straight, own, their -> pinned */
    SETWISE_WHITE_PINNED = 0x19d2bbc2, SETWISE_BLACK_PINNED = 0x053e04b5,
    /* king, their_pawns, their_knights, their_diagonal, their_straight, own, their -> mask */
    SETWISE_WHITE_CHECK_MASK = 0x79cd86c3, SETWISE_BLACK_CHECK_MASK = 0x569dccd2,
    /* king, their_pawns, their_knights, their_diagonal, their_straight, their_king, own, their -> moves */
    SETWISE_WHITE_LEGAL_KING_MOVES = 0x05f9a515, SETWISE_BLACK_LEGAL_KING_MOVES = 0x02f4134e,
    /* knights, king, their_pawns, their_knights, their_diagonal, their_straight, own, their -> moves */
    SETWISE_WHITE_LEGAL_KNIGHT_MOVES = 0x7416b7bc, SETWISE_BLACK_LEGAL_KNIGHT_MOVES = 0x25d792fd,
    /* knights, king, their_pawns, their_knights, their_diagonal, their_straight, own, their -> number moves */
    SETWISE_WHITE_LEGAL_KNIGHT_MOVE_COUNT = 0x6347f69e, SETWISE_BLACK_LEGAL_KNIGHT_MOVE_COUNT = 0x02ae011b,
    /* pawns, knights, bishops, rooks, queens, kings, white, black, castling, en_passant, black_to_move ->
     * number moves */
    SETWISE_LEGAL_MOVE_COUNT = 0x4e803b35,
    SETWISE_KING_FILES = 0x16489981, /* king, own_pawns, their_pawns -> open, half_open */
    SETWISE_WHITE_SHIELD_PAWNS = 0x07398f55, SETWISE_BLACK_SHIELD_PAWNS = 0x6cb45a7e, /* king, pawns -> shield */
    SETWISE_WHITE_SHIELD_INDEX = 0x5877c44e, SETWISE_BLACK_SHIELD_INDEX = 0x284cbe03, /* king, pawns -> number index */
    SETWISE_WHITE_PASSERS = 0x17897af7, SETWISE_BLACK_PASSERS = 0x569efe88, /* own_pawns, their_pawns -> passers */
    SETWISE_WHITE_PAWN_ATTACKS = 0x58397ca7, SETWISE_BLACK_PAWN_ATTACKS = 0x1a49689a, /* pawns -> attacks */
    /* pawns -> east, west */
    SETWISE_WHITE_PAWN_ATTACK_DIRECTIONS = 0x669110f2, SETWISE_BLACK_PAWN_ATTACK_DIRECTIONS = 0x6807b1ef,
    /* pawns, occupied -> one_step, two_steps */
    SETWISE_WHITE_PAWN_PUSHES = 0x24d8e57d, SETWISE_BLACK_PAWN_PUSHES = 0x7be8ff14,
    /* pawns, knights, bishops, rooks, queens, king, occupied, looked_through -> attacked */
    SETWISE_WHITE_ATTACKED_SQUARES = 0x230819bc, SETWISE_BLACK_ATTACKED_SQUARES = 0x0af9947b,
    SETWISE_ROOK_ATTACKS = 0x270e671d, /* rooks, occupied -> attacks */
    SETWISE_BISHOP_ATTACKS = 0x29381a35, /* bishops, occupied -> attacks */
    SETWISE_WHITE_CAUGHT_AREA = 0x333c3b46, SETWISE_BLACK_CAUGHT_AREA = 0x5c19a5c3, /* kings, white_to_move -> area */
    /* knights, white_to_move -> area */
    SETWISE_WHITE_CAUGHT_BY_KNIGHT = 0x0fbb8221, SETWISE_BLACK_CAUGHT_BY_KNIGHT = 0x29fd5950,
    /* leapers -> attacks */
    SETWISE_WAZIR_ATTACKS = 0x05c6251e, SETWISE_FERZ_ATTACKS = 0x7386cc25,
    SETWISE_DABBABA_ATTACKS = 0x753093bd, SETWISE_ALFIL_ATTACKS = 0x75ab50ba,
    SETWISE_ALIBABA_ATTACKS = 0x315832d6, SETWISE_SQUIRREL_ATTACKS = 0x7da74cd4,
    SETWISE_THREELEAPER_ATTACKS = 0x7671afd6, SETWISE_CAMEL_ATTACKS = 0x27071f0d,
    SETWISE_ZEBRA_ATTACKS = 0x287b3bb6, SETWISE_TRIPPER_ATTACKS = 0x14b57c3b,
    SETWISE_GNU_ATTACKS = 0x7066291a, SETWISE_BISON_ATTACKS = 0x23ab3099,
    SETWISE_BUFFALO_ATTACKS = 0x76d7a32e, SETWISE_FOURLEAPER_ATTACKS = 0x25ef3341,
    SETWISE_GIRAFFE_ATTACKS = 0x4b99e7e6, SETWISE_STAG_ATTACKS = 0x00070096,
    SETWISE_ANTELOPE_ATTACKS = 0x1ce598ee, SETWISE_ROOT50LEAPER_ATTACKS = 0x2867874d,
    SETWISE_KING_FLOOD = 0x485a8970, /* start, path -> reached */
    SETWISE_KING_STEPS = 0x54059fc7, SETWISE_KNIGHT_STEPS = 0x16476e48, /* a, b, path -> number steps */
    SETWISE_SHORTEST_PATH_SQUARES = 0x52f8f56a, /* a, b, path -> squares */
    SETWISE_KING_DISTANCE_DIGITS = 0x0ef88701, /* kings -> ones, twos, fours */
    SETWISE_KNIGHT_DISTANCE_DIGITS = 0x6b06ea3a, /* knights -> ones, twos, fours */
    /* squares a, b -> number distance */
    SETWISE_KING_DISTANCE = 0x7bded452, SETWISE_KNIGHT_DISTANCE = 0x5fa2d65b,
    SETWISE_MANHATTAN_DISTANCE = 0x7ca5cf07,
    SETWISE_KNIGHT_ATTACKS_FROM = 0x0d7f1a43, SETWISE_KING_ATTACKS_FROM = 0x18660b7e, /* squares from -> attacks */
    SETWISE_FILE_FILL = 0x6eabe4e6, /* set -> files */
    SETWISE_FILL_UP = 0x2382fd88, SETWISE_FILL_DOWN = 0x1c2417d2, /* set -> filled */
    SETWISE_FLIP_DIAGONAL = 0x7097e986, SETWISE_FLIP_VERTICAL = 0x44f3c55e, /* set -> flipped */
    SETWISE_MIRROR_HORIZONTAL = 0x28f1f383, /* set -> mirrored */
    SETWISE_ROTATE180 = 0x4c625b98, /* set -> rotated */
    SETWISE_IDENTITY = 0x54a29a4d, /* set -> same */
    SETWISE_POPCOUNT = 0x34e2bf9f, /* set -> number count */
};

/* The patterns that programs use most, with an argument for each column: setwise_map on the best backend. */
int setwise_knight_attacks(const uint64_t *knights, uint64_t *attacks, size_t length);
int setwise_knight_moves(const uint64_t *knights, const uint64_t *own, uint64_t *moves, size_t length);
int setwise_knight_fill(const uint64_t *knights, const uint64_t *n, uint64_t *reached, size_t length);
int setwise_king_attacks(const uint64_t *kings, uint64_t *attacks, size_t length);
int setwise_king_moves(const uint64_t *kings, const uint64_t *own, uint64_t *moves, size_t length);
int setwise_rook_attacks(const uint64_t *rooks, const uint64_t *occupied, uint64_t *attacks, size_t length);
int setwise_bishop_attacks(const uint64_t *bishops, const uint64_t *occupied, uint64_t *attacks, size_t length);
int setwise_white_pawn_attacks(const uint64_t *pawns, uint64_t *attacks, size_t length);
int setwise_black_pawn_attacks(const uint64_t *pawns, uint64_t *attacks, size_t length);
int setwise_forks(const uint64_t *targets, uint64_t *forks, size_t length);
int setwise_royal_forks(const uint64_t *their_king, const uint64_t *their_queens, uint64_t *forks, size_t length);
int setwise_legal_move_count(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *kings, const uint64_t *white, const uint64_t *black,
    const uint64_t *castling, const uint64_t *en_passant, const uint64_t *black_to_move, uint64_t *moves, size_t length);

/* Any pattern on any backend. `inputs` and `outputs` have a pointer for each column, in the order of the comment: for
 * SETWISE_KNIGHT_MOVES, write `const void *const inputs[] = {knights, own};`. The inputs are words, or bytes if they
 * are squares. A pattern whose outputs are numbers has only the forms map and total, and a pattern whose inputs are
 * squares has only map. Otherwise, SETWISE_ERROR_NO_SUCH_FORM is returned. The forms are:
 *   setwise_map      writes the results, one word for each board;
 *   setwise_counts   writes the number of squares in each result, one byte for each board, without storing the sets;
 *   setwise_total    writes one word for each output: the sum of the numbers, or the number of squares, over all boards;
 *   setwise_heat     writes 64 words for each output: for each square, the number of boards whose result contains it.
 * Totals and heat maps are written even if the length is 0. For your own sets, use the pattern SETWISE_IDENTITY.
 */
int setwise_map(const setwise_backend *backend, int pattern, const void *const *inputs, uint64_t *const *outputs,
    size_t length);
int setwise_counts(const setwise_backend *backend, int pattern, const void *const *inputs, uint8_t *const *outputs,
    size_t length);
int setwise_total(const setwise_backend *backend, int pattern, const void *const *inputs, uint64_t *totals,
    size_t length);
int setwise_heat(const setwise_backend *backend, int pattern, const void *const *inputs, uint64_t *heat, size_t length);

/* Find the constants of patterns by name, and by index, which is counted from 0. No pattern has the constant 0. */
int setwise_pattern_find(const char *name, int *pattern);
int setwise_pattern_at(size_t index);

/* Describe a pattern. They return NULL or 0 if there is no such pattern or input. Inputs are counted from 0. The
 * elements of inputs have 8 bytes, or 1 if they are squares. The forms are combined with `|`.
 */
const char *setwise_pattern_name(int pattern);
const char *setwise_pattern_definition(int pattern);
size_t setwise_pattern_inputs(int pattern);
size_t setwise_pattern_outputs(int pattern);
const char *setwise_pattern_input_name(int pattern, size_t n);
size_t setwise_pattern_input_bytes(int pattern, size_t n);
int setwise_pattern_is_number(int pattern);
uint32_t setwise_pattern_forms(int pattern);
enum setwise_form { SETWISE_FORM_MAP = 1, SETWISE_FORM_COUNTS = 2, SETWISE_FORM_TOTAL = 4, SETWISE_FORM_HEAT = 8 };

/* Lists of squares and of pairs of squares.
 *
 * The lists of all boards are stored one after another. A square is one byte, from 0 (a1) to 63 (h8). The list of board
 * i has the elements from offsets[i] up to, but not including, offsets[i + 1], so `offsets` has `length` + 1 elements,
 * even if `length` is 0. `room` is the number of elements for which `squares`, or each of `from`, `to` and `kinds`, has
 * memory. The elements after the last list may change, too. The functions return SETWISE_ERROR_NO_ROOM if `room` is too
 * small, and SETWISE_ERROR_OFFSET_TOO_LARGE if the lists have more than UINT32_MAX elements.
 *
 * The first function lists the squares of each set in ascending order. The necessary room is the total of SETWISE_IDENTITY.
 */
int setwise_list_squares(const setwise_backend *backend, const uint64_t *sets, size_t length, uint8_t *squares,
    size_t room, uint32_t *offsets);

/* The kinds of pairs: moves of knights or of kings, which exclude squares with an `own` piece, or attacks on `targets`.
 * Moves ignore pins, checks and castling. To list legal moves, pass the result of a pattern such as
 * SETWISE_WHITE_LEGAL_KNIGHT_MOVES as the targets, and only knights that are not pinned.
 */
enum setwise_pairs {
    SETWISE_PAIRS_KNIGHT_MOVES = 0,
    SETWISE_PAIRS_KING_MOVES = 1,
    SETWISE_PAIRS_KNIGHT_TARGETS = 2,
    SETWISE_PAIRS_KING_TARGETS = 3
};

/* Lists each piece with each square of the kind, ordered by `from`, then by `to`. `other` is `own` or `targets`. The
 * second function writes the necessary room to *count.
 */
int setwise_list_pairs(const setwise_backend *backend, int pairs, const uint64_t *pieces, const uint64_t *other,
    size_t length, uint8_t *from, uint8_t *to, size_t room, uint32_t *offsets);
int setwise_count_pairs(const setwise_backend *backend, int pairs, const uint64_t *pieces, const uint64_t *other,
    size_t length, uint64_t *count);

/* Lists each knight and each king of one side with each square that it attacks, ordered by `from`, then by `to`, and
 * the kind of each pair. `sets` has eight columns: pawns, knights, bishops, rooks, queens and kings of both sides, then
 * all pieces of the side, then all pieces of the other side. The kinds are:
 *   0 to 5    a knight attacks a pawn, knight, bishop, rook, queen or king of the other side
 *   6, 7      a knight attacks a piece of its own side (6) or an empty square (7)
 *   8 to 15   a king attacks the same, in the same order
 * The second function writes the necessary room to *count.
 */
int setwise_list_pair_kinds(const setwise_backend *backend, const uint64_t *const *sets, size_t length, uint8_t *from,
    uint8_t *to, uint8_t *kinds, size_t room, uint32_t *offsets);
int setwise_count_pair_kinds(const setwise_backend *backend, const uint64_t *const *sets, size_t length, uint64_t *count);

/* Columns of positions that a function writes. The columns of rights may be NULL, and are then not written. */
typedef struct setwise_columns {
    uint64_t *pawns, *knights, *bishops, *rooks, *queens, *kings; /* the pieces of both sides */
    uint64_t *white, *black;                                      /* all pieces of one side */
    uint8_t *side_to_move;   /* 0 for White, 1 for Black */
    uint64_t *unmoved_rooks; /* the rooks that may castle */
    uint8_t *en_passant;     /* a square from 0 (a1) to 63 (h8), or 64 if there is none */
} setwise_columns;

/* Columns of positions that a function reads. Any side to move other than 0 is Black. If the columns of rights are NULL,
 * no rook may castle, and there are no en passant squares. Rights that have no meaning in a position are ignored.
 */
typedef struct setwise_const_columns {
    const uint64_t *pawns, *knights, *bishops, *rooks, *queens, *kings, *white, *black;
    const uint8_t *side_to_move;
    const uint64_t *unmoved_rooks;
    const uint8_t *en_passant;
} setwise_const_columns;

/* Returns the same columns as pointers to constant elements. */
static inline setwise_const_columns setwise_columns_as_const(const setwise_columns *columns)
{
    const setwise_const_columns same = {columns->pawns, columns->knights, columns->bishops, columns->rooks,
        columns->queens, columns->kings, columns->white, columns->black, columns->side_to_move, columns->unmoved_rooks,
        columns->en_passant};
    return same;
}

/* The rules that positions must satisfy. */
enum setwise_rules {
    SETWISE_RULES_CHESS = 0,     /* each side has one king, and no pawn is on rank 1 or 8 */
    SETWISE_RULES_ANY_KINGS = 1, /* each side has any number of kings, and no pawn is on rank 1 or 8 */
    SETWISE_RULES_ANY_PIECES = 2 /* any pieces on any squares */
};

/* How much of a text has been read. */
typedef struct setwise_progress {
    size_t bytes;     /* the rest of the text starts after these bytes */
    size_t lines;     /* the number of lines, including empty lines, comments and bad lines */
    size_t positions; /* the number of elements written to each column */
} setwise_progress;

/* The type of a callback for lines that are not positions. The reader calls it for each such line, in the order of the
 * text. `line` is its number, counted from 1 in each call. `text` and `bytes` are the start and the length of the line,
 * without blanks at both ends. `reason` is an ASCII text that ends with a NUL. Both texts are valid until the callback
 * returns. If it returns 0, the line is skipped. Otherwise, reading stops. It must not throw an exception or longjmp.
 */
typedef int (*setwise_on_bad_line)(void *context, size_t line, const char *text, size_t bytes, const char *reason);

/* Returns the number of lines in a text, or 0 if `text` is NULL. A text has at most one position in each line. */
size_t setwise_count_lines(const char *text, size_t bytes);

/* Reads the positions in lines of FEN or EPD text. `rules` is a value of enum setwise_rules.
 *
 * A line starts with a placement and the side to move. If there are columns of rights, they get the next two fields. A
 * field that is missing, or that has no meaning for the placement, is read as no rights, and a line is not a position
 * if its fields are malformed or if other text than operations follows them. Without columns of rights, the rest of
 * the line is ignored. Empty lines and lines that start with # are skipped. If `on_bad_line` is NULL, reading stops at
 * the first line that is not a position.
 *
 * Byte order marks at the start of lines are skipped, and so is the byte 0x1A at the start and at the end of lines.
 * Carriage returns end lines if no line feed follows the first of them within 4 KiB. SETWISE_ERROR_NOT_TEXT is returned
 * if the text starts like UTF-16 or like a compressed file.
 *
 * Each column has space for `capacity` positions. The number that setwise_count_lines returns is always enough. With a
 * smaller capacity, call the function again with the rest of the text after SETWISE_ERROR_FULL. With a capacity of 0,
 * no position is read. SETWISE_OK means that the whole text was read. After SETWISE_ERROR_BAD_LINE, the last line that
 * was read is the bad line. *progress is written only with these two codes and with SETWISE_ERROR_FULL.
 */
int setwise_read_fen(const setwise_backend *backend, int rules, const char *text, size_t bytes,
    const setwise_columns *columns, size_t capacity, setwise_on_bad_line on_bad_line, void *context,
    setwise_progress *progress);

/* Games in PGN, with moves in standard algebraic notation, in long algebraic notation or as in UCI. Only the main line
 * of a game is played. Its positions are the start and the position after each move. Texts from other systems are read
 * as by setwise_read_fen. Push the text in parts of any length, and take the positions of complete games:
 *
 *     while ((bytes = fread(text, 1, sizeof text, file)) > 0) {
 *         error = setwise_games_push(games, text, bytes, on_bad_game, context, &positions);
 *         ... setwise_games_take until there are no more positions ...
 *     }
 *     error = setwise_games_end(games, on_bad_game, context, &positions);
 *     ... setwise_games_take again ...
 */
typedef struct setwise_games setwise_games;

/* Selects positions of each game by their ply: the number of moves by either side that led to the position. */
typedef struct setwise_ply_selection {
    size_t every;       /* keeps the positions whose ply is a multiple of this number; 0 is the same as 1 */
    size_t first, last; /* keeps the positions from ply `first` to ply `last`, including both */
    int only_last;      /* if this is not 0, keeps only the last of these positions */
} setwise_ply_selection;

/* Pointers to further columns of the positions of games. If a pointer is NULL, its column is not written. */
typedef struct setwise_game_columns {
    uint32_t *game, *ply; /* the number of the game in the text, counted from 1, and the ply */
    uint8_t *result;      /* 0 if Black won, 1 if the game was drawn, 2 if White won, 3 if the result is not known */
} setwise_game_columns;

/* The type of a callback for games with an error: a move that is illegal, ambiguous or not a move, a tag, comment or
 * variation without an end, or a game without a result. The game is skipped. `line` is the line of the error, `game`
 * the number of the game and `ply` the number of the move that could not be read, all counted from 1. `message` is a
 * text in UTF-8 with the game, the ply, the error and the position. It ends with a NUL and is valid until the callback
 * returns. The callback must not leave by an exception or by longjmp, and must not use the setwise_games object.
 */
typedef void (*setwise_on_bad_game)(void *context, size_t line, size_t game, size_t ply, const char *message);

/* Writes a pointer to a new object to *games. If `selection` is NULL, all positions are kept. */
int setwise_games_new(const setwise_ply_selection *selection, setwise_games **games);

/* Sets how the following games are read. If `unfinished` is not 0, games without a result after their moves are read.
 * If `chess960` is not 0, all games are Chess960. Otherwise, a game is Chess960 if its tag Variant or its FEN says so.
 */
int setwise_games_set_options(setwise_games *games, int unfinished, int chess960);

/* Adds a part of a text, which may end anywhere, and reads the games that are complete. A game is known to be complete
 * when the next game begins. Writes the number of positions that can be taken to *positions. Returns
 * SETWISE_ERROR_BAD_GAME if a game was skipped and `on_bad_game` is NULL. The other games have then been read as usual,
 * and *positions has been written. Returns SETWISE_ERROR_NOT_TEXT if the text starts like compressed text or UTF-16.
 */
int setwise_games_push(setwise_games *games, const char *text, size_t bytes, setwise_on_bad_game on_bad_game,
    void *context, size_t *positions);

/* Ends the text and reads its last game. The next call to setwise_games_push begins another text, whose games and lines
 * are numbered from 1 again. The results are those of setwise_games_push.
 */
int setwise_games_end(setwise_games *games, setwise_on_bad_game on_bad_game, void *context, size_t *positions);

/* Moves the next positions, at most `capacity`, to the start of the columns. Writes their number to *taken. It is less
 * than `capacity` only if there are no more positions. `more` may be NULL.
 */
int setwise_games_take(setwise_games *games, const setwise_columns *columns, const setwise_game_columns *more,
    size_t capacity, size_t *taken);
void setwise_games_free(setwise_games *games);

/* Features of positions, such as "white_forks_safe", have indices from 0. These functions return the name and the
 * definition of a feature, or NULL if there is no such feature. A definition names other features without their side:
 * "knight_moves" in the definition of "white_forks_reachable" means "white_knight_moves".
 */
const char *setwise_feature_name(size_t index);
const char *setwise_feature_definition(size_t index);

/* Return 1 if the values of a feature are numbers, and if they depend on castling rights and en passant squares.
 * Otherwise, or if there is no such feature, they return 0.
 */
int setwise_feature_is_number(size_t index);
int setwise_feature_needs_rights(size_t index);

/* Writes the index of the feature with this name to *index. Returns SETWISE_ERROR_UNKNOWN_NAME if there is none. */
int setwise_feature_find(const char *name, size_t *index);

/* Prepares the computation of `count` features in one pass, and writes a pointer to the new object to *features.
 * Returns SETWISE_ERROR_UNKNOWN_NAME if a name is unknown. setwise_feature_find finds out which one.
 */
typedef struct setwise_features setwise_features;
int setwise_features_new(const setwise_backend *backend, const char *const *names, size_t count,
    setwise_features **features);

/* Computes the features of `length` positions. Writes the values of feature i, one word per position, to outputs[i]. */
int setwise_features_compute(setwise_features *features, const setwise_const_columns *positions, size_t length,
    uint64_t *const *outputs);
void setwise_features_free(setwise_features *features);

/* Expressions about positions, such as "own_royal_forks & own_forks_safe". The page docs/expressions.md of the
 * repository describes the language.
 */
typedef struct setwise_expression setwise_expression;

enum setwise_type { SETWISE_TYPE_SET = 0, SETWISE_TYPE_NUMBER = 1, SETWISE_TYPE_TRUTH = 2 };

/* Parses an expression, and writes a pointer to the new object to *expression. `columns` has `count` names of columns
 * of numbers, such as "ply". In the expression, the name of a column hides any other meaning of this name. Returns
 * SETWISE_ERROR_BAD_EXPRESSION if the text is not an expression, or if it uses an unknown name. Then the message says
 * what is wrong, in three lines: the error with its column in the text, the part of the text around it, and a caret. At
 * most `message_bytes` bytes are written to `message`, with the NUL at the end: 512 are enough for most messages, and a
 * longer one is cut. If the function succeeds, the message is empty. If `message_bytes` is 0, `message` may be NULL.
 */
int setwise_expression_new(const setwise_backend *backend, const char *text, const char *const *columns, size_t count,
    setwise_expression **expression, char *message, size_t message_bytes);

/* Return the type of the values, a value of enum setwise_type, or -1 if the pointer is NULL; and 1 if the values depend
 * on castling rights and en passant squares, otherwise 0.
 */
int setwise_expression_type(const setwise_expression *expression);
int setwise_expression_needs_rights(const setwise_expression *expression);

/* Evaluates an expression for `length` positions, and writes one word for each to `values`: a set of squares, a number
 * in two's complement, or 1 for true and 0 for false. For a condition, test whether the word is not 0. `numbers` has a
 * pointer for each column that was named in setwise_expression_new, in the same order. A column that the expression
 * does not use may be NULL. Numbers must be between -2^62 and 2^62: otherwise comparisons may give wrong answers.
 */
int setwise_expression_evaluate(setwise_expression *expression, const setwise_const_columns *positions,
    const int64_t *const *numbers, size_t length, uint64_t *values);
void setwise_expression_free(setwise_expression *expression);

#ifdef __cplusplus
}
#endif

#endif
