/* Compares a few patterns with loops over files and ranks. */
#include "test.h"

#include "setwise.h"

static const int KNIGHT[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* Returns whether a piece on a square of `set` attacks the square with this file and rank by one of the steps. */
static int attacks(uint64_t set, const int steps[8][2], int file, int rank)
{
    for (int n = 0; n < 8; n++) {
        const int from_file = file - steps[n][0], from_rank = rank - steps[n][1];
        if (from_file >= 0 && from_file < 8 && from_rank >= 0 && from_rank < 8
            && (set >> (8 * from_rank + from_file) & 1))
            return 1;
    }
    return 0;
}

static uint64_t knight_attacks(uint64_t knights)
{
    uint64_t squares = 0;
    for (int square = 0; square < 64; square++)
        squares |= (uint64_t)attacks(knights, KNIGHT, square % 8, square / 8) << square;
    return squares;
}

static unsigned count(uint64_t set)
{
    unsigned members = 0;
    for (int square = 0; square < 64; square++)
        members += (unsigned)(set >> square & 1);
    return members;
}

/* Returns the squares from which a knight attacks at least `least` targets. */
static uint64_t forks(uint64_t targets, unsigned least)
{
    uint64_t squares = 0;
    for (int square = 0; square < 64; square++)
        squares |= (uint64_t)(count(knight_attacks((uint64_t)1 << square) & targets) >= least) << square;
    return squares;
}

static void check_length(size_t length)
{
    uint64_t *knights = allocated_words(length), *own = allocated_words(length);
    uint64_t *squares = allocated_words(length), *least = allocated_words(length);
    uint8_t *counts = (uint8_t *)allocated(length), *from = (uint8_t *)allocated(length);
    uint64_t total, expected = 0, heat[64], expected_heat[64] = {0};
    for (size_t n = 0; n < length; n++) {
        knights[n] = 0x0000240000240000u << n % 7 | (uint64_t)1 << (n * 13 % 64);
        own[n] = knights[n] | 0x9E3779B97F4A7C15u * (n + 1);
        least[n] = n % 6;
        from[n] = (uint8_t)(n * 5);
    }
    const void *const inputs[] = {knights}, *const targets[] = {own, least}, *const starts[] = {from};
    uint64_t *const sets[] = {squares};
    uint8_t *const numbers[] = {counts};
    CHECK(setwise_knight_attacks(knights, squares, length) == SETWISE_OK);
    CHECK(setwise_counts(NULL, SETWISE_KNIGHT_ATTACKS, inputs, numbers, length) == SETWISE_OK);
    CHECK(setwise_total(NULL, SETWISE_KNIGHT_ATTACKS, inputs, &total, length) == SETWISE_OK);
    CHECK(setwise_heat(NULL, SETWISE_KNIGHT_ATTACKS, inputs, heat, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++) {
        const uint64_t attacked = knight_attacks(knights[n]);
        CHECK(squares[n] == attacked && counts[n] == count(attacked));
        expected += count(attacked);
        for (int square = 0; square < 64; square++)
            expected_heat[square] += attacked >> square & 1;
    }
    CHECK(total == expected);
    for (int square = 0; square < 64; square++)
        CHECK(heat[square] == expected_heat[square]);

    CHECK(setwise_knight_moves(knights, own, squares, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++)
        CHECK(squares[n] == (knight_attacks(knights[n]) & ~own[n]));
    CHECK(setwise_map(NULL, SETWISE_FORKS_AT_LEAST, targets, sets, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++)
        CHECK(squares[n] == forks(own[n], (unsigned)least[n]));
    CHECK(setwise_map(NULL, SETWISE_KNIGHT_ATTACKS_FROM, starts, sets, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++)
        CHECK(squares[n] == (from[n] < 64 ? knight_attacks((uint64_t)1 << from[n]) : 0));
    CHECK(setwise_counts(NULL, SETWISE_IDENTITY, targets, numbers, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++)
        CHECK(counts[n] == count(own[n]));
    freed_words(knights, length);
    freed_words(own, length);
    freed_words(squares, length);
    freed_words(least, length);
    freed(counts, length);
    freed(from, length);
}

/* The named functions must have the declared arguments, and give the results of setwise_map. */
static void check_named(void)
{
    enum { INPUTS = 11, LENGTH = 100 };
    static uint64_t inputs[INPUTS][LENGTH], named[LENGTH], mapped[LENGTH];
    const void *columns[INPUTS];
    uint64_t *const outputs[] = {mapped};
    uint64_t word = 1;
    for (int column = 0; column < INPUTS; column++) {
        columns[column] = inputs[column];
        for (int n = 0; n < LENGTH; n++) {
            word = word * 6364136223846793005u + 1442695040888963407u;
            inputs[column][n] = word >> 32 & word;
        }
    }
#define SAME(pattern, call) \
    do { \
        CHECK(setwise_map(NULL, pattern, columns, outputs, LENGTH) == SETWISE_OK); \
        CHECK(call == SETWISE_OK); \
        for (int n = 0; n < LENGTH; n++) \
            CHECK(named[n] == mapped[n]); \
    } while (0)
    const uint64_t *const a = inputs[0], *const b = inputs[1];
    SAME(SETWISE_KNIGHT_ATTACKS, setwise_knight_attacks(a, named, LENGTH));
    SAME(SETWISE_KNIGHT_MOVES, setwise_knight_moves(a, b, named, LENGTH));
    SAME(SETWISE_KNIGHT_FILL, setwise_knight_fill(a, b, named, LENGTH));
    SAME(SETWISE_KING_ATTACKS, setwise_king_attacks(a, named, LENGTH));
    SAME(SETWISE_KING_MOVES, setwise_king_moves(a, b, named, LENGTH));
    SAME(SETWISE_ROOK_ATTACKS, setwise_rook_attacks(a, b, named, LENGTH));
    SAME(SETWISE_BISHOP_ATTACKS, setwise_bishop_attacks(a, b, named, LENGTH));
    SAME(SETWISE_WHITE_PAWN_ATTACKS, setwise_white_pawn_attacks(a, named, LENGTH));
    SAME(SETWISE_BLACK_PAWN_ATTACKS, setwise_black_pawn_attacks(a, named, LENGTH));
    SAME(SETWISE_FORKS, setwise_forks(a, named, LENGTH));
    SAME(SETWISE_ROYAL_FORKS, setwise_royal_forks(a, b, named, LENGTH));
    SAME(SETWISE_LEGAL_MOVE_COUNT,
        setwise_legal_move_count(a, b, inputs[2], inputs[3], inputs[4], inputs[5], inputs[6], inputs[7], inputs[8],
            inputs[9], inputs[10], named, LENGTH));
}

int main(void)
{
    check_named();
    /* Lengths with every kind of tail. */
    for (size_t length = 0; length <= 19; length++)
        IN_EVERY_PLACE(check_length(length));
    IN_EVERY_PLACE(check_length(67));
    return 0;
}
