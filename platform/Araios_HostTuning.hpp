// SPDX-License-Identifier: BSD-3-Clause
// Every threshold of hosts alone, with its unit, its source and where it was tuned.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Host: dense accumulators below this many keys, hash maps from it on.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.3 (k < 250 000).
inline constexpr std::int64_t dense_max_keys = 250'000;

/// Host: the pattern of C is recorded where all rows are short, or there are at least so many
/// products for each element of the arrays over all columns, one for each thread. Tuned on two
/// cores of an Intel Xeon, over 143 products: a first product is then within 10 % of the best other
/// method in 94 % of them.
inline constexpr std::int64_t recording_min_products_per_column = 2;

/// Host: columns of C that a thread takes at once to record its rows in, until there are
/// recording_pieces_per_thread of them. Unit: columns.
inline constexpr std::int64_t recording_max_piece_columns = 64 * 1024;
inline constexpr std::int64_t recording_pieces_per_thread = 16;

/// Host: rows with equal columns, or columns moved by one from row to row, that are filled
/// together, where at least one row in rows_together_share goes with the row before. Tuned on two
/// cores of an AMD EPYC (Zen 4).
inline constexpr int lanes_of_rows = 4;
inline constexpr std::int64_t rows_together_share = 8;

/// Host: products of a row on average from which on rows whose columns are moved by one are summed
/// together at their destinations. Unit: products. Tuned on two cores of an AMD EPYC (Zen 4): with
/// 9 repeated products take 0.77 to 0.88 of the time, with 4.5 (luxembourg_osm) 1.08.
inline constexpr std::int64_t shifted_rows_min_products = 8;

/// Host: rows that are looked at to tell whether a pattern has many that are the row before, moved
/// by one column, and how many of them have to be.
inline constexpr int shifted_rows_samples = 128;
inline constexpr int shifted_rows_min_found = 64;

/// Host: rows that a thread keeps in view as patterns of later ones, and how many searches among
/// them may fail before it gives up: so many at first, and one more for so many that find a row.
/// Unit: rows. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int recent_rows = 16;
inline constexpr int recent_rows_first_misses = 64;
inline constexpr int recent_rows_matches_for_a_miss = 4;

/// Host: B counts as scattered where compressed work keeps more than this share of the work and B
/// has at least so many columns: the column sets of a short row are then put into order by
/// counting, not in a bitmap. Tuned on two cores of an AMD EPYC (Zen 4): on uniformly random
/// columns half the time; narrower or more regular patterns lose by it.
inline constexpr double scattered_compression = 0.95;
inline constexpr std::int64_t scattered_min_columns = 65'536;

/// Host: sums that are moved at once from an array over all columns to C, where they are zeroed
/// behind. Tuned on an Intel Xeon (Emerald Rapids), compiled for it, for AVX2 and for any x86-64:
/// by 8 they take 0.53 to 0.68 of the time of one after the other, by 4 0.57 to 0.7.
inline constexpr int sums_taken_at_once = 8;

/// Host: most products of a row whose columns are put into order as they are, without column sets:
/// by counting, and by vectors, a lane for each row. Tuned on two cores of an Intel Xeon.
inline constexpr int short_row_max_products = 32;
inline constexpr int vector_row_max_products = 128;

/// Host: most rows that wait with the row whose columns they share until that is put into order.
/// Tuned on two cores of an AMD EPYC (Zen 4): without a bound their records leave the cache.
inline constexpr int vector_row_max_followers = 64;

/// Host: rows that are looked at to tell whether a product goes in one pass, and fewest entries of
/// A and B together. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int one_pass_samples = 64;
inline constexpr std::int64_t one_pass_min_entries = 1000;

/// Host: entries of A behind which no more of these rows are looked at, and the same as one in so
/// many of all its entries, where that is more: else a few very long rows cost more than their
/// product.
inline constexpr std::int64_t one_pass_sampled_entries = 4096;
inline constexpr std::int64_t one_pass_share_of_sampled_entries = 16;

/// Host: most products of a row on average for one pass by blocks of rows; and where at least half
/// of them are the row before, moved by one column, so that the symbolic phase hardly puts rows
/// into order. Tuned likewise.
inline constexpr std::int64_t one_pass_max_products_of_row = 50;
inline constexpr std::int64_t one_pass_max_products_of_shared_rows = 20;

/// Host: a product whose rows of more than vector_row_max_products products have more than one in
/// so many of all products does not go by blocks of rows. Tuned likewise.
inline constexpr std::int64_t one_pass_share_of_long_rows = 4;

/// Host: one pass by an array over all columns: fewest products of a row on average; of them for
/// four blocks of columns between the first and the last of a row, unless many are in long rows;
/// and most products in all, for which it asks for 0.8 GB. Tuned likewise: rows of 18 products are
/// faster by blocks; so is gemat12, of 2.9 products for four blocks of columns, by 1.7, while 4elt,
/// of 3.2, is slower by 1.1.
inline constexpr std::int64_t by_columns_min_products_of_row = 20;
inline constexpr std::int64_t by_columns_min_products_of_four_blocks = 3;
inline constexpr std::int64_t by_columns_max_work = std::int64_t{1} << 26;

/// Host: products from which on C outgrows what the C library keeps, so that one pass does not pay
/// where both phases compress B; most products of a column set of B for it then, and every which
/// sampled row is looked at for that. Tuned likewise: memplus, of 9.5 million products, takes 1.18
/// times as long as by both phases; with 3.1 and 3.4 products of a column set one pass takes 0.87
/// of the time, with 4.0 0.96, with 5 to 10 up to 1.5.
inline constexpr std::int64_t by_columns_large_work = 8'000'000;
inline constexpr double one_pass_max_products_per_set = 3.5;
inline constexpr int one_pass_rows_of_set_sample = 4;

/// Host: the same for products of more than by_columns_max_work_of_repeated_rows of which at least
/// one row in so many repeats the columns of the row before. Tuned on two cores of an Intel Xeon
/// (Emerald Rapids), November 2026: by both phases bcsstk13 takes 0.84 of the time, ex6 0.93,
/// meshtying_Q 0.72, of 7.0 to 8.1 products of a column set; without such rows orani678, of 9.2,
/// takes 1.05 times as long, and web-indochina-2004, of 6.2, 1.5.
inline constexpr std::int64_t by_columns_share_of_repeated_rows = 8;
inline constexpr double one_pass_max_products_per_set_of_repeated_rows = 6.5;

/// Host: the same where at least half of the rows share their columns with the row before, moved by
/// one or as they are, which both phases make use of. Tuned likewise: nine-point stencils take 0.67
/// to 1.05 times as long with 280 000 products on two threads, by the time that a line of the cache
/// takes from core to core; steam2, of 320 000 in repeated rows, takes 0.48 to 0.85 of the time.
inline constexpr std::int64_t by_columns_min_products_of_four_blocks_of_shared_rows = 16;
inline constexpr std::int64_t by_columns_max_work_of_shifted_rows = 200'000;
inline constexpr std::int64_t by_columns_max_work_of_repeated_rows = 500'000;

/// Host: one pass where rows of C need not be sorted: most products of a row on average and in all,
/// and most blocks of columns between the first and the last of a row on average, whose places have
/// to stay in the second cache; the way by places where at least one row in so many has as many
/// products as the row before. Tuned on two cores of an AMD EPYC (Zen 4), November 2026, over 30
/// matrices: by places sorted rows take 1.1 to 1.6 times as long (0.95 on m133-b3_reordered, of
/// 1960 blocks; 0.6 on gen:er:262144:8, of 4000), but where rows are not alike 0.8 (delaunay_n14);
/// by list 1.05 to 1.4 there, 0.8 to 1.2 elsewhere, and 0.93 on wiki-Vote, of 420 products a row.
/// Alike or not, rows of few products go by places: 0.58 of the time on amg_bodyy5_rs_P and 0.60 on
/// USpowerGrid, of 6 and 10 products a row; bcspwr10, of 18, takes 1.13 times as long.
inline constexpr std::int64_t by_places_max_products_of_row = 64;
inline constexpr std::int64_t by_places_few_products_of_row = 12;
inline constexpr std::int64_t by_list_max_products_of_row = 256;
inline constexpr std::int64_t unsorted_max_work = std::int64_t{1} << 26;
inline constexpr std::int64_t unsorted_max_column_blocks_of_row = 1536;
inline constexpr std::int64_t unsorted_share_of_alike_rows = 4;

/// Host with AVX-512: rows that are alike go by places and are put into order behind that up to so
/// many blocks of columns between the first and the last of a row on average; unless fewer than one
/// row in so many is not the row before, moved by one column, and all are longer than
/// one_pass_max_products_of_shared_rows. Tuned on two cores of an AMD EPYC (Zen 4), November 2026,
/// over the 34 matrices whose unsorted rows go by places: 0.81 to 0.96 of the time (bodyy5 0.82,
/// amg_advection2d_air_R 0.90), orsreg_1 1.00; beyond these bounds commanche_dual (68 blocks) takes
/// 1.2, wing (750) 2.2, Chebyshev2 and amg_laplace3d_sa_A (shifted) 1.4 to 1.5 times as long.
inline constexpr std::int64_t sorted_places_max_column_blocks_of_row = 48;
inline constexpr std::int64_t sorted_places_share_of_others = 8;

/// Host without AVX-512: the same for all rows of up to by_places_max_products_of_row products,
/// alike or not, shifted or not. Tuned on two cores of an AMD EPYC (Zen 3), November 2026, over 16
/// products: 0.45 to 0.95 of the best other way (cvxbqp1, qp_kkt_aug2dc, lp_stocfor3, orsreg_1 0.45
/// to 0.68, m133-b3_reordered, of 2006 blocks, 0.7, five- and seven-point stencils 0.69 to 0.95),
/// debian_relations 1.00; gen:er:262144:8, of 4096 blocks, 1.1. Of 150 products a row cage9 takes
/// 1.4 times as long, copter2, of 205, 0.82 of the time.
inline constexpr std::int64_t sorted_places_max_scattered_blocks_of_row = 3072;

/// Host: products from which on rows that are not alike go by places, too, where processors
/// foretell at least such a share of those that are the first ones at their column; most products
/// of a row on average for it. Tuned on two cores of an Intel Xeon (Emerald Rapids) and of an AMD
/// EPYC (Zen 4), November 2026: cvxbqp1 takes 0.67 of the time, of which 0.83 are foretold,
/// Franz6_id1959_aug 0.63, amg_laplace3d_sa_P 0.46 to 0.79 and ch7-8-b3_reordered 0.76, of which
/// 0.95 are; by places delaunay_n14 takes 1.6 times as long, of which 0.56 are, rgg_n_2_15_s0 1.3
/// times, of which 0.72 to 0.77 are; with 200 products a row and more copter2 1.5 times, of which
/// 0.82 are, and t2dah_e 1.3 times, of which 0.95 are.
inline constexpr std::int64_t foretold_min_work = 250'000;
inline constexpr double foretold_min_share = 0.8;
inline constexpr std::int64_t foretold_max_products_of_row = 128;

/// Host: places at which successive products are foretold, and how many of them: one of so many of
/// the whole product, at least and at most, 6 ns each, half of which are for learning; and courses
/// of twelve outcomes. With fewer products less is foretold of what many are foretold of.
inline constexpr int foretold_places = 4;
inline constexpr std::int64_t foretold_share_of_products = 1024;
inline constexpr std::int64_t foretold_least_products = 256;
inline constexpr std::int64_t foretold_most_products = 2048;
inline constexpr std::size_t foretold_courses = std::size_t{1} << 12;

/// Host: how many times as many products may come in the end as a sample may tell: once they are
/// counted, both phases would come late. Tuned likewise, on gemat12.
inline constexpr std::int64_t one_pass_sample_tolerance = 2;

/// Host: fewest rows whose products are counted together, and most groups of them.
inline constexpr std::int64_t one_pass_min_rows_of_group = 16;
inline constexpr std::int64_t one_pass_max_groups = 1024;

/// Host: fewest products of a chunk of rows, where there is more than one a thread, and most chunks
/// of a thread. Tuned likewise: with one each lp_stocfor3 takes 1.07 times as long.
inline constexpr std::int64_t one_pass_min_products_of_chunk = 25'000;
inline constexpr std::int64_t one_pass_max_chunks_of_thread = 8;

/// Host: products that take as long as an entry of A does beside its products, and as a row of C
/// does. Tuned likewise, roughly.
inline constexpr std::int64_t products_per_entry = 4;
inline constexpr std::int64_t products_per_row = 16;

/// Host: most columns of B for one pass: each thread has an array over all of them for long rows, 9
/// bytes a column, of which 64 threads need 600 MB. Whatever their number, so that the way taken
/// does not depend on it. Not tuned.
inline constexpr std::int64_t one_pass_max_columns = std::int64_t{1} << 20;

/// Host: how many times as many products as on average a group may have for one pass; groups are
/// counted as no more than so many.
inline constexpr std::int64_t one_pass_max_unevenness = 3;
inline constexpr std::int64_t one_pass_even_groups = 16;

/// Host: how many times as many entries as a group has on average a row of A may have for one pass,
/// groups counted likewise: that is known before products are counted, which takes a tenth of the
/// time of qp_A_boyd1, whose longest row has 2.3 times as many.
inline constexpr std::int64_t one_pass_max_unevenness_of_entries = 2;

/// Host: rows, entries of A and products of a block of rows that are formed together in one pass:
/// their factors fit the second cache, and put into order 16 at a time few lanes stay empty.
inline constexpr int one_pass_block_rows = 512;
inline constexpr int one_pass_block_entries = 2048;
inline constexpr int one_pass_block_products = 4096;

/// Host: most column sets of a row that are put into order by counting. Tuned likewise.
inline constexpr int scattered_row_max_sets = 128;

/// Host: entries of A by which rows of B are fetched before they are multiplied. Tuned likewise.
inline constexpr int prefetched_entries = 16;

/// Host: bytes of what is read of B from which on that is done; below, it takes a tenth of the time
/// for nothing. Tuned on two cores of an AMD EPYC (Zen 4), whose second cache has as many.
inline constexpr std::size_t prefetched_min_bytes = std::size_t{1} << 20;

/// Host: bytes of C from which on its entries are written past the caches. Tuned on two cores
/// of an AMD EPYC (Zen 4), whose third cache has as many: with 19 MB and less it gains nothing.
inline constexpr std::size_t past_caches_min_bytes = std::size_t{32} << 20;

/// Host: bytes of an array that both phases write past the caches together; longer rows that go
/// together, or are replayed, are written as they come. Tuned on two cores of an Intel Xeon
/// (Emerald Rapids): with 1 and 2 KiB rows of 27 columns that go together are too long, with 32 KiB
/// repeated products take 1.05 times as long.
inline constexpr std::size_t staged_bytes = std::size_t{8} << 10;

/// Host: memory of at least so many bytes is to lie in large pages (2 MiB on x86-64). Not tuned:
/// the C library hands smaller blocks out again, whose pages are there.
inline constexpr std::size_t huge_pages_min_bytes = std::size_t{8} << 20;

/// Host: bytes of a large page. Not tuned: those of x86-64; smaller pages are touched in part.
inline constexpr std::int64_t huge_page_bytes = std::int64_t{2} << 20;

/// Host: teams that each thread gets on average, so that a dynamic schedule can even out rows.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int host_teams_per_thread = 64;

/// Host: most rows of one team. Unit: rows. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int host_max_rows_per_team = 256;

/// Host: a row is sorted through a bitmap of its key range while the bitmap has at most
/// size · ⌈log2 size⌉ / sort_keys_per_word words of 64 keys, otherwise by comparison.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int sort_keys_per_word = 2;

/// Host: longest row that is sorted by counting the smaller keys of each key. Unit: entries.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int sort_by_counting_max = 64;

/// Host: what one core takes from another at once. Unit: bytes.
inline constexpr std::size_t host_cache_line = 64;
/// Host: lines that processors fetch together: what a thread writes again and again lies so far
/// from what others do. Unit: bytes.
inline constexpr std::size_t host_cache_line_pair = 2 * host_cache_line;

/// Host: steps of the merge path of SpMV in one share, until there are spmv_host_max_shares of
/// them. Rows of more entries are summed in parts, one for each share.
inline constexpr std::int64_t spmv_host_steps_per_share = 1024;

/// Host: most shares of one merge path.
inline constexpr int spmv_host_max_shares = 1024;

/// Host: fewest shares of a merge path that threads walk together: so many threads have some.
inline constexpr int spmv_host_least_shares = 16;

/// Host: elements of a loop up to which the calling thread runs it alone. Tuned on two cores of an
/// Intel Xeon, where a launch takes 2 to 4 µs.
inline constexpr std::int64_t host_steps_without_launch = 4000;

/// Host: products, rows and columns together, and entries of A and B together, up to which the
/// calling thread does a whole product alone. Tuned on two cores of an Intel Xeon.
inline constexpr std::int64_t host_small_product_steps = 15'000;

/// Host: products up to which the calling thread does a whole call of spgemm in one pass. Tuned on
/// two cores of an AMD EPYC (Zen 4), calls of other libraries in between: chunks of rows on two
/// threads take 0.42 to 0.9 of the time from 9000 products on, twice the time at 7000.
inline constexpr std::int64_t at_once_max_products = 9'000;

/// Host: the same for products where it is the only thread, or where rows of A have one entry on
/// average, so that rows of B are just multiplied; and for those of a single thread where rows have
/// so many products on average. Tuned likewise: chunks take 1.3 times as long for 13 800 products
/// of single entries, 1.13 times on one thread for 42 000 in long rows.
inline constexpr std::int64_t at_once_max_products_alone = 15'000;
inline constexpr std::int64_t at_once_max_products_of_long_rows_alone = 45'000;
inline constexpr std::int64_t at_once_long_row = 32;

/// Host: the same where rows of C have at_once_long_row products on average and are computed in
/// registers, whatever the number of threads. Tuned on two cores of an AMD EPYC (Zen 4), November
/// 2026: they take 0.2 to 0.8 ns a product, by two threads in any other way 0.6 to 10.
inline constexpr std::int64_t at_once_max_products_by_registers = 250'000;

/// Host: rows or columns of an operand, and entries of A and B together, for all of these.
inline constexpr std::int64_t at_once_max_order = 32'768;
inline constexpr std::int64_t at_once_max_entries = 60'000;

/// Host: entries of A and B together from which on so many entries of A tell the products roughly,
/// before all of them are counted. Units: entries, entries.
inline constexpr std::int64_t at_once_sampled_entries = 4000;
inline constexpr int at_once_samples = 64;

/// Host: where B has few columns, products for each of its rows from which on it pays to make bits
/// of their columns first, and products for each row of C up to which columns are taken one by one
/// as bits. Tuned likewise: 1.25 times the speed of marks with 28 products for a row of B, 0.88
/// with one; one by one 1.2 to 1.5 times with up to 9 for a row of C, 0.95 to 1.1 with 16 to 25.
inline constexpr std::int64_t at_once_products_per_row_of_bits = 4;
inline constexpr std::int64_t at_once_max_products_of_row_by_bits = 16;

/// Host: blocks of columns up to which a branch for each is better than to find those in use first.
/// Tuned likewise: with 13 blocks and more finding them has 1.1 to 1.25 times the speed where calls
/// of other libraries come in between, with fewer 0.93.
inline constexpr int at_once_few_blocks = 8;

/// Host: columns of B up to which the columns of a row of C are looked for among all of them in one
/// pass. Tuned likewise: beyond 2000 that takes longer than to find the first and the last.
inline constexpr std::int64_t at_once_unsurveyed_columns = 1536;

/// Host: products of a row for each block of columns between its first and its last from which on
/// all these blocks are looked at in one pass, none of them marked. Tuned likewise.
inline constexpr std::int64_t at_once_products_per_block = 2;

/// Host: where B has few columns, elements of its rows, entries or not, that are written or read
/// for each product up to which rows of C are computed in registers. Tuned likewise: 1.2 to 3 times
/// the speed below 12, 0.95 at 32.
inline constexpr std::int64_t at_once_elements_per_product = 16;

/// Host: products up to which rows are shared out in equal parts, one a thread. Tuned on two cores
/// of an AMD EPYC (Zen 4): on demand, first products of up to 100 000 take up to 1.3 times as long,
/// repeated ones up to 1.6 times; above 300 000, equal shares take up to 1.4 times as long.
inline constexpr std::int64_t host_shared_out_products = 150'000;

/// Host: steps of a merge path that another thread walks while the calling thread still returns
/// from waking it, and again before the calling thread may go on, both by a system call of libgomp
/// where it comes last. Tuned on two cores of an AMD EPYC (Zen 4): paths of 5000 steps take 0.92 to
/// 0.99 of the time with 150 to 450, those of 8000 to 16 000 as long with 200, 1.02 to 1.05 times
/// with 600.
inline constexpr std::int64_t spmv_host_steps_ahead_of_caller = 200;

/// Host: steps of a merge path that the calling thread walks alone. Tuned on two cores of an AMD
/// EPYC (Zen 4), where a step takes half a nanosecond and a launch 0.5 µs while a line of the cache
/// takes 50 ns from core to core: on two threads paths of 3500 steps take 1.1 times as long, those
/// of 4700 to 5000 steps 0.75 of the time; where a line takes 240 ns, these take 1.2 to 1.4 times
/// as long.
inline constexpr std::int64_t spmv_host_steps_of_one_thread = 4000;

/// Host: rows from this length on are summed in parts. Unit: entries.
/// Tuned on two cores of an AMD EPYC (Zen 4): twice as fast on rows of 60 entries in cache.
inline constexpr int spmv_host_long_row = 8;

/// Host: average length of the rows of a group from which they are summed by vectors that take
/// elements of x by single loads, where the processor may learn the lengths. Unit: entries. Tuned
/// on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_vector_row = 6;

/// Host: successive rows that SpMV sums in one way, and most entries of all together. Units: rows,
/// entries. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_rows_of_group = 8;
inline constexpr std::int64_t spmv_host_entries_of_group = 1024;

/// Host: groups whose ways are found before the first of them is summed. With 256 even rows take as
/// long. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_groups_at_once = 64;

/// Host: successive groups whose rows have the same one to three entries from which they are summed
/// by code for their length where gathers pay: to go there and back costs two mispredictions. Tuned
/// on two cores of an Intel Xeon (Emerald Rapids): from one on, road networks take 1.08 of the
/// time.
inline constexpr int spmv_host_groups_of_even_run = 4;

/// Host: matrices of fewer rows may have their branches learned by the processor when they are
/// multiplied again and again; in others a row whose end is mispredicted takes longer than entries
/// that are multiplied for nothing. Unit: rows. Tuned on two cores of an AMD EPYC (Zen 4): with
/// 9000 matrices of 11 000 rows take up to 1.3 times as long, with 20 000 those of 17 000 up to 1.4
/// times.
inline constexpr int spmv_host_learnable_rows = 12'000;

/// Host: the same for matrices of more rows whose merge path has fewer steps, of which each thread
/// has a part to learn. Unit: steps. Tuned on two cores of an AMD EPYC (Zen 4): on two threads
/// matrices of 14 000 to 27 000 rows and 65 000 to 227 000 steps take 0.88 to 1.02 of the time; on
/// one those of more than 200 000 up to 1.16 times as long.
inline constexpr std::int64_t spmv_host_learnable_steps = 230'000;

/// Host: fewest entries of a group of spmv_host_rows_of_group rows, none longer than `length`, that
/// are summed as if all were as long, where the processor may learn the lengths. Tuned on two cores
/// of an AMD EPYC (Zen 4): twelve entries more have 0.99 of the speed, 68 less 0.95.
constexpr int spmv_host_least_filling(int length) { return 6 * length - 12; }

/// Host: whether a gather of vector lanes takes less time than the loads that it stands for. Tuned
/// on two cores each of an Intel Xeon, where it does, and of an AMD EPYC (Zen 4): there SpMV by
/// gathers has 0.7 of the speed of plain loops.
#if defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || defined(__znver4__) || \
    defined(__znver5__)
inline constexpr bool host_gathers_pay = false;
#else
inline constexpr bool host_gathers_pay = true;
#endif

/// Host: columns of B that SpMM multiplies at once, so that their rows stay in cache; and of a B in
/// column-major order, which are copied together first. Unit: columns.
inline constexpr int spmm_host_columns_per_block = 64;
inline constexpr int spmm_host_columns_per_packed_block = 16;

/// Host: a row of B in column-major order that fewer entries of A read on average is not copied.
/// Unit: entries.
inline constexpr int spmm_host_least_reads_to_pack = 12;

/// Host: columns of B that are multiplied at once as they lie.
inline constexpr int spmm_host_columns_as_they_lie = 4;

/// Host: bytes of a row of B that are added to the sums of a row at once, and the same for the sums
/// of a group of rows.
inline constexpr int spmm_host_tile_bytes = 128;
inline constexpr int spmm_host_group_tile_bytes = 64;

/// Host: bytes of a vector as compilers choose them for loops.
inline constexpr int host_vector_bytes = 32;

/// Host: shares of the rows for each thread, so that a dynamic schedule can even out caches.
inline constexpr int spmm_host_shares_per_thread = 16;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
