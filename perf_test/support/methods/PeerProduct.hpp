// SPDX-License-Identifier: BSD-3-Clause
// Another library's product on plain arrays; without Kokkos, so that its file compiles fast.
#pragma once

#include "base/CrsArrays.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios::perf {

/// A and B in the memory of the execution space. Their values may change in place between calls.
struct PeerOperands {
  CrsArrays a;
  CrsArrays b;
  bool b_is_a = false;                ///< they share their arrays
  std::shared_ptr<void const> owner;  ///< of the arrays
};

class PeerProduct {
 public:
  PeerProduct() = default;
  PeerProduct(PeerProduct const&) = delete;
  PeerProduct& operator=(PeerProduct const&) = delete;
  virtual ~PeerProduct() = default;

  /// The library's name in tables.
  virtual std::string library() const = 0;
  virtual std::string algorithm() const = 0;
  /// Products with one contender name compete, and the best represents it.
  virtual std::string contender() const { return library() + " " + algorithm(); }
  virtual bool sorts_rows() const { return true; }
  /// Whether the library can recompute the values of C without its pattern.
  virtual bool can_reuse() const { return false; }

  /// Converts the operands, if the library keeps them in its own form; not timed.
  virtual void prepare() {}
  /// The whole call, including the allocation of C; complete when it returns.
  ///
  /// Post: holds C.
  virtual void multiply() = 0;
  /// Recomputes the values of C.
  ///
  /// Pre: holds C, can_reuse().
  virtual void multiply_again() { throw std::logic_error{library() + " has no reuse phase"}; }

  /// Temporary memory that the caller had to provide for the last call.
  virtual std::size_t workspace_bytes() const { return 0; }
  /// The number of entries of C.
  ///
  /// Pre: holds C.
  virtual std::int64_t num_entries() const = 0;
  /// Copies C to host arrays.
  ///
  /// Pre: holds C; the arrays have its size.
  virtual void copy_result(std::int64_t* row_offsets, int* columns, double* values) const = 0;

  /// Frees C and its state.
  virtual void release() = 0;
};

using PeerProducts = std::vector<std::unique_ptr<PeerProduct>>;

}  // namespace araios::perf
