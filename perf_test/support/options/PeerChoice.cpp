// SPDX-License-Identifier: BSD-3-Clause
// Which of the chosen peers run, and why the others do not.
#include "options/PeerChoice.hpp"

namespace araios::perf {

std::string why_skipped(Peer peer, BackEnd back_end, OffsetType offset) {
  bool const takes_offsets = peer == Peer::kokkos_kernels || offset == OffsetType::int32;
  if (!takes_offsets) return "not compiled in for these offsets";
  if (peer == Peer::cusparse && back_end != BackEnd::cuda) return "it runs with --cuda";
  bool const runs_on_hosts_alone =
      peer == Peer::mkl || peer == Peer::graphblas || peer == Peer::eigen;
  if (runs_on_hosts_alone && is_device(back_end)) return "it runs on hosts";
  return {};
}

}  // namespace araios::perf
