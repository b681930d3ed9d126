/* Compares lists of squares, moves and pairs with loops over files and ranks, and tests memory that is too short. */
#include "test.h"

#include <string.h>

#include "setwise.h"

enum { LONGEST = 130, SPARE = 5, UNTOUCHED = 0xA5 };

/* Lengths shorter and longer than a register, with and without a tail. There are only a few, because each takes long. */
static const size_t LENGTHS[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 20, 31, 53, 67, LONGEST};

static const int KNIGHT[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};
static const int KING[8][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};

/* Lists as the loops compute them. */
struct lists {
    uint8_t from[LONGEST * 512], to[LONGEST * 512];
    uint32_t offsets[LONGEST + 1];
};

static struct lists expected;

/* Computes pairs by coordinates. The steps are pairs of ranks and files in ascending order. */
static void compute_pairs(const uint64_t *pieces, const uint64_t *targets, size_t length, const int steps[8][2])
{
    uint32_t count = 0;
    expected.offsets[0] = 0;
    for (size_t n = 0; n < length; n++) {
        for (int from = 0; from < 64; from++)
            for (int step = 0; step < 8 && (pieces[n] >> from & 1); step++) {
                const int rank = from / 8 + steps[step][0], file = from % 8 + steps[step][1];
                if (rank < 0 || rank > 7 || file < 0 || file > 7 || !(targets[n] >> (8 * rank + file) & 1))
                    continue;
                expected.from[count] = (uint8_t)from;
                expected.to[count++] = (uint8_t)(8 * rank + file);
            }
        expected.offsets[n + 1] = count;
    }
}

static void compute_squares(const uint64_t *sets, size_t length)
{
    uint32_t count = 0;
    expected.offsets[0] = 0;
    for (size_t n = 0; n < length; n++) {
        for (int square = 0; square < 64; square++)
            if (sets[n] >> square & 1)
                expected.to[count++] = (uint8_t)square;
        expected.offsets[n + 1] = count;
    }
}

static void is_untouched(const uint8_t *bytes, size_t count)
{
    for (size_t n = 0; n < count; n++)
        CHECK(bytes[n] == UNTOUCHED);
}

/* Checks lists in memory with room for `room` elements. If `room` is too small, nothing may be written. */
static void check_pairs(const setwise_backend *backend, int pairs, const uint64_t *pieces, const uint64_t *other,
    size_t length, size_t room)
{
    const size_t count = expected.offsets[length], bytes = (length + 1) * sizeof(uint32_t);
    uint8_t *from = (uint8_t *)allocated(room), *to = (uint8_t *)allocated(room);
    uint32_t *offsets = (uint32_t *)allocated(bytes);
    memset(from, UNTOUCHED, room);
    memset(to, UNTOUCHED, room);
    memset(offsets, UNTOUCHED, bytes);
    const int error = setwise_list_pairs(backend, pairs, pieces, other, length, from, to, room, offsets);
    if (room < count) {
        CHECK(error == SETWISE_ERROR_NO_ROOM);
        is_untouched(from, room);
        is_untouched(to, room);
        is_untouched((uint8_t *)offsets, bytes);
    } else {
        CHECK(error == SETWISE_OK);
        CHECK(memcmp(from, expected.from, count) == 0 && memcmp(to, expected.to, count) == 0);
        CHECK(memcmp(offsets, expected.offsets, bytes) == 0);
    }
    freed(from, room);
    freed(to, room);
    freed(offsets, bytes);
}

static void check_squares(const setwise_backend *backend, const uint64_t *sets, size_t length, size_t room)
{
    const size_t count = expected.offsets[length], bytes = (length + 1) * sizeof(uint32_t);
    uint8_t *squares = (uint8_t *)allocated(room);
    uint32_t *offsets = (uint32_t *)allocated(bytes);
    memset(squares, UNTOUCHED, room);
    memset(offsets, UNTOUCHED, bytes);
    const int error = setwise_list_squares(backend, sets, length, squares, room, offsets);
    if (room < count) {
        CHECK(error == SETWISE_ERROR_NO_ROOM);
        is_untouched(squares, room);
        is_untouched((uint8_t *)offsets, bytes);
    } else {
        CHECK(error == SETWISE_OK && memcmp(squares, expected.to, count) == 0);
        CHECK(memcmp(offsets, expected.offsets, bytes) == 0);
    }
    freed(squares, room);
    freed(offsets, bytes);
}

static void check_length(size_t length)
{
    static const struct {
        int pairs;
        const int (*steps)[2];
        int is_moves;
    } LISTS[] = {{SETWISE_PAIRS_KNIGHT_MOVES, KNIGHT, 1}, {SETWISE_PAIRS_KING_MOVES, KING, 1},
        {SETWISE_PAIRS_KNIGHT_TARGETS, KNIGHT, 0}, {SETWISE_PAIRS_KING_TARGETS, KING, 0}};
    uint64_t *pieces = allocated_words(length), *other = allocated_words(length), *targets = allocated_words(length);
    for (size_t n = 0; n < length; n++) {
        const uint64_t word = 0x9E3779B97F4A7C15u * (n + 1), second = 0xD1342543DE82EF95u * (n + 7);
        pieces[n] = n % 5 == 4 ? word : word & second & word >> 7;
        other[n] = n % 3 ? second ^ word >> 11 : word & second;
    }
    const setwise_backend *backend;
    for (size_t index = 0; (backend = setwise_backend_at(index)); index++) {
        compute_squares(pieces, length);
        const size_t squares = expected.offsets[length];
        for (size_t room = squares ? squares - 1 : 0; room <= squares + SPARE; room++)
            check_squares(backend, pieces, length, room);
        for (size_t n = 0; n < sizeof LISTS / sizeof *LISTS; n++) {
            for (size_t board = 0; board < length; board++)
                targets[board] = LISTS[n].is_moves ? ~other[board] : other[board];
            compute_pairs(pieces, targets, length, LISTS[n].steps);
            const size_t count = expected.offsets[length];
            uint64_t counted = 0;
            CHECK(setwise_count_pairs(backend, LISTS[n].pairs, pieces, other, length, &counted) == SETWISE_OK);
            CHECK(counted == count);
            for (size_t room = count ? count - 1 : 0; room <= count + SPARE; room += SPARE)
                check_pairs(backend, LISTS[n].pairs, pieces, other, length, room);
            check_pairs(backend, LISTS[n].pairs, pieces, other, length, count);
        }
    }
    freed_words(pieces, length);
    freed_words(other, length);
    freed_words(targets, length);
}

static void wrong_columns_are_errors_and_nothing_is_written(void)
{
    const uint64_t sets[2] = {0x42, 0x42}, other[2] = {0xFFFF, 0xFFFF};
    uint8_t bytes[32], from[16], to[16];
    uint32_t offsets[3];
    uint64_t count = 7;
    memset(bytes, UNTOUCHED, sizeof bytes);
    memset(from, UNTOUCHED, sizeof from);
    memset(to, UNTOUCHED, sizeof to);
    memset(offsets, UNTOUCHED, sizeof offsets);
    union {
        uint8_t *byte;
        uint32_t *number;
        uint64_t *word;
    } odd = {(uint8_t *)offsets + 1};
    const setwise_backend *const none = (const setwise_backend *)(const void *)sets;
    CHECK(setwise_list_squares(NULL, NULL, 2, bytes, 32, offsets) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_squares(NULL, sets, 2, NULL, 32, offsets) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_squares(NULL, sets, 2, bytes, 32, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_squares(NULL, NULL, 0, NULL, 0, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_squares(NULL, sets, 2, bytes, 32, odd.number) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_list_squares(NULL, odd.word, 2, bytes, 32, offsets) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_list_squares(NULL, sets, SIZE_MAX, bytes, 32, offsets) == SETWISE_ERROR_TOO_LONG);
    CHECK(setwise_list_squares(NULL, sets, SIZE_MAX / 8, bytes, 32, offsets) == SETWISE_ERROR_TOO_LONG);
    CHECK(setwise_list_squares(NULL, sets, 2, bytes, SIZE_MAX, offsets) == SETWISE_ERROR_TOO_LONG);
    CHECK(setwise_list_squares(NULL, sets, 2, odd.byte, 8, offsets) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_list_squares(none, sets, 2, bytes, 32, offsets) == SETWISE_ERROR_UNKNOWN_BACKEND);
    CHECK(setwise_list_pairs(NULL, 0, NULL, other, 2, from, to, 16, offsets) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_pairs(NULL, 1, sets, NULL, 2, from, to, 16, offsets) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_pairs(NULL, 2, sets, other, 2, NULL, to, 16, offsets) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_pairs(NULL, 3, sets, other, 2, from, NULL, 16, offsets) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_pairs(NULL, 0, sets, other, 2, from, to, 16, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_pairs(NULL, 0, sets, other, 2, bytes, bytes + 15, 16, offsets) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_list_pairs(NULL, 1, sets, other, 2, from, to, 16, odd.number) == SETWISE_ERROR_MISALIGNED);
    CHECK(setwise_list_pairs(NULL, 3, sets, other, SIZE_MAX, from, to, 16, offsets) == SETWISE_ERROR_TOO_LONG);
    CHECK(setwise_list_pairs(none, 3, sets, other, 2, from, to, 16, offsets) == SETWISE_ERROR_UNKNOWN_BACKEND);
    CHECK(setwise_count_pairs(NULL, 2, sets, NULL, 2, &count) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_count_pairs(NULL, 3, sets, other, 2, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_list_pairs(NULL, 4, sets, other, 2, from, to, 16, offsets) == SETWISE_ERROR_UNKNOWN_PAIRS);
    CHECK(setwise_count_pairs(NULL, -1, sets, other, 2, &count) == SETWISE_ERROR_UNKNOWN_PAIRS);
    CHECK(count == 7);
    is_untouched(bytes, sizeof bytes);
    is_untouched(from, sizeof from);
    is_untouched(to, sizeof to);
    is_untouched((uint8_t *)offsets, sizeof offsets);
    CHECK(setwise_list_squares(NULL, NULL, 0, NULL, 0, offsets) == SETWISE_OK && offsets[0] == 0);
    CHECK(setwise_list_pairs(NULL, 0, NULL, NULL, 0, NULL, NULL, 0, offsets + 1) == SETWISE_OK && offsets[1] == 0);
}

/* White has a knight on b1 and a king on e1, and pawns on d2 and a3. Black has a queen on c3 and a rook on f1. The second
board is empty. */
static void pairs_of_all_kinds_are_listed(void)
{
    enum { PAIRS = 8 };
    const uint64_t bit = 1, knights = bit << 1, king = bit << 4, pawns = bit << 11 | bit << 16, queen = bit << 18, rook = bit << 5;
    const uint64_t columns[8][2] = {{pawns, 0}, {knights, 0}, {0, 0}, {rook, 0}, {queen, 0}, {king, 0},
        {knights | king | pawns, 0}, {queen | rook, 0}};
    const uint64_t *sets[8];
    for (int n = 0; n < 8; n++)
        sets[n] = columns[n];
    /* b1a3 and b1d2 attack own pawns, b1c3 the queen; the king attacks d1, f1, d2, e2 and f2. */
    static const uint8_t right[3][PAIRS] = {
        {1, 1, 1, 4, 4, 4, 4, 4}, {11, 16, 18, 3, 5, 11, 12, 13}, {6, 6, 4, 15, 11, 14, 15, 15}};
    uint64_t count = 0;
    CHECK(setwise_count_pair_kinds(NULL, sets, 2, &count) == SETWISE_OK && count == PAIRS);
    uint8_t *lists[3];
    uint32_t *offsets = (uint32_t *)allocated(3 * sizeof(uint32_t));
    for (int n = 0; n < 3; n++)
        lists[n] = (uint8_t *)allocated(PAIRS);
    CHECK(setwise_list_pair_kinds(NULL, sets, 2, lists[0], lists[1], lists[2], PAIRS, offsets) == SETWISE_OK);
    for (int n = 0; n < 3; n++)
        CHECK(memcmp(lists[n], right[n], PAIRS) == 0);
    CHECK(offsets[0] == 0 && offsets[1] == PAIRS && offsets[2] == PAIRS);
    memset(lists[2], UNTOUCHED, PAIRS);
    CHECK(setwise_list_pair_kinds(NULL, sets, 2, lists[0], lists[1], lists[2], PAIRS - 1, offsets)
        == SETWISE_ERROR_NO_ROOM);
    CHECK(setwise_list_pair_kinds(NULL, sets, 2, lists[0], lists[1], lists[1], PAIRS, offsets) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_list_pair_kinds(NULL, NULL, 2, lists[0], lists[1], lists[2], PAIRS, offsets)
        == SETWISE_ERROR_NULL_POINTER);
    sets[7] = NULL;
    CHECK(setwise_list_pair_kinds(NULL, sets, 2, lists[0], lists[1], lists[2], PAIRS, offsets)
        == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_count_pair_kinds(NULL, sets, 2, &count) == SETWISE_ERROR_NULL_POINTER && count == PAIRS);
    is_untouched(lists[2], PAIRS);
    for (int n = 0; n < 3; n++)
        freed(lists[n], PAIRS);
    freed(offsets, 3 * sizeof(uint32_t));
}

int main(void)
{
    IN_EVERY_PLACE(pairs_of_all_kinds_are_listed());
    for (size_t n = 0; n < sizeof LENGTHS / sizeof *LENGTHS; n++)
        IN_EVERY_PLACE(check_length(LENGTHS[n]));
    wrong_columns_are_errors_and_nothing_is_written();
    return 0;
}
