// SPDX-License-Identifier: BSD-3-Clause
// Errors of CUDA and cuSPARSE as failures of a driver.
#pragma once

#include "base/ExitCode.hpp"

#include <cuda_runtime_api.h>
#include <cusparse.h>

#include <string>

namespace araios::perf {

/// Throws: Failure (out of memory or internal error) that names the library and the step.
inline void expect_success(cudaError_t error, std::string const& step) {
  if (error == cudaSuccess) return;
  auto const code =
      error == cudaErrorMemoryAllocation ? ExitCode::out_of_memory : ExitCode::internal_error;
  throw Failure{code, "CUDA: " + step + ": " + cudaGetErrorString(error)};
}

/// The same.
inline void expect_success(cusparseStatus_t status, std::string const& step) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  bool const lacks_memory =
      status == CUSPARSE_STATUS_ALLOC_FAILED || status == CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
  throw Failure{lacks_memory ? ExitCode::out_of_memory : ExitCode::internal_error,
                "cuSPARSE: " + step + ": " + cusparseGetErrorString(status)};
}

}  // namespace araios::perf
