// SPDX-License-Identifier: BSD-3-Clause
// The handle of products of Kokkos Kernels, with a plan in it.
#pragma once

#include <Araios_SpAddPlan.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpGemmPlan.hpp>
#include <Araios_Workspace.hpp>
#include <jacobi/Araios_JacobiPattern.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <KokkosSparse_spgemm_handle.hpp>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA {
namespace kokkos_sparse {

// NOLINTBEGIN(readability-identifier-naming): names are those of Kokkos Kernels.
using KokkosSparse::SPGEMM_DEBUG;
using KokkosSparse::SPGEMM_DEFAULT;
using KokkosSparse::SPGEMM_KK;
using KokkosSparse::SPGEMM_KK_DENSE;
using KokkosSparse::SPGEMM_KK_LP;
using KokkosSparse::SPGEMM_KK_MEMORY;
using KokkosSparse::SPGEMM_KK_MEMSPEED;
using KokkosSparse::SPGEMM_SERIAL;
using KokkosSparse::SPGEMMAlgorithm;

/// The algorithm of a name, such as "SPGEMM_KK_MEMORY".
///
/// Throws: std::runtime_error of Kokkos Kernels for other names.
inline SPGEMMAlgorithm StringToSPGEMMAlgorithm(std::string name) {
  return KokkosSparse::StringToSPGEMMAlgorithm(name);
}

/// The method that stands for an algorithm of Kokkos Kernels: kkmem, kkdense and kklp for
/// SPGEMM_KK_MEMORY, SPGEMM_KK_DENSE and SPGEMM_KK_LP. All others leave the choice to Araios.
constexpr MethodKind method_of(SPGEMMAlgorithm algorithm) {
  switch (algorithm) {
    case SPGEMM_KK_MEMORY:
      return MethodKind::kkmem;
    case SPGEMM_KK_DENSE:
      return MethodKind::kkdense;
    case SPGEMM_KK_LP:
      return MethodKind::kklp;
    default:
      return MethodKind::kkspgemm;
  }
}

/// What a product keeps between its phases: the plan, and what it is to be made with.
template <class Offset, class Ordinal, class Device>
class SPGEMMHandle {
 public:
  using plan_type = SpGemmPlan<Offset, Ordinal, Device>;  ///< what the symbolic phase returns
  using workspace_type = Workspace<Device>;               ///< temporary memory of both phases

  /// A handle for products by the method of `algorithm`.
  explicit SPGEMMHandle(SPGEMMAlgorithm algorithm) : algorithm_{algorithm} {
    options_.method = method_of(algorithm);
  }

  /// As given when the handle was made.
  SPGEMMAlgorithm get_algorithm_type() const { return algorithm_; }
  /// Whether a symbolic phase has succeeded.
  bool is_symbolic_called() const { return plan_.has_value(); }
  /// Whether a numeric phase has succeeded since.
  bool is_numeric_called() const { return is_numeric_called_; }
  /// Entries of C. Throws: std::invalid_argument before the symbolic phase.
  Offset get_c_nnz() const { return static_cast<Offset>(plan().nnz()); }

  /// Hint that Araios does not need, and ignores.
  void set_compression_cut_off(double) {}
  /// Hint that Araios does not need, and ignores.
  void set_compression_steps(bool) {}
  /// Hint that Araios does not need, and ignores.
  void set_first_level_hash_cut_off(double) {}
  /// Hint that Araios does not need, and ignores.
  void set_min_hash_size_scale(int) {}
  /// Counts of memory accesses, which Araios does not take.
  void set_read_write_cost_calc(bool) {}

  /// Not in Kokkos Kernels: options of the next symbolic phase, in place of the algorithm. The
  /// arguments of that call say which operands are transposed.
  void set_options(SpGemmOptions const& options) { options_ = options; }
  /// Not in Kokkos Kernels: the workspace of the next symbolic phase and of its numeric phases.
  void set_workspace(workspace_type const& workspace) { workspace_ = workspace; }
  /// Not in Kokkos Kernels: the plan. Throws: std::invalid_argument before the symbolic phase.
  plan_type const& plan() const {
    ARAIOS_EXPECTS(plan_.has_value(),
                   "the handle has no plan: call spgemm_symbolic with it, before spgemm_numeric");
    return *plan_;
  }

  /// @cond impl
  SpGemmOptions const& options() const { return options_; }
  workspace_type const& workspace() const { return workspace_; }
  void take(plan_type const& plan) {
    plan_.emplace(plan);
    jacobi_.reset();
    is_numeric_called_ = false;
  }
  void note_numeric_phase() { is_numeric_called_ = true; }
  // Where A of the plan has its diagonal, found at the first call.
  template <class A>
  auto const& jacobi_pattern(typename Device::execution_space const& exec, A const& a) {
    if (!jacobi_) jacobi_ = impl::jacobi_pattern(exec, graph_of(a), plan().options().check_reuse);
    return *jacobi_;
  }
  /// @endcond

 private:
  SPGEMMAlgorithm algorithm_;
  SpGemmOptions options_;
  workspace_type workspace_;
  std::optional<plan_type> plan_;
  std::optional<impl::JacobiPattern<Offset, Ordinal, Device>> jacobi_;
  bool is_numeric_called_ = false;
};

/// What a sum keeps between its phases: the plan.
template <class Offset, class Ordinal, class Device>
class SPADDHandle {
 public:
  using plan_type = SpAddPlan<Offset, Ordinal, Device>;  ///< what the symbolic phase returns

  /// A handle for sums. What is said of the operands is a hint that Araios does not need.
  SPADDHandle(bool input_is_sorted, bool input_is_merged)
      : is_sorted_{input_is_sorted}, is_merged_{input_is_merged} {}

  /// As given when the handle was made.
  bool is_input_sorted() const { return is_sorted_; }
  /// As given when the handle was made.
  bool is_input_merged() const { return is_merged_; }
  /// Whether both were given.
  bool is_input_strict_crs() const { return is_sorted_ && is_merged_; }
  /// Whether a symbolic phase has succeeded.
  bool is_symbolic_called() const { return plan_.has_value(); }
  /// Whether a numeric phase has succeeded since.
  bool is_numeric_called() const { return is_numeric_called_; }
  /// Entries of C. Throws: std::invalid_argument before the symbolic phase.
  Offset get_c_nnz() const { return static_cast<Offset>(plan().nnz()); }

  /// Not in Kokkos Kernels: the plan. Throws: std::invalid_argument before the symbolic phase.
  plan_type const& plan() const {
    ARAIOS_EXPECTS(plan_.has_value(),
                   "the handle has no plan: call spadd_symbolic with it, before spadd_numeric");
    return *plan_;
  }

  /// @cond impl
  void take(plan_type const& plan) {
    plan_.emplace(plan);
    is_numeric_called_ = false;
  }
  void note_numeric_phase() { is_numeric_called_ = true; }
  /// @endcond

 private:
  bool is_sorted_;
  bool is_merged_;
  std::optional<plan_type> plan_;
  bool is_numeric_called_ = false;
};

/// The handle of kernels as programs for Kokkos Kernels declare it. Copies share the handle of the
/// product and of the sum.
///
/// size_type counts the entries of A, B and C, lno_t numbers their rows and columns, and scalar_t
/// is that of their values; each may be constant. They lie in TempSpace. The default instance of
/// Exec runs the phases.
template <class size_type_, class lno_t_, class scalar_t_, class Exec, class TempSpace,
          class PersistentSpace>
class KokkosKernelsHandle {
 public:
  using HandleExecSpace = Exec;                         ///< runs the phases
  using HandleTempMemorySpace = TempSpace;              ///< memory of operands
  using HandlePersistentMemorySpace = PersistentSpace;  ///< not used
  using size_type = std::remove_const_t<size_type_>;    ///< counts entries
  using const_size_type = size_type const;              ///< the same, constant
  using nnz_lno_t = std::remove_const_t<lno_t_>;        ///< numbers rows and columns
  using const_nnz_lno_t = nnz_lno_t const;              ///< the same, constant
  using nnz_scalar_t = std::remove_const_t<scalar_t_>;  ///< of the values
  using const_nnz_scalar_t = nnz_scalar_t const;        ///< the same, constant
  using device_type = Kokkos::Device<Exec, TempSpace>;  ///< where operands lie
  /// Handle of a product.
  using SPGEMMHandleType = SPGEMMHandle<size_type, nnz_lno_t, device_type>;

  /// Makes a handle for a new product; the last one is gone.
  void create_spgemm_handle(SPGEMMAlgorithm algorithm = SPGEMM_DEFAULT) {
    spgemm_ = std::make_shared<SPGEMMHandleType>(algorithm);
  }
  /// The handle of the product, or nullptr.
  SPGEMMHandleType* get_spgemm_handle() const { return spgemm_.get(); }
  /// Frees what is kept for the product.
  void destroy_spgemm_handle() { spgemm_.reset(); }

  /// Handle of a sum.
  using SPADDHandleType = SPADDHandle<size_type, nnz_lno_t, device_type>;

  /// Makes a handle for a new sum; the last one is gone.
  void create_spadd_handle(bool input_sorted = false, bool input_merged = false) {
    spadd_ = std::make_shared<SPADDHandleType>(input_sorted, input_merged);
  }
  /// The handle of the sum, or nullptr.
  SPADDHandleType* get_spadd_handle() const { return spadd_.get(); }
  /// Frees what is kept for the sum.
  void destroy_spadd_handle() { spadd_.reset(); }

  /// Hint that Araios does not need, and ignores.
  void set_team_work_size(int) {}
  /// Hint that Araios does not need, and ignores.
  void set_shmem_size(std::size_t) {}
  /// Hint that Araios does not need, and ignores.
  void set_suggested_team_size(int) {}
  /// Hint that Araios does not need, and ignores.
  void set_suggested_vector_size(int) {}
  /// Hint that Araios does not need, and ignores.
  void set_dynamic_scheduling(bool) {}
  /// Araios prints nothing.
  void set_verbose(bool) {}

 private:
  std::shared_ptr<SPGEMMHandleType> spgemm_;
  std::shared_ptr<SPADDHandleType> spadd_;
};
// NOLINTEND(readability-identifier-naming)

}  // namespace kokkos_sparse
}  // namespace araios::inline ARAIOS_ISA
