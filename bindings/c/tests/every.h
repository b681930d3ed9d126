/* The parts of the generated test `every.c` that are the same for every pattern. They fill columns of inputs, and
compare the results of a pattern's own function with those of a function that takes any pattern. */
#ifndef EVERY_H
#define EVERY_H

#include "test.h"

#include <string.h>

#include "setwise.h"

enum { LENGTH = 67, MOST = 11, WORDS = 67 };

static uint64_t words[MOST][LENGTH], results[MOST][WORDS], expected_results[MOST][WORDS];
static uint8_t squares[MOST][LENGTH], bytes[MOST][LENGTH], expected_bytes[MOST][LENGTH];
static const void *words_pointers[MOST], *squares_pointers[MOST];

/* Fills the inputs. Some words are small, because an input may be the number `n` of a pattern. */
static void fill(void)
{
    for (size_t n = 0; n < MOST; n++) {
        words_pointers[n] = words[n];
        squares_pointers[n] = squares[n];
        for (size_t board = 0; board < LENGTH; board++) {
            words[n][board] = (0x9E3779B97F4A7C15u * (n * LENGTH + board + 1)) >> board % 4 * 20;
            squares[n][board] = (uint8_t)((board * 29 + n * 11) % 66);
        }
    }
}

typedef int by_name_words(const setwise_backend *, const setwise_pattern *, const void *const *, uint64_t *const *, size_t);
typedef int by_name_bytes(const setwise_backend *, const setwise_pattern *, const void *const *, uint8_t *const *, size_t);

static const setwise_pattern *find(const char *name, size_t inputs, size_t outputs)
{
    const setwise_pattern *pattern = NULL;
    CHECK(setwise_pattern_find(name, &pattern) == SETWISE_OK);
    CHECK(setwise_pattern_inputs(pattern) == inputs && setwise_pattern_outputs(pattern) == outputs);
    return pattern;
}

/* Checks that `run` computes the words in `results` for the pattern with this name. */
static void same_results(const char *name, by_name_words *run, const void *const *columns, size_t inputs, size_t outputs)
{
    uint64_t *pointers[MOST];
    for (size_t n = 0; n < outputs; n++)
        pointers[n] = expected_results[n];
    CHECK(run(NULL, find(name, inputs, outputs), columns, pointers, LENGTH) == SETWISE_OK);
    CHECK(memcmp(results, expected_results, sizeof results) == 0);
}

/* Checks that `run` computes the numbers in `bytes` for the pattern with this name. */
static void same_bytes(const char *name, by_name_bytes *run, const void *const *columns, size_t inputs, size_t outputs)
{
    uint8_t *pointers[MOST];
    for (size_t n = 0; n < outputs; n++)
        pointers[n] = expected_bytes[n];
    CHECK(run(NULL, find(name, inputs, outputs), columns, pointers, LENGTH) == SETWISE_OK);
    CHECK(memcmp(bytes, expected_bytes, sizeof bytes) == 0);
}

#endif
