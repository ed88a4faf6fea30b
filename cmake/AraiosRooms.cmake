# SPDX-License-Identifier: BSD-3-Clause
# The rooms of Araios: every header with its folder and floor. This is the only list of headers: it
# determines what is installed, what the header checks compile, and what .ci/layers checks. A header
# includes those of its own room and of lower floors.

# araios_room(<folder> <floor> [PUBLIC <name>...] [INSIDE <name>...])
# Headers <folder>/Araios_<name>.hpp. Public ones are included as <Araios_<name>.hpp> and installed
# at the root. The others are included as <room>/Araios_<name>.hpp and installed in impl/<room>; the
# room is the folder, or the part of it below core/. The public headers of core/ are on several
# floors, with one call for each.
function(araios_room folder floor)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "PUBLIC;INSIDE")
  list(TRANSFORM ARG_PUBLIC REPLACE "(.+)" "${folder}/Araios_\\1.hpp")
  list(TRANSFORM ARG_INSIDE REPLACE "(.+)" "${folder}/Araios_\\1.hpp")
  set_property(GLOBAL APPEND PROPERTY araios_public_headers ${ARG_PUBLIC})
  set_property(GLOBAL APPEND PROPERTY araios_inside_headers ${ARG_INSIDE})
endfunction()

# araios_driver_room(<folder> <floor>): a folder of source files of the drivers.
function(araios_driver_room folder floor)
  set_property(GLOBAL APPEND PROPERTY araios_driver_rooms "${folder}")
endfunction()

# Need only Kokkos.
araios_room(core 16
  PUBLIC SparseBlas)
# The calls of the C++ Sparse BLAS, over the products of Araios.
araios_room(core/sparse_blas 15
  INSIDE BlasDense BlasErrors BlasMatrix BlasOperand BlasSpGemm Conjugate)
araios_room(core 17
  PUBLIC BsrRap)
# Products of matrices of blocks: patterns by SpGEMM, triple products.
araios_room(core/block_rap 16
  INSIDE BlockRap)
araios_room(core 15
  PUBLIC BsrSpGemm Rap)
araios_room(core/block_spgemm 14
  INSIDE BlockSymbolic)
# The two phases of triple products.
araios_room(core/rap 14
  INSIDE RapChecks RapMemory RapNumeric RapOnePass RapProducts RapSymbolic)
araios_room(core 14
  PUBLIC ProductInstances SpGemmAdd SpGemmJacobi)
araios_room(core 13
  PUBLIC SpGemm StrategyTables)
# The two phases of SpGEMM, the checks of a call, the estimate.
araios_room(core/spgemm 12
  INSIDE EstimateRun LessMemory NumericChecks PhaseMemory PublicCalls SpGemmNumeric
    SpGemmSymbolic SpGemmTuning StrategyTable SymbolicBins WholeCall)
araios_room(core 12
  PUBLIC SpGemmAddPlan SpGemmJacobiPlan)
araios_room(core 11
  PUBLIC BsrSpMv BsrTranspose SpGemmPlan SpGemmReport ToBlocks)
# Matrices of dense blocks: products, copies, transposes.
araios_room(core/blocks 10
  INSIDE BlockArrays BlockCopies BlockNumeric BlockOperands BlockShapes BlockTimesDense BlocksTuning
    DeviceBlockRow HostBlockRow TransposedBlocks)
# Devices: a numeric phase from stored products.
araios_room(core/replay 10
  INSIDE PackedProducts Replay ReplayBegins ReplayBlocks ReplayBuilder ReplayHeavyRows ReplayKernel
    ReplayOrder ReplayRecording ReplayTotals ReplayTuning SumsOfParts)
araios_room(core 10
  PUBLIC BsrRapPlan CscMatrix SemiringSpGemm SemiringSpMm SemiringSpMv SpAdd)
araios_room(core 9
  PUBLIC BsrPlan GroupedCoo RapPlan SpMm SpMv Transpose)
# Devices: rows by class, a kernel for each class.
araios_room(core/bins 9
  INSIDE BinKernel BinLaunches BinMethods BinnedPhase BinnedRows BinsTuning CooperativeScan
    LaneMergeKernel RowsOfBin SortIntoBins SplitRowMethods SupernodeBitmapMethod SupernodeRuns
    Supernodes)
# RBSparse and bhSPARSE: rows by group.
araios_room(core/grouped 9
  INSIDE BhSparseKernels BhSparsePhase GroupedPhase GroupedTuning GroupedVariants RbSparsePhase
    SymbolicGroups)
# Hosts: SpGEMM without a symbolic phase.
araios_room(core/one_phase 9
  INSIDE BitmapProduct BranchPredictorModel ColumnBits ColumnMarks DenseRow FormChunks HostFacts
    NarrowProduct OnePhaseRules OnePhaseSpGemm OnePhaseTuning PlainArrays RowBlock RowChunks
    RowSample SerialGustavson SmallRules SmallSpGemm SortChunks SumInRegisters UnsortedGustavson
    WorkStealingRanges)
# Hosts: two phases over a recorded pattern of C.
araios_room(core/pattern 9
  INSIDE BundleLoop PatternKernel PatternNumeric PatternPhase PatternSize PatternStore PatternTuning
    RowBundle RowMultipliers ScatterMap ScatterMapBuilder ScatterNumeric ShiftedRowCache
    ShortRowSorter)
# The one kernel of owner, traversal, accumulator and phase.
araios_room(core/rowwise 8
  INSIDE AccumulatorStorage Concepts Dispatch ExpandedRow LaunchTeams RowwiseKernel RunPhase
    SpGemmPhases)
araios_room(core 8
  PUBLIC DenseMatrix ExtractRows MergeDuplicates SemiringPlan SortRows SpAddPlan TransposePlan)
# Products by semirings, onto masks.
araios_room(core/semirings 9
  INSIDE DotsOntoPattern FoundProducts MarkedRow OntoPattern OutsidePattern OwnedRows PatternOfResult
    PatternOperations SemiringDense SemiringDenseRules SemiringNumeric SemiringOperands SemiringRules SemiringSymbolic
    SemiringsTuning SortColumns StepsOfRows WalkOntoPattern)
# Sums of two matrices.
araios_room(core/spadd 9
  INSIDE SpAddNumeric SpAddSymbolic SpAddTerms)
# Triple products row by row, without an intermediate matrix.
araios_room(core/fused 8
  INSIDE BundleSums ColumnTable DistinctColumns FormFusedRows FusedPattern FusedRanges FusedRules
    FusedTuning HostSymbolic HostWindows LaneFactors NewColumns RapOperands RowBundles ShortRows
    TableNumeric TableOwners TableSymbolic)
# Sparse times dense, by rows and by groups of rows.
araios_room(core/spmm 8
  INSIDE DenseRules GroupedCooRows GroupedCooSort SpMmChecks SpMmColumns SpMmGroupSums
    SpMmLongGroups SpMmOperands SpMmPacking SpMmRun SpMmShares SpMmTiles SpMmTuning)
# Jacobi steps: M = I − omega·D⁻¹·A of A.
araios_room(core/jacobi 8
  INSIDE JacobiPattern JacobiValues)
# Products by a transpose that is not formed.
araios_room(core/transposed 8
  INSIDE GatherColumns ScatterAtomics ScatterParts ScatterSums TransposedOperands
    TransposedProduct TransposedTuning)
# Merge-path SpMV.
araios_room(core/spmv 8
  INSIDE EvenGroups EvenRows GatheredElements GroupSizes RowSumOperands SelectedElements SpMvBlock
    SpMvCarryOut SpMvChecks SpMvGroups SpMvLongRows SpMvOperands SpMvRun SpMvShares SpMvSumRow
    SpMvTeamSum SpMvTile SpMvTileSearch SpMvTiles SpMvTuning SumRows SumShortRows VectorRules)
# Patterns: checked, counted, sorted, merged, transposed, compressed, kept by plans.
araios_room(core/matrix 7
  INSIDE CheckedOperand CommonOffset Compression ConjugateElements ConjugatedMatrix CopiedMatrix
    DenseCopies DenseMemory DenseScan EntryGroups ExamineColumns Fingerprint
    GatherElements GraphChecks HostTranspose KeptPattern ListedRows MatrixTuning MergedRows
    OperandRules OriginBlocks PlannedPattern RefusedCall ResultMemory ResultOfPlan RowCounts RowProducts
    RowsByEntries RowsFromZero ShiftedRows SortedEntries TransposedGraph UnfilledColumns
    UnionOfRows ViewsOverlap)
# Pure rules: from device, counts and options to a selection.
araios_room(core/selection 7
  INSIDE BinShapes BundleKinds Determinism Hypersparse MethodRules OptionRules PhaseVariant
    ProductFacts RouteRules SelectMethod SelectionBasis SelectionTuning SmallProducts
    StrategyRegions TeamRules)
araios_room(core 6
  PUBLIC Selection)
# Pure records: which class or group a row is in.
araios_room(core/row_classes 5
  INSIDE BhSparseBin BinCounts BinRoute BinRules GroupCounts RbSparseGroup RowBin RowClassesTuning)
araios_room(core 5
  PUBLIC SparseBlasInfo)
araios_room(core 4
  PUBLIC Mask SpGemmOptions)
# Accumulators of the products of a row.
araios_room(accumulators 3
  PUBLIC AccumulatorKind
  INSIDE Accumulator AccumulatorsTuning BitmapRank ColumnBitmap Combine Dense ExpandSortCompress
    FewProducts Heap HostTwoLevel LaneMerge LinearProbing LinkedList Merge MultiplicativeHash
    RankedProbing
    RbSparseHashTable TwoLevel)
araios_room(core 3
  PUBLIC CrsFromViews GroupedCooMatrix HostCrsMatrix OperandConcepts SparseBlasViews SpMmOptions
    SpMvOptions)
araios_room(core 2
  PUBLIC BsrMatrix)
# Sorts of the keys of a row: networks over vectors and over scratch, ranks by counting and by
# bitmap.
araios_room(core/sort 2
  INSIDE BitonicSort ColumnSets IndexedKeys KeyVector OrderInLanes RankByCounting RowSorter
    SortRows SortRowsInLanes SortTuning VectorSort WidthClasses)
# Vectors of hosts, non-temporal stores and prefetch.
araios_room(core/host_simd 1
  INSIDE GatherAndClear HostSimdTuning PrefetchAhead ShortVector StoreCompressed StreamingCopy VectorLanes
    VectorTranspose WriteCombiningBuffer)
# Chunks of memory for accumulators.
araios_room(memory_pool 1
  PUBLIC PoolMapping
  INSIDE MemoryPool)
# Who owns a row, and in which order its products are enumerated.
araios_room(partitioning 1
  PUBLIC PartitioningKind
  INSIDE Owners Partitioning RowGroups RowRanges Search SpreadOrder Traversals)
araios_room(core 1
  PUBLIC CrsMatrix PlanOptions RapOptions RapReport ReplayState Semiring SemiringReport
    SpGemmEstimate Strategy)
# What Kokkos and hosts lack: lanes, access, launches, memory, errors.
araios_room(platform 0
  PUBLIC Errors Workspace
  INSIDE Access Allocate AllocationInstance AnnouncedLoop BinningLaunch BitPlaces
    ConcurrentInstances CounterBoard DeviceOrder DeviceTraits DropAtFinalize ElementTypes
    ExecutionCheck Expects FlaggedValue HostBlocks HostKernels HostShares HugePages InlineOrLaunch InstanceEvent
    InstructionSet KokkosState LaneLoop Lanes LightWeight PlatformTuning PowerOfTwo
    ProcessSingleton ThreadForEach WorkspaceSlot)
araios_room(core 8 PUBLIC Generators)
# Model problems.
araios_room(core/gallery 4
  INSIDE Aggregation Elasticity RandomMatrices SplitMix64 StencilMatrices)

# Need Kokkos Kernels. They are installed without it as well: those who include them have it.
araios_room(core 17
  PUBLIC KokkosSparseSubstitute)
# Its products in the place of Kokkos Kernels' own.
araios_room(core/kokkos_sparse 16
  INSIDE HandlesOfOthers IdleWorkspaces SubstitutedProducts)
araios_room(core 15
  PUBLIC KokkosSparse)
araios_room(core 13
  PUBLIC KokkosSparseSpAdd)
araios_room(core 12
  PUBLIC KokkosSparseHandle)
# Views of a program as operands.
araios_room(core/kokkos_handles 2
  INSIDE OperandsOfHandle)
araios_room(core 2
  PUBLIC KokkosSparseMatrix)

# Need Araios::MatrixMarket.
if(Araios_ENABLE_MATRIX_MARKET)
  araios_room(core 9 PUBLIC MatrixSource)
  araios_room(core 5 PUBLIC MatrixMarket)
  # Matrix files.
  araios_room(core/matrix_market 4
    INSIDE CompressedFile CrsFromTriplets EntryFormatter FastMatrixMarket ForeignFormats
      FortranExponent MatrixMarketEntries MatrixMarketHeader MatrixMarketNumbers MatrixMarketText
      MatrixMarketTriangles OutputFile RoundedIntegers)
endif()

# The parts of the drivers.
araios_driver_room(perf_test/support/report 5)
araios_driver_room(perf_test/support/contest 5)
araios_driver_room(perf_test/support/methods 4)
araios_driver_room(perf_test/support/measure 3)
araios_driver_room(perf_test/support/problem 2)
araios_driver_room(perf_test/support/options 1)
araios_driver_room(perf_test/support/base 0)

get_property(araios_public_headers GLOBAL PROPERTY araios_public_headers)
get_property(araios_inside_headers GLOBAL PROPERTY araios_inside_headers)
get_property(araios_driver_rooms GLOBAL PROPERTY araios_driver_rooms)
