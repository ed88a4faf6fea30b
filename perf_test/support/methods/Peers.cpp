// SPDX-License-Identifier: BSD-3-Clause
// Products of other libraries that can be compared with this one's.
#include "methods/Peers.hpp"

#include "PeersOfBuild.hpp"
#include "methods/PeerCuSparse.hpp"
#include "methods/PeerEigen.hpp"
#include "methods/PeerGraphBlas.hpp"
#include "methods/PeerMethod.hpp"
#include "methods/PeerMkl.hpp"
#include "options/PeerChoice.hpp"

namespace araios::perf {
namespace {

/// The products of a peer; none if it is not in this build.
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
    case Peer::kokkos_kernels:  // takes views, not plain arrays
      break;
  }
  return products;
}

}  // namespace

std::string why_skipped(Peer peer, Options const& options) {
  if (options.scalar == ScalarType::complex_type) return "it is called with real values alone";
  bool const lacks_reuse = peer == Peer::graphblas || peer == Peer::eigen;
  if (lacks_reuse && options.reuse_only) return "it cannot compute values alone again";
  return why_skipped(peer, options.space.back_end, options.offset);
}

void add_peers(PeerOperands const& operands, std::vector<Peer> const& peers, int num_threads,
               std::vector<std::unique_ptr<Method>>& methods) {
  for (Peer const peer : peers) {
    for (auto& product : products_of(peer, operands, num_threads)) {
      methods.push_back(std::make_unique<PeerMethod>(std::move(product), operands.a.num_rows,
                                                     operands.b.num_cols));
    }
  }
}

PeerVersions peer_versions() {
  PeerVersions versions;
  if constexpr (peers_of_build::mkl) versions.emplace_back("mkl", mkl_version());
  if constexpr (peers_of_build::graphblas) versions.emplace_back("graphblas", graphblas_version());
  if constexpr (peers_of_build::eigen) versions.emplace_back("eigen", eigen_version());
  if constexpr (peers_of_build::cusparse) versions.emplace_back("cusparse", cusparse_version());
  return versions;
}

}  // namespace araios::perf
