// SPDX-License-Identifier: BSD-3-Clause
// Options of the C interface, which are set by name.
#pragma once

#include "araios.h"
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpMvOptions.hpp>

#include <cstdint>
#include <string>
#include <string_view>

struct araios_options {
  araios::SpGemmOptions options;
};

namespace araios_c {

/// Sets the option of this name, see araios_options_set.
///
/// Throws: std::invalid_argument for other names and values.
void set_option(araios::SpGemmOptions& options, std::string_view name, std::int64_t value);

/// What a product with a vector or a dense matrix is asked for. Options may be null.
///
/// Throws: std::invalid_argument naming an option that is set and that `call` does not take.
araios::SpMvOptions options_of_dense(araios_options const* options, std::string const& call);

}  // namespace araios_c
