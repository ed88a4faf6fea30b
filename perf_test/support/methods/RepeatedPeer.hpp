// SPDX-License-Identifier: BSD-3-Clause
// Another library's repeated product on plain host arrays; without Kokkos, so that its file
// compiles fast.
#pragma once

#include <string>

namespace araios::perf {

class RepeatedPeer {
 public:
  RepeatedPeer() = default;
  RepeatedPeer(RepeatedPeer const&) = delete;
  RepeatedPeer& operator=(RepeatedPeer const&) = delete;
  virtual ~RepeatedPeer() = default;

  /// The library's name in tables.
  virtual std::string library() const = 0;
  virtual std::string algorithm() const = 0;

  /// Prepares the library's data for a matrix.
  virtual void set_up() = 0;
  /// The product; complete when it returns.
  ///
  /// Pre: set_up() has been called.
  virtual void multiply() = 0;
};

}  // namespace araios::perf
