/* Tests the expressions about positions. */
#include "positions.h"

#include <string.h>

/* Parses an expression, which must be right. */
static setwise_expression *parsed(const char *text, const char *const *columns, size_t count)
{
    setwise_expression *expression = NULL;
    char message[512] = "x";
    CHECK(setwise_expression_new(NULL, text, columns, count, &expression, message, sizeof message) == SETWISE_OK);
    CHECK(expression != NULL && message[0] == 0);
    return expression;
}

static void values_of_each_type_are_written(void)
{
    setwise_columns columns = allocated_columns(2);
    setwise_progress progress = {0, 0, 0};
    const char text[] = "r3k3/8/8/3N4/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/4K3 b - -";
    CHECK(read_fen(0, text, sizeof text - 1, &columns, 2, &progress) == SETWISE_OK);
    const setwise_const_columns positions = setwise_columns_as_const(&columns);
    static const struct {
        const char *text;
        int type;
        uint64_t values[2];
    } cases[] = {
        {"white_forks_safe", SETWISE_TYPE_SET, {(uint64_t)1 << 50, 0}},
        {"knight_attacks(own_knights) & their_kings", SETWISE_TYPE_SET, {0, 0}},
        {"knight_attacks(knights) & {c7, f6, a1}", SETWISE_TYPE_SET, {0x0004200000000000u, 0}},
        {"count(knight_attacks(knights))", SETWISE_TYPE_NUMBER, {8, 0}},
        {"-3", SETWISE_TYPE_NUMBER, {UINT64_MAX - 2, UINT64_MAX - 2}},
        {"white_to_move and knights", SETWISE_TYPE_TRUTH, {1, 0}},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        setwise_expression *expression = parsed(cases[n].text, NULL, 0);
        uint64_t *values = allocated_words(2);
        CHECK(setwise_expression_type(expression) == cases[n].type);
        CHECK(setwise_expression_evaluate(expression, &positions, NULL, 2, values) == SETWISE_OK);
        CHECK(values[0] == cases[n].values[0] && values[1] == cases[n].values[1]);
        CHECK(setwise_expression_evaluate(expression, &positions, NULL, 0, NULL) == SETWISE_OK);
        freed_words(values, 2);
        setwise_expression_free(expression);
    }
    freed_columns(columns, 2);
}

/* The last of 5,000 positions has its own number, which shows that columns of numbers are read at the right place. */
static void columns_of_numbers_are_read(void)
{
    enum { LENGTH = 5000 };
    setwise_columns columns = allocated_columns(LENGTH);
    const setwise_const_columns positions = setwise_columns_as_const(&columns);
    uint64_t *values = allocated_words(LENGTH);
    int64_t *ply = (int64_t *)allocated_words(LENGTH);
    uint64_t *const words[] = {columns.pawns, columns.knights, columns.bishops, columns.rooks, columns.queens,
        columns.kings, columns.white, columns.black};
    for (int n = 0; n < 8; n++)
        memset(words[n], 0, LENGTH * sizeof(uint64_t));
    memset(columns.side_to_move, 0, LENGTH);
    for (int n = 0; n < LENGTH; n++)
        ply[n] = n - 10;
    const char *const names[] = {"unused", "ply"};
    const int64_t *const numbers[] = {NULL, ply};
    setwise_expression *expression = parsed("ply > 4988", names, 2);
    CHECK(setwise_expression_evaluate(expression, &positions, numbers, LENGTH, values) == SETWISE_OK);
    for (int n = 0; n < LENGTH; n++)
        CHECK(values[n] == (n == LENGTH - 1));
    setwise_expression_free(expression);
    freed(ply, LENGTH * sizeof *ply);
    freed_words(values, LENGTH);
    freed_columns(columns, LENGTH);
}

static void rights_are_used(void)
{
    setwise_columns columns = with_rights(allocated_columns(1), 1);
    uint64_t value;
    setwise_progress progress = {0, 0, 0};
    const char text[] = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    CHECK(read_fen(SETWISE_RULES_CHESS, text, sizeof text - 1, &columns, 1, &progress) == SETWISE_OK);
    setwise_const_columns positions = setwise_columns_as_const(&columns);
    setwise_expression *expression = parsed("legal_move_count", NULL, 0), *other = parsed("in_check", NULL, 0);
    CHECK(setwise_expression_needs_rights(expression) == 1 && setwise_expression_needs_rights(other) == 0);
    CHECK(setwise_expression_evaluate(expression, &positions, NULL, 1, &value) == SETWISE_OK && value == 26);
    positions.unmoved_rooks = NULL;
    positions.en_passant = NULL;
    CHECK(setwise_expression_evaluate(expression, &positions, NULL, 1, &value) == SETWISE_OK && value == 24);
    setwise_expression_free(other);
    setwise_expression_free(expression);
    freed_columns(columns, 1);
}

static void texts_that_are_no_expressions_are_errors_with_a_message(void)
{
    setwise_expression *expression = NULL;
    char *message = (char *)allocated(200);
    const int code
        = setwise_expression_new(NULL, "white_knights & whte_queens", NULL, 0, &expression, message, 200);
    CHECK(code == SETWISE_ERROR_BAD_EXPRESSION && expression == NULL);
    CHECK(strncmp(message, "column 17: 'whte_queens' is not a name", 38) == 0);
    CHECK(strcmp(strrchr(message, '\n'), "\n|                 ^^^^^^^^^^^") == 0);
    freed(message, 200);
    message = (char *)allocated(7);
    CHECK(setwise_expression_new(NULL, "1 +", NULL, 0, &expression, message, 7) == SETWISE_ERROR_BAD_EXPRESSION);
    CHECK(strcmp(message, "column") == 0);
    freed(message, 7);
    const char *const broken = "\xff";
    char text[200];
    CHECK(setwise_expression_new(NULL, broken, NULL, 0, &expression, text, sizeof text) == SETWISE_ERROR_BAD_EXPRESSION);
    CHECK(strstr(text, "UTF-8"));
    CHECK(setwise_expression_new(NULL, "1", &broken, 1, &expression, NULL, 0) == SETWISE_ERROR_UNKNOWN_NAME);
    CHECK(setwise_expression_new(NULL, "+", NULL, 0, &expression, NULL, 0) == SETWISE_ERROR_BAD_EXPRESSION);
    CHECK(setwise_expression_new(NULL, "1", NULL, 0, &expression, NULL, 1) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_expression_new(NULL, "1", NULL, 1, &expression, NULL, 0) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_expression_new(NULL, NULL, NULL, 0, &expression, NULL, 0) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_expression_new(NULL, "1", NULL, 0, NULL, NULL, 0) == SETWISE_ERROR_NULL_POINTER);
    CHECK(expression == NULL);
}

static void wrong_columns_are_errors_and_nothing_is_written(void)
{
    setwise_columns columns = allocated_columns(1);
    setwise_progress progress;
    CHECK(read_fen(1, EMPTY, EMPTY_BYTES, &columns, 1, &progress) == SETWISE_OK);
    const setwise_const_columns positions = setwise_columns_as_const(&columns);
    const char *const name = "ply";
    setwise_expression *expression = parsed("ply > 3 or legal_move_count > 5", &name, 1);
    uint64_t value = 7, rooks[2] = {0, 0};
    int64_t ply = 9;
    uint8_t square = 64;
    const int64_t *const numbers = &ply, *const missing = NULL;
    union {
        char *byte;
        uint64_t *words;
        const int64_t *numbers;
    } odd = {(char *)rooks + 4};
    setwise_const_columns with = positions;
    with.unmoved_rooks = rooks;
    with.en_passant = &square;
    CHECK(setwise_expression_evaluate(NULL, &with, &numbers, 1, &value) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_expression_evaluate(expression, NULL, &numbers, 1, &value) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_expression_evaluate(expression, &with, NULL, 1, &value) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_expression_evaluate(expression, &with, &missing, 1, &value) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_expression_evaluate(expression, &with, &numbers, 1, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_expression_evaluate(expression, &with, &odd.numbers, 1, &value) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_expression_evaluate(expression, &with, &numbers, 1, odd.words) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_expression_evaluate(expression, &with, &numbers, SIZE_MAX / 8, &value) == SETWISE_ERROR_TOO_LONG);
    CHECK(setwise_expression_evaluate(expression, &with, &numbers, 1, rooks) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_expression_evaluate(expression, &with, &numbers, 1, columns.white) == SETWISE_ERROR_OVERLAP);
    with.en_passant = (uint8_t *)&value;
    CHECK(setwise_expression_evaluate(expression, &with, &numbers, 1, &value) == SETWISE_ERROR_OVERLAP);
    with.en_passant = &square;
    with.unmoved_rooks = odd.words;
    CHECK(setwise_expression_evaluate(expression, &with, &numbers, 1, &value) == SETWISE_ERROR_MISALIGNED);
    CHECK(value == 7 && rooks[0] == 0);
    CHECK(setwise_expression_evaluate(expression, &positions, &numbers, 1, &value) == SETWISE_OK);
    CHECK(value == 1);
    CHECK(setwise_expression_type(NULL) == -1 && setwise_expression_needs_rights(NULL) == 0);
    setwise_expression_free(expression);
    setwise_expression_free(NULL);
    freed_columns(columns, 1);
}

int main(void)
{
    IN_EVERY_PLACE(values_of_each_type_are_written());
    IN_EVERY_PLACE(columns_of_numbers_are_read());
    rights_are_used();
    IN_EVERY_PLACE(texts_that_are_no_expressions_are_errors_with_a_message());
    wrong_columns_are_errors_and_nothing_is_written();
    return 0;
}
