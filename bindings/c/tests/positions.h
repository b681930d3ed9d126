/* Functions that allocate columns and call the reader without a callback, for the tests of positions. */
#ifndef POSITIONS_H
#define POSITIONS_H

#include "test.h"

#include "setwise.h"

/* Returns columns with exactly this capacity, without columns of rights. */
static inline setwise_columns allocated_columns(size_t capacity)
{
    uint64_t *words[8];
    for (int n = 0; n < 8; n++)
        words[n] = allocated_words(capacity);
    setwise_columns columns = {words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7],
        (uint8_t *)allocated(capacity), NULL, NULL};
    return columns;
}

/* Adds columns of rights. */
static inline setwise_columns with_rights(setwise_columns columns, size_t capacity)
{
    columns.unmoved_rooks = allocated_words(capacity);
    columns.en_passant = (uint8_t *)allocated(capacity);
    return columns;
}

static inline void freed_columns(setwise_columns columns, size_t capacity)
{
    uint64_t *const words[] = {columns.pawns, columns.knights, columns.bishops, columns.rooks, columns.queens,
        columns.kings, columns.white, columns.black};
    for (int n = 0; n < 8; n++)
        freed_words(words[n], capacity);
    freed(columns.side_to_move, capacity);
    if (columns.unmoved_rooks)
        freed_words(columns.unmoved_rooks, capacity);
    if (columns.en_passant)
        freed(columns.en_passant, capacity);
}

/* Calls the reader on the best backend and without a callback. */
static inline int read_fen(int rules, const char *text, size_t bytes, const setwise_columns *columns, size_t capacity,
    setwise_progress *progress)
{
    return setwise_read_fen(NULL, rules, text, bytes, columns, capacity, NULL, NULL, progress);
}

/* A position without pieces. */
static const char EMPTY[] = "8/8/8/8/8/8/8/8 w";
static const size_t EMPTY_BYTES = sizeof EMPTY - 1;

#endif
