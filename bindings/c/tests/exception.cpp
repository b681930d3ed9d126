// The header forbids the callback from throwing an exception. If it throws one nevertheless, the library must abort
// the process.
#include "test.h"

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "setwise.h"

extern "C" {

static int throws(void *, size_t, const char *, size_t, const char *)
{
    throw 1;
}

static void on_abort(int)
{
    std::_Exit(0);
}
}

int main()
{
    std::signal(SIGABRT, on_abort);
    std::uint64_t words[8];
    std::uint8_t side;
    const setwise_columns columns = {&words[0], &words[1], &words[2], &words[3], &words[4], &words[5], &words[6], &words[7],
        &side, nullptr, nullptr};
    setwise_progress progress;
    const char text[] = "not a position";
    try {
        setwise_read_fen(nullptr, 0, text, std::strlen(text), &columns, 1, throws, nullptr, &progress);
    } catch (...) {
    }
    fputs("the call returned\n", stderr);
    return 1;
}
