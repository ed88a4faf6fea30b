// SPDX-License-Identifier: BSD-3-Clause
// SuiteSparse:GraphBLAS' counts of triangles, by masked products as LAGraph has them.
#include "methods/PeerGraphBlasTriangles.hpp"

#include "methods/GraphBlasLibrary.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace araios::perf {
namespace {

/// How C<L> is formed.
enum class Variant { ll, lut };

/// The pattern of a matrix, with one value for all entries: plus-pair reads none. GraphBLAS chooses
/// the size of its indices, which it keeps at 64 bits for arrays that it is handed.
void import_pattern(CrsArraysOf<std::uint8_t> const& from, GraphBlasMatrix& to) {
  // GraphBLAS takes no null pointers.
  std::vector<GrB_Index> rows(static_cast<std::size_t>(std::max(from.num_entries, 1)));
  std::vector<GrB_Index> columns(rows.size());
  for (int row = 0; row < from.num_rows; ++row) {
    for (int entry = from.row_offsets[row]; entry < from.row_offsets[row + 1]; ++entry) {
      rows[static_cast<std::size_t>(entry)] = static_cast<GrB_Index>(row);
      columns[static_cast<std::size_t>(entry)] = static_cast<GrB_Index>(from.columns[entry]);
    }
  }
  GrB_Scalar one = nullptr;
  expect_success(GrB_Scalar_new(&one, GrB_BOOL), "GrB_Scalar_new");
  GrB_Info info = GrB_Scalar_setElement_BOOL(one, true);
  to.create(GrB_BOOL, from.num_rows, from.num_cols);
  if (info == GrB_SUCCESS) {
    info = GxB_Matrix_build_Scalar(to.get(), rows.data(), columns.data(), one,
                                   static_cast<GrB_Index>(from.num_entries));
  }
  GrB_Scalar_free(&one);
  expect_success(info, "GxB_Matrix_build_Scalar");
}

class GraphBlasTriangles final : public RepeatedPeer {
 public:
  GraphBlasTriangles(TrianglesOperands operands, int num_threads, Variant variant)
      : operands_{std::move(operands)}, num_threads_{num_threads}, variant_{variant} {}

  std::string library() const override { return "graphblas"; }
  std::string algorithm() const override {
    return variant_ == Variant::ll ? "sandia_ll" : "sandia_lut";
  }

  void set_up() override {
    start_graphblas(num_threads_);
    auto const& lower = operands_.lower;
    import_pattern(lower, lower_);
    if (variant_ == Variant::lut) {
      upper_.create(GrB_BOOL, lower.num_cols, lower.num_rows);
      expect_success(GrB_transpose(upper_.get(), nullptr, nullptr, lower_.get(), nullptr),
                     "GrB_transpose");
      expect_success(GrB_Matrix_wait(upper_.get(), GrB_MATERIALIZE), "GrB_Matrix_wait");
    }
    expect_success(GrB_Matrix_wait(lower_.get(), GrB_MATERIALIZE), "GrB_Matrix_wait");
  }

  void multiply() override {
    GraphBlasMatrix c;
    c.create(GrB_INT64, operands_.lower.num_rows, operands_.lower.num_cols);
    bool const is_ll = variant_ == Variant::ll;
    expect_success(GrB_mxm(c.get(), lower_.get(), nullptr, GxB_PLUS_PAIR_INT64, lower_.get(),
                           is_ll ? lower_.get() : upper_.get(), is_ll ? GrB_DESC_S : GrB_DESC_ST1),
                   "GrB_mxm");
    std::int64_t count = 0;
    expect_success(
        GrB_Matrix_reduce_INT64(&count, nullptr, GrB_PLUS_MONOID_INT64, c.get(), nullptr),
        "GrB_Matrix_reduce");
    *operands_.count = static_cast<double>(count);
  }

 private:
  TrianglesOperands operands_;
  int num_threads_;
  Variant variant_;
  GraphBlasMatrix lower_, upper_;
};

}  // namespace

std::vector<std::unique_ptr<RepeatedPeer>> make_graphblas_triangles(
    TrianglesOperands const& operands, int num_threads) {
  std::vector<std::unique_ptr<RepeatedPeer>> peers;
  for (Variant const variant : {Variant::ll, Variant::lut}) {
    peers.push_back(std::make_unique<GraphBlasTriangles>(operands, num_threads, variant));
  }
  return peers;
}

}  // namespace araios::perf
