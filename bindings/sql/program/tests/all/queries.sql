-- Twenty queries over GAMES, a Parquet file of positions with their FEN text, and OPENINGS, a table of pawn structures.
-- No answer depends on the order of rows, so that the answers of one process and of a cluster can be compared.
select count(*), bit_xor(knight_attacks(knights & white)) from 'GAMES';
select count(*) from 'GAMES' where popcount(knights) = 4;
select popcount(white | black) as pieces, count(*), total_members(knights) from 'GAMES' group by pieces order by pieces;
select heat(knights & white) from 'GAMES';
select popcount(queens) as n, heat(kings & black) from 'GAMES' group by n order by n;
select set_union(knights), set_intersection(kings) from 'GAMES';
select bit_xor(white_forks_safe(fen)), bit_xor(black_forks_safe(fen)) from 'GAMES';
select bit_xor(white_king_escapes(pawns, knights, bishops, rooks, queens, kings, white, black, white_to_move)) from 'GAMES';
select sum(white_knight_move_count(fen) - black_knight_move_count(fen)) from 'GAMES';
select white_to_move, sum(popcount(attacked_squares(pawns & white, knights & white, bishops & white, rooks & white, queens & white, kings & white, white | black, cast(0 as bigint), 'white'))) as attacked from 'GAMES' group by white_to_move order by white_to_move;
select name, count(*) from 'GAMES' as g join 'OPENINGS' as o on g.pawns = arrow_cast(o.pawns, 'UInt64') group by name order by name;
select name, heat(g.knights)[22] as f3 from 'GAMES' as g join 'OPENINGS' as o on g.pawns = arrow_cast(o.pawns, 'UInt64') group by name order by name;
select max(knight_distance(kings & white, kings & black)), min(king_distance(kings & white, kings & black)) from 'GAMES';
select id, fen, square_names(royal_forks(kings & black, queens & black) & knight_attacks(knights & white) & white) as forks from 'GAMES' where royal_forks(kings & black, queens & black) & knight_attacks(knights & white) <> 0 order by id limit 5;
select bit_xor(p['knights']), count(p) from (select fen_columns(fen) as p from 'GAMES');
select distinct popcount(bishops) as n from 'GAMES' order by n;
select count(*) from 'GAMES' where white_passers(fen) <> 0 and pawns not in (select arrow_cast(pawns, 'UInt64') from 'OPENINGS');
select id, popcount(knight_fill(knights, 2)) as reach from 'GAMES' order by reach desc, id limit 3;
with f as (select id, features('white_knight_moves,black_knight_moves', fen) as f from 'GAMES') select bit_xor(f['white_knight_moves']), bit_xor(f['black_knight_moves']) from f;
select parse_squares('b1,g1') as start, count(*) filter (where knights & parse_squares('b1,g1') = parse_squares('b1,g1')) as home, bit_xor(camel_attacks(knights)) as camels from 'GAMES';
