# SPDX-License-Identifier: BSD-3-Clause
# The headers of Araios: what is installed and what the header checks compile.

# Need Kokkos alone.
set(araios_headers
  core/Araios_Access.hpp
  core/Araios_AccumulatorStorage.hpp
  core/Araios_Combine.hpp
  core/Araios_Compression.hpp
  core/Araios_Concepts.hpp
  core/Araios_CrsFromTriplets.hpp
  core/Araios_CrsMatrix.hpp
  core/Araios_DeviceTraits.hpp
  core/Araios_Determinism.hpp
  core/Araios_Dispatch.hpp
  core/Araios_Expects.hpp
  core/Araios_Fingerprint.hpp
  core/Araios_Generators.hpp
  core/Araios_GraphChecks.hpp
  core/Araios_HostCrsMatrix.hpp
  core/Araios_KokkosState.hpp
  core/Araios_Lanes.hpp
  core/Araios_MatrixMarketText.hpp
  core/Araios_PhaseMemory.hpp
  core/Araios_RandomMatrices.hpp
  core/Araios_RowCounts.hpp
  core/Araios_RowProducts.hpp
  core/Araios_RowSorter.hpp
  core/Araios_RowwiseKernel.hpp
  core/Araios_RunPhase.hpp
  core/Araios_Selection.hpp
  core/Araios_SortRows.hpp
  core/Araios_SpGemm.hpp
  core/Araios_SpGemmEstimate.hpp
  core/Araios_SpGemmNumeric.hpp
  core/Araios_SpGemmOptions.hpp
  core/Araios_SpGemmPhases.hpp
  core/Araios_SpGemmPlan.hpp
  core/Araios_SpGemmSymbolic.hpp
  core/Araios_SplitMix64.hpp
  core/Araios_StencilMatrices.hpp
  core/Araios_Transpose.hpp
  core/Araios_Tuning.hpp
  core/Araios_Workspace.hpp
  accumulators/Araios_Accumulator.hpp
  accumulators/Araios_Dense.hpp
  accumulators/Araios_LinkedList.hpp
  accumulators/Araios_TwoLevel.hpp
  partitioning/Araios_Owners.hpp
  partitioning/Araios_Partitioning.hpp
  partitioning/Araios_Traversals.hpp
  memory_pool/Araios_MemoryPool.hpp)

# Need Araios::MatrixMarket.
set(araios_matrix_market_headers
  core/Araios_CompressedFile.hpp
  core/Araios_FastMatrixMarket.hpp
  core/Araios_MatrixMarket.hpp
  core/Araios_MatrixMarketEntries.hpp
  core/Araios_MatrixMarketHeader.hpp
  core/Araios_MatrixMarketNumbers.hpp
  core/Araios_MatrixSource.hpp
  core/Araios_OutputFile.hpp)
