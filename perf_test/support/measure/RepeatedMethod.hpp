// SPDX-License-Identifier: BSD-3-Clause
// Methods that compute one product repeatedly, and are compared with each other.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace araios::perf {

/// One method of one library.
class RepeatedMethod {
 public:
  RepeatedMethod() = default;
  RepeatedMethod(RepeatedMethod const&) = delete;
  RepeatedMethod& operator=(RepeatedMethod const&) = delete;
  virtual ~RepeatedMethod() = default;

  /// The library's name in tables.
  virtual std::string library() const = 0;
  virtual std::string algorithm() const = 0;

  /// Prepares the library's data for a matrix. Returns milliseconds.
  virtual double set_up() = 0;
  /// Computes the product `calls` times between two fences. Returns the milliseconds of all.
  virtual double multiply(int calls) = 0;
};

/// All methods that are compared on the same arrays.
class RepeatedContest {
 public:
  RepeatedContest() = default;
  RepeatedContest(RepeatedContest const&) = delete;
  RepeatedContest& operator=(RepeatedContest const&) = delete;
  virtual ~RepeatedContest() = default;

  /// Sets every element of the result to NaN, which each product must overwrite.
  virtual void poison_result() const = 0;
  /// Describes where the last result first differs from the reference; empty if it does not.
  virtual std::string difference() const = 0;

  /// This library's methods first.
  std::vector<std::unique_ptr<RepeatedMethod>> const& methods() const { return methods_; }

 protected:
  std::vector<std::unique_ptr<RepeatedMethod>> methods_;
};

}  // namespace araios::perf
