// SPDX-License-Identifier: BSD-3-Clause
// Matrices as named on the command line.
#include "options/Source.hpp"

#include "base/ExitCode.hpp"
#include "base/Text.hpp"
#include <Araios_MatrixMarket.hpp>
#include <Araios_MatrixSource.hpp>
#include <matrix/Araios_HostTranspose.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace araios::perf {
namespace {

constexpr std::string_view transpose_mark = "^T";

template <class Scalar>
HostMatrixOf<Scalar> load_untransposed(std::string const& name, MatrixMarketReport& report) {
  try {
    return load_matrix<Scalar, std::int64_t, int>(name, &report);
  } catch (ComplexFileError const& error) {
    throw Failure{
        ExitCode::unsupported,
        fmt::format("{}, expected a real file, or spgemm with --scalar complex", error.what())};
  }
}

}  // namespace

template <class Scalar>
HostMatrixOf<Scalar> load_source(std::string const& source, std::vector<std::string>& remarks) {
  MatrixMarketReport report;
  auto const matrix = load_untransposed<Scalar>(untransposed(source), report);
  if (report.num_duplicates > 0) {
    remarks.push_back(fmt::format("{} of {} entries of {} repeat a position and are summed",
                                  report.num_duplicates, report.num_stored, source));
  }
  if (report.num_rounded > 0) {
    remarks.push_back(fmt::format(
        "{} of {} integers of {} do not fit a double and are rounded, the first is {} in line {}",
        report.num_rounded, report.num_stored, source, report.first_rounded,
        report.first_rounded_line));
  }
  return is_transposed(source) ? impl::transpose(matrix) : matrix;
}

template HostMatrixOf<double> load_source(std::string const&, std::vector<std::string>&);
template HostMatrixOf<Complex> load_source(std::string const&, std::vector<std::string>&);

std::string name_of_source(std::string const& source) {
  if (source.starts_with("gen:")) return source;
  std::string name = std::filesystem::path{untransposed(source)}.filename().string();
  for (std::string_view const suffix : {".gz", ".xz", ".mtx"}) {
    if (name.size() > suffix.size() && lowered(name).ends_with(suffix)) {
      name.resize(name.size() - suffix.size());
    }
  }
  if (is_transposed(source)) name += transpose_mark;
  return name;
}

bool is_transposed(std::string const& source) { return source.ends_with(transpose_mark); }

std::string untransposed(std::string const& source) {
  if (!is_transposed(source)) return source;
  return source.substr(0, source.size() - transpose_mark.size());
}

}  // namespace araios::perf
