// SPDX-License-Identifier: BSD-3-Clause
// The output files of drivers that repeat methods in turn.
#include "report/RecordFiles.hpp"

#include "options/Source.hpp"
#include "report/Csv.hpp"
#include "report/RepeatedJson.hpp"

#include <functional>
#include <ostream>

namespace araios::perf {
namespace {

void write_if_asked(std::optional<PendingFile>& file, Complaints& complaints,
                    std::function<void(std::ostream&)> const& write) {
  if (!file) return;
  try {
    write_file(*file, write);
  } catch (Failure const& failure) {
    complaints.add(failure);
  }
}

}  // namespace

RecordFiles::RecordFiles(RepeatedOptions const& options) {
  std::vector<PendingFile const*> written;
  if (options.csv_path) written.push_back(&csv_.emplace("--csv", *options.csv_path));
  if (options.json_path) written.push_back(&json_.emplace("--json", *options.json_path));
  std::vector<std::string> read;
  for (auto const& sources : {options.sources, options.further_sources}) {
    for (std::string const& source : sources) read.push_back(untransposed(source));
  }
  expect_distinct_files(written, read);
}

void RecordFiles::write(RepeatedOptions const& options, RecordsOfRun const& run,
                        Complaints& complaints) {
  write_if_asked(csv_, complaints,
                 [&](std::ostream& out) { write_csv(out, run.columns, run.records); });
  write_if_asked(json_, complaints, [&](std::ostream& out) {
    write_repeated_json(out, options, run.peer_versions, run.records);
  });
}

}  // namespace araios::perf
