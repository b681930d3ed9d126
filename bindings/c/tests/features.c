/* Tests the features of positions. */
#include "positions.h"

#include <string.h>

/* Prepares the features with these names. All names must be known. */
static setwise_features *made(const char *const *names, size_t count)
{
    setwise_features *features = NULL;
    CHECK(setwise_features_new(NULL, names, count, &features) == SETWISE_OK);
    return features;
}

static void features_are_computed_by_name(void)
{
    setwise_columns columns = allocated_columns(1);
    setwise_progress progress = {0, 0, 0};
    const char text[] = "r3k3/8/8/3N4/8/8/8/4K3 w - -";
    CHECK(read_fen(0, text, sizeof text - 1, &columns, 1, &progress) == SETWISE_OK);
    const setwise_const_columns positions = setwise_columns_as_const(&columns);
    const char *const names[] = {"white_forks_safe", "white_knight_attacks", "black_king_attacks"};
    setwise_features *features = made(names, 3);
    uint64_t *const outputs[] = {allocated_words(1), allocated_words(1), allocated_words(1)};
    CHECK(setwise_features_compute(features, &positions, 1, outputs) == SETWISE_OK);
    CHECK(*outputs[0] == (uint64_t)1 << 50 && *outputs[1] == 0x0014220022140000u && *outputs[2] == 0x2838000000000000u);
    CHECK(setwise_features_compute(features, &positions, 0, outputs) == SETWISE_OK);
    setwise_features_free(features);
    for (int n = 0; n < 3; n++)
        freed_words(outputs[n], 1);
    freed_columns(columns, 1);
}

static void wrong_columns_of_features_are_errors_and_nothing_is_written(void)
{
    setwise_columns columns = allocated_columns(1);
    setwise_progress progress;
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &columns, 1, &progress) == SETWISE_OK);
    const setwise_const_columns positions = setwise_columns_as_const(&columns);
    const char *const names[] = {"white_knight_attacks", "black_king_attacks"};
    setwise_features *features = made(names, 2);
    uint64_t results[2] = {7, 7}, *const outputs[] = {&results[0], &results[1]};
    CHECK(setwise_features_compute(features, &positions, 1, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_features_compute(features, NULL, 1, outputs) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_features_compute(features, &positions, SIZE_MAX / 8, outputs) == SETWISE_ERROR_TOO_LONG);
    uint64_t *const twice[] = {&results[0], &results[0]}, *const into_input[] = {&results[0], columns.white};
    CHECK(setwise_features_compute(features, &positions, 1, twice) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_features_compute(features, &positions, 1, into_input) == SETWISE_ERROR_OVERLAP);

    /* An output must not overlap the array of pointers. As in reader.c, unions avoid invalid conversions of
    pointers. */
    union {
        uint64_t *pointers[2];
        uint64_t word;
    } self = {{&results[0], NULL}};
    self.pointers[1] = &self.word;
    CHECK(setwise_features_compute(features, &positions, 1, self.pointers) == SETWISE_ERROR_OVERLAP);
    CHECK(self.pointers[0] == &results[0]);
    union {
        char *byte;
        uint64_t *words;
        uint64_t **pointers;
        const setwise_const_columns *columns;
    } odd = {(char *)results + 4};
    uint64_t *const misaligned[] = {&results[0], odd.words};
    CHECK(setwise_features_compute(features, &positions, 1, misaligned) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_features_compute(features, &positions, 1, odd.pointers) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_features_compute(features, odd.columns, 1, outputs) == SETWISE_ERROR_MISALIGNED);
    setwise_const_columns wrong = positions;
    wrong.rooks = odd.words;
    CHECK(setwise_features_compute(features, &wrong, 1, outputs) == SETWISE_ERROR_MISALIGNED);
    wrong.rooks = NULL;
    CHECK(setwise_features_compute(features, &wrong, 1, outputs) == SETWISE_ERROR_NULL_POINTER);
    wrong = positions;
    wrong.side_to_move = NULL;
    CHECK(setwise_features_compute(features, &wrong, 1, outputs) == SETWISE_ERROR_NULL_POINTER);
    CHECK(results[0] == 7 && results[1] == 7);
    setwise_features_free(features);
    freed_columns(columns, 1);
}

/* White's number of legal moves: 24 moves of the king and the rooks, and one more for each castling right. */
static void legal_moves_are_counted_with_rights(void)
{
    static const uint64_t expected[4][2] = {{24, 6}, {26, 6}, {24, 7}, {26, 7}};
    setwise_columns columns = with_rights(allocated_columns(2), 2);
    uint64_t *const outputs[] = {allocated_words(2), allocated_words(2)};
    setwise_progress progress = {0, 0, 0};
    const char text[] = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n4k3/8/8/3pP3/8/8/8/4K3 w - d6";
    CHECK(read_fen(SETWISE_RULES_CHESS, text, sizeof text - 1, &columns, 2, &progress) == SETWISE_OK);
    CHECK(columns.unmoved_rooks[0] == 0x81 && columns.unmoved_rooks[1] == 0);
    CHECK(columns.en_passant[0] == 64 && columns.en_passant[1] == 43);
    const char *const names[] = {"legal_move_count", "in_check"};
    setwise_features *features = made(names, 2);
    for (int columns_used = 0; columns_used < 4; columns_used++) {
        setwise_const_columns positions = setwise_columns_as_const(&columns);
        if (!(columns_used & 1))
            positions.unmoved_rooks = NULL;
        if (!(columns_used & 2))
            positions.en_passant = NULL;
        CHECK(setwise_features_compute(features, &positions, 2, outputs) == SETWISE_OK);
        CHECK(outputs[0][0] == expected[columns_used][0] && outputs[0][1] == expected[columns_used][1]);
        CHECK(outputs[1][0] == 0 && outputs[1][1] == 0);
    }
    setwise_features_free(features);
    for (int n = 0; n < 2; n++)
        freed_words(outputs[n], 2);
    freed_columns(columns, 2);
}

static void wrong_rights_are_errors_and_nothing_is_written(void)
{
    setwise_columns columns = allocated_columns(1);
    uint64_t rooks[2] = {0, 0}, result = 7, *const output = &result;
    uint8_t square = 64;
    setwise_progress progress;
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &columns, 1, &progress) == SETWISE_OK);
    const char *const name = "legal_move_count";
    setwise_features *features = made(&name, 1);
    union {
        char *byte;
        uint64_t *words;
    } odd = {(char *)rooks + 4};
    const struct {
        const uint64_t *unmoved_rooks;
        const uint8_t *en_passant;
        size_t length;
        int error;
    } cases[] = {{odd.words, &square, 1, SETWISE_ERROR_MISALIGNED}, {output, &square, 1, SETWISE_ERROR_OVERLAP},
        {rooks, (const uint8_t *)output + 7, 1, SETWISE_ERROR_OVERLAP}, {rooks, &square, SIZE_MAX / 8, SETWISE_ERROR_TOO_LONG}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        setwise_const_columns positions = setwise_columns_as_const(&columns);
        positions.unmoved_rooks = cases[n].unmoved_rooks;
        positions.en_passant = cases[n].en_passant;
        CHECK(setwise_features_compute(features, &positions, cases[n].length, &output) == cases[n].error);
    }
    CHECK(result == 7);
    setwise_features_free(features);
    freed_columns(columns, 1);
}

/* Uses a position where the black king catches the passed pawn on a5 only if Black is to move. */
static void every_side_to_move_but_zero_is_black(void)
{
    setwise_columns columns = allocated_columns(1);
    setwise_progress progress;
    const char text[] = "8/8/8/P3k3/8/8/8/K7 w";
    CHECK(read_fen(0, text, sizeof text - 1, &columns, 1, &progress) == SETWISE_OK && *columns.side_to_move == 0);
    const setwise_const_columns positions = setwise_columns_as_const(&columns);
    const char *const name = "white_uncatchable_passers";
    setwise_features *features = made(&name, 1);
    const uint8_t sides[] = {0, 1, 2, 128, 255};
    for (size_t n = 0; n < sizeof sides; n++) {
        uint64_t result, *const output = &result;
        *columns.side_to_move = sides[n];
        CHECK(setwise_features_compute(features, &positions, 1, &output) == SETWISE_OK);
        CHECK(result == (sides[n] ? 0 : (uint64_t)1 << 32));
    }
    setwise_features_free(features);
    freed_columns(columns, 1);
}

static void features_are_described(void)
{
    const char *const wrong[] = {"white_knights", "knights"};
    setwise_features *features = NULL;
    CHECK(setwise_features_new(NULL, wrong, 2, &features) == SETWISE_ERROR_UNKNOWN_NAME && features == NULL);
    size_t index, count = 0, numbers = 0;
    const char *name;
    for (; (name = setwise_feature_name(count)); count++) {
        setwise_features_free(made(&name, 1));
        index = SIZE_MAX;
        CHECK(setwise_feature_find(name, &index) == SETWISE_OK && index == count);
        CHECK(strlen(setwise_feature_definition(index)) > 10);
        numbers += (size_t)setwise_feature_is_number(index);
    }
    CHECK(setwise_feature_definition(count) == NULL && setwise_feature_is_number(count) == 0);
    CHECK(numbers > 0 && numbers < count / 2);
    CHECK(setwise_feature_find("white_knight_move_count", &index) == SETWISE_OK && setwise_feature_is_number(index) == 1);
    CHECK(setwise_feature_find("white_knight_attacks", &index) == SETWISE_OK && setwise_feature_is_number(index) == 0);
    CHECK(strstr(setwise_feature_definition(index), "knight") && setwise_feature_needs_rights(index) == 0);
    size_t mover;
    CHECK(setwise_feature_find("legal_move_count", &mover) == SETWISE_OK && setwise_feature_needs_rights(mover) == 1);
    CHECK(setwise_feature_is_number(mover) == 1 && setwise_feature_needs_rights(count) == 0);
    const size_t before = index;
    CHECK(setwise_feature_find("knights", &index) == SETWISE_ERROR_UNKNOWN_NAME && index == before);
}

int main(void)
{
    IN_EVERY_PLACE(features_are_computed_by_name());
    IN_EVERY_PLACE(wrong_columns_of_features_are_errors_and_nothing_is_written());
    IN_EVERY_PLACE(legal_moves_are_counted_with_rights());
    IN_EVERY_PLACE(wrong_rights_are_errors_and_nothing_is_written());
    every_side_to_move_but_zero_is_black();
    features_are_described();
    return 0;
}
