/* The reader and features. */
#include <string.h>

#include "setwise.h"
#include "test.h"

static const char TEXT[] = "\xEF\xBB\xBF# a mark, a comment and an empty line\n"
                           "\n"
                           "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1\r\n"
                           "8/8/8/p8/8/8/8/8 w - - 0 1\n"
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n"
                           "not a position\n"
                           "4k3/8/8/8/8/8/8/4K3 b";

/* Columns of exactly the capacity. */
static setwise_columns allocated(size_t capacity)
{
    uint64_t *words[8];
    for (int n = 0; n < 8; n++)
        words[n] = (uint64_t *)malloc(capacity * sizeof(uint64_t));
    setwise_columns columns = {words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7],
        (uint8_t *)malloc(capacity)};
    return columns;
}

static void freed(setwise_columns columns)
{
    free(columns.pawns);
    free(columns.knights);
    free(columns.bishops);
    free(columns.rooks);
    free(columns.queens);
    free(columns.kings);
    free(columns.white);
    free(columns.black);
    free(columns.side_to_move);
}

/* Bad lines in the order of calls, and the call that stops. */
struct bad {
    size_t count, stop_at;
    size_t lines[8];
    char reasons[8][80];
};

static int on_bad_line(void *context, size_t line, const char *reason)
{
    struct bad *bad = (struct bad *)context;
    CHECK(bad->count < 8 && strlen(reason) < 80);
    bad->lines[bad->count] = line;
    memcpy(bad->reasons[bad->count], reason, strlen(reason) + 1);
    return ++bad->count == bad->stop_at;
}

static void bad_lines_are_reported_and_skipped(void)
{
    const size_t bytes = sizeof TEXT - 1;
    CHECK(setwise_count_lines(TEXT, bytes) == 7);
    setwise_columns columns = allocated(7);
    struct bad bad = {0, 0, {0}, {{0}}};
    setwise_progress progress = {99, 99, 99};
    CHECK(setwise_read_fen(NULL, SETWISE_RULES_CHESS, TEXT, bytes, &columns, 7, on_bad_line, &bad, &progress) == SETWISE_OK);
    CHECK(progress.bytes == bytes && progress.lines == 7 && progress.positions == 3);
    CHECK(bad.count == 2 && bad.lines[0] == 4 && bad.lines[1] == 6);
    CHECK(strcmp(bad.reasons[0], "rank 5 has 9 squares, not 8") == 0);
    CHECK(columns.knights[0] == (uint64_t)1 << 35 && columns.knights[1] == 0x4200000000000042u && columns.knights[2] == 0);
    CHECK(columns.pawns[1] == 0x00FF00000000FF00u && columns.white[1] == 0xFFFF && columns.black[1] == 0xFFFF000000000000u);
    CHECK(columns.rooks[0] == (uint64_t)1 << 56 && columns.kings[2] == ((uint64_t)1 << 60 | 1u << 4));
    CHECK(columns.side_to_move[0] == 0 && columns.side_to_move[1] == 1 && columns.side_to_move[2] == 1);
    freed(columns);
}

static void reading_stops_at_a_bad_line_and_goes_on_after_it(void)
{
    const size_t bytes = sizeof TEXT - 1;
    setwise_columns columns = allocated(3);
    setwise_progress progress = {0, 0, 0};
    CHECK(setwise_read_fen(NULL, SETWISE_RULES_CHESS, TEXT, bytes, &columns, 3, NULL, NULL, &progress)
        == SETWISE_ERROR_BAD_LINE);
    CHECK(progress.lines == 4 && progress.positions == 1 && columns.knights[0] == (uint64_t)1 << 35);
    const char *rest = TEXT + progress.bytes;
    CHECK(strncmp(rest, "rnbqkbnr", 8) == 0);
    struct bad bad = {0, 1, {0}, {{0}}};
    CHECK(setwise_read_fen(NULL, SETWISE_RULES_CHESS, rest, bytes - progress.bytes, &columns, 3, on_bad_line, &bad, &progress)
        == SETWISE_ERROR_BAD_LINE);
    CHECK(bad.count == 1 && bad.lines[0] == 2 && progress.lines == 2 && progress.positions == 1);
    freed(columns);
}

static void full_columns_are_an_error_and_the_rest_can_be_read(void)
{
    const char *rest = TEXT;
    size_t bytes = sizeof TEXT - 1, positions = 0, calls = 0;
    struct bad bad = {0, 0, {0}, {{0}}};
    int error;
    do {
        setwise_columns columns = allocated(1);
        setwise_progress progress = {0, 0, 0};
        error = setwise_read_fen(NULL, SETWISE_RULES_CHESS, rest, bytes, &columns, 1, on_bad_line, &bad, &progress);
        rest += progress.bytes;
        bytes -= progress.bytes;
        positions += progress.positions;
        calls++;
        freed(columns);
    } while (error == SETWISE_ERROR_FULL);
    CHECK(error == SETWISE_OK && bytes == 0 && positions == 3 && calls == 3 && bad.count == 2);
}

static void wrong_arguments_are_errors(void)
{
    setwise_columns columns = allocated(2), none = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    setwise_progress progress = {5, 5, 5};
    const char text[] = "8/8/8/8/8/8/8/8 w";
    const size_t bytes = sizeof text - 1;
    CHECK(setwise_read_fen(NULL, 3, text, bytes, &columns, 2, NULL, NULL, &progress) == SETWISE_ERROR_UNKNOWN_RULES);
    CHECK(setwise_read_fen(NULL, -1, text, bytes, &columns, 2, NULL, NULL, &progress) == SETWISE_ERROR_UNKNOWN_RULES);
    CHECK(setwise_read_fen(NULL, 0, NULL, bytes, &columns, 2, NULL, NULL, &progress) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_read_fen(NULL, 0, text, bytes, NULL, 2, NULL, NULL, &progress) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_read_fen(NULL, 0, text, bytes, &none, 2, NULL, NULL, &progress) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_read_fen(NULL, 0, text, bytes, &columns, 2, NULL, NULL, NULL) == SETWISE_ERROR_NULL_POINTER);
    setwise_columns twice = columns;
    twice.black = twice.white;
    CHECK(setwise_read_fen(NULL, 0, text, bytes, &twice, 2, NULL, NULL, &progress) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_read_fen(NULL, 0, (const char *)columns.kings, 16, &columns, 2, NULL, NULL, &progress)
        == SETWISE_ERROR_OVERLAP);
    CHECK(progress.bytes == 5 && progress.positions == 5);

    /* Nothing to read, and nowhere to write. */
    CHECK(setwise_read_fen(NULL, 0, NULL, 0, &none, 0, NULL, NULL, &progress) == SETWISE_OK && progress.bytes == 0);
    CHECK(setwise_read_fen(NULL, 0, text, bytes, &none, 0, NULL, NULL, &progress) == SETWISE_ERROR_FULL);
    CHECK(setwise_read_fen(NULL, 0, "# only this\n", 12, &none, 0, NULL, NULL, &progress) == SETWISE_OK);
    CHECK(progress.bytes == 12 && progress.lines == 1);
    CHECK(setwise_read_fen(NULL, SETWISE_RULES_ANY_KINGS, text, bytes, &columns, 2, NULL, NULL, &progress) == SETWISE_OK);
    CHECK(progress.positions == 1 && columns.kings[0] == 0 && setwise_count_lines(NULL, 0) == 0);
    freed(columns);
}

static void features_are_computed_by_name(void)
{
    setwise_columns columns = allocated(1);
    setwise_progress progress = {0, 0, 0};
    const char text[] = "r3k3/8/8/3N4/8/8/8/4K3 w - -";
    CHECK(setwise_read_fen(NULL, 0, text, sizeof text - 1, &columns, 1, NULL, NULL, &progress) == SETWISE_OK);
    const char *const names[] = {"white_forks_safe", "white_knight_attacks", "black_king_attacks"};
    setwise_features *features = NULL;
    CHECK(setwise_features_new(NULL, names, 3, &features) == SETWISE_OK);
    uint64_t results[3];
    uint64_t *const outputs[] = {&results[0], &results[1], &results[2]};
    CHECK(setwise_features_compute(features, &columns, 1, outputs) == SETWISE_OK);
    CHECK(results[0] == (uint64_t)1 << 50 && results[1] == 0x0014220022140000u && results[2] == 0x2838000000000000u);
    CHECK(setwise_features_compute(features, &columns, 0, outputs) == SETWISE_OK);
    uint64_t *const overlapping[] = {&results[0], &results[0], &results[2]}, *const into_input[] = {results, columns.white,
        &results[2]};
    CHECK(setwise_features_compute(features, &columns, 1, overlapping) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_features_compute(features, &columns, 1, into_input) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_features_compute(features, &columns, 1, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_features_compute(features, NULL, 1, outputs) == SETWISE_ERROR_NULL_POINTER);
    setwise_features_free(features);

    const char *const wrong[] = {"white_knights", "knights"};
    features = NULL;
    CHECK(setwise_features_new(NULL, wrong, 2, &features) == SETWISE_ERROR_UNKNOWN_NAME && features == NULL);
    const char *name;
    for (size_t n = 0; (name = setwise_feature_name(n)); n++) {
        CHECK(setwise_features_new(NULL, &name, 1, &features) == SETWISE_OK);
        setwise_features_free(features);
    }
    freed(columns);
}

int main(void)
{
    bad_lines_are_reported_and_skipped();
    reading_stops_at_a_bad_line_and_goes_on_after_it();
    full_columns_are_an_error_and_the_rest_can_be_read();
    wrong_arguments_are_errors();
    features_are_computed_by_name();
    return 0;
}
