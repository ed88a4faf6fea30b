// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends and offset types to the compiled contests.
#include "Contest.hpp"

#include "ExitCode.hpp"
#include "PeerOffsets.hpp"

#include <Kokkos_Core.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <set>

namespace araios::perf {
namespace {

template <class Space>
std::unique_ptr<Contest> make_contest_in(Problem const& problem, Options const& options) {
  switch (options.offset) {
    case OffsetType::int32:
      return make_contest_on<Space, std::int32_t>(problem, options);
    case OffsetType::int64:
      return make_contest_on<Space, std::int64_t>(problem, options);
    case OffsetType::size_t:
      break;
  }
  return make_contest_on<Space, std::size_t>(problem, options);
}

}  // namespace

std::unique_ptr<Contest> make_contest(Problem const& problem, Options const& options) {
  switch (options.space.back_end) {
#ifdef KOKKOS_ENABLE_SERIAL
    case BackEnd::serial:
      return make_contest_in<Kokkos::Serial>(problem, options);
#endif
#ifdef KOKKOS_ENABLE_THREADS
    case BackEnd::threads:
      return make_contest_in<Kokkos::Threads>(problem, options);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
    case BackEnd::openmp:
      return make_contest_in<Kokkos::OpenMP>(problem, options);
#endif
#ifdef KOKKOS_ENABLE_CUDA
    case BackEnd::cuda:
      return make_contest_in<Kokkos::Cuda>(problem, options);
#endif
#ifdef KOKKOS_ENABLE_HIP
    case BackEnd::hip:
      return make_contest_in<Kokkos::HIP>(problem, options);
#endif
#ifdef KOKKOS_ENABLE_SYCL
    case BackEnd::sycl:
      return make_contest_in<Kokkos::SYCL>(problem, options);
#endif
    default:
      break;
  }
  throw Failure{ExitCode::unsupported,
                fmt::format("{} is not built in", name_of(options.space.back_end))};
}

void expect_distinct(std::vector<std::unique_ptr<Method>> const& methods) {
  std::set<std::string> names;
  for (auto const& method : methods) {
    if (names.insert(method->algorithm()).second) continue;
    throw Failure{ExitCode::usage,
                  fmt::format("--algorithm: found {} twice, expected different methods",
                              method->algorithm())};
  }
}

bool is_built_in(Peer, OffsetType offset) {
  switch (offset) {
    case OffsetType::int32:
      return has_peers_v<std::int32_t>;
    case OffsetType::int64:
      return has_peers_v<std::int64_t>;
    case OffsetType::size_t:
      break;
  }
  return has_peers_v<std::size_t>;
}

std::string name_of(Peer) { return "kk"; }

}  // namespace araios::perf
