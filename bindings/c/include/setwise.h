/* setwise.h: knight and king patterns on bitboards, for one board or a billion.
 *
 * Written by `cargo xtask capi --header` from bindings/c/setwise.h.in and the catalogue of patterns. Do not edit.
 *
 * This header needs C99 or a later version of C, or C++11 or a later version of C++.
 *
 * A bitboard is a set of squares in 64 bits: a1 = bit 0, b1 = bit 1, ..., h8 = bit 63. A pattern computes sets or
 * numbers from sets, for all boards of a column in one call:
 *
 *     uint64_t knights[1000], squares[1000];
 *     int error = setwise_map_knight_attacks(knights, squares, 1000);
 *     if (error != SETWISE_OK)
 *         fprintf(stderr, "%s\n", setwise_error_message(error));
 *
 * Columns. A column is an array of `length` elements, one for each board. There are two exceptions: an output of
 * setwise_total_* has 1 word, and an output of setwise_heat_* has 64 words. The caller owns all columns and promises:
 *   - every column has the number of elements stated above, and the elements of inputs are initialised;
 *   - during a call, no other thread and no callback writes or frees the columns, texts, names and arrays of pointers
 *     that were passed to the function, or reads the outputs.
 * Before a function writes anything, it checks its arguments and returns
 *   - SETWISE_ERROR_NULL_POINTER if a required pointer is null;
 *   - SETWISE_ERROR_MISALIGNED if a column or an array of pointers is not aligned for its elements;
 *   - SETWISE_ERROR_OVERLAP if an output overlaps an input or another output, even if the two are the same column.
 * Inputs may overlap each other. To replace a column by its result, write to a second column and swap the pointers.
 * Outputs need not be initialised. A length of 0 is not an error, and a pointer to a column of length 0 may be null.
 * A function that returns an error has written nothing, unless its description says otherwise.
 *
 * Errors. Functions that can fail return an int: SETWISE_OK or the code of an error. Later versions of the library may
 * return codes that this header does not define. No function throws an exception, and no function ends the process
 * unless memory runs out. A function prints a message to the standard error stream before it returns
 * SETWISE_ERROR_INTERNAL.
 *
 * Threads. Every function may be called from several threads at once, but only one thread at a time may use an object
 * of type setwise_features, setwise_expression or setwise_games. The library has no global settings. Pointers to
 * backends, patterns, names and definitions are valid until the library is unloaded.
 *
 * Backends. All backends return identical results. A function for one pattern, such as setwise_map_knight_attacks, uses
 * the best backend for this CPU. If a function takes a pointer to a backend, NULL stands for the best backend.
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
 * library must not be lower than that of the header. Functions and structs never change within an ABI version. If a
 * struct needs more members, a new struct and new functions are added.
 */

#define SETWISE_VERSION "0.1.0"
#define SETWISE_VERSION_MAJOR 0
#define SETWISE_VERSION_MINOR 1
#define SETWISE_VERSION_PATCH 0
/* The version as one number, so that versions can be compared: 1002003 is version 1.2.3. */
#define SETWISE_VERSION_NUMBER 1000u
#define SETWISE_ABI_VERSION 1u

/* Returns the version of the library as a text. SETWISE_VERSION is the version of the header. */
const char *setwise_version(void);

/* Returns the version of the library as a number. SETWISE_VERSION_NUMBER is the version of the header. */
uint32_t setwise_version_number(void);

/* Returns the ABI version of the library. SETWISE_ABI_VERSION is the ABI version of the header. */
uint32_t setwise_abi_version(void);

/* Errors. */

enum setwise_error {
    SETWISE_OK = 0,
    SETWISE_ERROR_NULL_POINTER = 1,
    SETWISE_ERROR_MISALIGNED = 2,
    /* An output overlaps another column. */
    SETWISE_ERROR_OVERLAP = 3,
    /* `length` is too large: a column of this length would have more bytes than an object can have. */
    SETWISE_ERROR_TOO_LONG = 4,
    /* No backend, pattern or feature has this name. */
    SETWISE_ERROR_UNKNOWN_NAME = 5,
    /* The pointer to a backend or pattern did not come from this library. */
    SETWISE_ERROR_UNKNOWN_HANDLE = 6,
    /* The library was built without this backend, or the CPU does not support it. */
    SETWISE_ERROR_NOT_READY = 7,
    /* The pattern does not have this form. */
    SETWISE_ERROR_NO_SUCH_FORM = 8,
    SETWISE_ERROR_UNKNOWN_RULES = 9,
    /* Reading stopped after a line that is not a position. */
    SETWISE_ERROR_BAD_LINE = 10,
    /* The columns are full, and the text has more lines that are not skipped. */
    SETWISE_ERROR_FULL = 11,
    /* An internal error of the library. After this error, the output columns of the call have unspecified contents, and
     * an object of type setwise_features, setwise_expression or setwise_games that was passed to the call may only be
     * freed. Please report the error.
     */
    SETWISE_ERROR_INTERNAL = 12,
    /* The text is not an expression. */
    SETWISE_ERROR_BAD_EXPRESSION = 13,
    /* The memory for the elements of lists is too short. */
    SETWISE_ERROR_NO_ROOM = 14,
    /* The lists have more elements than an offset of 32 bits can count. Pass fewer boards in each call. */
    SETWISE_ERROR_OFFSET_TOO_LARGE = 15,
    /* A game with an error was skipped, and no callback received it. */
    SETWISE_ERROR_BAD_GAME = 16,
    /* The text is compressed or is not in UTF-8. */
    SETWISE_ERROR_NOT_TEXT = 17
};

/* Returns a static text that describes an error code. If the code is unknown, the text says so. */
const char *setwise_error_message(int code);

/* Writes an error message for a name that no pattern or feature has. The message suggests similar names. Writes at most
 * `size` - 1 bytes of the message to `text`, followed by a NUL. A `size` of 250 is enough for names of up to 50 bytes.
 */
int setwise_unknown_name_message(const char *name, char *text, size_t size);

/* Backends. */

/* An instruction set and a formula for attacks, such as "avx2-prefix". Threads may share backends. Backends are never
 * freed.
 */
typedef struct setwise_backend setwise_backend;

/* Writes a pointer to the backend with this name to *backend. Returns SETWISE_ERROR_UNKNOWN_NAME if no backend has this
 * name. Returns SETWISE_ERROR_NOT_READY if the library was built without the backend or the CPU does not support it.
 */
int setwise_backend_find(const char *name, const setwise_backend **backend);

/* Returns the backend with this index among the backends that this CPU can run, or NULL if there is no such backend.
 * The backend with index 0 is the best one.
 */
const setwise_backend *setwise_backend_at(size_t index);

/* Returns the name of a backend, or NULL if the pointer did not come from this library. If `backend` is NULL, returns
 * the name of the best backend for this CPU.
 */
const char *setwise_backend_name(const setwise_backend *backend);

/* Any pattern on any backend.
 *
 * The functions setwise_map, setwise_counts, setwise_total and setwise_heat run one form of any pattern. They take two
 * arrays of pointers to columns, one array for the inputs and one for the outputs. The pointers have the same order as
 * the arguments in the section "Patterns". For "knight_moves", write `const void *const inputs[] = {knights, own};` and
 * `uint64_t *const outputs[] = {squares};`. Inputs are `const void *` because the inputs of some patterns are bytes.
 * The compiler therefore cannot check the size of their elements, which setwise_pattern_input_bytes returns. The
 * functions return SETWISE_ERROR_NO_SUCH_FORM if the pattern lacks the form.
 */

/* A pattern, such as "knight_moves". Threads may share patterns. Patterns are never freed. */
typedef struct setwise_pattern setwise_pattern;

/* Writes a pointer to the pattern with this name to *pattern. Returns SETWISE_ERROR_UNKNOWN_NAME if no pattern has this
 * name.
 */
int setwise_pattern_find(const char *name, const setwise_pattern **pattern);

/* Returns the pattern with this index, counted from 0, or NULL if there is no such pattern. */
const setwise_pattern *setwise_pattern_at(size_t index);

/* Return the name and the definition of a pattern, or NULL if the pointer did not come from this library. */
const char *setwise_pattern_name(const setwise_pattern *pattern);
const char *setwise_pattern_definition(const setwise_pattern *pattern);

/* Return the number of inputs and of outputs of a pattern, or 0 if the pointer did not come from this library. */
size_t setwise_pattern_inputs(const setwise_pattern *pattern);
size_t setwise_pattern_outputs(const setwise_pattern *pattern);

/* Returns the name of input `n`, such as "own", or NULL if there is no such input. Inputs are counted from 0. */
const char *setwise_pattern_input_name(const setwise_pattern *pattern, size_t n);

/* Returns the size in bytes of the elements of input `n`: 8 for words, and 1 for squares. Returns 0 if there is no such
 * input.
 */
size_t setwise_pattern_input_bytes(const setwise_pattern *pattern, size_t n);

/* Returns 1 if the results of a pattern are numbers. Returns 0 if they are sets, or if the pointer did not come from
 * this library.
 */
int setwise_pattern_is_number(const setwise_pattern *pattern);

/* The forms of patterns. The section "Patterns" says what each form writes. */
enum setwise_form {
    SETWISE_FORM_MAP = 1,
    SETWISE_FORM_COUNTS = 2,
    SETWISE_FORM_TOTAL = 4,
    SETWISE_FORM_HEAT = 8
};

/* Returns the forms that a pattern has, combined with `|`, or 0 if the pointer did not come from this library. */
uint32_t setwise_pattern_forms(const setwise_pattern *pattern);

int setwise_map(const setwise_backend *backend, const setwise_pattern *pattern,
    const void *const *inputs, uint64_t *const *outputs, size_t length);
int setwise_counts(const setwise_backend *backend, const setwise_pattern *pattern,
    const void *const *inputs, uint8_t *const *outputs, size_t length);
int setwise_total(const setwise_backend *backend, const setwise_pattern *pattern,
    const void *const *inputs, uint64_t *const *outputs, size_t length);
int setwise_heat(const setwise_backend *backend, const setwise_pattern *pattern,
    const void *const *inputs, uint64_t *const *outputs, size_t length);

/* Lists of squares and of pairs of squares.
 *
 * The lists of all boards are stored one after another. A square is one byte, from 0 (a1) to 63 (h8). The list of board
 * i has the elements from offsets[i] up to, but not including, offsets[i + 1], so `offsets` has `length` + 1 elements,
 * even if `length` is 0. offsets[length] is the number of elements of all lists.
 *
 * `room` is the number of elements for which `squares`, or each of `from`, `to` and `kinds`, has memory. It may be larger than
 * necessary, and the elements after the last list may change, too. If it is too small, the functions return
 * SETWISE_ERROR_NO_ROOM. If the lists have more than UINT32_MAX elements, they return SETWISE_ERROR_OFFSET_TOO_LARGE.
 */

/* Lists the squares of each set in ascending order. setwise_total_identity returns the necessary room. */
int setwise_list_squares(const setwise_backend *backend, const uint64_t *sets, size_t length, uint8_t *squares,
    size_t room, uint32_t *offsets);

/* List the moves of knights and of kings: each piece with each square that it attacks and that has no own piece. Pins,
 * checks and castling are not considered. The moves of a board are ordered by `from`, then by `to`.
 * setwise_total_knight_move_count returns the necessary room for knights. For the kings of chess positions, it is at
 * most 8 for each board.
 */
int setwise_list_knight_moves(const setwise_backend *backend, const uint64_t *knights, const uint64_t *own,
    size_t length, uint8_t *from, uint8_t *to, size_t room, uint32_t *offsets);
int setwise_list_king_moves(const setwise_backend *backend, const uint64_t *kings, const uint64_t *own, size_t length,
    uint8_t *from, uint8_t *to, size_t room, uint32_t *offsets);

/* List each piece with each target that it attacks, ordered by `from`, then by `to`. The targets may be, for example,
 * the queens of the other side. To list legal moves of knights, pass the knights that are not pinned, and as targets
 * the result of the pattern "white_legal_knight_moves" or "black_legal_knight_moves". For legal moves of a king, pass
 * the king and the result of "white_legal_king_moves" or "black_legal_king_moves".
 */
int setwise_list_knight_pairs(const setwise_backend *backend, const uint64_t *knights, const uint64_t *targets,
    size_t length, uint8_t *from, uint8_t *to, size_t room, uint32_t *offsets);
int setwise_list_king_pairs(const setwise_backend *backend, const uint64_t *kings, const uint64_t *targets,
    size_t length, uint8_t *from, uint8_t *to, size_t room, uint32_t *offsets);

/* Write the number of pairs of all boards to *count, which is the room that the functions above need. */
int setwise_count_knight_pairs(const setwise_backend *backend, const uint64_t *knights, const uint64_t *targets,
    size_t length, uint64_t *count);
int setwise_count_king_pairs(const setwise_backend *backend, const uint64_t *kings, const uint64_t *targets,
    size_t length, uint64_t *count);

/* Lists each knight and each king of one side with each square that it attacks, ordered by `from`, then by `to`, and
 * the kind of each pair. `sets` has eight columns: pawns, knights, bishops, rooks, queens and kings of both sides, then
 * all pieces of the side, then all pieces of the other side. The kinds are:
 *   0 to 5    a knight attacks a pawn, knight, bishop, rook, queen or king of the other side
 *   6, 7      a knight attacks a piece of its own side (6) or an empty square (7)
 *   8 to 15   a king attacks the same, in the same order
 * setwise_count_pair_kinds writes the necessary room to *count.
 */
int setwise_list_pair_kinds(const setwise_backend *backend, const uint64_t *const *sets, size_t length, uint8_t *from,
    uint8_t *to, uint8_t *kinds, size_t room, uint32_t *offsets);
int setwise_count_pair_kinds(const setwise_backend *backend, const uint64_t *const *sets, size_t length, uint64_t *count);

/* Positions. */

/* Columns of positions that a function writes. All nine columns are required. `white` and `black` contain all pieces
 * of their side. The other sets, such as `pawns`, contain the pieces of both sides.
 */
typedef struct setwise_columns {
    uint64_t *pawns;
    uint64_t *knights;
    uint64_t *bishops;
    uint64_t *rooks;
    uint64_t *queens;
    uint64_t *kings;
    uint64_t *white;
    uint64_t *black;
    /* 0 for white, 1 for black. */
    uint8_t *side_to_move;
} setwise_columns;

/* Columns of positions that a function reads. */
typedef struct setwise_const_columns {
    const uint64_t *pawns;
    const uint64_t *knights;
    const uint64_t *bishops;
    const uint64_t *rooks;
    const uint64_t *queens;
    const uint64_t *kings;
    const uint64_t *white;
    const uint64_t *black;
    /* 0 for white, any other number for black. */
    const uint8_t *side_to_move;
} setwise_const_columns;

/* Returns the same columns as pointers to constant elements. */
static inline setwise_const_columns setwise_columns_as_const(const setwise_columns *columns)
{
    const setwise_const_columns same = {columns->pawns, columns->knights, columns->bishops, columns->rooks,
        columns->queens, columns->kings, columns->white, columns->black, columns->side_to_move};
    return same;
}

/* The rules that positions must satisfy. */
enum setwise_rules {
    /* Each side has one king, and no pawn is on rank 1 or 8. */
    SETWISE_RULES_CHESS = 0,
    /* Each side has any number of kings, and no pawn is on rank 1 or 8. */
    SETWISE_RULES_ANY_KINGS = 1,
    /* Each side has any number of kings, and pawns may be on any rank. */
    SETWISE_RULES_ANY_PIECES = 2
};

/* How much of a text has been read. */
typedef struct setwise_progress {
    /* The number of bytes that were read. The rest of the text starts after these bytes. */
    size_t bytes;
    /* The number of lines that were read, including empty lines, comments and bad lines. */
    size_t lines;
    /* The number of positions that were read, which is the number of elements written to each column. */
    size_t positions;
} setwise_progress;

/* The type of a callback for lines that are not positions. The reader calls it for each such line, in the order of the
 * text. `line` is the number of the line in the text that was passed to the reader, from 1. `text` and `bytes` are
 * the start and the length of the line, without its line end and without leading or trailing blanks. `reason` is an
 * ASCII text that ends with a NUL. Both texts are valid until the callback returns. If the callback returns 0, the line is
 * skipped. If it returns another value, reading stops. The callback must return normally: it must not leave by an
 * exception or by longjmp.
 */
typedef int (*setwise_on_bad_line)(void *context, size_t line, const char *text, size_t bytes, const char *reason);

/* Returns the number of lines in a text, or 0 if `text` is NULL. A text has at most one position in each line. The last
 * line need not have a line end.
 */
size_t setwise_count_lines(const char *text, size_t bytes);

/* Reads the positions in lines of FEN or EPD text. `rules` is a value of enum setwise_rules.
 *
 * A line starts with a placement and the side to move. The rest of the line is ignored. Empty lines and lines that
 * start with # are skipped. The text need not end with a NUL. If `on_bad_line` is NULL, reading stops at the first line
 * that is not a position.
 *
 * Byte order marks at the start of lines are skipped, and so is the byte 0x1A at the start and at the end of lines.
 * Carriage returns end lines if no line feed follows the first of them within 4 KiB. Each call decides this at the start
 * of the text that it receives. SETWISE_ERROR_NOT_TEXT is returned if this text starts like UTF-16 or like a compressed
 * file.
 *
 * Each column has space for `capacity` positions. The number that setwise_count_lines returns is always enough. With a
 * smaller capacity, read the text in parts: after SETWISE_ERROR_FULL, use the positions and call the function again
 * with the rest of the text. Each call numbers its lines from 1. With a capacity of 0, no position is read.
 *
 * Writes *progress only if it returns one of these codes:
 *   SETWISE_OK              the whole text was read
 *   SETWISE_ERROR_FULL      the columns are full, and the text has more lines that are not skipped
 *   SETWISE_ERROR_BAD_LINE  reading stopped after a line that is not a position; it is the last line that was read
 */
int setwise_read_fen(const setwise_backend *backend, int rules, const char *text, size_t bytes,
    const setwise_columns *columns, size_t capacity, setwise_on_bad_line on_bad_line, void *context,
    setwise_progress *progress);

/* Works like setwise_read_fen, and also reads the castling rights and the en passant square of each position. For each
 * position, unmoved_rooks gets the set of the rooks that may castle, and en_passant gets a square from 0 (a1) to 63
 * (h8), or 64 if there is none. A field that is missing, or that has no meaning for the placement, is read as no rights.
 * Either pointer may be NULL, and then the column is not written.
 */
int setwise_read_fen_with_rights(const setwise_backend *backend, int rules, const char *text, size_t bytes,
    const setwise_columns *columns, uint64_t *unmoved_rooks, uint8_t *en_passant, size_t capacity,
    setwise_on_bad_line on_bad_line, void *context, setwise_progress *progress);

/* Games as text.
 *
 * The games are in PGN, with moves in standard algebraic notation, in long algebraic notation or as in UCI. Only the
 * main line of a game is played. Its positions are the start and the position after each move. A byte order mark at the
 * start of a line and the byte 0x1A at the start or at the end of a line are skipped. Carriage returns end lines if the
 * text starts with such a line and no line feed follows within 4 KiB. Push the text in parts of any length, and take the positions of the games that are complete:
 *
 *     while ((bytes = fread(text, 1, sizeof text, file)) > 0) {
 *         error = setwise_games_push(games, text, bytes, on_bad_game, context, &positions);
 *         ... setwise_games_take until there are no more positions ...
 *     }
 *     error = setwise_games_end(games, on_bad_game, context, &positions);
 *     ... setwise_games_take again ...
 */

/* The text that has been pushed but not yet read, and the positions that have been read but not yet taken. */
typedef struct setwise_games setwise_games;

/* Selects positions of each game by their ply: the number of moves by either side that led to the position. */
typedef struct setwise_ply_selection {
    /* Keeps the positions whose ply is a multiple of this number. 0 is the same as 1. */
    size_t every;
    /* Keeps the positions from ply `first` to ply `last`, including both. */
    size_t first, last;
    /* If this is not 0, keeps only the last of these positions. */
    int only_last;
} setwise_ply_selection;

/* Pointers to further columns of the positions of games. If a pointer is NULL, its column is not written. */
typedef struct setwise_game_columns {
    /* The number of the game in the text, counted from 1, and the ply. */
    uint32_t *game, *ply;
    /* The rooks that may castle, and the en passant square, as setwise_read_fen_with_rights writes them. */
    uint64_t *unmoved_rooks;
    uint8_t *en_passant;
    /* The result of the game: 0 if Black won, 1 if it was drawn, 2 if White won, 3 if the result is not known. The result
     * after the moves counts. If it is * or missing, that of the tag Result counts.
     */
    uint8_t *result;
} setwise_game_columns;

/* The type of a callback for games with an error: a move that is illegal, ambiguous or not a move, a tag, comment or
 * variation without an end, or a game without a result. The game is skipped. `line` is the line of the error, `game` the
 * number of the game and `ply` the number of the move that could not be read, all counted from 1. `message` is a text
 * in UTF-8 with the game, the ply, the error and the position. It ends with a NUL and is valid until the callback
 * returns. The callback must return normally, as for setwise_on_bad_line, and must not use the setwise_games object.
 */
typedef void (*setwise_on_bad_game)(void *context, size_t line, size_t game, size_t ply, const char *message);

/* Writes a pointer to a new object to *games. Free it with setwise_games_free. If `selection` is NULL, all positions are
 * kept.
 */
int setwise_games_new(const setwise_ply_selection *selection, setwise_games **games);

/* Sets how the following games are read. If `unfinished` is not 0, games without a result after their moves are read. If
 * `chess960` is not 0, all games are played as Chess960. Otherwise, a game is Chess960 if its tag Variant or its FEN says
 * so. `games` must come from setwise_games_new and must not have been freed.
 */
int setwise_games_set_options(setwise_games *games, int unfinished, int chess960);

/* Adds a part of a text, which may end anywhere, and reads the games that are complete. A game is known to be complete
 * when the next game begins. Writes the number of positions that can be taken to *positions. `games` must come from
 * setwise_games_new and must not have been freed. Returns SETWISE_ERROR_BAD_GAME if a game was skipped and
 * `on_bad_game` is NULL. The other games have then been read as usual, and *positions has been written. Returns
 * SETWISE_ERROR_NOT_TEXT if the text starts like compressed text, or like text in UTF-16.
 */
int setwise_games_push(setwise_games *games, const char *text, size_t bytes, setwise_on_bad_game on_bad_game,
    void *context, size_t *positions);

/* Ends the text and reads its last game. The next call to setwise_games_push begins another text, whose games and lines
 * are numbered from 1 again. The results are those of setwise_games_push.
 */
int setwise_games_end(setwise_games *games, setwise_on_bad_game on_bad_game, void *context, size_t *positions);

/* Moves the next positions, at most `capacity`, to the start of the columns. Writes their number to *taken. It is less than
 * `capacity` only if there are no more positions. `more` may be NULL.
 */
int setwise_games_take(setwise_games *games, const setwise_columns *columns, const setwise_game_columns *more,
    size_t capacity, size_t *taken);

/* Frees an object that setwise_games_new returned. NULL is allowed. */
void setwise_games_free(setwise_games *games);

/* Features of positions, such as "white_forks_safe". */

/* Return the name and the definition of the feature with this index, counted from 0, or NULL if there is no such
 * feature. A definition names other features without their side: "knight_moves" in the definition of
 * "white_forks_reachable" means "white_knight_moves".
 */
const char *setwise_feature_name(size_t index);
const char *setwise_feature_definition(size_t index);

/* Returns 1 if the values of a feature are numbers. Returns 0 if they are sets, or if there is no such feature. */
int setwise_feature_is_number(size_t index);

/* Returns 1 if the values of a feature depend on castling rights and en passant squares: "legal_move_count", "checkmate"
 * and "stalemate". Returns 0 for other features, or if there is no such feature.
 */
int setwise_feature_needs_rights(size_t index);

/* Writes the index of the feature with this name to *index. Returns SETWISE_ERROR_UNKNOWN_NAME if no feature has this
 * name.
 */
int setwise_feature_find(const char *name, size_t *index);

/* The features to compute, and the memory for the computation. */
typedef struct setwise_features setwise_features;

/* Prepares the computation of `count` features in one pass, and writes a pointer to the new object to *features. Free
 * the object with setwise_features_free. Returns SETWISE_ERROR_UNKNOWN_NAME if a name is unknown. To find out which
 * name is unknown, call setwise_feature_find for each name.
 */
int setwise_features_new(const setwise_backend *backend, const char *const *names, size_t count,
    setwise_features **features);

/* Computes the features of `length` positions. Writes the values of feature i, one word per position, to the column
 * outputs[i]. `features` must come from setwise_features_new and must not have been freed. The function cannot check
 * either condition. Features that depend on castling rights and en passant squares are computed as if neither castling
 * nor en passant were possible.
 */
int setwise_features_compute(setwise_features *features, const setwise_const_columns *positions, size_t length,
    uint64_t *const *outputs);

/* Works like setwise_features_compute, for positions with castling rights and en passant squares, as
 * setwise_read_fen_with_rights writes them. If unmoved_rooks is NULL, no rook may castle. If en_passant is NULL, there
 * are no en passant squares. A right is ignored if the king or the rook is not on the first rank of its side. An en
 * passant square is ignored if no pawn can have just passed it, and so is any number greater than 63.
 */
int setwise_features_compute_with_rights(setwise_features *features, const setwise_const_columns *positions,
    const uint64_t *unmoved_rooks, const uint8_t *en_passant, size_t length, uint64_t *const *outputs);

/* Frees an object that setwise_features_new returned. NULL is allowed. */
void setwise_features_free(setwise_features *features);

/* Expressions about positions, such as "own_royal_forks & own_forks_safe". The page docs/expressions.md of the
 * repository describes the language.
 */

/* An expression, and the memory for its computation. */
typedef struct setwise_expression setwise_expression;

/* The types of expressions. */
#define SETWISE_TYPE_SET 0
#define SETWISE_TYPE_NUMBER 1
#define SETWISE_TYPE_TRUTH 2

/* Parses an expression, and writes a pointer to the new object to *expression. Free the object with
 * setwise_expression_free. `columns` has `count` names of columns of numbers, such as "ply", which the expression may
 * use. In the expression, the name of a column hides any other meaning of this name. Returns
 * SETWISE_ERROR_BAD_EXPRESSION if the text is not an expression, or if it uses an unknown name. Then the message says
 * what is wrong, in three lines: the error with its column in the text, the part of the text around it, and a caret. At
 * most `message_bytes` bytes are written to `message`, with the NUL at the end: 512 are enough for most messages, and a
 * longer one is cut. If the function succeeds, the message is empty. If `message_bytes` is 0, `message` may be NULL.
 */
int setwise_expression_new(const setwise_backend *backend, const char *text, const char *const *columns, size_t count,
    setwise_expression **expression, char *message, size_t message_bytes);

/* Returns the type of the values: SETWISE_TYPE_SET, SETWISE_TYPE_NUMBER or SETWISE_TYPE_TRUTH. Returns -1 if the pointer
 * is NULL.
 */
int setwise_expression_type(const setwise_expression *expression);

/* Returns 1 if the values depend on castling rights and en passant squares, and 0 otherwise. */
int setwise_expression_needs_rights(const setwise_expression *expression);

/* Evaluates an expression for `length` positions, and writes one word for each to `values`: a set of squares, a number in
 * two's complement, or 1 for true and 0 for false. For a condition, test whether the word is not 0. The columns of rights
 * are those of setwise_features_compute_with_rights, and may be NULL. `numbers` has a pointer for each column that was
 * named in setwise_expression_new, in the same order. A column that the expression does not use may be NULL. Numbers must
 * be between -2^62 and 2^62: otherwise comparisons may give wrong answers. `expression` must come from
 * setwise_expression_new and must not have been freed. The function cannot check either condition.
 */
int setwise_expression_evaluate(setwise_expression *expression, const setwise_const_columns *positions,
    const uint64_t *unmoved_rooks, const uint8_t *en_passant, const int64_t *const *numbers, size_t length,
    uint64_t *values);

/* Frees an object that setwise_expression_new returned. NULL is allowed. */
void setwise_expression_free(setwise_expression *expression);

/* Patterns.
 *
 * A pattern has four forms if its results are sets, and the two forms map and total if its results are numbers. A
 * pattern whose inputs are squares has only map. The arguments of a form are the inputs, the outputs, and the number of
 * boards. The forms are:
 *   setwise_map_*      writes the results, one word per board;
 *   setwise_counts_*   writes the number of squares in each result, one byte per board, without storing the sets;
 *   setwise_total_*    writes one word for each result: the total number of squares, or the sum of the numbers, over all
 *                      boards;
 *   setwise_heat_*     writes 64 words for each result: for each square, the number of boards whose result contains
 *                      the square.
 * setwise_total_* and setwise_heat_* write their outputs even if the length is 0.
 *
 * An input is a set of squares unless stated otherwise. The names of inputs mean:
 *   own, their            all pieces of one side; all pieces of the other side
 *   occupied              all pieces
 *   own_pawns, ...        the pawns of the same side as `own`, and so on
 *   their_diagonal        the bishops and queens of the other side
 *   their_straight        the rooks and queens of the other side
 *   targets               pieces to attack
 *   taboo                 squares that the king may not enter
 *   allowed               squares that moves may end on
 *   start, a, b           where paths begin and end
 *   path                  squares that paths may use, including those where they begin and end
 *   looked_through        pieces that do not block, such as the other king
 *   n                     a number for each board, not a set; any number is allowed
 *   white_to_move         a flag for each board, not a set: 0 if black is to move, any other number if white is
 *   set, leapers          any set
 * Inputs that are squares are columns of bytes from 0 (a1) to 63 (h8). To count the squares of a column of sets, call
 * setwise_counts_identity.
 */

/* The squares that the knights attack. */
int setwise_map_knight_attacks(const uint64_t *knights, uint64_t *attacks, size_t length);
int setwise_counts_knight_attacks(const uint64_t *knights, uint8_t *attacks, size_t length);
int setwise_total_knight_attacks(const uint64_t *knights, uint64_t *attacks, size_t length);
int setwise_heat_knight_attacks(const uint64_t *knights, uint64_t attacks[64], size_t length);

/* The squares that the knights attack, without own pieces. */
int setwise_map_knight_moves(const uint64_t *knights, const uint64_t *own, uint64_t *moves, size_t length);
int setwise_counts_knight_moves(const uint64_t *knights, const uint64_t *own, uint8_t *moves, size_t length);
int setwise_total_knight_moves(const uint64_t *knights, const uint64_t *own, uint64_t *moves, size_t length);
int setwise_heat_knight_moves(const uint64_t *knights, const uint64_t *own, uint64_t moves[64], size_t length);

/* The pieces of the other side that the knights attack. */
int setwise_map_knight_captures(const uint64_t *knights, const uint64_t *their, uint64_t *captures, size_t length);
int setwise_counts_knight_captures(const uint64_t *knights, const uint64_t *their, uint8_t *captures, size_t length);
int setwise_total_knight_captures(const uint64_t *knights, const uint64_t *their, uint64_t *captures, size_t length);
int setwise_heat_knight_captures(const uint64_t *knights, const uint64_t *their, uint64_t captures[64], size_t length);

/* The empty squares that the knights attack. */
int setwise_map_knight_quiet_moves(const uint64_t *knights, const uint64_t *occupied, uint64_t *quiet, size_t length);
int setwise_counts_knight_quiet_moves(const uint64_t *knights, const uint64_t *occupied, uint8_t *quiet, size_t length);
int setwise_total_knight_quiet_moves(const uint64_t *knights, const uint64_t *occupied, uint64_t *quiet, size_t length);
int setwise_heat_knight_quiet_moves(const uint64_t *knights, const uint64_t *occupied, uint64_t quiet[64],
    size_t length);

/* The total number of moves of all knights: 0 to 336. */
int setwise_map_knight_move_count(const uint64_t *knights, const uint64_t *own, uint64_t *moves, size_t length);
int setwise_total_knight_move_count(const uint64_t *knights, const uint64_t *own, uint64_t *moves, size_t length);

/* The squares that the knights attack in each of the eight directions, clockwise from north-north-east. */
int setwise_map_knight_directions(const uint64_t *knights, uint64_t *no_no_ea, uint64_t *no_ea_ea, uint64_t *so_ea_ea,
    uint64_t *so_so_ea, uint64_t *so_so_we, uint64_t *so_we_we, uint64_t *no_we_we, uint64_t *no_no_we, size_t length);
int setwise_counts_knight_directions(const uint64_t *knights, uint8_t *no_no_ea, uint8_t *no_ea_ea, uint8_t *so_ea_ea,
    uint8_t *so_so_ea, uint8_t *so_so_we, uint8_t *so_we_we, uint8_t *no_we_we, uint8_t *no_no_we, size_t length);
int setwise_total_knight_directions(const uint64_t *knights, uint64_t *no_no_ea, uint64_t *no_ea_ea, uint64_t *so_ea_ea,
    uint64_t *so_so_ea, uint64_t *so_so_we, uint64_t *so_we_we, uint64_t *no_we_we, uint64_t *no_no_we, size_t length);
int setwise_heat_knight_directions(const uint64_t *knights, uint64_t no_no_ea[64], uint64_t no_ea_ea[64],
    uint64_t so_ea_ea[64], uint64_t so_so_ea[64], uint64_t so_so_we[64], uint64_t so_we_we[64], uint64_t no_we_we[64],
    uint64_t no_no_we[64], size_t length);

/* The squares that the knights attack in each of the eight directions, without own pieces, clockwise from
 * north-north-east. */
int setwise_map_knight_moves_by_direction(const uint64_t *knights, const uint64_t *own, uint64_t *no_no_ea,
    uint64_t *no_ea_ea, uint64_t *so_ea_ea, uint64_t *so_so_ea, uint64_t *so_so_we, uint64_t *so_we_we,
    uint64_t *no_we_we, uint64_t *no_no_we, size_t length);
int setwise_counts_knight_moves_by_direction(const uint64_t *knights, const uint64_t *own, uint8_t *no_no_ea,
    uint8_t *no_ea_ea, uint8_t *so_ea_ea, uint8_t *so_so_ea, uint8_t *so_so_we, uint8_t *so_we_we, uint8_t *no_we_we,
    uint8_t *no_no_we, size_t length);
int setwise_total_knight_moves_by_direction(const uint64_t *knights, const uint64_t *own, uint64_t *no_no_ea,
    uint64_t *no_ea_ea, uint64_t *so_ea_ea, uint64_t *so_so_ea, uint64_t *so_so_we, uint64_t *so_we_we,
    uint64_t *no_we_we, uint64_t *no_no_we, size_t length);
int setwise_heat_knight_moves_by_direction(const uint64_t *knights, const uint64_t *own, uint64_t no_no_ea[64],
    uint64_t no_ea_ea[64], uint64_t so_ea_ea[64], uint64_t so_so_ea[64], uint64_t so_so_we[64], uint64_t so_we_we[64],
    uint64_t no_we_we[64], uint64_t no_no_we[64], size_t length);

/* The squares within n knight moves on an empty board, including the knights' own squares. */
int setwise_map_knight_fill(const uint64_t *knights, const uint64_t *n, uint64_t *reached, size_t length);
int setwise_counts_knight_fill(const uint64_t *knights, const uint64_t *n, uint8_t *reached, size_t length);
int setwise_total_knight_fill(const uint64_t *knights, const uint64_t *n, uint64_t *reached, size_t length);
int setwise_heat_knight_fill(const uint64_t *knights, const uint64_t *n, uint64_t reached[64], size_t length);

/* The squares reached by exactly n knight moves, each onto an allowed square. */
int setwise_map_knight_reach_exactly(const uint64_t *knights, const uint64_t *allowed, const uint64_t *n,
    uint64_t *reached, size_t length);
int setwise_counts_knight_reach_exactly(const uint64_t *knights, const uint64_t *allowed, const uint64_t *n,
    uint8_t *reached, size_t length);
int setwise_total_knight_reach_exactly(const uint64_t *knights, const uint64_t *allowed, const uint64_t *n,
    uint64_t *reached, size_t length);
int setwise_heat_knight_reach_exactly(const uint64_t *knights, const uint64_t *allowed, const uint64_t *n,
    uint64_t reached[64], size_t length);

/* The squares reached by at most n knight moves, each onto an allowed square, including the knights' own squares. */
int setwise_map_knight_reach_within(const uint64_t *knights, const uint64_t *allowed, const uint64_t *n,
    uint64_t *reached, size_t length);
int setwise_counts_knight_reach_within(const uint64_t *knights, const uint64_t *allowed, const uint64_t *n,
    uint8_t *reached, size_t length);
int setwise_total_knight_reach_within(const uint64_t *knights, const uint64_t *allowed, const uint64_t *n,
    uint64_t *reached, size_t length);
int setwise_heat_knight_reach_within(const uint64_t *knights, const uint64_t *allowed, const uint64_t *n,
    uint64_t reached[64], size_t length);

/* The squares from which a knight attacks at least two of the targets. */
int setwise_map_forks(const uint64_t *targets, uint64_t *forks, size_t length);
int setwise_counts_forks(const uint64_t *targets, uint8_t *forks, size_t length);
int setwise_total_forks(const uint64_t *targets, uint64_t *forks, size_t length);
int setwise_heat_forks(const uint64_t *targets, uint64_t forks[64], size_t length);

/* The squares from which a knight attacks at least n of the targets. */
int setwise_map_forks_at_least(const uint64_t *targets, const uint64_t *n, uint64_t *forks, size_t length);
int setwise_counts_forks_at_least(const uint64_t *targets, const uint64_t *n, uint8_t *forks, size_t length);
int setwise_total_forks_at_least(const uint64_t *targets, const uint64_t *n, uint64_t *forks, size_t length);
int setwise_heat_forks_at_least(const uint64_t *targets, const uint64_t *n, uint64_t forks[64], size_t length);

/* The squares from which a knight attacks exactly n of the targets. */
int setwise_map_forks_exactly(const uint64_t *targets, const uint64_t *n, uint64_t *forks, size_t length);
int setwise_counts_forks_exactly(const uint64_t *targets, const uint64_t *n, uint8_t *forks, size_t length);
int setwise_total_forks_exactly(const uint64_t *targets, const uint64_t *n, uint64_t *forks, size_t length);
int setwise_heat_forks_exactly(const uint64_t *targets, const uint64_t *n, uint64_t forks[64], size_t length);

/* The squares from which a knight attacks the king and a queen. */
int setwise_map_royal_forks(const uint64_t *their_king, const uint64_t *their_queens, uint64_t *forks, size_t length);
int setwise_counts_royal_forks(const uint64_t *their_king, const uint64_t *their_queens, uint8_t *forks, size_t length);
int setwise_total_royal_forks(const uint64_t *their_king, const uint64_t *their_queens, uint64_t *forks, size_t length);
int setwise_heat_royal_forks(const uint64_t *their_king, const uint64_t *their_queens, uint64_t forks[64],
    size_t length);

/* The squares from which a knight attacks the king, a queen and a rook at once. */
int setwise_map_family_forks(const uint64_t *their_king, const uint64_t *their_queens, const uint64_t *their_rooks,
    uint64_t *forks, size_t length);
int setwise_counts_family_forks(const uint64_t *their_king, const uint64_t *their_queens, const uint64_t *their_rooks,
    uint8_t *forks, size_t length);
int setwise_total_family_forks(const uint64_t *their_king, const uint64_t *their_queens, const uint64_t *their_rooks,
    uint64_t *forks, size_t length);
int setwise_heat_family_forks(const uint64_t *their_king, const uint64_t *their_queens, const uint64_t *their_rooks,
    uint64_t forks[64], size_t length);

/* The squares to which a white knight can move, where it forks at least two targets and no black pawn or knight attacks
 * it. */
int setwise_map_white_forks_setwise_safe(const uint64_t *targets, const uint64_t *own, const uint64_t *own_knights,
    const uint64_t *their_pawns, const uint64_t *their_knights, uint64_t *forks, size_t length);
int setwise_counts_white_forks_setwise_safe(const uint64_t *targets, const uint64_t *own, const uint64_t *own_knights,
    const uint64_t *their_pawns, const uint64_t *their_knights, uint8_t *forks, size_t length);
int setwise_total_white_forks_setwise_safe(const uint64_t *targets, const uint64_t *own, const uint64_t *own_knights,
    const uint64_t *their_pawns, const uint64_t *their_knights, uint64_t *forks, size_t length);
int setwise_heat_white_forks_setwise_safe(const uint64_t *targets, const uint64_t *own, const uint64_t *own_knights,
    const uint64_t *their_pawns, const uint64_t *their_knights, uint64_t forks[64], size_t length);

/* The squares to which a black knight can move, where it forks at least two targets and no white pawn or knight attacks
 * it. */
int setwise_map_black_forks_setwise_safe(const uint64_t *targets, const uint64_t *own, const uint64_t *own_knights,
    const uint64_t *their_pawns, const uint64_t *their_knights, uint64_t *forks, size_t length);
int setwise_counts_black_forks_setwise_safe(const uint64_t *targets, const uint64_t *own, const uint64_t *own_knights,
    const uint64_t *their_pawns, const uint64_t *their_knights, uint8_t *forks, size_t length);
int setwise_total_black_forks_setwise_safe(const uint64_t *targets, const uint64_t *own, const uint64_t *own_knights,
    const uint64_t *their_pawns, const uint64_t *their_knights, uint64_t *forks, size_t length);
int setwise_heat_black_forks_setwise_safe(const uint64_t *targets, const uint64_t *own, const uint64_t *own_knights,
    const uint64_t *their_pawns, const uint64_t *their_knights, uint64_t forks[64], size_t length);

/* The squares that the kings attack. */
int setwise_map_king_attacks(const uint64_t *kings, uint64_t *attacks, size_t length);
int setwise_counts_king_attacks(const uint64_t *kings, uint8_t *attacks, size_t length);
int setwise_total_king_attacks(const uint64_t *kings, uint64_t *attacks, size_t length);
int setwise_heat_king_attacks(const uint64_t *kings, uint64_t attacks[64], size_t length);

/* The squares that the kings attack, without own pieces. */
int setwise_map_king_moves(const uint64_t *kings, const uint64_t *own, uint64_t *moves, size_t length);
int setwise_counts_king_moves(const uint64_t *kings, const uint64_t *own, uint8_t *moves, size_t length);
int setwise_total_king_moves(const uint64_t *kings, const uint64_t *own, uint64_t *moves, size_t length);
int setwise_heat_king_moves(const uint64_t *kings, const uint64_t *own, uint64_t moves[64], size_t length);

/* The squares within n king steps on an empty board, including the kings' own squares. */
int setwise_map_king_fill(const uint64_t *kings, const uint64_t *n, uint64_t *reached, size_t length);
int setwise_counts_king_fill(const uint64_t *kings, const uint64_t *n, uint8_t *reached, size_t length);
int setwise_total_king_fill(const uint64_t *kings, const uint64_t *n, uint64_t *reached, size_t length);
int setwise_heat_king_fill(const uint64_t *kings, const uint64_t *n, uint64_t reached[64], size_t length);

/* The squares that the king attacks, without the taboo squares. */
int setwise_map_king_escapes(const uint64_t *king, const uint64_t *taboo, uint64_t *escapes, size_t length);
int setwise_counts_king_escapes(const uint64_t *king, const uint64_t *taboo, uint8_t *escapes, size_t length);
int setwise_total_king_escapes(const uint64_t *king, const uint64_t *taboo, uint64_t *escapes, size_t length);
int setwise_heat_king_escapes(const uint64_t *king, const uint64_t *taboo, uint64_t escapes[64], size_t length);

/* The lines that contain the king and all its escape squares, as a sum: 1 for the rank, 2 for the file, 4 for the
 * diagonal and 8 for the antidiagonal. */
int setwise_map_vulnerable_lines(const uint64_t *king, const uint64_t *taboo, uint64_t *lines, size_t length);
int setwise_total_vulnerable_lines(const uint64_t *king, const uint64_t *taboo, uint64_t *lines, size_t length);

/* The squares to which a slider of the other side can move to check the king along one of the king's vulnerable lines.
 * Squares next to the king are excluded. */
int setwise_map_distant_checks(const uint64_t *king, const uint64_t *taboo, const uint64_t *their_diagonal,
    const uint64_t *their_straight, const uint64_t *their, const uint64_t *occupied, uint64_t *checks, size_t length);
int setwise_counts_distant_checks(const uint64_t *king, const uint64_t *taboo, const uint64_t *their_diagonal,
    const uint64_t *their_straight, const uint64_t *their, const uint64_t *occupied, uint8_t *checks, size_t length);
int setwise_total_distant_checks(const uint64_t *king, const uint64_t *taboo, const uint64_t *their_diagonal,
    const uint64_t *their_straight, const uint64_t *their, const uint64_t *occupied, uint64_t *checks, size_t length);
int setwise_heat_distant_checks(const uint64_t *king, const uint64_t *taboo, const uint64_t *their_diagonal,
    const uint64_t *their_straight, const uint64_t *their, const uint64_t *occupied, uint64_t checks[64],
    size_t length);

/* The black pieces that attack the white king. */
int setwise_map_white_checkers(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *checkers, size_t length);
int setwise_counts_white_checkers(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint8_t *checkers, size_t length);
int setwise_total_white_checkers(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *checkers, size_t length);
int setwise_heat_white_checkers(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t checkers[64], size_t length);

/* The white pieces that alone stand between the white king and a black slider. */
int setwise_map_white_pinned(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *pinned, size_t length);
int setwise_counts_white_pinned(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint8_t *pinned, size_t length);
int setwise_total_white_pinned(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *pinned, size_t length);
int setwise_heat_white_pinned(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t pinned[64], size_t length);

/* The squares on which a move of a white piece other than the king ends every check: all squares without a check, and
 * none in double check. */
int setwise_map_white_check_mask(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *mask, size_t length);
int setwise_counts_white_check_mask(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint8_t *mask, size_t length);
int setwise_total_white_check_mask(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *mask, size_t length);
int setwise_heat_white_check_mask(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t mask[64], size_t length);

/* The squares to which the white king can move, without castling: squares without white pieces that no black piece
 * attacks through the king. */
int setwise_map_white_legal_king_moves(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *their_king, const uint64_t *own,
    const uint64_t *their, uint64_t *moves, size_t length);
int setwise_counts_white_legal_king_moves(const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight,
    const uint64_t *their_king, const uint64_t *own, const uint64_t *their, uint8_t *moves, size_t length);
int setwise_total_white_legal_king_moves(const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight,
    const uint64_t *their_king, const uint64_t *own, const uint64_t *their, uint64_t *moves, size_t length);
int setwise_heat_white_legal_king_moves(const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight,
    const uint64_t *their_king, const uint64_t *own, const uint64_t *their, uint64_t moves[64], size_t length);

/* The squares to which white knights can move legally, as if it were the side's turn. */
int setwise_map_white_legal_knight_moves(const uint64_t *knights, const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own,
    const uint64_t *their, uint64_t *moves, size_t length);
int setwise_counts_white_legal_knight_moves(const uint64_t *knights, const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own,
    const uint64_t *their, uint8_t *moves, size_t length);
int setwise_total_white_legal_knight_moves(const uint64_t *knights, const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own,
    const uint64_t *their, uint64_t *moves, size_t length);
int setwise_heat_white_legal_knight_moves(const uint64_t *knights, const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own,
    const uint64_t *their, uint64_t moves[64], size_t length);

/* The number of legal moves of the white knights, as if it were the side's turn. */
int setwise_map_white_legal_knight_move_count(const uint64_t *knights, const uint64_t *king,
    const uint64_t *their_pawns, const uint64_t *their_knights, const uint64_t *their_diagonal,
    const uint64_t *their_straight, const uint64_t *own, const uint64_t *their, uint64_t *moves, size_t length);
int setwise_total_white_legal_knight_move_count(const uint64_t *knights, const uint64_t *king,
    const uint64_t *their_pawns, const uint64_t *their_knights, const uint64_t *their_diagonal,
    const uint64_t *their_straight, const uint64_t *own, const uint64_t *their, uint64_t *moves, size_t length);

/* The white pieces that attack the black king. */
int setwise_map_black_checkers(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *checkers, size_t length);
int setwise_counts_black_checkers(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint8_t *checkers, size_t length);
int setwise_total_black_checkers(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *checkers, size_t length);
int setwise_heat_black_checkers(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t checkers[64], size_t length);

/* The black pieces that alone stand between the black king and a white slider. */
int setwise_map_black_pinned(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *pinned, size_t length);
int setwise_counts_black_pinned(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint8_t *pinned, size_t length);
int setwise_total_black_pinned(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *pinned, size_t length);
int setwise_heat_black_pinned(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t pinned[64], size_t length);

/* The squares on which a move of a black piece other than the king ends every check: all squares without a check, and
 * none in double check. */
int setwise_map_black_check_mask(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *mask, size_t length);
int setwise_counts_black_check_mask(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint8_t *mask, size_t length);
int setwise_total_black_check_mask(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t *mask, size_t length);
int setwise_heat_black_check_mask(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own, const uint64_t *their,
    uint64_t mask[64], size_t length);

/* The squares to which the black king can move, without castling: squares without black pieces that no white piece
 * attacks through the king. */
int setwise_map_black_legal_king_moves(const uint64_t *king, const uint64_t *their_pawns, const uint64_t *their_knights,
    const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *their_king, const uint64_t *own,
    const uint64_t *their, uint64_t *moves, size_t length);
int setwise_counts_black_legal_king_moves(const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight,
    const uint64_t *their_king, const uint64_t *own, const uint64_t *their, uint8_t *moves, size_t length);
int setwise_total_black_legal_king_moves(const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight,
    const uint64_t *their_king, const uint64_t *own, const uint64_t *their, uint64_t *moves, size_t length);
int setwise_heat_black_legal_king_moves(const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight,
    const uint64_t *their_king, const uint64_t *own, const uint64_t *their, uint64_t moves[64], size_t length);

/* The squares to which black knights can move legally, as if it were the side's turn. */
int setwise_map_black_legal_knight_moves(const uint64_t *knights, const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own,
    const uint64_t *their, uint64_t *moves, size_t length);
int setwise_counts_black_legal_knight_moves(const uint64_t *knights, const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own,
    const uint64_t *their, uint8_t *moves, size_t length);
int setwise_total_black_legal_knight_moves(const uint64_t *knights, const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own,
    const uint64_t *their, uint64_t *moves, size_t length);
int setwise_heat_black_legal_knight_moves(const uint64_t *knights, const uint64_t *king, const uint64_t *their_pawns,
    const uint64_t *their_knights, const uint64_t *their_diagonal, const uint64_t *their_straight, const uint64_t *own,
    const uint64_t *their, uint64_t moves[64], size_t length);

/* The number of legal moves of the black knights, as if it were the side's turn. */
int setwise_map_black_legal_knight_move_count(const uint64_t *knights, const uint64_t *king,
    const uint64_t *their_pawns, const uint64_t *their_knights, const uint64_t *their_diagonal,
    const uint64_t *their_straight, const uint64_t *own, const uint64_t *their, uint64_t *moves, size_t length);
int setwise_total_black_legal_knight_move_count(const uint64_t *knights, const uint64_t *king,
    const uint64_t *their_pawns, const uint64_t *their_knights, const uint64_t *their_diagonal,
    const uint64_t *their_straight, const uint64_t *own, const uint64_t *their, uint64_t *moves, size_t length);

/* The number of legal moves of the side to move, with en passant and castling, also of Chess960. A promotion counts
 * four times. The first six inputs are the pieces of both sides. The number is 0 unless the side has one king. */
int setwise_map_legal_move_count(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *kings, const uint64_t *white, const uint64_t *black,
    const uint64_t *castling, const uint64_t *en_passant, const uint64_t *black_to_move, uint64_t *moves,
    size_t length);
int setwise_total_legal_move_count(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *kings, const uint64_t *white, const uint64_t *black,
    const uint64_t *castling, const uint64_t *en_passant, const uint64_t *black_to_move, uint64_t *moves,
    size_t length);

/* The open and the half-open files among the king's file and the adjacent files. */
int setwise_map_king_files(const uint64_t *king, const uint64_t *own_pawns, const uint64_t *their_pawns, uint64_t *open,
    uint64_t *half_open, size_t length);
int setwise_counts_king_files(const uint64_t *king, const uint64_t *own_pawns, const uint64_t *their_pawns,
    uint8_t *open, uint8_t *half_open, size_t length);
int setwise_total_king_files(const uint64_t *king, const uint64_t *own_pawns, const uint64_t *their_pawns,
    uint64_t *open, uint64_t *half_open, size_t length);
int setwise_heat_king_files(const uint64_t *king, const uint64_t *own_pawns, const uint64_t *their_pawns,
    uint64_t open[64], uint64_t half_open[64], size_t length);

/* The white pawns one or two ranks ahead of the white king, on its file or an adjacent file. */
int setwise_map_white_shield_pawns(const uint64_t *king, const uint64_t *pawns, uint64_t *shield, size_t length);
int setwise_counts_white_shield_pawns(const uint64_t *king, const uint64_t *pawns, uint8_t *shield, size_t length);
int setwise_total_white_shield_pawns(const uint64_t *king, const uint64_t *pawns, uint64_t *shield, size_t length);
int setwise_heat_white_shield_pawns(const uint64_t *king, const uint64_t *pawns, uint64_t shield[64], size_t length);

/* The black pawns one or two ranks ahead of the black king, on its file or an adjacent file. */
int setwise_map_black_shield_pawns(const uint64_t *king, const uint64_t *pawns, uint64_t *shield, size_t length);
int setwise_counts_black_shield_pawns(const uint64_t *king, const uint64_t *pawns, uint8_t *shield, size_t length);
int setwise_total_black_shield_pawns(const uint64_t *king, const uint64_t *pawns, uint64_t *shield, size_t length);
int setwise_heat_black_shield_pawns(const uint64_t *king, const uint64_t *pawns, uint64_t shield[64], size_t length);

/* A number from 0 to 63 for the white pawns on the wing of the white king (files a to c or f to h). Bits 0 to 2 are the
 * squares of rank 2, and bits 3 to 5 are those of rank 3, in the order of files. The number is 64 without a king or
 * with a king on file d or e. */
int setwise_map_white_shield_index(const uint64_t *king, const uint64_t *pawns, uint64_t *index, size_t length);
int setwise_total_white_shield_index(const uint64_t *king, const uint64_t *pawns, uint64_t *index, size_t length);

/* A number from 0 to 63 for the black pawns on the wing of the black king (files a to c or f to h). Bits 0 to 2 are the
 * squares of rank 7, and bits 3 to 5 are those of rank 6, in the order of files. The number is 64 without a king or
 * with a king on file d or e. */
int setwise_map_black_shield_index(const uint64_t *king, const uint64_t *pawns, uint64_t *index, size_t length);
int setwise_total_black_shield_index(const uint64_t *king, const uint64_t *pawns, uint64_t *index, size_t length);

/* The white pawns without a black pawn ahead of them on their file or an adjacent file. */
int setwise_map_white_passers(const uint64_t *own_pawns, const uint64_t *their_pawns, uint64_t *passers, size_t length);
int setwise_counts_white_passers(const uint64_t *own_pawns, const uint64_t *their_pawns, uint8_t *passers,
    size_t length);
int setwise_total_white_passers(const uint64_t *own_pawns, const uint64_t *their_pawns, uint64_t *passers,
    size_t length);
int setwise_heat_white_passers(const uint64_t *own_pawns, const uint64_t *their_pawns, uint64_t passers[64],
    size_t length);

/* The black pawns without a white pawn ahead of them on their file or an adjacent file. */
int setwise_map_black_passers(const uint64_t *own_pawns, const uint64_t *their_pawns, uint64_t *passers, size_t length);
int setwise_counts_black_passers(const uint64_t *own_pawns, const uint64_t *their_pawns, uint8_t *passers,
    size_t length);
int setwise_total_black_passers(const uint64_t *own_pawns, const uint64_t *their_pawns, uint64_t *passers,
    size_t length);
int setwise_heat_black_passers(const uint64_t *own_pawns, const uint64_t *their_pawns, uint64_t passers[64],
    size_t length);

/* The squares that the white pawns attack. */
int setwise_map_white_pawn_attacks(const uint64_t *pawns, uint64_t *attacks, size_t length);
int setwise_counts_white_pawn_attacks(const uint64_t *pawns, uint8_t *attacks, size_t length);
int setwise_total_white_pawn_attacks(const uint64_t *pawns, uint64_t *attacks, size_t length);
int setwise_heat_white_pawn_attacks(const uint64_t *pawns, uint64_t attacks[64], size_t length);

/* The squares that the black pawns attack. */
int setwise_map_black_pawn_attacks(const uint64_t *pawns, uint64_t *attacks, size_t length);
int setwise_counts_black_pawn_attacks(const uint64_t *pawns, uint8_t *attacks, size_t length);
int setwise_total_black_pawn_attacks(const uint64_t *pawns, uint64_t *attacks, size_t length);
int setwise_heat_black_pawn_attacks(const uint64_t *pawns, uint64_t attacks[64], size_t length);

/* The squares that the white pawns attack toward file h, and those that they attack toward file a. */
int setwise_map_white_pawn_attack_directions(const uint64_t *pawns, uint64_t *east, uint64_t *west, size_t length);
int setwise_counts_white_pawn_attack_directions(const uint64_t *pawns, uint8_t *east, uint8_t *west, size_t length);
int setwise_total_white_pawn_attack_directions(const uint64_t *pawns, uint64_t *east, uint64_t *west, size_t length);
int setwise_heat_white_pawn_attack_directions(const uint64_t *pawns, uint64_t east[64], uint64_t west[64],
    size_t length);

/* The squares that the black pawns attack toward file h, and those that they attack toward file a. */
int setwise_map_black_pawn_attack_directions(const uint64_t *pawns, uint64_t *east, uint64_t *west, size_t length);
int setwise_counts_black_pawn_attack_directions(const uint64_t *pawns, uint8_t *east, uint8_t *west, size_t length);
int setwise_total_black_pawn_attack_directions(const uint64_t *pawns, uint64_t *east, uint64_t *west, size_t length);
int setwise_heat_black_pawn_attack_directions(const uint64_t *pawns, uint64_t east[64], uint64_t west[64],
    size_t length);

/* The empty squares that the white pawns reach by one step, and those that they reach by two steps. */
int setwise_map_white_pawn_pushes(const uint64_t *pawns, const uint64_t *occupied, uint64_t *one_step,
    uint64_t *two_steps, size_t length);
int setwise_counts_white_pawn_pushes(const uint64_t *pawns, const uint64_t *occupied, uint8_t *one_step,
    uint8_t *two_steps, size_t length);
int setwise_total_white_pawn_pushes(const uint64_t *pawns, const uint64_t *occupied, uint64_t *one_step,
    uint64_t *two_steps, size_t length);
int setwise_heat_white_pawn_pushes(const uint64_t *pawns, const uint64_t *occupied, uint64_t one_step[64],
    uint64_t two_steps[64], size_t length);

/* The empty squares that the black pawns reach by one step, and those that they reach by two steps. */
int setwise_map_black_pawn_pushes(const uint64_t *pawns, const uint64_t *occupied, uint64_t *one_step,
    uint64_t *two_steps, size_t length);
int setwise_counts_black_pawn_pushes(const uint64_t *pawns, const uint64_t *occupied, uint8_t *one_step,
    uint8_t *two_steps, size_t length);
int setwise_total_black_pawn_pushes(const uint64_t *pawns, const uint64_t *occupied, uint64_t *one_step,
    uint64_t *two_steps, size_t length);
int setwise_heat_black_pawn_pushes(const uint64_t *pawns, const uint64_t *occupied, uint64_t one_step[64],
    uint64_t two_steps[64], size_t length);

/* The squares that the white pieces attack. Sliders see through the pieces in looked_through. */
int setwise_map_white_attacked_squares(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *king, const uint64_t *occupied,
    const uint64_t *looked_through, uint64_t *attacked, size_t length);
int setwise_counts_white_attacked_squares(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *king, const uint64_t *occupied,
    const uint64_t *looked_through, uint8_t *attacked, size_t length);
int setwise_total_white_attacked_squares(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *king, const uint64_t *occupied,
    const uint64_t *looked_through, uint64_t *attacked, size_t length);
int setwise_heat_white_attacked_squares(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *king, const uint64_t *occupied,
    const uint64_t *looked_through, uint64_t attacked[64], size_t length);

/* The squares that the black pieces attack. Sliders see through the pieces in looked_through. */
int setwise_map_black_attacked_squares(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *king, const uint64_t *occupied,
    const uint64_t *looked_through, uint64_t *attacked, size_t length);
int setwise_counts_black_attacked_squares(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *king, const uint64_t *occupied,
    const uint64_t *looked_through, uint8_t *attacked, size_t length);
int setwise_total_black_attacked_squares(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *king, const uint64_t *occupied,
    const uint64_t *looked_through, uint64_t *attacked, size_t length);
int setwise_heat_black_attacked_squares(const uint64_t *pawns, const uint64_t *knights, const uint64_t *bishops,
    const uint64_t *rooks, const uint64_t *queens, const uint64_t *king, const uint64_t *occupied,
    const uint64_t *looked_through, uint64_t attacked[64], size_t length);

/* The squares that the rooks attack, up to and including the first piece on the way. */
int setwise_map_rook_attacks(const uint64_t *rooks, const uint64_t *occupied, uint64_t *attacks, size_t length);
int setwise_counts_rook_attacks(const uint64_t *rooks, const uint64_t *occupied, uint8_t *attacks, size_t length);
int setwise_total_rook_attacks(const uint64_t *rooks, const uint64_t *occupied, uint64_t *attacks, size_t length);
int setwise_heat_rook_attacks(const uint64_t *rooks, const uint64_t *occupied, uint64_t attacks[64], size_t length);

/* The squares that the bishops attack, up to and including the first piece on the way. */
int setwise_map_bishop_attacks(const uint64_t *bishops, const uint64_t *occupied, uint64_t *attacks, size_t length);
int setwise_counts_bishop_attacks(const uint64_t *bishops, const uint64_t *occupied, uint8_t *attacks, size_t length);
int setwise_total_bishop_attacks(const uint64_t *bishops, const uint64_t *occupied, uint64_t *attacks, size_t length);
int setwise_heat_bishop_attacks(const uint64_t *bishops, const uint64_t *occupied, uint64_t attacks[64], size_t length);

/* The squares on which a lone black passed pawn is caught by the white king; with several kings, by any of them. */
int setwise_map_white_caught_area(const uint64_t *kings, const uint64_t *white_to_move, uint64_t *area, size_t length);
int setwise_counts_white_caught_area(const uint64_t *kings, const uint64_t *white_to_move, uint8_t *area,
    size_t length);
int setwise_total_white_caught_area(const uint64_t *kings, const uint64_t *white_to_move, uint64_t *area,
    size_t length);
int setwise_heat_white_caught_area(const uint64_t *kings, const uint64_t *white_to_move, uint64_t area[64],
    size_t length);

/* The squares on which a lone white passed pawn is caught by the black king; with several kings, by any of them. */
int setwise_map_black_caught_area(const uint64_t *kings, const uint64_t *white_to_move, uint64_t *area, size_t length);
int setwise_counts_black_caught_area(const uint64_t *kings, const uint64_t *white_to_move, uint8_t *area,
    size_t length);
int setwise_total_black_caught_area(const uint64_t *kings, const uint64_t *white_to_move, uint64_t *area,
    size_t length);
int setwise_heat_black_caught_area(const uint64_t *kings, const uint64_t *white_to_move, uint64_t area[64],
    size_t length);

/* The squares on which a lone black passed pawn is caught by the white knight; with several knights, by at least one of
 * them without help from the others. */
int setwise_map_white_caught_by_knight(const uint64_t *knights, const uint64_t *white_to_move, uint64_t *area,
    size_t length);
int setwise_counts_white_caught_by_knight(const uint64_t *knights, const uint64_t *white_to_move, uint8_t *area,
    size_t length);
int setwise_total_white_caught_by_knight(const uint64_t *knights, const uint64_t *white_to_move, uint64_t *area,
    size_t length);
int setwise_heat_white_caught_by_knight(const uint64_t *knights, const uint64_t *white_to_move, uint64_t area[64],
    size_t length);

/* The squares on which a lone white passed pawn is caught by the black knight; with several knights, by at least one of
 * them without help from the others. */
int setwise_map_black_caught_by_knight(const uint64_t *knights, const uint64_t *white_to_move, uint64_t *area,
    size_t length);
int setwise_counts_black_caught_by_knight(const uint64_t *knights, const uint64_t *white_to_move, uint8_t *area,
    size_t length);
int setwise_total_black_caught_by_knight(const uint64_t *knights, const uint64_t *white_to_move, uint64_t *area,
    size_t length);
int setwise_heat_black_caught_by_knight(const uint64_t *knights, const uint64_t *white_to_move, uint64_t area[64],
    size_t length);

/* The squares that the wazirs (1, 0) attack. */
int setwise_map_wazir_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_wazir_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_wazir_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_wazir_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the ferzes (1, 1) attack. */
int setwise_map_ferz_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_ferz_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_ferz_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_ferz_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the dabbabas (2, 0) attack. */
int setwise_map_dabbaba_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_dabbaba_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_dabbaba_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_dabbaba_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the alfils (2, 2) attack. */
int setwise_map_alfil_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_alfil_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_alfil_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_alfil_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the alibabas (2, 0) and (2, 2) attack. */
int setwise_map_alibaba_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_alibaba_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_alibaba_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_alibaba_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the squirrels (2, 0), (2, 1) and (2, 2) attack. */
int setwise_map_squirrel_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_squirrel_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_squirrel_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_squirrel_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the threeleapers (3, 0) attack. */
int setwise_map_threeleaper_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_threeleaper_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_threeleaper_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_threeleaper_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the camels (3, 1) attack. */
int setwise_map_camel_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_camel_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_camel_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_camel_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the zebras (3, 2) attack. */
int setwise_map_zebra_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_zebra_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_zebra_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_zebra_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the trippers (3, 3) attack. */
int setwise_map_tripper_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_tripper_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_tripper_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_tripper_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the gnus (3, 1) and (2, 1) attack. */
int setwise_map_gnu_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_gnu_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_gnu_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_gnu_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the bisons (3, 1) and (3, 2) attack. */
int setwise_map_bison_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_bison_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_bison_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_bison_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the buffaloes (2, 1), (3, 1) and (3, 2) attack. */
int setwise_map_buffalo_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_buffalo_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_buffalo_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_buffalo_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the fourleapers (4, 0) attack. */
int setwise_map_fourleaper_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_fourleaper_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_fourleaper_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_fourleaper_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the giraffes (4, 1) attack. */
int setwise_map_giraffe_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_giraffe_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_giraffe_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_giraffe_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the stags (4, 2) attack. */
int setwise_map_stag_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_stag_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_stag_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_stag_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the antelopes (4, 3) attack. */
int setwise_map_antelope_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_antelope_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_antelope_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_antelope_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares that the root-50 leapers (5, 5) and (7, 1) attack. */
int setwise_map_root50leaper_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_counts_root50leaper_attacks(const uint64_t *leapers, uint8_t *attacks, size_t length);
int setwise_total_root50leaper_attacks(const uint64_t *leapers, uint64_t *attacks, size_t length);
int setwise_heat_root50leaper_attacks(const uint64_t *leapers, uint64_t attacks[64], size_t length);

/* The squares of path that a king reaches from start by steps within path. */
int setwise_map_king_flood(const uint64_t *start, const uint64_t *path, uint64_t *reached, size_t length);
int setwise_counts_king_flood(const uint64_t *start, const uint64_t *path, uint8_t *reached, size_t length);
int setwise_total_king_flood(const uint64_t *start, const uint64_t *path, uint64_t *reached, size_t length);
int setwise_heat_king_flood(const uint64_t *start, const uint64_t *path, uint64_t reached[64], size_t length);

/* The least number of king steps from a to b within path; 64 if b cannot be reached. */
int setwise_map_king_steps(const uint64_t *a, const uint64_t *b, const uint64_t *path, uint64_t *steps, size_t length);
int setwise_total_king_steps(const uint64_t *a, const uint64_t *b, const uint64_t *path, uint64_t *steps,
    size_t length);

/* The least number of knight moves from a to b within path; 64 if b cannot be reached. */
int setwise_map_knight_steps(const uint64_t *a, const uint64_t *b, const uint64_t *path, uint64_t *steps,
    size_t length);
int setwise_total_knight_steps(const uint64_t *a, const uint64_t *b, const uint64_t *path, uint64_t *steps,
    size_t length);

/* The squares of all shortest king paths within path from a to the nearest squares of b. */
int setwise_map_shortest_path_squares(const uint64_t *a, const uint64_t *b, const uint64_t *path, uint64_t *squares,
    size_t length);
int setwise_counts_shortest_path_squares(const uint64_t *a, const uint64_t *b, const uint64_t *path, uint8_t *squares,
    size_t length);
int setwise_total_shortest_path_squares(const uint64_t *a, const uint64_t *b, const uint64_t *path, uint64_t *squares,
    size_t length);
int setwise_heat_shortest_path_squares(const uint64_t *a, const uint64_t *b, const uint64_t *path, uint64_t squares[64],
    size_t length);

/* The king distance from each square to the nearest king, in binary: one set for each binary digit. */
int setwise_map_king_distance_digits(const uint64_t *kings, uint64_t *ones, uint64_t *twos, uint64_t *fours,
    size_t length);
int setwise_counts_king_distance_digits(const uint64_t *kings, uint8_t *ones, uint8_t *twos, uint8_t *fours,
    size_t length);
int setwise_total_king_distance_digits(const uint64_t *kings, uint64_t *ones, uint64_t *twos, uint64_t *fours,
    size_t length);
int setwise_heat_king_distance_digits(const uint64_t *kings, uint64_t ones[64], uint64_t twos[64], uint64_t fours[64],
    size_t length);

/* The knight distance from each square to the nearest knight, in binary: one set for each binary digit. */
int setwise_map_knight_distance_digits(const uint64_t *knights, uint64_t *ones, uint64_t *twos, uint64_t *fours,
    size_t length);
int setwise_counts_knight_distance_digits(const uint64_t *knights, uint8_t *ones, uint8_t *twos, uint8_t *fours,
    size_t length);
int setwise_total_knight_distance_digits(const uint64_t *knights, uint64_t *ones, uint64_t *twos, uint64_t *fours,
    size_t length);
int setwise_heat_knight_distance_digits(const uint64_t *knights, uint64_t ones[64], uint64_t twos[64],
    uint64_t fours[64], size_t length);

/* The least number of king steps from a to b on an empty board; 64 if a or b is not on the board. */
int setwise_map_king_distance(const uint8_t *a, const uint8_t *b, uint64_t *distance, size_t length);

/* The least number of knight moves from a to b on an empty board; 64 if a or b is not on the board. */
int setwise_map_knight_distance(const uint8_t *a, const uint8_t *b, uint64_t *distance, size_t length);

/* The difference between the files of a and b plus the difference between their ranks; 64 if a or b is not on the
 * board. */
int setwise_map_manhattan_distance(const uint8_t *a, const uint8_t *b, uint64_t *distance, size_t length);

/* The squares that a knight on this square attacks; none for a number that is not a square. */
int setwise_map_knight_attacks_from(const uint8_t *from, uint64_t *attacks, size_t length);

/* The squares that a king on this square attacks; none for a number that is not a square. */
int setwise_map_king_attacks_from(const uint8_t *from, uint64_t *attacks, size_t length);

/* All squares of the files that the set occupies. */
int setwise_map_file_fill(const uint64_t *set, uint64_t *files, size_t length);
int setwise_counts_file_fill(const uint64_t *set, uint8_t *files, size_t length);
int setwise_total_file_fill(const uint64_t *set, uint64_t *files, size_t length);
int setwise_heat_file_fill(const uint64_t *set, uint64_t files[64], size_t length);

/* The set and all squares north of its members, on the same files. */
int setwise_map_fill_up(const uint64_t *set, uint64_t *filled, size_t length);
int setwise_counts_fill_up(const uint64_t *set, uint8_t *filled, size_t length);
int setwise_total_fill_up(const uint64_t *set, uint64_t *filled, size_t length);
int setwise_heat_fill_up(const uint64_t *set, uint64_t filled[64], size_t length);

/* The set and all squares south of its members, on the same files. */
int setwise_map_fill_down(const uint64_t *set, uint64_t *filled, size_t length);
int setwise_counts_fill_down(const uint64_t *set, uint8_t *filled, size_t length);
int setwise_total_fill_down(const uint64_t *set, uint64_t *filled, size_t length);
int setwise_heat_fill_down(const uint64_t *set, uint64_t filled[64], size_t length);

/* The set reflected in the diagonal from a1 to h8, so that files become ranks. */
int setwise_map_flip_diagonal(const uint64_t *set, uint64_t *flipped, size_t length);
int setwise_counts_flip_diagonal(const uint64_t *set, uint8_t *flipped, size_t length);
int setwise_total_flip_diagonal(const uint64_t *set, uint64_t *flipped, size_t length);
int setwise_heat_flip_diagonal(const uint64_t *set, uint64_t flipped[64], size_t length);

/* The set with the order of its ranks reversed: rank 1 becomes rank 8, rank 2 becomes rank 7, and so on. */
int setwise_map_flip_vertical(const uint64_t *set, uint64_t *flipped, size_t length);
int setwise_counts_flip_vertical(const uint64_t *set, uint8_t *flipped, size_t length);
int setwise_total_flip_vertical(const uint64_t *set, uint64_t *flipped, size_t length);
int setwise_heat_flip_vertical(const uint64_t *set, uint64_t flipped[64], size_t length);

/* The set with the order of its files reversed: file a becomes file h, file b becomes file g, and so on. */
int setwise_map_mirror_horizontal(const uint64_t *set, uint64_t *mirrored, size_t length);
int setwise_counts_mirror_horizontal(const uint64_t *set, uint8_t *mirrored, size_t length);
int setwise_total_mirror_horizontal(const uint64_t *set, uint64_t *mirrored, size_t length);
int setwise_heat_mirror_horizontal(const uint64_t *set, uint64_t mirrored[64], size_t length);

/* The set rotated by 180 degrees, so that square n becomes square 63 - n. */
int setwise_map_rotate180(const uint64_t *set, uint64_t *rotated, size_t length);
int setwise_counts_rotate180(const uint64_t *set, uint8_t *rotated, size_t length);
int setwise_total_rotate180(const uint64_t *set, uint64_t *rotated, size_t length);
int setwise_heat_rotate180(const uint64_t *set, uint64_t rotated[64], size_t length);

/* The set itself. Use this pattern to count the squares of given sets. */
int setwise_map_identity(const uint64_t *set, uint64_t *same, size_t length);
int setwise_counts_identity(const uint64_t *set, uint8_t *same, size_t length);
int setwise_total_identity(const uint64_t *set, uint64_t *same, size_t length);
int setwise_heat_identity(const uint64_t *set, uint64_t same[64], size_t length);

/* The number of squares in the set. */
int setwise_map_popcount(const uint64_t *set, uint64_t *count, size_t length);
int setwise_total_popcount(const uint64_t *set, uint64_t *count, size_t length);

#ifdef __cplusplus
}
#endif

#endif
