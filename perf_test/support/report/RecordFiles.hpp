// SPDX-License-Identifier: BSD-3-Clause
// The output files of drivers that repeat methods in turn.
#pragma once

#include "base/Console.hpp"
#include "base/PeerFacts.hpp"
#include "base/PendingFile.hpp"
#include "options/RepeatedOptions.hpp"
#include "report/Fields.hpp"

#include <optional>
#include <vector>

namespace araios::perf {

/// What a driver writes into its files.
struct RecordsOfRun {
  Fields columns;  ///< names of the columns of the CSV file; values are not read
  std::vector<Fields> records;
  PeerVersions peer_versions;
};

/// The files that --csv and --json name. They are opened before the run starts.
class RecordFiles {
 public:
  /// Throws: Failure (output_error, or usage for a file that is also read).
  explicit RecordFiles(RepeatedOptions const& options);

  /// Writes both files, the second one also if the first one fails.
  void write(RepeatedOptions const& options, RecordsOfRun const& run, Complaints& complaints);

 private:
  std::optional<PendingFile> csv_;
  std::optional<PendingFile> json_;
};

}  // namespace araios::perf
