// SPDX-License-Identifier: BSD-3-Clause
// SuiteSparse:GraphBLAS' product of sparse matrices.
#include "methods/PeerGraphBlas.hpp"

#include "base/ExitCode.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

// A C header; what it needs of C++ it declares itself.
extern "C" {
#include <GraphBLAS.h>
}

namespace araios::perf {
namespace {

void expect_success(GrB_Info info, std::string const& step) {
  if (info == GrB_SUCCESS) return;
  auto const code = info == GrB_OUT_OF_MEMORY ? ExitCode::out_of_memory : ExitCode::internal_error;
  throw Failure{code, "GraphBLAS: " + step + " returned " + std::to_string(info)};
}

/// The library, from first use to program end.
class Library {
 public:
  static void start() { static Library const library; }

 private:
  Library() { expect_success(GrB_init(GrB_NONBLOCKING), "GrB_init"); }
  ~Library() { GrB_finalize(); }
};

/// The arrays of a matrix by rows, in memory whose ownership GraphBLAS takes and returns.
struct PackedArrays {
  GrB_Index* row_offsets = nullptr;
  GrB_Index* columns = nullptr;
  void* values = nullptr;
  GrB_Index offset_bytes = 0, column_bytes = 0, value_bytes = 0;
  bool iso = false;
  bool jumbled = false;
};

template <class T>
T* allocate(std::size_t size) {
  // GraphBLAS takes no null pointers.
  void* const memory = std::malloc(std::max(size, std::size_t{1}) * sizeof(T));
  if (memory == nullptr) throw std::bad_alloc{};
  return static_cast<T*>(memory);
}

/// Owns a GraphBLAS matrix stored by rows.
class Matrix {
 public:
  Matrix() = default;
  Matrix(Matrix const&) = delete;
  Matrix& operator=(Matrix const&) = delete;
  ~Matrix() { reset(); }

  void create(int num_rows, int num_cols) {
    expect_success(GrB_Matrix_new(&handle_, GrB_FP64, static_cast<GrB_Index>(num_rows),
                                  static_cast<GrB_Index>(num_cols)),
                   "GrB_Matrix_new");
    expect_success(GxB_Matrix_Option_set(handle_, GxB_FORMAT, GxB_BY_ROW), "GxB_FORMAT");
    expect_success(GxB_Matrix_Option_set(handle_, GxB_SPARSITY_CONTROL, GxB_SPARSE),
                   "GxB_SPARSITY_CONTROL");
  }
  void pack(PackedArrays arrays) {
    expect_success(GxB_Matrix_pack_CSR(handle_, &arrays.row_offsets, &arrays.columns,
                                       &arrays.values, arrays.offset_bytes, arrays.column_bytes,
                                       arrays.value_bytes, arrays.iso, arrays.jumbled, nullptr),
                   "GxB_Matrix_pack_CSR");
  }
  PackedArrays unpack() {
    PackedArrays arrays;
    expect_success(
        GxB_Matrix_unpack_CSR(handle_, &arrays.row_offsets, &arrays.columns, &arrays.values,
                              &arrays.offset_bytes, &arrays.column_bytes, &arrays.value_bytes,
                              &arrays.iso, &arrays.jumbled, nullptr),
        "GxB_Matrix_unpack_CSR");
    return arrays;
  }
  void reset() { GrB_Matrix_free(&handle_); }
  GrB_Matrix get() const { return handle_; }

 private:
  GrB_Matrix handle_ = nullptr;
};

void import_copy(CrsArrays const& from, Matrix& to) {
  auto const num_offsets = static_cast<std::size_t>(from.num_rows) + 1;
  auto const size = static_cast<std::size_t>(from.num_entries);
  PackedArrays arrays;
  arrays.row_offsets = allocate<GrB_Index>(num_offsets);
  arrays.columns = allocate<GrB_Index>(size);
  auto* const values = allocate<double>(size);
  arrays.values = values;
  arrays.offset_bytes = num_offsets * sizeof(GrB_Index);
  arrays.column_bytes = std::max(size, std::size_t{1}) * sizeof(GrB_Index);
  arrays.value_bytes = std::max(size, std::size_t{1}) * sizeof(double);
  std::copy_n(from.row_offsets, num_offsets, arrays.row_offsets);
  std::copy_n(from.columns, size, arrays.columns);
  std::copy_n(from.values, size, values);
  to.create(from.num_rows, from.num_cols);
  to.pack(arrays);
}

class GraphBlasProduct final : public PeerProduct {
 public:
  GraphBlasProduct(PeerOperands operands, int num_threads, bool sorted)
      : operands_{std::move(operands)}, num_threads_{num_threads}, sorted_{sorted} {}

  std::string library() const override { return "graphblas"; }
  std::string algorithm() const override { return sorted_ ? "sorted" : "jumbled"; }
  bool sorts_rows() const override { return sorted_; }

  /// The values stay those of the first call: there is no reuse phase that would change them.
  void prepare() override {
    Library::start();
    expect_success(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, num_threads_), "GxB_GLOBAL_NTHREADS");
    if (a_.get() != nullptr) return;
    import_copy(operands_.a, a_);
    if (!operands_.b_is_a) import_copy(operands_.b, b_);
  }

  void multiply() override {
    c_.create(operands_.a.num_rows, operands_.b.num_cols);
    expect_success(GrB_mxm(c_.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, a_.get(),
                           operands_.b_is_a ? a_.get() : b_.get(), nullptr),
                   "GrB_mxm");
    expect_success(GrB_Matrix_wait(c_.get(), sorted_ ? GrB_MATERIALIZE : GrB_COMPLETE),
                   "GrB_Matrix_wait");
  }

  std::int64_t num_entries() const override {
    GrB_Index size = 0;
    expect_success(GrB_Matrix_nvals(&size, c_.get()), "GrB_Matrix_nvals");
    return static_cast<std::int64_t>(size);
  }

  void copy_result(std::int64_t* row_offsets, int* columns, double* values) const override {
    std::int64_t const size = num_entries();
    PackedArrays const c = c_.unpack();
    std::copy_n(c.row_offsets, operands_.a.num_rows + 1, row_offsets);
    std::copy_n(c.columns, size, columns);
    auto const* const c_values = static_cast<double const*>(c.values);
    // An iso matrix keeps one value for all entries.
    if (c.iso) {
      std::fill_n(values, size, *c_values);
    } else {
      std::copy_n(c_values, size, values);
    }
    c_.pack(c);
  }

  void release() override { c_.reset(); }

 private:
  PeerOperands operands_;
  int num_threads_;
  bool sorted_;
  Matrix a_, b_;
  mutable Matrix c_;  // mutable: arrays can be read only by unpacking the matrix
};

}  // namespace

void add_graphblas(PeerOperands const& operands, int num_threads, PeerProducts& products) {
  for (bool const sorted : {true, false}) {
    products.push_back(std::make_unique<GraphBlasProduct>(operands, num_threads, sorted));
  }
}

std::string graphblas_version() {
  return std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." + std::to_string(GxB_IMPLEMENTATION_MINOR) +
         "." + std::to_string(GxB_IMPLEMENTATION_SUB);
}

}  // namespace araios::perf
