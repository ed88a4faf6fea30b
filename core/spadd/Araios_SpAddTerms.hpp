// SPDX-License-Identifier: BSD-3-Clause
// The entries of a sum: alpha times an entry of A, beta times one of B, or both together.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <matrix/Araios_OriginBlocks.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// A product, or the negative zero, which changes no sum, in place of a missing one. Without a
/// branch, and so that no compiler fuses the product with the sum: sums are the same everywhere.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar product_if_present(Scalar const& product, std::uint32_t is_present) {
  if constexpr (is_complex_scalar_v<Scalar>) {
    return {product_if_present(product.real(), is_present),
            product_if_present(product.imag(), is_present)};
  } else {
    using Bits = std::conditional_t<sizeof(Scalar) == 8, std::uint64_t, std::uint32_t>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(Scalar) - 1);
    Bits const keep = Bits{0} - Bits{is_present};
    return Kokkos::bit_cast<Scalar>(
        static_cast<Bits>((Kokkos::bit_cast<Bits>(product) & keep) | (sign & ~keep)));
  }
}

/// A coefficient and the values that it multiplies. A real coefficient scales both parts of complex
/// values; zero reads none.
template <class Scalar>
struct SpAddTerm {
  using Real = real_part_t<Scalar>;

  Scalar factor;
  Scalar const* values;
  std::int64_t last;  ///< place of the last value

  /// The product with the value at a place; beyond the last one, any.
  KOKKOS_INLINE_FUNCTION Scalar product(std::int64_t place) const {
    if (factor == Scalar{}) return Scalar{};
    Scalar const value = values[place < last ? place : last];
    if constexpr (is_complex_scalar_v<Scalar>) {
      if (factor.imag() == Real{})
        return {factor.real() * value.real(), factor.real() * value.imag()};
    }
    return factor * value;
  }
};

/// Both terms of C.
template <class Scalar>
struct SpAddTerms {
  SpAddTerm<Scalar> a;
  SpAddTerm<Scalar> b;

  /// The entry of C at bit `bit` of a block.
  template <class Offset>
  KOKKOS_INLINE_FUNCTION Scalar sum(OriginBlock<Offset> const& block, int bit) const {
    std::uint32_t const below = (std::uint32_t{1} << bit) - 1;
    auto const place = [below](Offset begin, std::uint32_t bits) {
      return static_cast<std::int64_t>(begin) + Kokkos::popcount(bits & below);
    };
    return product_if_present(a.product(place(block.begin_a, block.in_a)),
                              (block.in_a >> bit) & 1) +
           product_if_present(b.product(place(block.begin_b, block.in_b)), (block.in_b >> bit) & 1);
  }
};

/// Writes the first `count` entries of a block. On hosts.
template <class Scalar, class Offset>
void add_block(SpAddTerms<Scalar> const& terms, OriginBlock<Offset> const& block, int count,
               Scalar* c) {
  for (int bit = 0; bit < count; ++bit) c[bit] = terms.sum(block, bit);
}

#ifdef __AVX512F__
/// Eight products; where a bit is missing, the negative zero.
inline __m512d products_of_lanes(double factor, double const* values, __mmask8 present) {
  __m512d const missing = _mm512_set1_pd(-0.0);
  if (factor == 0) return _mm512_mask_mov_pd(missing, present, _mm512_setzero_pd());
  return _mm512_mask_mul_pd(missing, present, _mm512_set1_pd(factor),
                            _mm512_maskz_expandloadu_pd(present, values));
}

/// The same by AVX-512, eight entries at a time.
template <class Offset>
void add_block(SpAddTerms<double> const& terms, OriginBlock<Offset> const& block, int count,
               double* c) {
  constexpr int lanes = 8;
  double const* a = terms.a.values + block.begin_a;
  double const* b = terms.b.values + block.begin_b;
  for (int first = 0; first < count; first += lanes) {
    auto const in_a = static_cast<__mmask8>(block.in_a >> first);
    auto const in_b = static_cast<__mmask8>(block.in_b >> first);
    __m512d const sum = _mm512_add_pd(products_of_lanes(terms.a.factor, a, in_a),
                                      products_of_lanes(terms.b.factor, b, in_b));
    _mm512_mask_storeu_pd(c + first, static_cast<__mmask8>(in_a | in_b), sum);
    a += std::popcount(static_cast<unsigned>(in_a));
    b += std::popcount(static_cast<unsigned>(in_b));
  }
}
#endif

/// Writes a block of C, on a host.
template <class Scalar, class Blocks>
struct AddBlock {
  SpAddTerms<Scalar> terms;
  Blocks blocks;
  Scalar* c;
  std::int64_t nnz;

  void operator()(std::int64_t index) const {
    using Block = typename Blocks::non_const_value_type;
    std::int64_t const begin = index * Block::size;
    add_block(terms, blocks(index),
              static_cast<int>(std::min<std::int64_t>(Block::size, nnz - begin)), c + begin);
  }
};

/// Writes an entry of C, on a device.
template <class Scalar, class Blocks>
struct AddEntry {
  SpAddTerms<Scalar> terms;
  Blocks blocks;
  Scalar* c;

  KOKKOS_FUNCTION void operator()(std::int64_t entry) const {
    constexpr int size = Blocks::non_const_value_type::size;
    c[entry] = terms.sum(blocks(entry / size), static_cast<int>(entry % size));
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
