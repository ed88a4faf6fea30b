// SPDX-License-Identifier: BSD-3-Clause
// The C interface of Araios: sparse matrix products and sums of arrays in host memory.
//
// Each call returns a status, and araios_last_error() says what was wrong. No call ends the
// process, and none throws. Any thread may call; on Kokkos' Threads, only the one that initialized
// Kokkos. Calls that multiply run one after another, each on all threads of Kokkos' default host
// execution space, also where Kokkos has a GPU.
#ifndef ARAIOS_H
#define ARAIOS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a call returns. After any but ARAIOS_OK, arguments keep their contents and plans stay
/// usable.
enum araios_status {
  ARAIOS_OK = 0,
  ARAIOS_INVALID_ARGUMENT = 1,  ///< an argument is wrong, or unlike the plan
  ARAIOS_OVERFLOW = 2,          ///< a count does not fit its type
  ARAIOS_WRONG_PLACE = 3,       ///< the call comes from a parallel region of OpenMP, or too late
  ARAIOS_OUT_OF_MEMORY = 4,     ///< the cap does not suffice, or memory ends
  ARAIOS_UNSUPPORTED = 5,       ///< this build lacks these types, these options, or files
  ARAIOS_NOT_INITIALIZED = 6,   ///< call araios_initialize first
  ARAIOS_INTERNAL_ERROR = 7,    ///< a fault of Araios or of Kokkos
  ARAIOS_FILE_ERROR = 8,        ///< a file cannot be read or written, or holds no valid matrix
  ARAIOS_COMPLEX_FILE = 9       ///< a file holds complex values where real ones are asked for
};

/// Types of values. A complex number is two reals: C's _Complex, Fortran's complex, numpy's.
enum araios_scalar {
  ARAIOS_FLOAT = 1,
  ARAIOS_DOUBLE = 2,
  ARAIOS_COMPLEX_FLOAT = 3,
  ARAIOS_COMPLEX_DOUBLE = 4
};

/// Types of row offsets and of columns. Offsets of size_t are ARAIOS_INT64 where size_t has 64
/// bits.
enum araios_index { ARAIOS_INT32 = 1, ARAIOS_INT64 = 2 };

/// A matrix in compressed rows: row i has the entries row_offsets[i] to row_offsets[i + 1] - 1,
/// counted from `base`. Columns count from `base` too; they may be unsorted and may repeat.
///
/// Operands are only read. With base 1 each call makes copies of their offsets and columns that
/// count from 0, in one pass: an offset a row and a column an entry. With base 0 nothing is copied.
///
/// Set all members to zero first: later versions may add some.
typedef struct araios_matrix {
  int64_t num_rows;
  int64_t num_cols;
  void* row_offsets;  ///< num_rows + 1 offsets that begin with base
  void* columns;      ///< a column for each entry
  void* values;       ///< a value for each entry
  void* owner;        ///< what araios_free frees, where Araios allocated the arrays; otherwise null
  int32_t scalar;     ///< araios_scalar
  int32_t offset;     ///< araios_index: type of row_offsets
  int32_t ordinal;    ///< araios_index: type of columns
  int32_t base;       ///< 0 or 1
} araios_matrix;

/// How a dense matrix lies in memory.
enum araios_order { ARAIOS_ROW_MAJOR = 1, ARAIOS_COLUMN_MAJOR = 2 };

/// A dense matrix: rows that lie leading_dimension elements apart, each with its elements side by
/// side, or columns likewise. Elements between them are neither read nor written.
///
/// Set all members to zero first: later versions may add some.
typedef struct araios_dense {
  int64_t num_rows;
  int64_t num_cols;
  int64_t leading_dimension;  ///< at least num_cols in row-major, num_rows in column-major order
  void* values;
  int32_t scalar;  ///< araios_scalar
  int32_t order;   ///< araios_order
} araios_dense;

/// What a product C = op(A) op(B) takes, before it runs. All but work are upper bounds. Bytes are
/// without the copies that base 1 needs.
typedef struct araios_bounds {
  int64_t work;                 ///< products of an entry of A and one of B, exact
  int64_t max_row_work;         ///< of them in one row of C, exact
  int64_t max_entries;          ///< entries of C
  int64_t max_row_entries;      ///< entries of a row of C
  int64_t max_result_bytes;     ///< row offsets, columns and values of C
  int64_t transposed_bytes;     ///< that a plan keeps of transposed operands; a part of those below
  int64_t symbolic_bytes;       ///< besides C, while a plan is made and memory is ample
  int64_t numeric_bytes;        ///< besides C, during a numeric call likewise
  int64_t min_workspace_bytes;  ///< a max_workspace_bytes with which both run
} araios_bounds;

/// What depends on the patterns of A and B alone.
typedef struct araios_plan araios_plan;
/// What a caller may ask of a product.
typedef struct araios_options araios_options;

/// Starts Kokkos with so many threads; 0 leaves the number to Kokkos, that is, to OMP_NUM_THREADS.
/// Where the program has initialized Kokkos, that stays as it is. May be called again, as often as
/// araios_finalize. Status: ARAIOS_INVALID_ARGUMENT if threads < 0; ARAIOS_WRONG_PLACE once Kokkos
/// is finalized, since it cannot start twice.
int araios_initialize(int threads);

/// Ends Kokkos if the first araios_initialize started it and this call answers it. Frees all that
/// plans and results of Araios hold: their arrays are gone then. Status: ARAIOS_NOT_INITIALIZED
/// without an araios_initialize to answer.
int araios_finalize(void);

/// The version of the library, such as "0.2.0".
char const* araios_version(void);

/// The execution space that multiplies, such as "OpenMP".
char const* araios_execution_space(void);

/// What was wrong with the last call of this thread that failed; "" if none has. Valid until the
/// next such call of this thread. Rows, columns and entries in it count from 0, whatever the base.
char const* araios_last_error(void);

/// Options with their defaults, to be freed by araios_options_destroy.
int araios_options_create(araios_options** options);

/// Sets an option; 0 and 1 stand for no and yes:
///
///   transpose_a, transpose_b   multiply the transpose of an operand, not conjugated; default 0
///   conjugate_a, conjugate_b   multiply the conjugate of an operand or of its transpose; default 0
///   replay                     for many numeric calls of a plan: remember each product; default 0
///   deterministic              C repeats bitwise; default 0
///   result_sorted              sort the columns of each row of C; default 1
///   input_sorted               you promise that columns ascend strictly in A and B; default 0
///   check_reuse                numeric calls compare whole patterns with the plan; default 0
///   max_workspace_bytes        most bytes a call may hold besides C, without the copies that base
///                              1 needs; -1 is no cap, the default
///
/// Status: ARAIOS_INVALID_ARGUMENT for other names and values.
int araios_options_set(araios_options* options, char const* name, int64_t value);

/// Frees options; null is allowed. Plans keep their own copy.
void araios_options_destroy(araios_options* options);

/// C = op(A) op(B) in new memory, to be freed by araios_free. C has the types and the base of A.
///
/// A and B have the same types, and as many columns in op(A) as rows in op(B). Options may be null.
/// What `c` held is not looked at, and overwritten.
int araios_multiply(araios_matrix const* a, araios_matrix const* b, araios_options const* options,
                    araios_matrix* c);

/// Frees the arrays that Araios allocated and sets the pointers of `c` to null; does nothing where
/// c or its owner is null.
void araios_free(araios_matrix* c);

/// Analyses the patterns of A and B, whose values may be null. The plan serves any number of
/// numeric calls while the patterns stay, and keeps no pointer of A or B.
int araios_plan_create(araios_matrix const* a, araios_matrix const* b,
                       araios_options const* options, araios_plan** plan);

/// Rows, columns and entries of C, each where the pointer is not null.
int araios_plan_size(araios_plan const* plan, int64_t* num_rows, int64_t* num_cols,
                     int64_t* num_entries);

/// Describes and allocates a C for araios_plan_numeric, to be freed by araios_free, with the base
/// of the A that the plan was made for. Its row offsets are those of C, the rest is not filled yet.
int araios_plan_allocate(araios_plan const* plan, araios_matrix* c);

/// Writes C: row offsets, columns and values, into arrays of araios_plan_allocate or of the caller,
/// which hold num_rows + 1 offsets and num_entries columns and values; see araios_plan_size.
///
/// A and B have the patterns that the plan was made for, and C has their types and a base of its
/// own. C shares no memory with A or B. Another size is always an error, and C untouched; other
/// patterns of the same size are found as docs/spgemm.md says, always with check_reuse.
int araios_plan_numeric(araios_plan const* plan, araios_matrix const* a, araios_matrix const* b,
                        araios_matrix const* c);

/// Frees a plan; null is allowed.
void araios_plan_destroy(araios_plan* plan);

/// Upper bounds of C = op(A) op(B) for these options, which may be null. Values may be null, and
/// the columns of B are looked at only where it is transposed. Takes one pass over A, and 8 bytes
/// for each row of C and of op(B).
int araios_estimate(araios_matrix const* a, araios_matrix const* b, araios_options const* options,
                    araios_bounds* bounds);

/// C = alpha A + beta B in new memory, to be freed by araios_free. C has the types and the base of
/// A, and rows whose columns ascend strictly: repeated entries of A or B are added up.
///
/// A and B have the same types and shape. alpha and beta point to a scalar of A's type. Values of a
/// matrix whose factor is 0 are not read, yet its entries are in C. What `c` held is not looked at,
/// and overwritten.
int araios_add(void const* alpha, araios_matrix const* a, void const* beta, araios_matrix const* b,
               araios_matrix* c);

/// y = alpha A x + beta y. alpha and beta point to a scalar of A's type, x to num_cols and y to
/// num_rows of them; y shares no memory with x or A. With beta 0, what y held is not read; with
/// alpha 0, neither are x and the entries of A.
///
/// Row offsets must not decrease and columns must be within A: both are not checked.
int araios_spmv(void const* alpha, araios_matrix const* a, void const* x, void const* beta,
                void* y);

/// y = alpha op(A) x + beta y, where options ask for op(A) by transpose_a and conjugate_a; no
/// transpose is formed. With transpose_a x has num_rows of A, and y num_cols. Values by a transpose
/// repeat bitwise for one number of threads; with the option deterministic for every number.
///
/// Options may be null. Status: ARAIOS_INVALID_ARGUMENT if others than these three are set. All
/// else is as for araios_spmv.
int araios_spmv_op(void const* alpha, araios_matrix const* a, void const* x, void const* beta,
                   void* y, araios_options const* options);

/// C = alpha op(A) B + beta C for dense B and C, each by rows or by columns. Both have the scalar
/// of A, and C shares no memory with A or B. With beta 0, what C held is not read; with alpha 0,
/// neither are B and the entries of A.
///
/// Options are those of araios_spmv_op, and row offsets and columns of A are checked as little.
int araios_spmm(void const* alpha, araios_matrix const* a, araios_dense const* b, void const* beta,
                araios_dense const* c, araios_options const* options);

/// Reads a Matrix Market coordinate file, plain or compressed by gzip or xz, into new memory, to be
/// freed by araios_free. scalar, offset, ordinal and base of `a` say what to make of it; its other
/// members are not looked at, and overwritten.
///
/// Rows are sorted by column, and entries of one place are added up. Symmetric files are expanded.
/// Entries of a pattern are 1. Integers that the scalar cannot hold are rounded. The call takes
/// memory for the text, and then for the entries twice.
///
/// Status: ARAIOS_FILE_ERROR with the name of the file, and the line where that is known;
/// ARAIOS_COMPLEX_FILE; ARAIOS_OVERFLOW if a size does not fit its type; ARAIOS_UNSUPPORTED if the
/// library was built without files.
int araios_read_matrix_market(char const* path, araios_matrix* a);

/// Writes a matrix to a Matrix Market coordinate file, compressed if its name ends in .gz or .xz.
/// Reading it gives the same values. A file that cannot be written whole is not left behind.
///
/// Status: ARAIOS_INVALID_ARGUMENT if A is no valid matrix; ARAIOS_FILE_ERROR; ARAIOS_UNSUPPORTED
/// as araios_read_matrix_market.
int araios_write_matrix_market(char const* path, araios_matrix const* a);

#ifdef __cplusplus
}
#endif

#endif
