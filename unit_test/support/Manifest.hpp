// SPDX-License-Identifier: BSD-3-Clause
// Reads the manifest of a folder of matrices: a CSV table with a row for each file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace araios_test {

/// One matrix, the product that the manifest names for it, and that product's counts.
struct ManifestEntry {
  std::string name;
  std::filesystem::path file;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t num_entries = 0;
  std::string product;  ///< A*A, A*A^T or A^T*A
  std::int64_t work = 0;
  std::int64_t nnz_c = 0;
};

inline void PrintTo(ManifestEntry const& entry, std::ostream* out) {
  *out << entry.name << ", " << entry.product;
}

/// Splits a line of a CSV table; quoted fields may hold commas.
inline std::vector<std::string> csv_fields(std::string const& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (char const character : line) {
    if (character == '"') {
      quoted = !quoted;
    } else if (character == ',' && !quoted) {
      fields.emplace_back();
    } else if (character != '\r') {
      fields.back() += character;
    }
  }
  return fields;
}

/// The rows of folder/MANIFEST.csv; empty where there is no such file.
inline std::vector<ManifestEntry> read_manifest(std::filesystem::path const& folder) {
  std::vector<ManifestEntry> entries;
  std::ifstream file{folder / "MANIFEST.csv"};
  std::string line;
  if (!std::getline(file, line)) return entries;
  std::map<std::string, std::size_t> column_of;
  for (auto const& title : csv_fields(line)) column_of.emplace(title, column_of.size());
  while (std::getline(file, line)) {
    auto const fields = csv_fields(line);
    auto const text = [&](char const* title) { return fields.at(column_of.at(title)); };
    auto const number = [&](char const* title) { return std::int64_t{std::stoll(text(title))}; };
    entries.push_back({text("name"), folder / (text("name") + ".mtx.xz"), number("rows"),
                       number("cols"), number("nnz_expanded"), text("product"), number("f_m"),
                       number("nnz_C")});
  }
  return entries;
}

}  // namespace araios_test
