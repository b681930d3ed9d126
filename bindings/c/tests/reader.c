/* Tests the reader. */
#include "positions.h"

#include <string.h>

static const char TEXT[] = "\xEF\xBB\xBF# a mark, a comment and an empty line\n"
                           "\n"
                           "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1\r\n"
                           "  8/8/8/p8/8/8/8/8 w - - 0 1 \r\n"
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n"
                           "not a position\n"
                           "4k3/8/8/8/8/8/8/4K3 b";

/* The bad lines that the callback has received, in order. The callback stops reading when it has received `stop_at`
lines. */
struct bad {
    size_t count, stop_at;
    size_t lines[8];
    char texts[8][80], reasons[8][80];
};

static int on_bad_line(void *context, size_t line, const char *text, size_t bytes, const char *reason)
{
    struct bad *bad = (struct bad *)context;
    CHECK(bad->count < 8 && bytes < 80 && strlen(reason) < 80);
    bad->lines[bad->count] = line;
    memcpy(bad->texts[bad->count], text, bytes);
    memcpy(bad->reasons[bad->count], reason, strlen(reason) + 1);
    return ++bad->count == bad->stop_at;
}

static void bad_lines_are_reported_and_skipped(void)
{
    const size_t bytes = sizeof TEXT - 1;
    CHECK(setwise_count_lines(TEXT, bytes) == 7);
    setwise_columns columns = allocated_columns(7);
    struct bad bad = {0, 0, {0}, {{0}}, {{0}}};
    setwise_progress progress = {99, 99, 99};
    CHECK(setwise_read_fen(NULL, SETWISE_RULES_CHESS, TEXT, bytes, &columns, 7, on_bad_line, &bad, &progress) == SETWISE_OK);
    CHECK(progress.bytes == bytes && progress.lines == 7 && progress.positions == 3);
    CHECK(bad.count == 2 && bad.lines[0] == 4 && bad.lines[1] == 6);
    CHECK(strcmp(bad.texts[0], "8/8/8/p8/8/8/8/8 w - - 0 1") == 0 && strcmp(bad.texts[1], "not a position") == 0);
    CHECK(strcmp(bad.reasons[0], "rank 5 has 9 squares, not 8") == 0);
    CHECK(columns.knights[0] == (uint64_t)1 << 35 && columns.knights[1] == 0x4200000000000042u && columns.knights[2] == 0);
    CHECK(columns.pawns[1] == 0x00FF00000000FF00u && columns.white[1] == 0xFFFF && columns.black[1] == 0xFFFF000000000000u);
    CHECK(columns.rooks[0] == (uint64_t)1 << 56 && columns.kings[2] == ((uint64_t)1 << 60 | 1u << 4));
    CHECK(columns.side_to_move[0] == 0 && columns.side_to_move[1] == 1 && columns.side_to_move[2] == 1);
    freed_columns(columns, 7);
}

static void reading_stops_at_a_bad_line_and_goes_on_after_it(void)
{
    const size_t bytes = sizeof TEXT - 1;
    setwise_columns columns = allocated_columns(3);
    setwise_progress progress = {0, 0, 0};
    CHECK(setwise_read_fen(NULL, SETWISE_RULES_CHESS, TEXT, bytes, &columns, 3, NULL, NULL, &progress)
        == SETWISE_ERROR_BAD_LINE);
    CHECK(progress.lines == 4 && progress.positions == 1 && columns.knights[0] == (uint64_t)1 << 35);
    const char *rest = TEXT + progress.bytes;
    CHECK(strncmp(rest, "rnbqkbnr", 8) == 0);
    struct bad bad = {0, 1, {0}, {{0}}, {{0}}};
    CHECK(setwise_read_fen(NULL, SETWISE_RULES_CHESS, rest, bytes - progress.bytes, &columns, 3, on_bad_line, &bad, &progress)
        == SETWISE_ERROR_BAD_LINE);
    CHECK(bad.count == 1 && bad.lines[0] == 2 && progress.lines == 2 && progress.positions == 1);
    freed_columns(columns, 3);
}

static void full_columns_are_an_error_and_the_rest_can_be_read(void)
{
    const char *rest = TEXT;
    size_t bytes = sizeof TEXT - 1, positions = 0, calls = 0;
    struct bad bad = {0, 0, {0}, {{0}}, {{0}}};
    int error;
    do {
        setwise_columns columns = allocated_columns(1);
        setwise_progress progress = {0, 0, 0};
        error = setwise_read_fen(NULL, SETWISE_RULES_CHESS, rest, bytes, &columns, 1, on_bad_line, &bad, &progress);
        rest += progress.bytes;
        bytes -= progress.bytes;
        positions += progress.positions;
        calls++;
        freed_columns(columns, 1);
    } while (error == SETWISE_ERROR_FULL);
    CHECK(error == SETWISE_OK && bytes == 0 && positions == 3 && calls == 3 && bad.count == 2);
}

static void wrong_arguments_are_errors_and_nothing_is_written(void)
{
    setwise_columns columns = allocated_columns(2), none = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    setwise_progress progress = {5, 5, 5};
    columns.kings[0] = columns.kings[1] = 77;
    CHECK(read_fen(3, EMPTY, EMPTY_BYTES, &columns, 2, &progress) == SETWISE_ERROR_UNKNOWN_RULES);
    CHECK(read_fen(-1, EMPTY, EMPTY_BYTES, &columns, 2, &progress) == SETWISE_ERROR_UNKNOWN_RULES);
    CHECK(read_fen(1, NULL, EMPTY_BYTES, &columns, 2, &progress) == SETWISE_ERROR_NULL_POINTER);
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, NULL, 2, &progress) == SETWISE_ERROR_NULL_POINTER);
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &none, 2, &progress) == SETWISE_ERROR_NULL_POINTER);
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &columns, 2, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(read_fen(1, EMPTY, SIZE_MAX, &columns, 2, &progress) == SETWISE_ERROR_TOO_LONG);
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &columns, SIZE_MAX / 8, &progress) == SETWISE_ERROR_TOO_LONG);

    setwise_columns wrong = columns;
    wrong.black = wrong.white;
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &wrong, 2, &progress) == SETWISE_ERROR_OVERLAP);
    wrong = columns;
    wrong.side_to_move = (uint8_t *)columns.kings;
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &wrong, 2, &progress) == SETWISE_ERROR_OVERLAP);
    CHECK(read_fen(1, (const char *)columns.kings, 16, &columns, 2, &progress) == SETWISE_ERROR_OVERLAP);

    /* Unions avoid invalid conversions between pointers of different types. */
    union {
        uint64_t *words;
        setwise_progress *progress;
    } inside = {columns.kings};
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &columns, 2, inside.progress) == SETWISE_ERROR_OVERLAP);
    union {
        char *byte;
        uint64_t *words;
        setwise_progress *progress;
        setwise_columns *columns;
    } odd = {(char *)columns.kings + 4};
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &columns, 2, odd.progress) == SETWISE_ERROR_MISALIGNED);
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, odd.columns, 2, &progress) == SETWISE_ERROR_MISALIGNED);
    wrong = columns;
    wrong.queens = odd.words;
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &wrong, 2, &progress) == SETWISE_ERROR_MISALIGNED);
    CHECK(progress.bytes == 5 && progress.positions == 5 && columns.kings[0] == 77 && columns.kings[1] == 77);
    freed_columns(columns, 2);
}

static void rights_are_read_into_the_columns_that_exist(void)
{
    const char text[] = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1\n4k3/8/8/8/3pP3/8/8/4K3 b - e3\nno\n4k3/8/8/8/8/8/8/4K3 b";
    for (int columns_used = 0; columns_used < 4; columns_used++) {
        const setwise_columns all = with_rights(allocated_columns(2), 2);
        setwise_columns columns = all;
        if (!(columns_used & 1))
            columns.unmoved_rooks = NULL;
        if (!(columns_used & 2))
            columns.en_passant = NULL;
        uint64_t *const rooks = columns.unmoved_rooks;
        uint8_t *const squares = columns.en_passant;
        setwise_progress progress = {0, 0, 0};
        CHECK(read_fen(SETWISE_RULES_CHESS, text, sizeof text - 1, &columns, 2, &progress) == SETWISE_ERROR_FULL);
        CHECK(progress.positions == 2 && progress.lines == 2 && columns.kings[1] == (1u << 4 | (uint64_t)1 << 60));
        CHECK(!rooks || (rooks[0] == ((uint64_t)1 << 7 | (uint64_t)1 << 56) && rooks[1] == 0));
        CHECK(!squares || (squares[0] == 64 && squares[1] == 20));
        const char *rest = text + progress.bytes;
        const size_t bytes = sizeof text - 1 - progress.bytes;
        CHECK(read_fen(SETWISE_RULES_CHESS, rest, bytes, &columns, 2, &progress) == SETWISE_ERROR_BAD_LINE);
        CHECK(progress.positions == 0);
        CHECK(read_fen(SETWISE_RULES_CHESS, rest + 3, bytes - 3, &columns, 2, &progress) == SETWISE_OK);
        CHECK(progress.positions == 1 && (!rooks || rooks[0] == 0) && (!squares || squares[0] == 64));
        freed_columns(all, 2);
    }
}

static void wrong_columns_of_rights_are_errors_and_nothing_is_written(void)
{
    setwise_columns columns = with_rights(allocated_columns(2), 2), wrong = columns;
    uint64_t *rooks = columns.unmoved_rooks;
    uint8_t *squares = columns.en_passant;
    setwise_progress progress = {5, 5, 5};
    columns.kings[0] = columns.kings[1] = rooks[0] = rooks[1] = 77;
    squares[0] = squares[1] = 77;
    const char text[] = "4k3/8/8/8/8/8/8/4K3 b";
    const size_t bytes = sizeof text - 1;
    union {
        char *byte;
        uint64_t *words;
    } odd = {(char *)rooks + 4};
    wrong.unmoved_rooks = odd.words;
    CHECK(read_fen(SETWISE_RULES_CHESS, text, bytes, &wrong, 2, &progress) == SETWISE_ERROR_MISALIGNED);
    wrong.unmoved_rooks = columns.kings;
    CHECK(read_fen(SETWISE_RULES_CHESS, text, bytes, &wrong, 2, &progress) == SETWISE_ERROR_OVERLAP);
    wrong = columns;
    wrong.en_passant = (uint8_t *)rooks + 15;
    CHECK(read_fen(SETWISE_RULES_CHESS, text, bytes, &wrong, 2, &progress) == SETWISE_ERROR_OVERLAP);
    wrong.en_passant = columns.side_to_move;
    CHECK(read_fen(SETWISE_RULES_CHESS, text, bytes, &wrong, 2, &progress) == SETWISE_ERROR_OVERLAP);
    CHECK(read_fen(SETWISE_RULES_CHESS, (const char *)squares, 2, &columns, 2, &progress) == SETWISE_ERROR_OVERLAP);
    CHECK(read_fen(SETWISE_RULES_CHESS, text, bytes, &columns, SIZE_MAX / 8, &progress) == SETWISE_ERROR_TOO_LONG);
    CHECK(progress.bytes == 5 && columns.kings[0] == 77 && columns.kings[1] == 77);
    CHECK(rooks[0] == 77 && rooks[1] == 77 && squares[0] == 77 && squares[1] == 77);
    freed_columns(columns, 2);
}

static void nothing_to_read_is_no_error(void)
{
    setwise_columns none = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    setwise_progress progress = {5, 5, 5};
    CHECK(read_fen(0, NULL, 0, &none, 0, &progress) == SETWISE_OK && progress.bytes == 0);
    CHECK(read_fen(0, EMPTY, EMPTY_BYTES, &none, 0, &progress) == SETWISE_ERROR_FULL && progress.bytes == 0);
    CHECK(read_fen(0, "# only this\n", 12, &none, 0, &progress) == SETWISE_OK);
    CHECK(progress.bytes == 12 && progress.lines == 1);
    CHECK(setwise_count_lines(NULL, 0) == 0 && setwise_count_lines(NULL, 7) == 0);
}

static void rules_differ(void)
{
    static const struct {
        const char *text;
        int is_accepted[3];
    } cases[] = {{"4k3/8/8/8/8/8/8/4K3 w", {1, 1, 1}}, {"8/8/8/8/8/8/8/8 w", {0, 1, 1}},
        {"4k3/8/8/8/8/8/8/3KK3 w", {0, 1, 1}}, {"4k2P/8/8/8/8/8/8/4K3 w", {0, 0, 1}}, {"4k3/8/8/8/8/8/8/p3K3 w", {0, 0, 1}}};
    const int rules[] = {SETWISE_RULES_CHESS, SETWISE_RULES_ANY_KINGS, SETWISE_RULES_ANY_PIECES};
    setwise_columns columns = allocated_columns(1);
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++)
        for (int rule = 0; rule < 3; rule++) {
            setwise_progress progress = {0, 0, 0};
            const int error = read_fen(rules[rule], cases[n].text, strlen(cases[n].text), &columns, 1, &progress);
            CHECK(error == (cases[n].is_accepted[rule] ? SETWISE_OK : SETWISE_ERROR_BAD_LINE));
            CHECK(progress.positions == (size_t)cases[n].is_accepted[rule]);
        }
    freed_columns(columns, 1);
}

int main(void)
{
    IN_EVERY_PLACE(bad_lines_are_reported_and_skipped());
    IN_EVERY_PLACE(reading_stops_at_a_bad_line_and_goes_on_after_it());
    IN_EVERY_PLACE(full_columns_are_an_error_and_the_rest_can_be_read());
    IN_EVERY_PLACE(wrong_arguments_are_errors_and_nothing_is_written());
    IN_EVERY_PLACE(rights_are_read_into_the_columns_that_exist());
    IN_EVERY_PLACE(wrong_columns_of_rights_are_errors_and_nothing_is_written());
    nothing_to_read_is_no_error();
    IN_EVERY_PLACE(rules_differ());
    return 0;
}
