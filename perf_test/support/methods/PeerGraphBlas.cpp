// SPDX-License-Identifier: BSD-3-Clause
// SuiteSparse:GraphBLAS' product of sparse matrices.
#include "methods/PeerGraphBlas.hpp"

#include "methods/GraphBlasLibrary.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <utility>

namespace araios::perf {
namespace {

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

void pack(GraphBlasMatrix const& matrix, PackedArrays arrays) {
  expect_success(GxB_Matrix_pack_CSR(matrix.get(), &arrays.row_offsets, &arrays.columns,
                                     &arrays.values, arrays.offset_bytes, arrays.column_bytes,
                                     arrays.value_bytes, arrays.iso, arrays.jumbled, nullptr),
                 "GxB_Matrix_pack_CSR");
}

PackedArrays unpack(GraphBlasMatrix const& matrix) {
  PackedArrays arrays;
  expect_success(GxB_Matrix_unpack_CSR(matrix.get(), &arrays.row_offsets, &arrays.columns,
                                       &arrays.values, &arrays.offset_bytes, &arrays.column_bytes,
                                       &arrays.value_bytes, &arrays.iso, &arrays.jumbled, nullptr),
                 "GxB_Matrix_unpack_CSR");
  return arrays;
}

/// A matrix whose rows stay in the sparse form.
void create_sparse(GraphBlasMatrix& matrix, int num_rows, int num_cols) {
  matrix.create(GrB_FP64, num_rows, num_cols);
  expect_success(GxB_Matrix_Option_set(matrix.get(), GxB_SPARSITY_CONTROL, GxB_SPARSE),
                 "GxB_SPARSITY_CONTROL");
}

void import_copy(CrsArrays const& from, GraphBlasMatrix& to) {
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
  create_sparse(to, from.num_rows, from.num_cols);
  pack(to, arrays);
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
    start_graphblas(num_threads_);
    if (a_.get() != nullptr) return;
    import_copy(operands_.a, a_);
    if (!operands_.b_is_a) import_copy(operands_.b, b_);
  }

  void multiply() override {
    create_sparse(c_, operands_.a.num_rows, operands_.b.num_cols);
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
    PackedArrays const c = unpack(c_);
    std::copy_n(c.row_offsets, operands_.a.num_rows + 1, row_offsets);
    std::copy_n(c.columns, size, columns);
    auto const* const c_values = static_cast<double const*>(c.values);
    // An iso matrix keeps one value for all entries.
    if (c.iso) {
      std::fill_n(values, size, *c_values);
    } else {
      std::copy_n(c_values, size, values);
    }
    pack(c_, c);
  }

  void release() override { c_.reset(); }

 private:
  PeerOperands operands_;
  int num_threads_;
  bool sorted_;
  GraphBlasMatrix a_, b_, c_;
};

}  // namespace

void add_graphblas(PeerOperands const& operands, int num_threads, PeerProducts& products) {
  for (bool const sorted : {true, false}) {
    products.push_back(std::make_unique<GraphBlasProduct>(operands, num_threads, sorted));
  }
}

std::string graphblas_version() {
  start_graphblas();
  std::array<int, 3> version{};
  expect_success(GxB_Global_Option_get(GxB_LIBRARY_VERSION, version.data()), "GxB_LIBRARY_VERSION");
  return std::to_string(version[0]) + "." + std::to_string(version[1]) + "." +
         std::to_string(version[2]);
}

}  // namespace araios::perf
