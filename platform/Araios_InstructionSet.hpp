// SPDX-License-Identifier: BSD-3-Clause
// The inline namespace around all of Araios, named after the instruction set of the compiler.
#pragma once

// The bodies of inline functions depend on the vector instructions of the compiler, and a linker
// keeps one body of each name. So each instruction set has its own names: translation units with
// different flags link, and each runs its own code. A function whose signature has a type of Araios
// must be declared and defined with the same flags; otherwise the linker reports it.
//
// ARAIOS_ISA is the name of a common instruction set, or has a digit for each flag.

#if defined(__SSE2__)
#define ARAIOS_ISA_SSE2 1
#else
#define ARAIOS_ISA_SSE2 0
#endif
#if defined(__SSE4_2__)
#define ARAIOS_ISA_SSE4_2 1
#else
#define ARAIOS_ISA_SSE4_2 0
#endif
#if defined(__AVX__)
#define ARAIOS_ISA_AVX 1
#else
#define ARAIOS_ISA_AVX 0
#endif
#if defined(__AVX2__)
#define ARAIOS_ISA_AVX2 1
#else
#define ARAIOS_ISA_AVX2 0
#endif
#if defined(__FMA__)
#define ARAIOS_ISA_FMA 1
#else
#define ARAIOS_ISA_FMA 0
#endif
#if defined(__BMI2__)
#define ARAIOS_ISA_BMI2 1
#else
#define ARAIOS_ISA_BMI2 0
#endif
#if defined(__AVX512F__)
#define ARAIOS_ISA_AVX512F 1
#else
#define ARAIOS_ISA_AVX512F 0
#endif
#if defined(__AVX512BW__)
#define ARAIOS_ISA_AVX512BW 1
#else
#define ARAIOS_ISA_AVX512BW 0
#endif
#if defined(__AVX512DQ__)
#define ARAIOS_ISA_AVX512DQ 1
#else
#define ARAIOS_ISA_AVX512DQ 0
#endif
#if defined(__AVX512VL__)
#define ARAIOS_ISA_AVX512VL 1
#else
#define ARAIOS_ISA_AVX512VL 0
#endif
#if defined(__AVX512VBMI__)
#define ARAIOS_ISA_AVX512VBMI 1
#else
#define ARAIOS_ISA_AVX512VBMI 0
#endif
#if defined(__AVX512VBMI2__)
#define ARAIOS_ISA_AVX512VBMI2 1
#else
#define ARAIOS_ISA_AVX512VBMI2 0
#endif

#define ARAIOS_ISA_PASTE(a, b, c, d, e, f, g, h, i, j, k, l) \
  isa_##a##b##c##d##e##f##g##h##i##j##k##l
#define ARAIOS_ISA_DIGITS(...) ARAIOS_ISA_PASTE(__VA_ARGS__)

// Each flag implies those before it, so sums of the digits identify the common sets.
#define ARAIOS_ISA_UP_TO_AVX2                                                                \
  (ARAIOS_ISA_SSE2 + ARAIOS_ISA_SSE4_2 + ARAIOS_ISA_AVX + ARAIOS_ISA_AVX2 + ARAIOS_ISA_FMA + \
   ARAIOS_ISA_BMI2)
#define ARAIOS_ISA_AVX512 \
  (ARAIOS_ISA_AVX512F + ARAIOS_ISA_AVX512BW + ARAIOS_ISA_AVX512DQ + ARAIOS_ISA_AVX512VL)
#define ARAIOS_ISA_AVX512_BYTES (ARAIOS_ISA_AVX512VBMI + ARAIOS_ISA_AVX512VBMI2)

#if ARAIOS_ISA_UP_TO_AVX2 == 6 && ARAIOS_ISA_AVX512 == 4 && ARAIOS_ISA_AVX512_BYTES == 2
#define ARAIOS_ISA isa_avx512_vbmi2
#elif ARAIOS_ISA_UP_TO_AVX2 == 6 && ARAIOS_ISA_AVX512 == 4 && ARAIOS_ISA_AVX512_BYTES == 0
#define ARAIOS_ISA isa_avx512
#elif ARAIOS_ISA_UP_TO_AVX2 == 6 && ARAIOS_ISA_AVX512 + ARAIOS_ISA_AVX512_BYTES == 0
#define ARAIOS_ISA isa_avx2
#elif ARAIOS_ISA_SSE2 && ARAIOS_ISA_UP_TO_AVX2 + ARAIOS_ISA_AVX512 + ARAIOS_ISA_AVX512_BYTES == 1
#define ARAIOS_ISA isa_sse2
#elif ARAIOS_ISA_UP_TO_AVX2 + ARAIOS_ISA_AVX512 + ARAIOS_ISA_AVX512_BYTES == 0
#define ARAIOS_ISA isa_portable
#else
#define ARAIOS_ISA                                                                            \
  ARAIOS_ISA_DIGITS(ARAIOS_ISA_SSE2, ARAIOS_ISA_SSE4_2, ARAIOS_ISA_AVX, ARAIOS_ISA_AVX2,      \
                    ARAIOS_ISA_FMA, ARAIOS_ISA_BMI2, ARAIOS_ISA_AVX512F, ARAIOS_ISA_AVX512BW, \
                    ARAIOS_ISA_AVX512DQ, ARAIOS_ISA_AVX512VL, ARAIOS_ISA_AVX512VBMI,          \
                    ARAIOS_ISA_AVX512VBMI2)
#endif

// The digits as text, by which a build tells what a library was compiled for.
#define ARAIOS_ISA_QUOTE(...) #__VA_ARGS__
#define ARAIOS_ISA_TEXT_OF(...) ARAIOS_ISA_QUOTE(__VA_ARGS__)
#define ARAIOS_ISA_TEXT                                                               \
  ARAIOS_ISA_TEXT_OF(                                                                 \
      ARAIOS_ISA_SSE2 ARAIOS_ISA_SSE4_2 ARAIOS_ISA_AVX ARAIOS_ISA_AVX2 ARAIOS_ISA_FMA \
          ARAIOS_ISA_BMI2 ARAIOS_ISA_AVX512F ARAIOS_ISA_AVX512BW ARAIOS_ISA_AVX512DQ  \
              ARAIOS_ISA_AVX512VL ARAIOS_ISA_AVX512VBMI ARAIOS_ISA_AVX512VBMI2)

namespace araios::inline ARAIOS_ISA::impl {}
