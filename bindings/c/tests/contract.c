/* Checks what the header says about columns, errors, versions, backends and patterns. */
#include "test.h"

#include <limits.h>
#include <string.h>

#include "setwise.h"

enum { LENGTH = 1000 };

static uint64_t *column(size_t length)
{
    uint64_t *words = allocated_words(length);
    for (size_t n = 0; n < length; n++)
        words[n] = 0x9E3779B97F4A7C15u * (n + 1);
    return words;
}

static void null_pointers_are_errors_unless_there_are_no_elements(void)
{
    uint64_t *words = column(LENGTH), *results = column(LENGTH), total = 7;
    const int attacks = SETWISE_KNIGHT_ATTACKS;
    const void *const inputs[] = {words}, *const none[] = {NULL};
    uint64_t *const nowhere[] = {NULL};
    uint8_t *const no_bytes[] = {NULL};
    CHECK(setwise_knight_attacks(NULL, results, LENGTH) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_knight_attacks(words, NULL, LENGTH) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_knight_attacks(NULL, NULL, 0) == SETWISE_OK);
    CHECK(setwise_map(NULL, attacks, none, &results, LENGTH) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_map(NULL, attacks, inputs, nowhere, LENGTH) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_map(NULL, attacks, none, nowhere, 0) == SETWISE_OK);
    CHECK(setwise_counts(NULL, attacks, none, no_bytes, 0) == SETWISE_OK);
    CHECK(setwise_total(NULL, attacks, inputs, NULL, LENGTH) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_total(NULL, attacks, none, NULL, 0) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_total(NULL, attacks, none, &total, 0) == SETWISE_OK && total == 0);
    CHECK(setwise_heat(NULL, attacks, inputs, NULL, LENGTH) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_map(NULL, attacks, NULL, &results, LENGTH) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_map(NULL, attacks, inputs, NULL, LENGTH) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_map(NULL, 0, NULL, NULL, 0) == SETWISE_ERROR_UNKNOWN_PATTERN);
    CHECK(setwise_backend_find(NULL, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_backend_find("scalar-prefix", NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_pattern_find(NULL, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_pattern_find("knight_moves", NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_feature_find(NULL, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_feature_find("white_knights", NULL) == SETWISE_ERROR_NULL_POINTER);
    /* A call without a place to store the pointer must not allocate features, which AddressSanitizer and
    valgrind would report as a leak. */
    const char *const names[] = {"white_knight_attacks", NULL};
    setwise_features *features = NULL;
    CHECK(setwise_features_new(NULL, names, 1, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_features_new(NULL, names, 2, &features) == SETWISE_ERROR_NULL_POINTER && features == NULL);
    CHECK(setwise_features_new(NULL, NULL, 1, &features) == SETWISE_ERROR_NULL_POINTER && features == NULL);
    CHECK(setwise_features_compute(NULL, NULL, 0, NULL) == SETWISE_ERROR_NULL_POINTER);
    setwise_features_free(NULL);
    freed_words(words, LENGTH);
    freed_words(results, LENGTH);
}

static void columns_that_overlap_or_are_misaligned_are_refused_and_not_written(void)
{
    uint64_t *words = column(LENGTH), *results = column(LENGTH), *same = column(LENGTH);
    const int attacks = SETWISE_KNIGHT_ATTACKS;
    const void *const inputs[] = {words}, *const files[] = {words, words, words};
    uint64_t *const twice[] = {results, results};
    for (size_t shift = 0; 2 * shift < LENGTH; shift += 99) {
        uint8_t *const bytes[] = {(uint8_t *)words + shift};
        CHECK(setwise_knight_attacks(words, words + shift, LENGTH - shift) == SETWISE_ERROR_OVERLAP);
        CHECK(setwise_knight_attacks(words + shift, words, LENGTH - shift) == SETWISE_ERROR_OVERLAP);
        CHECK(setwise_counts(NULL, attacks, inputs, bytes, LENGTH) == SETWISE_ERROR_OVERLAP);
    }
    CHECK(setwise_total(NULL, attacks, inputs, words + 17, LENGTH) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_heat(NULL, attacks, inputs, words + LENGTH - 1, LENGTH) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_map(NULL, SETWISE_KING_FILES, files, twice, LENGTH) == SETWISE_ERROR_OVERLAP);
    CHECK(memcmp(words, same, LENGTH * sizeof *words) == 0 && memcmp(results, same, LENGTH * sizeof *words) == 0);

    /* Inputs may be the same column, and an output may begin where an input ends. */
    CHECK(setwise_knight_moves(words, words, results, LENGTH) == SETWISE_OK);
    CHECK(setwise_knight_attacks(words, words + LENGTH / 2, LENGTH / 2) == SETWISE_OK);

    /* A conversion to a misaligned pointer would be undefined behaviour, so a union creates the pointer. */
    union {
        char *byte;
        uint64_t *word;
    } odd = {(char *)same + 4};
    CHECK(setwise_knight_attacks(odd.word, results, 10) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_knight_attacks(results, odd.word, 10) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_total(NULL, attacks, inputs, odd.word, 10) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_knight_attacks(odd.word, odd.word, 0) == SETWISE_OK);
    CHECK(setwise_knight_attacks(words, results, SIZE_MAX / 8) == SETWISE_ERROR_TOO_LONG);
    CHECK(setwise_knight_attacks(words, results, SIZE_MAX) == SETWISE_ERROR_TOO_LONG);
    freed_words(words, LENGTH);
    freed_words(results, LENGTH);
    freed_words(same, LENGTH);
}

static void backends_have_names_and_give_the_same_results(void)
{
    uint64_t *words = column(LENGTH), *expected = column(LENGTH), *results = column(LENGTH);
    CHECK(setwise_knight_attacks(words, expected, LENGTH) == SETWISE_OK);
    const int pattern = SETWISE_KNIGHT_ATTACKS;
    const void *const inputs[] = {words};
    uint64_t *const outputs[] = {results};
    const setwise_backend *backend;
    size_t ready = 0;
    for (; (backend = setwise_backend_at(ready)); ready++) {
        const setwise_backend *found = NULL;
        CHECK(setwise_backend_find(setwise_backend_name(backend), &found) == SETWISE_OK && found == backend);
        memset(results, 0, LENGTH * sizeof *results);
        CHECK(setwise_map(backend, pattern, inputs, outputs, LENGTH) == SETWISE_OK);
        CHECK(memcmp(results, expected, LENGTH * sizeof *results) == 0);
    }
    CHECK(ready > 0 && strcmp(setwise_backend_name(NULL), setwise_backend_name(setwise_backend_at(0))) == 0);
    const setwise_backend *last = setwise_backend_at(ready - 1);
    CHECK(strcmp(setwise_backend_name(last), "scalar-prefix") == 0);

    backend = last;
    CHECK(setwise_backend_find("no-such-backend", &backend) == SETWISE_ERROR_UNKNOWN_NAME && backend == last);
    CHECK(setwise_backend_find("simd128-prefix", &backend) == SETWISE_ERROR_NOT_READY && backend == last);
    const setwise_backend *wrong = (const setwise_backend *)words;
    CHECK(setwise_map(wrong, pattern, inputs, outputs, LENGTH) == SETWISE_ERROR_UNKNOWN_BACKEND);
    CHECK(setwise_backend_name(wrong) == NULL);
    freed_words(words, LENGTH);
    freed_words(expected, LENGTH);
    freed_words(results, LENGTH);
}

static void patterns_describe_their_inputs_and_forms(void)
{
    const uint32_t all = SETWISE_FORM_MAP | SETWISE_FORM_COUNTS | SETWISE_FORM_TOTAL | SETWISE_FORM_HEAT;
    int pattern = SETWISE_KNIGHT_REACH_EXACTLY;
    const char *const names[] = {"knights", "allowed", "n"};
    for (size_t n = 0; n < 3; n++)
        CHECK(strcmp(setwise_pattern_input_name(pattern, n), names[n]) == 0 && setwise_pattern_input_bytes(pattern, n) == 8);
    CHECK(setwise_pattern_input_name(pattern, 3) == NULL && setwise_pattern_input_bytes(pattern, 3) == 0);
    CHECK(setwise_pattern_forms(pattern) == all && setwise_pattern_is_number(pattern) == 0);
    CHECK(strcmp(setwise_pattern_input_name(SETWISE_ROOK_ATTACKS, 0), "rooks") == 0);
    CHECK(strcmp(setwise_pattern_input_name(SETWISE_BISHOP_ATTACKS, 1), "occupied") == 0);
    pattern = SETWISE_KNIGHT_DISTANCE;
    CHECK(setwise_pattern_input_bytes(pattern, 0) == 1 && setwise_pattern_input_bytes(pattern, 1) == 1);
    CHECK(setwise_pattern_input_bytes(pattern, 2) == 0 && setwise_pattern_input_bytes(pattern, SIZE_MAX) == 0);
    CHECK(setwise_pattern_forms(pattern) == SETWISE_FORM_MAP && setwise_pattern_is_number(pattern) == 1);
    pattern = SETWISE_KNIGHT_ATTACKS_FROM;
    CHECK(setwise_pattern_forms(pattern) == SETWISE_FORM_MAP && setwise_pattern_is_number(pattern) == 0);
    pattern = SETWISE_POPCOUNT;
    CHECK(setwise_pattern_forms(pattern) == (SETWISE_FORM_MAP | SETWISE_FORM_TOTAL) && setwise_pattern_is_number(pattern) == 1);
    CHECK(setwise_pattern_forms(SETWISE_IDENTITY) == all);
    CHECK(setwise_pattern_is_number(SETWISE_KNIGHT_MOVE_COUNT) == 1);
    const int wrong[] = {0, -1, SETWISE_POPCOUNT + 1, INT_MAX, INT_MIN};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        CHECK(setwise_pattern_name(wrong[n]) == NULL && setwise_pattern_definition(wrong[n]) == NULL);
        CHECK(setwise_pattern_inputs(wrong[n]) == 0 && setwise_pattern_outputs(wrong[n]) == 0);
        CHECK(setwise_pattern_input_name(wrong[n], 0) == NULL && setwise_pattern_input_bytes(wrong[n], 0) == 0);
        CHECK(setwise_pattern_forms(wrong[n]) == 0 && setwise_pattern_is_number(wrong[n]) == 0);
        CHECK(setwise_total(NULL, wrong[n], NULL, NULL, 0) == SETWISE_ERROR_UNKNOWN_PATTERN);
    }
}

static void unknown_names_have_a_message(void)
{
    char text[200] = "old", small[8] = "old";
    CHECK(setwise_unknown_name_message("knigt_moves", text, sizeof text) == SETWISE_OK);
    CHECK(strncmp(text, "'knigt_moves' is not a pattern or feature; did you mean knight_moves or ", 72) == 0);
    CHECK(strstr(text, "`setwise list` shows all names") != NULL);
    CHECK(setwise_unknown_name_message("knigt_moves", small, sizeof small) == SETWISE_OK && strcmp(small, "'knigt_") == 0);
    CHECK(setwise_unknown_name_message(NULL, text, sizeof text) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_unknown_name_message("a", NULL, 1) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_unknown_name_message("a", NULL, 0) == SETWISE_OK);
}

static void patterns_are_found_by_name(void)
{
    int pattern, found = 0;
    size_t count = 0;
    for (; (pattern = setwise_pattern_at(count)); count++) {
        CHECK(setwise_pattern_find(setwise_pattern_name(pattern), &found) == SETWISE_OK && found == pattern);
        CHECK(setwise_pattern_inputs(pattern) >= 1 && setwise_pattern_inputs(pattern) <= 11);
        CHECK(setwise_pattern_outputs(pattern) >= 1 && setwise_pattern_outputs(pattern) <= 8);
        CHECK(strlen(setwise_pattern_definition(pattern)) > 10);
    }
    CHECK(count > 60);
    patterns_describe_their_inputs_and_forms();
    found = 7;
    CHECK(setwise_pattern_find("knight", &found) == SETWISE_ERROR_UNKNOWN_NAME && found == 7);
    unknown_names_have_a_message();

    uint64_t words[1] = {0}, results[1] = {7};
    uint8_t bytes[1];
    const void *const inputs[] = {words, words};
    uint64_t *const outputs[] = {results};
    uint8_t *const numbers[] = {bytes};
    CHECK(setwise_pattern_find("knight_move_count", &found) == SETWISE_OK && found == SETWISE_KNIGHT_MOVE_COUNT);
    CHECK(setwise_counts(NULL, found, inputs, numbers, 1) == SETWISE_ERROR_NO_SUCH_FORM);
    CHECK(setwise_heat(NULL, found, inputs, results, 1) == SETWISE_ERROR_NO_SUCH_FORM);
    CHECK(results[0] == 7);
    CHECK(setwise_total(NULL, found, inputs, results, 1) == SETWISE_OK && results[0] == 0);
    results[0] = 7;
    CHECK(setwise_map(NULL, found, inputs, outputs, 1) == SETWISE_OK && results[0] == 0);
}

int main(void)
{
    CHECK(strcmp(setwise_version(), SETWISE_VERSION) == 0);
    CHECK(setwise_abi_version() == SETWISE_ABI_VERSION && setwise_version_number() == SETWISE_VERSION_NUMBER);
    for (int code = -1; code <= SETWISE_ERROR_UNKNOWN_PAIRS + 1; code++)
        CHECK(strlen(setwise_error_message(code)) > 0);
    CHECK(strcmp(setwise_error_message(SETWISE_OK), "no error") == 0);
    CHECK(strcmp(setwise_error_message(SETWISE_ERROR_NULL_POINTER), "a pointer is null") == 0);
    IN_EVERY_PLACE(null_pointers_are_errors_unless_there_are_no_elements());
    IN_EVERY_PLACE(columns_that_overlap_or_are_misaligned_are_refused_and_not_written());
    IN_EVERY_PLACE(backends_have_names_and_give_the_same_results());
    patterns_are_found_by_name();
    return 0;
}
