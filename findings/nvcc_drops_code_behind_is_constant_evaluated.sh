#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# nvcc: std::is_constant_evaluated() in a constexpr function of hosts and devices.
#
# The call is a builtin to host compilers, so one expects it to be one for devices too. nvcc takes it
# for a constexpr function of hosts. Without --expt-relaxed-constexpr it warns (20013), and what the
# device then does is anything: here the branch for constant expressions is taken at run time, and
# the variable of the device is never read. Where warnings of headers are switched off, nothing tells.
# Seen: nvidia-cuda-nvcc==13.5.37, -std=c++20 -arch=sm_90: PTX without a load of the variable.
# CUDA 13.0 took the other branch in a larger program.
# What works: __builtin_is_constant_evaluated(), or --expt-relaxed-constexpr.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check nvidia-cuda-nvcc==13.5.37 \
  nvidia-nvvm==13.5.37 nvidia-cuda-crt==13.5.37 nvidia-cuda-runtime==13.5.37
compilers=(packages/lib/python3*/site-packages/nvidia/cu13/bin/nvcc)
cat >standard.cu <<'CPP'
#include <type_traits>
static __device__ int threshold = 3;
__host__ __device__ constexpr bool is_beyond(int n) {
  if (std::is_constant_evaluated()) return false;
#ifdef __CUDA_ARCH__
  return n > threshold;
#else
  return n > 3;
#endif
}
__global__ void tell(int* out, int n) { *out = is_beyond(n) ? 1 : 0; }
CPP
sed 's/std::is_constant/__builtin_is_constant/' standard.cu >builtin.cu
# reads <source> <flag>...: whether the kernel loads the variable.
reads() {
  "${compilers[0]}" -std=c++20 -arch=sm_90 "${@:2}" -ptx "$1" -o out.ptx 2>messages
  grep -q 'ld.global.*threshold' out.ptx && echo yes || echo no
}
found="standard $(reads standard.cu), relaxed $(reads standard.cu --expt-relaxed-constexpr)"
found+=", builtin $(reads builtin.cu)"
echo "the kernel reads its variable: $found"
[[ $found == "standard no, relaxed yes, builtin yes" ]] ||
  { echo "the behaviour has changed" >&2; exit 1; }
