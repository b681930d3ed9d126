/* Compares a few patterns with loops over files and ranks, and checks the order of columns by known results. */
#include "test.h"

#include "setwise.h"

static const int KNIGHT[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* Returns whether a piece with these steps attacks a square from a set. */
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
    CHECK(setwise_map_knight_attacks(knights, squares, length) == SETWISE_OK);
    CHECK(setwise_counts_knight_attacks(knights, counts, length) == SETWISE_OK);
    CHECK(setwise_total_knight_attacks(knights, &total, length) == SETWISE_OK);
    CHECK(setwise_heat_knight_attacks(knights, heat, length) == SETWISE_OK);
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

    CHECK(setwise_map_knight_moves(knights, own, squares, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++)
        CHECK(squares[n] == (knight_attacks(knights[n]) & ~own[n]));
    CHECK(setwise_map_forks_at_least(own, least, squares, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++)
        CHECK(squares[n] == forks(own[n], (unsigned)least[n]));
    CHECK(setwise_map_knight_attacks_from(from, squares, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++)
        CHECK(squares[n] == (from[n] < 64 ? knight_attacks((uint64_t)1 << from[n]) : 0));
    CHECK(setwise_counts_identity(own, counts, length) == SETWISE_OK);
    for (size_t n = 0; n < length; n++)
        CHECK(counts[n] == count(own[n]));
    freed_words(knights, length);
    freed_words(own, length);
    freed_words(squares, length);
    freed_words(least, length);
    freed(counts, length);
    freed(from, length);
}

/* Returns the set of the squares in a text such as "d4 e6". */
static uint64_t set(const char *text)
{
    uint64_t squares = 0;
    for (; *text; text += text[2] ? 3 : 2)
        squares |= (uint64_t)1 << (8 * (text[1] - '1') + (text[0] - 'a'));
    return squares;
}

/* Checks that a result contains all squares of a text and none of another. */
static void contains(uint64_t result, const char *squares, const char *others)
{
    CHECK((result & set(squares)) == set(squares) && (result & set(others)) == 0);
}

/* Checks a pattern for each number of inputs and outputs. Its results would differ if two columns were swapped. */
static void columns_are_in_the_order_of_the_header(void)
{
    const uint64_t a1 = set("a1"), d4 = set("d4"), e6 = set("e6"), two = 2;
    uint64_t result, to[8];

    /* From a1, b2 is one king step away, c1 two and e1 four. */
    CHECK(setwise_map_king_distance_digits(&a1, &to[0], &to[1], &to[2], 1) == SETWISE_OK);
    contains(to[0], "b2", "a1 c1 e1");
    contains(to[1], "c1", "a1 b2 e1");
    contains(to[2], "e1", "a1 b2 c1");

    const char *const clockwise[8] = {"e6", "f5", "f3", "e2", "c2", "b3", "b5", "c6"};
    CHECK(setwise_map_knight_directions(&d4, &to[0], &to[1], &to[2], &to[3], &to[4], &to[5], &to[6], &to[7], 1)
        == SETWISE_OK);
    for (int n = 0; n < 8; n++)
        CHECK(to[n] == set(clockwise[n]));

    CHECK(setwise_map_knight_moves(&d4, &e6, &result, 1) == SETWISE_OK);
    contains(result, "f5 c6", "e6 d4");
    CHECK(setwise_map_king_fill(&d4, &two, &result, 1) == SETWISE_OK);
    contains(result, "d4 f6", "g4");

    /* f5 leads to g7, but only b5 and e6 lead to c7. */
    const uint64_t allowed = ~set("b5 e6");
    CHECK(setwise_map_knight_reach_within(&d4, &allowed, &two, &result, 1) == SETWISE_OK);
    contains(result, "d4 f5 g7", "b5 e6 c7");

    const uint64_t c1 = set("c1"), path = set("a1 a2 b3 c2 c1");
    CHECK(setwise_map_king_steps(&a1, &c1, &path, &result, 1) == SETWISE_OK && result == 4);

    /* The king on d1 has an own pawn on its file, and on the e-file only one of the other side. */
    const uint64_t d1 = set("d1"), d2 = set("d2"), e7 = set("e7");
    CHECK(setwise_map_king_files(&d1, &d2, &e7, &to[0], &to[1], 1) == SETWISE_OK);
    contains(to[0], "c1", "d1 e1");
    contains(to[1], "e1", "c1 d1");

    const uint8_t from[] = {27, 64};
    CHECK(setwise_map_knight_attacks_from(from, to, 2) == SETWISE_OK && to[0] == knight_attacks(d4) && to[1] == 0);
}

/* A knight on d5 can fork a8 and e8 from c7, unless an own piece is on c7 or a pawn on d8 or a knight on e6 attacks it. */
static void five_inputs_are_in_the_order_of_the_header(void)
{
    static const struct {
        const char *own, *own_knights, *their_pawns, *their_knights, *result;
    } cases[] = {{"", "d5", "", "", "c7"}, {"", "d4", "", "", ""}, {"c7", "d5", "", "", ""}, {"", "d5", "d8", "", ""},
        {"", "d5", "", "d8", "c7"}, {"", "d5", "", "e6", ""}, {"", "d5", "e6", "", "c7"}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const uint64_t targets = set("a8 e8"), own = set(cases[n].own), own_knights = set(cases[n].own_knights);
        const uint64_t their_pawns = set(cases[n].their_pawns), their_knights = set(cases[n].their_knights);
        uint64_t result;
        CHECK(setwise_map_white_forks_setwise_safe(&targets, &own, &own_knights, &their_pawns, &their_knights, &result, 1)
            == SETWISE_OK);
        CHECK(result == set(cases[n].result));
    }
}

/* One piece on d4, of each kind in turn, and pieces on d6 and f6. */
static void eight_inputs_are_in_the_order_of_the_header(void)
{
    static const struct {
        const char *attacked, *others;
    } cases[6] = {{"e5", "d5 f5 f6 d6"}, {"f5", "e5 d5 f6 d6"}, {"e5 f6", "d5 f5 d6 g7"}, {"d5 d6", "e5 f5 f6 d7"},
        {"e5 d5 f6 d6", "f5 g7 d7"}, {"e5 d5", "f5 f6 d6"}};
    const uint64_t d4 = set("d4"), none = 0, occupied = set("d4 d6 f6"), d6 = set("d6");
    const uint64_t *p[6] = {&none, &none, &none, &none, &none, &none};
    uint64_t result;
    for (int n = 0; n < 6; n++) {
        p[n] = &d4;
        CHECK(setwise_map_white_attacked_squares(p[0], p[1], p[2], p[3], p[4], p[5], &occupied, &none, &result, 1)
            == SETWISE_OK);
        contains(result, cases[n].attacked, cases[n].others);
        p[n] = &none;
    }
    CHECK(setwise_map_white_attacked_squares(&none, &none, &none, &d4, &none, &none, &occupied, &d6, &result, 1)
        == SETWISE_OK);
    contains(result, "d5 d6 d7 d8", "e5");
}

int main(void)
{
    /* Every kind of tail. */
    for (size_t length = 0; length <= 19; length++)
        IN_EVERY_PLACE(check_length(length));
    IN_EVERY_PLACE(check_length(67));
    columns_are_in_the_order_of_the_header();
    five_inputs_are_in_the_order_of_the_header();
    eight_inputs_are_in_the_order_of_the_header();
    return 0;
}
