// SPDX-License-Identifier: BSD-3-Clause
// Calls that must not compile, one for each macro, below which the text of the first error begins.
// Without a macro: all types that are accepted. .ci/refused_types compiles them.

#include <Araios_CrsFromViews.hpp>
#include <Araios_DenseMatrix.hpp>
#include <Araios_ExtractRows.hpp>
#include <Araios_GroupedCoo.hpp>
#include <Araios_SemiringSpGemm.hpp>
#include <Araios_SortRows.hpp>
#include <Araios_SpAdd.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmJacobi.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_SparseBlas.hpp>
#include <Araios_Transpose.hpp>

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
template <class Scalar, class Offset = int, class Ordinal = int, class Device = Exec>
using Matrix = araios::CrsMatrix<Scalar, Offset, Ordinal, Device>;
using Crs = Matrix<double>;
using Plan = araios::SpGemmPlan<int, int, Exec::device_type>;
using Vector = Kokkos::View<double*, Exec::device_type>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Exec::device_type>;

struct UnreachableMemory {
  using memory_space = UnreachableMemory;
};
struct UnreachingSpace {
  using execution_space = UnreachingSpace;
  using memory_space = UnreachableMemory;
  using scratch_memory_space = UnreachableMemory;
};
struct Half {
  short bits;
};
// The members of a KokkosSparse::CrsMatrix.
struct MatrixOfKokkosKernels {
  using device_type = Exec::device_type;
  struct Graph {
    Kokkos::View<int const*, Exec::device_type> row_map;
    Kokkos::View<int*, Exec::device_type> entries;
  } graph;
  Vector values;

  int numRows() const { return 0; }
};
using Indices = Kokkos::View<int*, Exec::device_type>;

// Calls by types alone: nothing runs, so the operands are null.
template <class A, class B = A, class Space = Exec>
void multiply(Space const* exec = nullptr, A const* a = nullptr, B const* b = nullptr) {
  araios::spgemm(*exec, *a, *b);
}
template <class C>
void write(C const* c = nullptr, Crs const* a = nullptr, Plan const* plan = nullptr) {
  araios::spgemm_numeric(Exec{}, *plan, *a, *a, *c);
}
template <class X, class Y>
void multiply_vector(X const* x = nullptr, Y const* y = nullptr, Crs const* a = nullptr) {
  araios::spmv(Exec{}, 1.0, *a, *x, 0.0, *y);
}
template <class B, class C, class A = Crs>
void multiply_dense(B const* b = nullptr, C const* c = nullptr, A const* a = nullptr) {
  typename A::scalar_type const one{};
  araios::spmm(Exec{}, one, *a, *b, one, *c);
}
namespace sb = araios::sparse_blas;
using View = sb::csr_view<double, int>;
template <class A, class B = A, class C = A>
void multiply_views(A const* a = nullptr, B const* b = nullptr, C const* c = nullptr) {
  sb::multiply_compute(*a, *b, *c);
}
template <class B, class C>
void multiply_view(View const* a = nullptr, B const* b = nullptr, C const* c = nullptr) {
  sb::multiply(*a, *b, *c);
}

}  // namespace

void refused();
void refused() {
#if defined REFUSE_STD_COMPLEX
  // Scalar is std::complex, expected Kokkos::complex
  multiply<Matrix<std::complex<double>>>();
#elif defined REFUSE_LONG_DOUBLE
  // Scalar is long double, expected double
  multiply<Matrix<long double>>();
#elif defined REFUSE_INTEGERS
  // Scalar is an integer, expected double
  multiply<Matrix<std::int64_t>>();
#elif defined REFUSE_HALF
  // Scalar is not float, double, Kokkos::complex<float> or
  multiply<Matrix<Half>>();
#elif defined REFUSE_GROUPED_HALF
  // Scalar is not float, double, Kokkos::complex<float> or
  multiply_dense<Dense, Dense, araios::GroupedCoo<Half, int, int, Exec>>();
#elif defined REFUSE_UNSIGNED_ORDINAL
  // Ordinal is not a signed integer
  multiply<Matrix<double, int, unsigned>>();
#elif defined REFUSE_SHORT_ORDINAL
  // Ordinal is not int32_t or int64_t
  multiply<Matrix<double, int, short>>();
#elif defined REFUSE_ORDER_OF_PARAMETERS
  // Ordinal is not a signed integer; the order is Scalar, Offset, Ordinal, Device
  multiply<Matrix<double, int, std::size_t>>();
#elif defined REFUSE_UNSIGNED_OFFSET
  // Offset is unsigned int, expected int32_t, int64_t or size_t
  multiply<Matrix<double, unsigned>>();
#elif defined REFUSE_SHORT_OFFSET
  // Offset is not int32_t, int64_t or size_t
  multiply<Matrix<double, short>>();
#elif defined REFUSE_MIXED_SCALARS
  // A and B have different scalars, expected the same
  multiply<Matrix<double>, Matrix<float>>();
#elif defined REFUSE_MIXED_ORDINALS
  // A and B have different ordinals, expected the same
  multiply<Matrix<double>, Matrix<double, int, std::int64_t>>();
#elif defined REFUSE_MIXED_DEVICES
  // A and B have different devices, expected the same
  multiply<Matrix<double>, Matrix<double, int, int, Kokkos::Serial>>();
#elif defined REFUSE_UNREACHED_MEMORY
  // exec does not reach the memory of A
  multiply<Crs, Crs, UnreachingSpace>();
#elif defined REFUSE_NO_SPACE
  // exec is no execution space of Kokkos
  multiply<Crs, Crs, int>();
#elif defined REFUSE_OTHER_SCALAR_OF_C
  // A and C have different scalars, expected the same
  write<Matrix<float>>();
#elif defined REFUSE_OTHER_OFFSET_OF_C
  // C and the plan have different offsets, expected the same
  write<Matrix<double, std::int64_t>>();
#elif defined REFUSE_CONST_C
  // values of C are const, and are to be written
  write<Matrix<double const>>();
#elif defined REFUSE_VECTOR_OF_FLOAT
  // A and x have different scalars, expected the same
  multiply_vector<Kokkos::View<float*, Exec>, Vector>();
#elif defined REFUSE_VECTOR_OF_TWO_DIMENSIONS
  // x is not a Kokkos view of one dimension
  multiply_vector<Dense, Vector>();
#elif defined REFUSE_CONST_Y
  // y is const, and is to be written
  multiply_vector<Vector, Kokkos::View<double const*, Exec>>();
#elif defined REFUSE_STRIDED_DENSE
  // B has another layout than LayoutRight or LayoutLeft
  multiply_dense<Kokkos::View<double**, Kokkos::LayoutStride, Exec>, Dense>();
#elif defined REFUSE_DENSE_OF_ONE_DIMENSION
  // B is not a Kokkos view of two dimensions
  multiply_dense<Vector, Dense>();
#elif defined REFUSE_CONST_DENSE
  // C is const, and is to be written
  multiply_dense<Dense, Kokkos::View<double const**, Kokkos::LayoutRight, Exec>>();
#elif defined REFUSE_MATRIX_OF_KOKKOS_KERNELS
  // A is a KokkosSparse::CrsMatrix: pass as_araios(A) of Araios_KokkosSparse.hpp
  multiply<MatrixOfKokkosKernels>();
#elif defined REFUSE_VECTOR_PRODUCT_OF_KOKKOS_KERNELS
  // A is a KokkosSparse::CrsMatrix: pass as_araios(A) of Araios_KokkosSparse.hpp
  araios::spmv(Exec{}, "N", 1.0, MatrixOfKokkosKernels{}, Vector{}, 0.0, Vector{});
#elif defined REFUSE_MISSING_SPACE
  // exec is missing: an execution space of Kokkos comes first
  araios::spgemm(Crs{}, Crs{});
#elif defined REFUSE_MISSING_SPACE_OF_VECTOR_PRODUCT
  // exec is missing: an execution space of Kokkos comes first
  araios::spmv(1.0, Crs{}, Vector{}, 0.0, Vector{});
#elif defined REFUSE_OPTIONS_OF_NUMERIC_PHASE
  // spgemm_numeric takes no options: those of the plan hold
  Plan const* const plan = nullptr;
  araios::spgemm_numeric(Exec{}, *plan, Crs{}, Crs{}, Crs{}, araios::SpGemmOptions{});
#elif defined REFUSE_GRAPH_IN_BRACES
  // no types follow from inner braces
  araios::CrsMatrix const a{{0, 0, Indices{}, Indices{}}, Vector{}};
  araios::spgemm(Exec{}, a, a);
#elif defined REFUSE_STRIDED_VALUES
  // an array of the matrix has strides, expected LayoutRight or LayoutLeft
  Kokkos::View<double*, Kokkos::LayoutStride, Exec> const values;
  araios::CrsMatrix const a{araios::CrsGraph{0, 0, Indices{}, Indices{}}, values};
#elif defined REFUSE_DENSE_OF_THREE_DIMENSIONS
  // B is not a Kokkos view of two dimensions
  multiply_dense<Kokkos::View<double***, Exec>, Dense>();
#elif defined REFUSE_SUM_OF_MIXED_SCALARS
  // A and B have different scalars, expected the same
  araios::spadd(Exec{}, 1.0, Crs{}, 1.0, Matrix<float>{});
#elif defined REFUSE_SEMIRING_OF_OTHER_SCALARS
  // semiring has no multiply that makes its value_type of the scalars of A and B
  araios::semiring_spgemm(Exec{}, araios::PlusTimes<double>{}, Matrix<Half>{}, Crs{});
#elif defined REFUSE_NO_SEMIRING
  // semiring lacks value_type, or identity and add that return it
  araios::semiring_spgemm(Exec{}, 1.0, Crs{}, Crs{});
#elif defined REFUSE_MASK_OF_OTHER_ORDINALS
  // A and mask have different ordinals, expected the same
  araios::semiring_spgemm(Exec{}, araios::PlusTimes<double>{}, Crs{}, Crs{},
                          araios::inside(Matrix<double, int, std::int64_t>{}));
#elif defined REFUSE_MASK_ON_ANOTHER_DEVICE
  // A and mask have different devices, expected the same
  araios::semiring_spgemm(Exec{}, araios::PlusTimes<double>{}, Crs{}, Crs{},
                          araios::inside(Matrix<double, int, int, Kokkos::Serial>{}));
#elif defined REFUSE_DENSE_INVERSES
  // dinv is not a Kokkos view of one dimension
  araios::spgemm_jacobi(Exec{}, 1.0, Dense{}, Crs{}, Crs{});
#elif defined REFUSE_INVERSES_OF_ANOTHER_SCALAR
  // A and dinv have different scalars, expected the same
  araios::spgemm_jacobi(Exec{}, 1.0, Kokkos::View<float*, Exec>{}, Crs{}, Crs{});
#elif defined REFUSE_MISSING_SPACE_OF_TRANSPOSE
  // exec is missing: an execution space of Kokkos comes first
  araios::transpose(Crs{});
#elif defined REFUSE_CONST_COLUMNS
  // columns of A are const, and are to be written
  araios::sort_rows(Exec{}, Matrix<double, int, int const>{});
#elif defined REFUSE_LIST_OF_DOUBLES
  // rows holds no integers
  araios::extract_rows(Exec{}, Crs{}, Vector{});
#elif defined REFUSE_CONST_DENSE_RESULT
  // dense is const, and is to be written
  araios::to_dense(Exec{}, Crs{}, Kokkos::View<double const**, Kokkos::LayoutRight, Exec>{});
#elif defined REFUSE_STRIDED_DENSE_SOURCE
  // dense has another layout than LayoutRight or LayoutLeft
  araios::from_dense<int, int>(Exec{}, Kokkos::View<double**, Kokkos::LayoutStride, Exec>{});
#elif defined REFUSE_UNSIGNED_INDEX
  // I of a view is not int32_t or int64_t
  multiply_views<sb::csr_view<double, std::size_t>>();
#elif defined REFUSE_CONST_RESULT
  // T, I or O of c is const, and c is to be written
  multiply_views<View, View, sb::csr_view<double const, int>>();
#elif defined REFUSE_MIXED_VIEWS
  // an operand and c have different scalars T, expected the same
  multiply_views<View, sb::csc_view<float, int>>();
#elif defined REFUSE_MIXED_INDICES
  // an operand and c have different indices I, expected the same
  multiply_views<View, sb::csc_view<double, std::int64_t>>();
#elif defined REFUSE_SCALED_RESULT
  // c is scaled, and is to be written: scale a, b or d
  multiply_views<View, View, sb::scaled_view<View>>();
#elif defined REFUSE_CONJUGATED_RESULT
  // c is conjugated, and is to be written: conjugate a and b
  multiply_views<View, View, sb::conjugated_view<View>>();
#elif defined REFUSE_DENSE_FACTOR
  // b or d is not a csr_view or a csc_view, decorated or not
  multiply_views<View, Dense>();
#elif defined REFUSE_TRANSPOSED_DENSE
  // transposed takes a csr_view or a csc_view, decorated or not
  sb::transposed(Dense{});
#elif defined REFUSE_COMPLEX_FACTOR
  // scaled: alpha is complex or no number, and the operand is real
  sb::scaled(std::complex<double>{}, Dense{});
#elif defined REFUSE_TEMPORARY_ARRAY
  // an array is a temporary of the call: keep it in a variable
  sb::scaled(2.0, std::vector<double>(3));
#elif defined REFUSE_SPARSE_RESULT_OF_MULTIPLY
  // c is sparse: call multiply_compute and multiply_fill
  multiply_view<View, View>();
#elif defined REFUSE_SPARSE_OPERAND_OF_MULTIPLY
  // b is sparse: call multiply_compute and multiply_fill
  multiply_view<View, Dense>();
#elif defined REFUSE_MIXED_DIMENSIONS
  // b and c have different numbers of dimensions
  multiply_view<Vector, Dense>();
#endif
}

#define ACCEPT(Scalar, Offset, Ordinal)                                         \
  template struct araios::CrsMatrix<Scalar, Offset, Ordinal, Exec>;             \
  template struct araios::CrsMatrix<Scalar const, Offset, Ordinal const, Exec>; \
  template struct araios::GroupedCoo<Scalar, Offset, Ordinal, Exec>
#define ACCEPT_OFFSETS(Scalar, Ordinal)  \
  ACCEPT(Scalar, std::int32_t, Ordinal); \
  ACCEPT(Scalar, std::int64_t, Ordinal); \
  ACCEPT(Scalar, std::size_t, Ordinal)
#define ACCEPT_SCALAR(Scalar)           \
  ACCEPT_OFFSETS(Scalar, std::int32_t); \
  ACCEPT_OFFSETS(Scalar, std::int64_t)
ACCEPT_SCALAR(float);
ACCEPT_SCALAR(double);
ACCEPT_SCALAR(Kokkos::complex<float>);
ACCEPT_SCALAR(Kokkos::complex<double>);
