// SPDX-License-Identifier: BSD-3-Clause
// SuiteSparse:GraphBLAS in this process: its start, its errors, its matrices.
#include "methods/GraphBlasLibrary.hpp"

namespace araios::perf {
namespace {

/// The library, from first use to program end.
class Library {
 public:
  Library() { expect_success(GrB_init(GrB_NONBLOCKING), "GrB_init"); }
  Library(Library const&) = delete;
  Library& operator=(Library const&) = delete;
  ~Library() { GrB_finalize(); }
};

}  // namespace

void expect_success(GrB_Info info, std::string const& step) {
  if (info == GrB_SUCCESS) return;
  auto const code = info == GrB_OUT_OF_MEMORY ? ExitCode::out_of_memory : ExitCode::internal_error;
  throw Failure{code, "GraphBLAS: " + step + " returned " + std::to_string(info)};
}

void start_graphblas() { static Library const library; }

void start_graphblas(int num_threads) {
  start_graphblas();
  expect_success(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, num_threads), "GxB_GLOBAL_NTHREADS");
}

void GraphBlasMatrix::create(GrB_Type type, int num_rows, int num_cols) {
  expect_success(GrB_Matrix_new(&handle_, type, static_cast<GrB_Index>(num_rows),
                                static_cast<GrB_Index>(num_cols)),
                 "GrB_Matrix_new");
  expect_success(GxB_Matrix_Option_set(handle_, GxB_FORMAT, GxB_BY_ROW), "GxB_FORMAT");
}

}  // namespace araios::perf
