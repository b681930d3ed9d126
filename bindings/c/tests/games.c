/* Tests the reader of games. */
#include "positions.h"

#include <string.h>

static const char TEXT[] = "[Event \"one\"]\n\n1. e4 {a comment} e5 (1... c5) 2. Nf3 1-0\n\n"
                           "1. d4 d5 2. Ke3 *\n"
                           "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ 0-1\n";

enum { MOST = 8 };

/* The bad games that the callback has received, in order. */
struct bad {
    size_t count, lines[MOST], games[MOST], plies[MOST];
    char messages[MOST][160];
};

static void on_bad_game(void *context, size_t line, size_t game, size_t ply, const char *message)
{
    struct bad *bad = (struct bad *)context;
    CHECK(bad->count < MOST && strlen(message) < 160);
    bad->lines[bad->count] = line;
    bad->games[bad->count] = game;
    bad->plies[bad->count] = ply;
    memcpy(bad->messages[bad->count++], message, strlen(message) + 1);
}

/* Columns of this capacity, as `take` fills them. */
struct columns {
    size_t capacity;
    setwise_columns positions;
    setwise_game_columns more;
};

static struct columns columns_of(size_t capacity)
{
    struct columns columns;
    columns.capacity = capacity;
    columns.positions = with_rights(allocated_columns(capacity), capacity);
    columns.more.game = (uint32_t *)allocated(4 * capacity);
    columns.more.ply = (uint32_t *)allocated(4 * capacity);
    columns.more.result = (uint8_t *)allocated(capacity);
    return columns;
}

static void freed_all(struct columns columns)
{
    const size_t capacity = columns.capacity;
    freed_columns(columns.positions, capacity);
    freed(columns.more.game, 4 * capacity);
    freed(columns.more.ply, 4 * capacity);
    freed(columns.more.result, capacity);
}

static size_t taken_from(setwise_games *games, struct columns columns)
{
    size_t taken = 99;
    CHECK(setwise_games_take(games, &columns.positions, &columns.more, columns.capacity, &taken) == SETWISE_OK);
    return taken;
}

static setwise_games *new_games(const setwise_ply_selection *selection)
{
    setwise_games *games = NULL;
    CHECK(setwise_games_new(selection, &games) == SETWISE_OK && games != NULL);
    return games;
}

static void check_bad(const struct bad *bad)
{
    CHECK(bad->count == 1 && bad->lines[0] == 5 && bad->games[0] == 2 && bad->plies[0] == 3);
    CHECK(strcmp(bad->messages[0],
              "game 2, ply 3: 'Ke3' is not a legal move in "
              "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2")
        == 0);
}

static void games_are_read_in_parts_of_any_length(void)
{
    const uint32_t game[] = {1, 1, 1, 1, 3, 3}, ply[] = {0, 1, 2, 3, 0, 1};
    const uint8_t result[] = {2, 2, 2, 2, 0, 0};
    for (size_t part = 1; part < sizeof TEXT; part++) {
        struct bad bad;
        memset(&bad, 0, sizeof bad);
        setwise_games *games = new_games(NULL);
        size_t positions = 99;
        for (size_t start = 0; start < sizeof TEXT - 1; start += part) {
            const size_t rest = sizeof TEXT - 1 - start;
            CHECK(setwise_games_push(games, TEXT + start, part < rest ? part : rest, on_bad_game, &bad, &positions)
                == SETWISE_OK);
            CHECK(positions <= 4);
        }
        CHECK(setwise_games_end(games, on_bad_game, &bad, &positions) == SETWISE_OK && positions == 6);
        check_bad(&bad);
        struct columns columns = columns_of(6);
        CHECK(taken_from(games, columns) == 6);
        CHECK(memcmp(columns.more.game, game, sizeof game) == 0 && memcmp(columns.more.ply, ply, sizeof ply) == 0);
        CHECK(memcmp(columns.more.result, result, sizeof result) == 0);
        CHECK(columns.positions.knights[3] == 0x4200000000200002u && columns.positions.side_to_move[3] == 1);
        CHECK(columns.positions.queens[5] == (uint64_t)1 << 56 && columns.positions.pawns[5] == 0);
        CHECK(columns.positions.unmoved_rooks[3] == 0x8100000000000081u && columns.positions.unmoved_rooks[4] == 0);
        CHECK(columns.positions.en_passant[1] == 64);
        CHECK(taken_from(games, columns) == 0);
        freed_all(columns);
        setwise_games_free(games);
    }
}

static void positions_are_taken_in_pieces_and_chosen(void)
{
    const setwise_ply_selection selections[] = {{0, 0, SIZE_MAX, 0}, {2, 0, SIZE_MAX, 0}, {1, 1, 2, 0}, {1, 0, SIZE_MAX, 1}};
    const uint32_t plies[][6] = {{0, 1, 2, 3, 0, 1}, {0, 2, 0}, {1, 2, 1}, {3, 1}};
    const size_t expected[] = {6, 3, 3, 2};
    for (size_t n = 0; n < 4; n++) {
        setwise_games *games = new_games(&selections[n]);
        struct bad bad;
        memset(&bad, 0, sizeof bad);
        /* The object reads several texts, one after another. */
        for (int text = 0; text < 2; text++) {
            size_t positions = 0, all = 0, taken;
            CHECK(setwise_games_push(games, TEXT, sizeof TEXT - 1, on_bad_game, &bad, &positions) == SETWISE_OK);
            CHECK(setwise_games_end(games, on_bad_game, &bad, &positions) == SETWISE_OK && positions == expected[n]);
            struct columns columns = columns_of(1 + (size_t)text);
            while ((taken = taken_from(games, columns)) > 0)
                for (size_t row = 0; row < taken; row++)
                    CHECK(columns.more.ply[row] == plies[n][all++]);
            CHECK(all == expected[n]);
            freed_all(columns);
        }
        CHECK(bad.count == 2 && bad.lines[1] == 5 && bad.games[1] == 2);
        setwise_games_free(games);
    }
}

static void options_accept_unfinished_games_and_chess960(void)
{
    static const char text[] = "1. e4 e5\n\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n1. e1a1";
    const uint8_t result[] = {3, 3, 3, 3, 3};
    setwise_games *games = new_games(NULL);
    CHECK(setwise_games_set_options(NULL, 1, 1) != SETWISE_OK);
    CHECK(setwise_games_set_options(games, 1, 1) == SETWISE_OK);
    size_t positions = 0;
    CHECK(setwise_games_push(games, text, sizeof text - 1, NULL, NULL, &positions) == SETWISE_OK);
    CHECK(setwise_games_end(games, NULL, NULL, &positions) == SETWISE_OK && positions == 5);
    struct columns columns = columns_of(5);
    CHECK(taken_from(games, columns) == 5);
    CHECK(memcmp(columns.more.result, result, sizeof result) == 0);
    CHECK(columns.positions.kings[4] == ((uint64_t)1 << 2 | (uint64_t)1 << 60));
    freed_all(columns);
    setwise_games_free(games);
}

static void bad_games_without_a_callback_are_an_error_and_the_others_are_read(void)
{
    setwise_games *games = new_games(NULL);
    size_t positions = 99;
    CHECK(setwise_games_push(games, TEXT, sizeof TEXT - 1, NULL, NULL, &positions) == SETWISE_ERROR_BAD_GAME);
    CHECK(positions == 4);
    CHECK(setwise_games_end(games, NULL, NULL, &positions) == SETWISE_OK && positions == 6);
    CHECK(setwise_games_push(games, "1. e4", 5, NULL, NULL, &positions) == SETWISE_OK && positions == 6);
    CHECK(setwise_games_end(games, NULL, NULL, &positions) == SETWISE_ERROR_BAD_GAME && positions == 6);
    setwise_games_free(games);
}

static void foreign_text_is_read_or_refused_by_its_error(void)
{
    static const char old[] = "\xEF\xBB\xBF[White \"A\"]\r\r1. e4 ; first\re5 *\r\x1A";
    setwise_games *games = new_games(NULL);
    size_t positions = 99;
    CHECK(setwise_games_push(games, old, sizeof old - 1, NULL, NULL, &positions) == SETWISE_OK);
    CHECK(setwise_games_end(games, NULL, NULL, &positions) == SETWISE_OK && positions == 3);
    CHECK(setwise_games_push(games, "BZh91AY&SY", 10, NULL, NULL, &positions) == SETWISE_ERROR_NOT_TEXT);
    CHECK(setwise_games_end(games, NULL, NULL, &positions) == SETWISE_ERROR_NOT_TEXT && positions == 3);
    CHECK(setwise_games_push(games, TEXT, sizeof TEXT - 1, NULL, NULL, &positions) == SETWISE_ERROR_BAD_GAME);
    setwise_games_free(games);
}

static void wrong_arguments_are_errors_and_nothing_is_taken(void)
{
    setwise_games *games = new_games(NULL);
    size_t positions = 99;
    CHECK(setwise_games_new(NULL, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_games_push(NULL, TEXT, 1, NULL, NULL, &positions) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_games_push(games, NULL, 1, NULL, NULL, &positions) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_games_push(games, TEXT, SIZE_MAX, NULL, NULL, &positions) == SETWISE_ERROR_TOO_LONG);
    CHECK(setwise_games_push(games, TEXT, sizeof TEXT - 1, NULL, NULL, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_games_push(games, (const char *)&positions, 2, NULL, NULL, &positions) == SETWISE_ERROR_OVERLAP);
    CHECK(setwise_games_end(NULL, NULL, NULL, &positions) == SETWISE_ERROR_NULL_POINTER);
    CHECK(positions == 99);
    CHECK(setwise_games_push(games, "1. e4 *", 7, NULL, NULL, &positions) == SETWISE_OK && positions == 0);
    CHECK(setwise_games_end(games, NULL, NULL, &positions) == SETWISE_OK && positions == 2);

    struct columns columns = columns_of(2);
    columns.positions.kings[0] = 77;
    size_t taken = 99;
    setwise_game_columns wrong = columns.more;
    CHECK(setwise_games_take(NULL, &columns.positions, &columns.more, 2, &taken) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_games_take(games, NULL, &columns.more, 2, &taken) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_games_take(games, &columns.positions, &columns.more, 2, NULL) == SETWISE_ERROR_NULL_POINTER);
    CHECK(setwise_games_take(games, &columns.positions, &columns.more, SIZE_MAX / 8, &taken) == SETWISE_ERROR_TOO_LONG);
    wrong.ply = wrong.game;
    CHECK(setwise_games_take(games, &columns.positions, &wrong, 2, &taken) == SETWISE_ERROR_OVERLAP);
    wrong = columns.more;
    setwise_columns wrong_positions = columns.positions;
    wrong_positions.unmoved_rooks = columns.positions.kings;
    CHECK(setwise_games_take(games, &wrong_positions, &wrong, 2, &taken) == SETWISE_ERROR_OVERLAP);
    wrong.result = columns.positions.side_to_move;
    CHECK(setwise_games_take(games, &columns.positions, &wrong, 2, &taken) == SETWISE_ERROR_OVERLAP);
    CHECK(taken == 99 && columns.positions.kings[0] == 77);
    CHECK(setwise_games_take(games, &columns.positions, NULL, 1, &taken) == SETWISE_OK && taken == 1);
    CHECK(columns.positions.kings[0] == ((uint64_t)1 << 4 | (uint64_t)1 << 60));
    memset(&wrong, 0, sizeof wrong);
    CHECK(setwise_games_take(games, &columns.positions, &wrong, 2, &taken) == SETWISE_OK && taken == 1);
    CHECK(setwise_games_take(games, &columns.positions, NULL, 0, &taken) == SETWISE_OK && taken == 0);
    freed_all(columns);
    setwise_games_free(games);
    setwise_games_free(NULL);
}

int main(void)
{
    IN_EVERY_PLACE(games_are_read_in_parts_of_any_length());
    IN_EVERY_PLACE(positions_are_taken_in_pieces_and_chosen());
    options_accept_unfinished_games_and_chess960();
    bad_games_without_a_callback_are_an_error_and_the_others_are_read();
    foreign_text_is_read_or_refused_by_its_error();
    IN_EVERY_PLACE(wrong_arguments_are_errors_and_nothing_is_taken());
    return 0;
}
