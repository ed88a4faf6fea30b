// SPDX-License-Identifier: BSD-3-Clause
// The flags that select the execution space of every driver.
#pragma once

#include "options/BackEnd.hpp"

#include <CLI/CLI.hpp>

namespace araios::perf {

/// Adds --serial, --threads, --openmp, --cuda, --hip and --sycl; at most one may be given.
void add_execution_space(CLI::App& app, BackEndChoice& space);

}  // namespace araios::perf
