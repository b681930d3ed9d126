// Reads positions and prints the squares where a white knight can fork safely. Bad lines are reported and skipped.
//
//     cargo xtask capi --prefix DIR
//     c++ -std=c++17 bindings/c/examples/forks.cpp -IDIR/include -LDIR/lib -lsetwise -Wl,-rpath,DIR/lib && ./a.out

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "setwise.h"

namespace {

void check(int error)
{
    if (error != SETWISE_OK)
        throw std::runtime_error(setwise_error_message(error));
}

// Positions that own their columns.
struct Positions {
    std::vector<std::uint64_t> words;
    std::vector<std::uint8_t> sides;
    setwise_columns columns{};
    std::size_t length = 0;

    explicit Positions(std::string_view text)
        : words(8 * setwise_count_lines(text.data(), text.size()))
        , sides(words.size() / 8)
    {
        const std::size_t capacity = sides.size();
        const auto column = [&](std::size_t n) { return words.data() + n * capacity; };
        columns = {column(0), column(1), column(2), column(3), column(4), column(5), column(6), column(7), sides.data(),
            nullptr, nullptr};
        const auto report = [](void *, std::size_t line, const char *bad, std::size_t bytes, const char *reason) {
            std::fprintf(stderr, "line %zu: %s: %.*s\n", line, reason, static_cast<int>(bytes), bad);
            return 0;
        };
        setwise_progress progress{};
        check(setwise_read_fen(nullptr, SETWISE_RULES_CHESS, text.data(), text.size(), &columns, capacity, report, nullptr,
            &progress));
        length = progress.positions;
    }
};

struct Free {
    void operator()(setwise_features *features) const { setwise_features_free(features); }
};

std::vector<std::uint64_t> feature(const Positions &positions, const char *name)
{
    setwise_features *made = nullptr;
    check(setwise_features_new(nullptr, &name, 1, &made));
    const std::unique_ptr<setwise_features, Free> features(made);
    std::vector<std::uint64_t> values(positions.length);
    std::uint64_t *const output = values.data();
    const setwise_const_columns columns = setwise_columns_as_const(&positions.columns);
    check(setwise_features_compute(features.get(), &columns, positions.length, &output));
    return values;
}

} // namespace

int main()
try {
    const Positions positions("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1\n"
                              "this is not a position\n"
                              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    for (const std::uint64_t squares : feature(positions, "white_forks_safe"))
        std::printf("0x%016llx\n", static_cast<unsigned long long>(squares));
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
