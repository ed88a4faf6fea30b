# SPDX-License-Identifier: BSD-3-Clause
# What the Doxyfile makes of a file before doxygen reads it; lines stay lines.

# Names read araios::spgemm: neither doxygen nor readers need the inline namespace.
s/::inline ARAIOS_ISA//
# The purpose of a file is its docstring.
1s@^// SPDX.*@/// \\file@
2,/^#pragma once/s@^// @/// @
# Fields of docstrings become a list.
s@^\( */// \)\(Shapes\|Units\|Scalar\|Offset\|Pre\|Post\|Throws\|Cost\|Fences\|Source\): *@\1- **\2:** @
# Names in the tables of docs/api.md become links.
s/^| `\([[:alnum:]_:]*\)` | `Araios_/| @ref araios::\1 "\1" | `Araios_/
s/@ref araios::ARAIOS/@ref ARAIOS/
# Links to pages that doxygen does not read become text.
s/](\(api\|spgemm\|spmv_spmm\|tools\)\.md)/](\1@md)/g
s/\[\([^]]*\)\]([^)]*\.md[^)]*)/\1/g
s/@md)/.md)/g
