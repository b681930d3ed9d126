/* What the tests have in common. */
#ifndef TEST_H
#define TEST_H

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

#endif
