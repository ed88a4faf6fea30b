// SPDX-License-Identifier: BSD-3-Clause
// SuiteSparse:GraphBLAS in this process: its start, its errors, its matrices.
#pragma once

#include "base/ExitCode.hpp"

#include <string>

// A C header; what it needs of C++ it declares itself.
extern "C" {
#include <GraphBLAS.h>
}

namespace araios::perf {

/// Throws: Failure with the step that failed.
void expect_success(GrB_Info info, std::string const& step);

/// Starts the library at the first call, until the program ends.
void start_graphblas();

/// The same, and lets its later calls use num_threads.
void start_graphblas(int num_threads);

/// Owns a GraphBLAS matrix stored by rows.
class GraphBlasMatrix {
 public:
  GraphBlasMatrix() = default;
  GraphBlasMatrix(GraphBlasMatrix const&) = delete;
  GraphBlasMatrix& operator=(GraphBlasMatrix const&) = delete;
  ~GraphBlasMatrix() { reset(); }

  void create(GrB_Type type, int num_rows, int num_cols);
  void reset() { GrB_Matrix_free(&handle_); }
  GrB_Matrix get() const { return handle_; }

 private:
  GrB_Matrix handle_ = nullptr;
};

}  // namespace araios::perf
