# SPDX-License-Identifier: BSD-3-Clause
"""The recipe of Spack, version 1.0 or later. docs/building.md tells how to use it."""

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Araios(CMakePackage, CudaPackage):
    """Performance-portable sparse matrix products on Kokkos: sparse x sparse with a plan that is
    used again for new values, sparse x vector and sparse x dense."""

    # A working tree is the source: `spack develop --path <tree> araios@main`.
    git = "https://araios.example/araios.git"

    license("BSD-3-Clause")

    version("main", branch="main")

    # Kokkos decides on the execution spaces; these ask it for them.
    variant("serial", default=True, description="Products on Kokkos::Serial")
    variant("openmp", default=False, description="Products on Kokkos::OpenMP")
    variant("threads", default=False, description="Products on Kokkos::Threads")
    variant("library", default=True, description="Compile the products of common types once")
    variant("shared", default=True, when="+library", description="Build shared libraries")
    variant("c", default=True, when="+library", description="Build the C interface")
    variant("kokkos_kernels", default=False, description="Take matrices of Kokkos Kernels")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("kokkos@4.5: cxxstd=20")
    depends_on("kokkos+pic", when="+shared")
    depends_on("kokkos-kernels@4.5:", when="+kokkos_kernels")

    for space in ("serial", "openmp", "threads"):
        depends_on(f"kokkos+{space}", when=f"+{space}")
    conflicts("+openmp", when="+threads", msg="Kokkos has one parallel execution space of hosts")
    conflicts("~serial~openmp~threads~cuda", msg="an execution space is needed")

    conflicts("+cuda", when="cuda_arch=none", msg="name the device: cuda_arch=90")
    depends_on("kokkos+cuda_constexpr", when="+cuda")
    depends_on("kokkos+cuda_lambda", when="+cuda ^kokkos@:4")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")

    conflicts("%gcc@:11", msg="C++20 as of GCC 12 is needed")
    conflicts("%clang@:13", msg="C++20 as of Clang 14 is needed")

    def cmake_args(self):
        args = [
            self.define("Kokkos_ROOT", self.spec["kokkos"].prefix),
            self.define_from_variant("Araios_ENABLE_LIBRARY", "library"),
            # fast_matrix_market is not a package of Spack.
            self.define("Araios_ENABLE_MATRIX_MARKET", False),
            self.define_from_variant("Araios_ENABLE_KOKKOSKERNELS", "kokkos_kernels"),
        ]
        if self.spec.satisfies("+library"):
            args.append(self.define_from_variant("Araios_ENABLE_C", "c"))
            args.append(self.define_from_variant("BUILD_SHARED_LIBS", "shared"))
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        return args
