// SPDX-License-Identifier: BSD-3-Clause
// Ways to compute one product again and again, as drivers time them against each other.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace araios::perf {

/// One way of one library.
class RepeatedMethod {
 public:
  RepeatedMethod() = default;
  RepeatedMethod(RepeatedMethod const&) = delete;
  RepeatedMethod& operator=(RepeatedMethod const&) = delete;
  virtual ~RepeatedMethod() = default;

  /// The library's name in tables.
  virtual std::string library() const = 0;
  virtual std::string algorithm() const = 0;

  /// Prepares what the library keeps for a matrix. Returns milliseconds.
  virtual double set_up() = 0;
  /// Computes the product so many times, from one fence to the next. Returns milliseconds of all.
  virtual double multiply(int calls) = 0;
};

/// All ways that are timed against each other on the same arrays.
class RepeatedContest {
 public:
  RepeatedContest() = default;
  RepeatedContest(RepeatedContest const&) = delete;
  RepeatedContest& operator=(RepeatedContest const&) = delete;
  virtual ~RepeatedContest() = default;

  /// Makes every element of the result one that no product leaves as it is.
  virtual void poison_result() const = 0;
  virtual std::vector<double> result() const = 0;

  /// This library's methods first.
  std::vector<std::unique_ptr<RepeatedMethod>> const& methods() const { return methods_; }

 protected:
  std::vector<std::unique_ptr<RepeatedMethod>> methods_;
};

}  // namespace araios::perf
