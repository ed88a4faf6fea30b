// SPDX-License-Identifier: BSD-3-Clause
// Other libraries to compare with: their names, and whether they are in this build.
#include "base/PeerFacts.hpp"

#include "PeersOfBuild.hpp"
#include "base/TypesOfBuild.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace araios::perf {
namespace {

constexpr std::array<PeerFacts, 5> all_facts{
    {{Peer::kokkos_kernels, "kk", has_kokkos_kernels, "install Kokkos Kernels beside Kokkos"},
     {Peer::mkl, "mkl", peers_of_build::mkl,
      "install oneMKL, as by 'pip install mkl mkl-devel mkl-include', name its prefix in MKL_ROOT "
      "unless it is a usual one, and compile with GCC"},
     {Peer::graphblas, "graphblas", peers_of_build::graphblas,
      "install SuiteSparse:GraphBLAS (Debian: libgraphblas-dev), or name its prefix, or what its "
      "Python package distributes, in GraphBLAS_ROOT"},
     {Peer::eigen, "eigen", peers_of_build::eigen,
      "install Eigen 3.4 (Debian: libeigen3-dev), or name its prefix in Eigen3_ROOT"},
     {Peer::cusparse, "cusparse", peers_of_build::cusparse,
      "build with a Kokkos that has CUDA, such as preset cuda, where the toolkit has cuSPARSE"}}};

}  // namespace

PeerFacts const& facts_of(Peer peer) {
  auto const is_it = [peer](PeerFacts const& facts) { return facts.peer == peer; };
  return *std::find_if(all_facts.begin(), all_facts.end(), is_it);
}

std::string why_absent(Peer peer) {
  PeerFacts const& facts = facts_of(peer);
  if (facts.is_built_in) return {};
  return fmt::format("not in this build; {}, and configure again", facts.how_to_get);
}

}  // namespace araios::perf
