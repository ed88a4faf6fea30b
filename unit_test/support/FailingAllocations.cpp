// SPDX-License-Identifier: BSD-3-Clause
// Counts the allocations of a program, and lets some fail.

#include "FailingAllocations.hpp"

#include <Araios_Errors.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <typeinfo>

namespace {

enum class Failing { once, from_then_on };

/// Counts the allocations of this program while a call is watched, and lets some fail.
class FailingMemory {
 public:
  /// From now on, `allowed` allocations succeed before one fails.
  void watch(int allowed, Failing failing) {
    failing_ = failing;
    has_failed_ = false;
    left_ = allowed;
    is_watched_ = true;
  }
  void stop() { is_watched_ = false; }
  bool has_failed() const { return has_failed_; }

  bool next_fails() {
    if (!is_watched_) return false;
    int const left = left_--;
    if (left > 0 || (left < 0 && failing_ == Failing::once)) return false;
    has_failed_ = true;
    return true;
  }

 private:
  std::atomic<bool> is_watched_ = false;
  std::atomic<bool> has_failed_ = false;
  std::atomic<int> left_ = 0;
  Failing failing_ = Failing::once;
};

FailingMemory memory;

/// Kokkos ends the process where the text of a label finds no memory. Less is not let fail.
constexpr std::size_t least_failing_bytes = 512;

/// Memory of views is aligned, whatever its size.
bool may_fail(std::size_t size, std::size_t alignment) {
  return size >= least_failing_bytes || alignment > alignof(std::max_align_t);
}

void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (may_fail(size, alignment) && memory.next_fails()) return nullptr;
  return std::aligned_alloc(
      alignment, (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* const allocated = allocate(size, alignment);
  if (allocated == nullptr) throw std::bad_alloc{};
  return allocated;
}

}  // namespace

// All memory of the library and of Kokkos on hosts comes by these.
void* operator new(std::size_t size) { return allocate_or_throw(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, std::nothrow_t const&) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* allocated) noexcept { std::free(allocated); }
void operator delete(void* allocated, std::size_t) noexcept { std::free(allocated); }
void operator delete(void* allocated, std::nothrow_t const&) noexcept { std::free(allocated); }
void operator delete(void* allocated, std::align_val_t) noexcept { std::free(allocated); }
void operator delete(void* allocated, std::size_t, std::align_val_t) noexcept {
  std::free(allocated);
}
void operator delete(void* allocated, std::align_val_t, std::nothrow_t const&) noexcept {
  std::free(allocated);
}

#ifdef KOKKOS_ENABLE_CUDA
// All memory of Kokkos on devices comes by these: the linker leads their callers here. Kokkos asks
// for no bytes before launches of teams, which always succeeds.
extern "C" {
cudaError_t __real_cudaMalloc(void** allocated, std::size_t size);
cudaError_t __real_cudaMallocAsync(void** allocated, std::size_t size, cudaStream_t stream);
cudaError_t __real_cudaHostAlloc(void** allocated, std::size_t size, unsigned flags);
cudaError_t __real_cudaMallocHost(void** allocated, std::size_t size);

cudaError_t __wrap_cudaMalloc(void** allocated, std::size_t size) {
  return size > 0 && memory.next_fails() ? cudaErrorMemoryAllocation
                                         : __real_cudaMalloc(allocated, size);
}
cudaError_t __wrap_cudaMallocAsync(void** allocated, std::size_t size, cudaStream_t stream) {
  return size > 0 && memory.next_fails() ? cudaErrorMemoryAllocation
                                         : __real_cudaMallocAsync(allocated, size, stream);
}
cudaError_t __wrap_cudaHostAlloc(void** allocated, std::size_t size, unsigned flags) {
  return size > 0 && memory.next_fails() ? cudaErrorMemoryAllocation
                                         : __real_cudaHostAlloc(allocated, size, flags);
}
cudaError_t __wrap_cudaMallocHost(void** allocated, std::size_t size) {
  return size > 0 && memory.next_fails() ? cudaErrorMemoryAllocation
                                         : __real_cudaMallocHost(allocated, size);
}
}
#endif

namespace araios_test {
namespace {

/// Runs a call under watch. Returns whether it threw OutOfMemory; no other error may arrive.
bool runs_out_of_memory(Watched const& watched, int allowed, Failing failing) {
  memory.watch(allowed, failing);
  try {
    watched.call();
    memory.stop();
    EXPECT_TRUE(watched.is_right());
    return false;
  } catch (araios::OutOfMemory const& error) {
    memory.stop();
    EXPECT_FALSE(error.exceeds_cap()) << error.what();
    EXPECT_NE(std::string{error.what()}.find("more memory than the system has left"),
              std::string::npos)
        << error.what();
    EXPECT_TRUE(watched.is_untouched()) << error.what();
  } catch (std::exception const& error) {
    memory.stop();
    ADD_FAILURE() << typeid(error).name() << ": " << error.what();
  }
  return true;
}

}  // namespace

int fail_each_allocation(Watched const& watched) {
  // What Kokkos keeps for its own kernels is taken before.
  watched.call();
  EXPECT_TRUE(watched.is_right());
  int most = 0;
  for (Failing const failing : {Failing::once, Failing::from_then_on}) {
    for (int allowed = 0;; ++allowed) {
      SCOPED_TRACE((failing == Failing::once ? "one allocation fails, after "
                                             : "all allocations fail, after ") +
                   std::to_string(allowed));
      bool const ran_out = runs_out_of_memory(watched, allowed, failing);
      if (!memory.has_failed()) break;
      most = std::max(most, allowed + 1);
      if (ran_out) {
        watched.call();
        EXPECT_TRUE(watched.is_right()) << "the same call afterwards";
      }
      if (testing::Test::HasFailure()) return most;
    }
  }
  return most;
}

void run_with_first_allocation_failing(std::function<void()> const& call) {
  memory.watch(0, Failing::once);
  call();
  memory.stop();
}

}  // namespace araios_test
