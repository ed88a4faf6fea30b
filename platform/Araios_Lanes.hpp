// SPDX-License-Identifier: BSD-3-Clause
// The group of execution lanes that owns a row: the only code that knows how lanes are launched.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_LaneLoop.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// True where a thread is one lane: owners of host execution spaces run alone.
template <class ExecutionSpace>
inline constexpr bool is_host_space_v =
    std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>;

/// Alignment of scratch: that of the widest scalar. Unit: bytes.
inline constexpr int scratch_alignment = 16;

/// Bytes of an owner's scratch, rounded up so that the scratch of the next owner is aligned too.
KOKKOS_FUNCTION constexpr std::size_t aligned_scratch_bytes(std::size_t bytes) {
  return (bytes + scratch_alignment - 1) / scratch_alignment * scratch_alignment;
}

/// Bytes that a launch asks for so that each owner gets `bytes` of aligned scratch. Kokkos aligns
/// the whole scratch of a team less strictly.
constexpr std::size_t scratch_bytes_with_slack(std::size_t bytes) {
  return aligned_scratch_bytes(bytes) + scratch_alignment;
}

/// [0, size) cut into one contiguous part for each lane.
class PartsOfLanes {
 public:
  KOKKOS_FUNCTION PartsOfLanes(int num_lanes, int size)
      // Odd sizes spread the accesses of the lanes over the banks of shared memory.
      : part_{((size + num_lanes - 1) / num_lanes) | 1}, size_{size} {}

  KOKKOS_FUNCTION int begin(int lane) const { return lane * part_ < size_ ? lane * part_ : size_; }
  KOKKOS_FUNCTION int end(int lane) const { return begin(lane + 1); }

 private:
  int part_;
  int size_;
};

/// The vector lanes of one thread, which own a row together. On hosts that is a single lane, and
/// every member compiles to plain code.
template <class Member>
struct ThreadLanes {
  using execution_space = typename Member::execution_space;

  /// True if several lanes may run concurrently.
  static constexpr bool concurrent = !is_host_space_v<execution_space>;
  static constexpr bool is_team = false;

  Member const& member;

  /// Scratch of this owner, level 0.
  ///
  /// Pre: the launch has asked for scratch_bytes_with_slack.
  KOKKOS_FUNCTION std::byte* scratch([[maybe_unused]] std::size_t bytes) const {
    if constexpr (requires { member.scratch(); }) {
      return member.scratch();
    } else {
      auto const size = static_cast<std::ptrdiff_t>(aligned_scratch_bytes(bytes));
      return static_cast<std::byte*>(
          member.thread_scratch(0).get_shmem_aligned(size, scratch_alignment));
    }
  }

  /// Calls f(i) for every i in [0, n), spread over the lanes; ends with a barrier.
  template <class Index, class F>
  KOKKOS_FUNCTION void for_each(Index n, F const& f) const {
    if constexpr (concurrent) {
      LaneLoop<execution_space>::for_each(member, n, f);
    } else {
      for (Index i = 0; i < n; ++i) f(i);
    }
  }

  /// Calls f(i, partial) for every i in [0, n) and gives every lane the sum of the partials.
  template <class Sum, class Index, class F>
  KOKKOS_FUNCTION Sum sum(Index n, F const& f) const {
    Sum total{};
    if constexpr (concurrent) {
      Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(member, n), f, total);
    } else {
      for (Index i = 0; i < n; ++i) f(i, total);
    }
    return total;
  }

  /// Calls f(i, partial) for every i in [0, n). Gives every lane the reduced partials, in the
  /// object that the reducer refers to.
  template <class Index, class F, class Reducer>
  KOKKOS_FUNCTION void reduce(Index n, F const& f, Reducer const& reducer) const {
    if constexpr (concurrent) {
      Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(member, n), f, reducer);
    } else {
      reducer.init(reducer.reference());
      for (Index i = 0; i < n; ++i) f(i, reducer.reference());
    }
  }

  /// Calls put(load(i)) for every i in [0, n), spread over num_lanes lanes. A lane loads `batch`
  /// elements before it puts the first, so that memory latencies overlap. Ends with a barrier.
  ///
  /// Pre: num_lanes is the number of lanes.
  template <int batch, class Index, class Load, class Put>
  KOKKOS_FUNCTION void for_each_in_batches(int num_lanes, Index n, Load const& load,
                                           Put const& put) const {
    using Loaded = decltype(load(n));
    auto const stride = static_cast<Index>(num_lanes);
    if (batch == 1 || n <= stride) return for_each(n, [&](Index i) { put(load(i)); });
    for_each(num_lanes, [&](int lane) {
      for (auto first = static_cast<Index>(lane); first < n; first += batch * stride) {
        Loaded loaded[batch];
        for (int i = 0; i < batch; ++i) {
          if (first + i * stride < n) loaded[i] = load(first + i * stride);
        }
        for (int i = 0; i < batch; ++i) {
          if (first + i * stride < n) put(loaded[i]);
        }
      }
    });
  }

  /// Calls f(i, sum, is_final) for every i in [0, n), spread over the lanes, as a prefix sum: f
  /// adds its part to the sum. When is_final, the sum passed holds the parts of all smaller i.
  /// Gives every lane the total.
  template <class Sum, class Index, class F>
  KOKKOS_FUNCTION Sum scan(Index n, F const& f) const {
    Sum total{};
    if constexpr (concurrent) {
      Kokkos::parallel_scan(
          Kokkos::ThreadVectorRange(member, n),
          [&](Index i, Sum& sum, bool is_final) { f(i, sum, is_final); }, total);
    } else {
      for (Index i = 0; i < n; ++i) f(i, total, true);
    }
    return total;
  }

  /// Cuts [0, n) into one part for each of num_lanes lanes, and calls visit(begin, end, sum) for
  /// each part. The sum passed is the exclusive prefix sum of sum_of(begin, end) over the parts;
  /// visit adds that of its own part. Gives every lane the total.
  ///
  /// Pre: num_lanes is the number of lanes.
  template <class Sum, class SumOf, class Visit>
  KOKKOS_FUNCTION Sum scan_parts(int num_lanes, int n, SumOf const& sum_of,
                                 Visit const& visit) const {
    PartsOfLanes const parts{num_lanes, n};
    return scan<Sum>(num_lanes, [&](int lane, Sum& sum, bool is_final) {
      if (is_final) {
        visit(parts.begin(lane), parts.end(lane), sum);
      } else {
        sum += sum_of(parts.begin(lane), parts.end(lane));
      }
    });
  }

  /// Gives every lane the total that scan_parts gives.
  template <class Sum, class SumOf>
  KOKKOS_FUNCTION Sum sum_parts(int num_lanes, int n, SumOf const& sum_of) const {
    PartsOfLanes const parts{num_lanes, n};
    return sum<Sum>(num_lanes, [&](int lane, Sum& partial) {
      partial += sum_of(parts.begin(lane), parts.end(lane));
    });
  }

  /// Calls f() on one lane.
  template <class F>
  KOKKOS_FUNCTION void single(F const& f) const {
    if constexpr (concurrent) {
      Kokkos::single(Kokkos::PerThread(member), f);
    } else {
      f();
    }
  }

  /// Calls f(out) on one lane and gives every lane its result.
  template <class F, class Out>
  KOKKOS_FUNCTION void single(F const& f, Out& out) const {
    if constexpr (concurrent) {
      Kokkos::single(Kokkos::PerThread(member), f, out);
    } else {
      f(out);
    }
  }

  /// Orders the memory accesses of the lanes before and after it.
  KOKKOS_FUNCTION void barrier() const {
    if constexpr (concurrent) LaneLoop<execution_space>::barrier(member);
  }
};

/// The barrier of a team. Not inlined on hosts, since kernels call it at many places.
template <class Member>
KOKKOS_FUNCTION void team_barrier(Member const& member) {
  if constexpr (is_host_space_v<typename Member::execution_space>) {
    KOKKOS_IF_ON_HOST(([&]() __attribute__((noinline)) { member.team_barrier(); }();))
  } else {
    member.team_barrier();
  }
}

/// All lanes of a team, which own a row together: its threads, each with its vector lanes.
template <class Member>
struct TeamLanes {
  using execution_space = typename Member::execution_space;

  static constexpr bool concurrent = true;
  static constexpr bool is_team = true;

  Member const& member;

  /// Scratch of this owner, level 0.
  ///
  /// Pre: the launch has asked for scratch_bytes_with_slack.
  KOKKOS_FUNCTION std::byte* scratch(std::size_t bytes) const {
    auto const size = static_cast<std::ptrdiff_t>(aligned_scratch_bytes(bytes));
    return static_cast<std::byte*>(
        member.team_scratch(0).get_shmem_aligned(size, scratch_alignment));
  }

  /// Calls f(i) for every i in [0, n), spread over the lanes; ends with a barrier.
  template <class Index, class F>
  KOKKOS_FUNCTION void for_each(Index n, F const& f) const {
    Kokkos::parallel_for(Kokkos::TeamVectorRange(member, n), f);
    team_barrier(member);
  }

  /// Calls f(i) for every i in [0, n), each by all vector lanes of one thread; no barrier.
  template <class Index, class F>
  KOKKOS_FUNCTION void for_each_by_thread(Index n, F const& f) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, n), f);
  }

  /// Within for_each_by_thread: calls f(i) for every i in [0, n), spread over the vector lanes.
  template <class Index, class F>
  KOKKOS_FUNCTION void for_each_by_lane(Index n, F const& f) const {
    LaneLoop<execution_space>::for_each(member, n, f);
  }

  /// Calls f(i, partial) for every i in [0, n) and gives every lane the sum of the partials.
  template <class Sum, class Index, class F>
  KOKKOS_FUNCTION Sum sum(Index n, F const& f) const {
    Sum total{};
    Kokkos::parallel_reduce(Kokkos::TeamVectorRange(member, n), f, total);
    return total;
  }

  /// As ThreadLanes::scan_parts. Begins and ends with a barrier.
  ///
  /// Shapes: thread_sums: scratch for one number of each thread.
  /// Pre:    num_lanes is the number of vector lanes of a thread.
  template <class Sum, class SumOf, class Visit>
  KOKKOS_FUNCTION Sum scan_parts(int num_lanes, int n, SumOf const& sum_of, Visit const& visit,
                                 Sum* thread_sums) const {
    int const threads = member.team_size();
    int const rank = member.team_rank();
    int const part = (n + threads - 1) / threads;
    int const first = rank * part < n ? rank * part : n;
    int const size = first + part < n ? part : n - first;
    ThreadLanes<Member> const thread{member};
    auto const sum_of_mine = [&](int begin, int end) { return sum_of(first + begin, first + end); };
    team_barrier(member);
    Sum const mine = thread.template sum_parts<Sum>(num_lanes, size, sum_of_mine);
    thread.single([&]() { thread_sums[rank] = mine; });
    team_barrier(member);
    Sum before{};
    Sum total{};
    for (int i = 0; i < threads; ++i) {
      before += i < rank ? thread_sums[i] : Sum{};
      total += thread_sums[i];
    }
    thread.template scan_parts<Sum>(num_lanes, size, sum_of_mine,
                                    [&](int begin, int end, Sum& sum) {
                                      sum += before;
                                      visit(first + begin, first + end, sum);
                                      sum -= before;
                                    });
    team_barrier(member);
    return total;
  }

  /// Calls f() on one lane.
  template <class F>
  KOKKOS_FUNCTION void single(F const& f) const {
    Kokkos::single(Kokkos::PerTeam(member), f);
  }

  /// Calls f(out) on one lane and gives every lane its result.
  template <class F, class Out>
  KOKKOS_FUNCTION void single(F const& f, Out& out) const {
    Kokkos::single(Kokkos::PerTeam(member), f, out);
  }

  /// Orders the memory accesses of the lanes before and after it.
  KOKKOS_FUNCTION void barrier() const { team_barrier(member); }
};

/// scan_parts for an owner that may be a thread or a team, so that accumulators need not know.
///
/// Shapes: thread_sums: for teams, scratch for one number of each thread.
template <class Lanes>
struct PartScan {
  Lanes const& lanes;
  int lanes_of_thread;
  int* thread_sums;

  template <class Count, class Visit>
  KOKKOS_FUNCTION int operator()(int n, Count const& count, Visit const& visit) const {
    if constexpr (Lanes::is_team) {
      return lanes.template scan_parts<int>(lanes_of_thread, n, count, visit, thread_sums);
    } else {
      return lanes.template scan_parts<int>(lanes_of_thread, n, count, visit);
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
