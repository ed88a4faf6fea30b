// SPDX-License-Identifier: BSD-3-Clause
// The libraries that can be measured beside this one: which are in this build, and when they run.
#include "Peers.hpp"

#include "PeerCuSparse.hpp"
#include "PeerEigen.hpp"
#include "PeerGraphBlas.hpp"
#include "PeerMethod.hpp"
#include "PeerMkl.hpp"
#include "PeersOfBuild.hpp"
#include "TypesOfBuild.hpp"
#include "VisitTypes.hpp"

#include <algorithm>
#include <cstdint>

namespace araios::perf {
namespace {

bool takes_offsets(Peer peer, OffsetType offset) {
  if (peer != Peer::kokkos_kernels) return offset == OffsetType::int32;
  return visit_offset(offset, []<class Offset>(Offset) { return has_peers_v<Offset>; });
}

/// What a peer has to offer; nothing where it is not in this build.
PeerProducts products_of(Peer peer, PeerOperands const& operands, int num_threads) {
  PeerProducts products;
  switch (peer) {
    case Peer::mkl:
      if constexpr (peers_of_build::mkl) add_mkl(operands, num_threads, products);
      break;
    case Peer::graphblas:
      if constexpr (peers_of_build::graphblas) add_graphblas(operands, num_threads, products);
      break;
    case Peer::eigen:
      if constexpr (peers_of_build::eigen) add_eigen(operands, products);
      break;
    case Peer::cusparse:
      if constexpr (peers_of_build::cusparse) add_cusparse(operands, products);
      break;
    case Peer::kokkos_kernels:  // takes views, not arrays
      break;
  }
  return products;
}

}  // namespace

std::vector<PeerFacts> const& all_peers() {
  static std::vector<PeerFacts> const peers{
      {Peer::kokkos_kernels, "kk", has_peers_v<std::int32_t>,
       "install Kokkos Kernels beside Kokkos"},
      {Peer::mkl, "mkl", peers_of_build::mkl,
       "install oneMKL, as by 'pip install mkl mkl-devel mkl-include', name its prefix in MKL_ROOT "
       "unless it is a usual one, and compile with GCC"},
      {Peer::graphblas, "graphblas", peers_of_build::graphblas,
       "install SuiteSparse:GraphBLAS (Debian: libgraphblas-dev), or name its prefix in "
       "GraphBLAS_ROOT"},
      {Peer::eigen, "eigen", peers_of_build::eigen,
       "install Eigen 3.4 (Debian: libeigen3-dev), or name its prefix in Eigen3_ROOT"},
      {Peer::cusparse, "cusparse", peers_of_build::cusparse,
       "build with a Kokkos that has CUDA, such as preset cuda, where the toolkit has cuSPARSE"}};
  return peers;
}

std::string_view name_of(Peer peer) {
  auto const is_it = [peer](PeerFacts const& facts) { return facts.peer == peer; };
  return std::find_if(all_peers().begin(), all_peers().end(), is_it)->name;
}

std::string why_skipped(Peer peer, Options const& options) {
  if (!takes_offsets(peer, options.offset)) return "not compiled in for these offsets";
  BackEnd const back_end = options.space.back_end;
  if (peer == Peer::cusparse && back_end != BackEnd::cuda) return "it runs with --cuda";
  bool const runs_on_hosts_alone =
      peer == Peer::mkl || peer == Peer::graphblas || peer == Peer::eigen;
  if (runs_on_hosts_alone && is_device(back_end)) return "it runs on hosts";
  bool const lacks_reuse = peer == Peer::graphblas || peer == Peer::eigen;
  if (lacks_reuse && options.reuse_only) return "it cannot compute values alone again";
  return {};
}

std::string why_peers_are_skipped(Problem const& problem, Options const& options) {
  auto const would_run = [&options](Peer peer) {
    return peer != Peer::kokkos_kernels && why_skipped(peer, options).empty();
  };
  auto const& a = problem.a().graph;
  auto const& b = problem.b().graph;
  bool const has_size = a.num_rows > 0 && b.num_rows > 0 && b.num_cols > 0;
  if (has_size || std::none_of(options.peers.begin(), options.peers.end(), would_run)) return {};
  return "no peer but Kokkos Kernels is asked where a matrix has no rows or no columns";
}

void add_peers(PeerOperands const& operands, Options const& options, int num_threads,
               std::vector<std::unique_ptr<Method>>& methods) {
  for (Peer const peer : options.peers) {
    if (!why_skipped(peer, options).empty()) continue;
    for (auto& product : products_of(peer, operands, num_threads)) {
      methods.push_back(std::make_unique<PeerMethod>(std::move(product), operands.a.num_rows,
                                                     operands.b.num_cols));
    }
  }
}

std::vector<std::pair<std::string, std::string>> peer_versions() {
  std::vector<std::pair<std::string, std::string>> versions;
  if constexpr (peers_of_build::mkl) versions.emplace_back("mkl", mkl_version());
  if constexpr (peers_of_build::graphblas) versions.emplace_back("graphblas", graphblas_version());
  if constexpr (peers_of_build::eigen) versions.emplace_back("eigen", eigen_version());
  if constexpr (peers_of_build::cusparse) versions.emplace_back("cusparse", cusparse_version());
  return versions;
}

}  // namespace araios::perf
