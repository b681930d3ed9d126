/* The common parts of the tests: checks, and memory between inaccessible pages. A test ends if it accesses these
pages. Include this header first, because it defines a macro that selects the declarations of the system
headers. */
#ifndef TEST_H
#define TEST_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the test with a message if a condition does not hold. */
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

/* Where `allocated` places memory. AddressSanitizer does not instrument the library, so it misses accesses out of
bounds in the library. Memory at the start or the end of a page borders on an inaccessible page, so such an access
ends the test. In memory on the heap, valgrind detects code that depends on uninitialised bytes. */
enum place { AT_START_OF_PAGE, AT_END_OF_PAGE, ON_HEAP, PLACES };

static int place = ON_HEAP;

/* Runs a test once for each place where `allocated` can put the memory of the test. */
#define IN_EVERY_PLACE(test) \
    do { \
        for (place = 0; place < PLACES; place++) \
            test; \
    } while (0)

#if defined(__unix__)
#include <sys/mman.h>
#include <unistd.h>

/* Returns the total size of the accessible pages that hold `bytes` bytes. */
static inline size_t page_bytes(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes / page + 1) * page;
}

static inline void *allocated(size_t bytes)
{
    if (place == ON_HEAP)
        return malloc(bytes ? bytes : 1);
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = page_bytes(bytes);
    char *start = (char *)mmap(NULL, inside + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(start != (char *)MAP_FAILED && mprotect(start + page, inside, PROT_READ | PROT_WRITE) == 0);
    return start + page + (place == AT_END_OF_PAGE ? inside - bytes : 0);
}

/* Frees the memory that `allocated` returned for this number of bytes. */
static inline void freed(void *memory, size_t bytes)
{
    if (place == ON_HEAP) {
        free(memory);
        return;
    }
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = page_bytes(bytes);
    char *start = (char *)memory - page - (place == AT_END_OF_PAGE ? inside - bytes : 0);
    CHECK(munmap(start, inside + 2 * page) == 0);
}
#else
static inline void *allocated(size_t bytes)
{
    return malloc(bytes ? bytes : 1);
}

static inline void freed(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}
#endif

static inline uint64_t *allocated_words(size_t length)
{
    return (uint64_t *)allocated(length * sizeof(uint64_t));
}

static inline void freed_words(uint64_t *words, size_t length)
{
    freed(words, length * sizeof *words);
}

#endif
