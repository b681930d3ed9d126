/* Runs every form of every pattern on every backend that this CPU can run, on columns that border on inaccessible
pages. The test uses only the functions that describe patterns to find out how to call a pattern, so it is also an
example of a program that can call any pattern. */
#include "test.h"

#include <signal.h>
#include <string.h>

#include "setwise.h"

enum { MOST = 11, LONGEST = 67 };

/* Lengths shorter and longer than a register, with and without a tail. */
static const size_t LENGTHS[] = {1, 3, 7, 8, 9, 16, 31, LONGEST};

static void fill(uint8_t *bytes, size_t length, size_t seed)
{
    for (size_t n = 0; n < length; n++)
        bytes[n] = (uint8_t)((0x9E3779B97F4A7C15u * (seed + n + 1)) >> 58);
}

/* A call of one form. Each output has `count` elements of `element` bytes. */
struct call {
    const setwise_backend *backend;
    int pattern;
    uint32_t form;
    size_t length, element, count;
};

static struct call running;

/* Prints the call that accessed memory outside its columns, and ends the test. */
static void on_wrong_access(int signal)
{
    const char *const form = running.form == SETWISE_FORM_MAP ? "map"
        : running.form == SETWISE_FORM_COUNTS                 ? "counts"
        : running.form == SETWISE_FORM_TOTAL                  ? "total"
                                                              : "heat";
    fprintf(stderr, "signal %d: setwise_%s of %s on %s accesses memory outside its columns of length %zu, which %s of a page\n",
        signal, form, setwise_pattern_name(running.pattern), setwise_backend_name(running.backend), running.length,
        place == AT_START_OF_PAGE ? "begin at the start" : "end at the end");
    _Exit(1);
}

/* Runs a form that writes a column for each output, and writes all results to `results`. */
static void run_columns(struct call call, const void *const *inputs, char *results)
{
    void *outputs[MOST];
    uint64_t *words[MOST];
    uint8_t *bytes[MOST];
    const size_t size = call.element * call.count, columns = setwise_pattern_outputs(call.pattern);
    for (size_t n = 0; n < columns; n++) {
        outputs[n] = allocated(size);
        words[n] = (uint64_t *)outputs[n];
        bytes[n] = (uint8_t *)outputs[n];
    }
    if (call.form == SETWISE_FORM_COUNTS)
        CHECK(setwise_counts(call.backend, call.pattern, inputs, bytes, call.length) == SETWISE_OK);
    else
        CHECK(setwise_map(call.backend, call.pattern, inputs, words, call.length) == SETWISE_OK);
    for (size_t n = 0; n < columns; n++) {
        memcpy(results + n * size, outputs[n], size);
        freed(outputs[n], size);
    }
}

/* Runs a form and writes all results to `results`. */
static void run(struct call call, const void *const *inputs, char *results)
{
    running = call;
    if (call.form == SETWISE_FORM_MAP || call.form == SETWISE_FORM_COUNTS) {
        run_columns(call, inputs, results);
        return;
    }
    const size_t length = call.count * setwise_pattern_outputs(call.pattern);
    uint64_t *words = allocated_words(length);
    const int error = call.form == SETWISE_FORM_TOTAL
        ? setwise_total(call.backend, call.pattern, inputs, words, call.length)
        : setwise_heat(call.backend, call.pattern, inputs, words, call.length);
    CHECK(error == SETWISE_OK);
    memcpy(results, words, length * sizeof *words);
    freed_words(words, length);
}

/* Checks that every backend computes the results of the best backend. */
static void check_form(struct call call, const void *const *inputs)
{
    static char expected[MOST * LONGEST * sizeof(uint64_t)], results[sizeof expected];
    call.element = call.form == SETWISE_FORM_COUNTS ? 1 : sizeof(uint64_t);
    call.count = call.form == SETWISE_FORM_TOTAL ? 1 : call.form == SETWISE_FORM_HEAT ? 64 : call.length;
    run(call, inputs, expected);
    for (size_t n = 0; (call.backend = setwise_backend_at(n)); n++) {
        run(call, inputs, results);
        CHECK(memcmp(results, expected, call.element * call.count * setwise_pattern_outputs(call.pattern)) == 0);
    }
}

static void check_patterns(size_t length)
{
    int pattern;
    for (size_t index = 0; (pattern = setwise_pattern_at(index)); index++) {
        const size_t count = setwise_pattern_inputs(pattern), element = setwise_pattern_input_bytes(pattern, 0);
        CHECK(element == 1 || element == sizeof(uint64_t));
        uint8_t *inputs[MOST];
        const void *columns[MOST];
        for (size_t n = 0; n < count; n++) {
            CHECK(setwise_pattern_input_bytes(pattern, n) == element);
            columns[n] = inputs[n] = (uint8_t *)allocated(length * element);
            fill(inputs[n], length * element, n);
        }
        for (uint32_t form = SETWISE_FORM_MAP; form <= SETWISE_FORM_HEAT; form *= 2)
            if (setwise_pattern_forms(pattern) & form) {
                const struct call call = {NULL, pattern, form, length, 0, 0};
                check_form(call, columns);
            }
        for (size_t n = 0; n < count; n++)
            freed(inputs[n], length * element);
    }
}

int main(void)
{
    signal(SIGSEGV, on_wrong_access);
    for (size_t n = 0; n < sizeof LENGTHS / sizeof *LENGTHS; n++)
        IN_EVERY_PLACE(check_patterns(LENGTHS[n]));
    return 0;
}
