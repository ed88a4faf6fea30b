// SPDX-License-Identifier: BSD-3-Clause
// All methods that are compared on the same operands.
#pragma once

#include "measure/Method.hpp"
#include "measure/SpaceRates.hpp"
#include "options/Options.hpp"
#include "problem/Problem.hpp"
#include <Araios_SpGemmEstimate.hpp>

#include <memory>
#include <string>
#include <vector>

namespace araios::perf {

/// The methods of this library and of its peers, and the operands they share.
class Contest {
 public:
  Contest() = default;
  Contest(Contest const&) = delete;
  Contest& operator=(Contest const&) = delete;
  virtual ~Contest() = default;

  /// Copies the values of A from the problem, for all methods.
  virtual void update_values(Problem const& problem) = 0;
  /// Host threads, or the concurrency of the device.
  virtual int concurrency() const = 0;
  /// This library's estimate of the product.
  virtual SpGemmEstimate estimate() const = 0;

  /// This library's methods first.
  std::vector<std::unique_ptr<Method>> const& methods() const { return methods_; }

 protected:
  std::vector<std::unique_ptr<Method>> methods_;
};

/// Checks the options alone, before any matrix is read.
///
/// Throws: Failure (unsupported) if the types of offsets and values are not compiled in for the
///         execution space.
void expect_types(Options const& options);

/// Copies the operands to the memory of the chosen execution space.
///
/// Throws: Failure (usage) if two of this library's methods are equal; as expect_types.
std::unique_ptr<Contest> make_contest(Problem const& problem, Options const& options);

/// The same for one execution space, offset type and scalar; each is instantiated in a separate
/// file.
template <class Space, class Offset, class Scalar>
std::unique_ptr<Contest> make_contest_on(Problem const& problem, Options const& options);

/// Measured rates of the execution space of a back end.
SpaceRates measure_rates(BackEnd back_end);

/// Checks that no two methods are equal.
///
/// Throws: Failure (usage) otherwise.
void expect_distinct(std::vector<std::unique_ptr<Method>> const& methods);

}  // namespace araios::perf
