// SPDX-License-Identifier: BSD-3-Clause
// A line on a terminal that says what a long product is doing.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <utility>

namespace araios::perf {

struct StopRule;

/// Least seconds from a line to the next of the same stage.
inline constexpr double between_lines_s = 0.25;

/// One line that is overwritten, and cleared in the end. All calls belong outside timed regions.
class Progress {
 public:
  /// Shows nothing.
  Progress() = default;
  /// `now` are seconds of any clock that only goes forwards.
  ///
  /// Pre: the terminal outlives this.
  Progress(std::ostream& terminal, std::function<double()> now)
      : terminal_{&terminal}, now_{std::move(now)} {}

  /// Begins a product, whose name stands before each text.
  void begin(std::string const& subject) { subject_ = subject; }
  /// Shows at once what begins and may take long.
  void stage(std::string const& text);
  /// Shows the text that `step` returns, unless the last line is too recent.
  template <class Step>
  void step(Step const& text) {
    if (is_due()) stage(text());
  }
  /// Removes the line. To be called before anything else is printed.
  void clear();

 private:
  bool is_due() const;

  std::ostream* terminal_ = nullptr;
  std::function<double()> now_;
  std::string subject_;
  double next_s_ = 0;
  bool is_shown_ = false;
};

/// Begins a product, which is read first, and clears the line when it ends or fails.
class ProgressOfProduct {
 public:
  ProgressOfProduct(Progress& progress, std::string const& name) : progress_{progress} {
    progress_.begin(name);
    progress_.stage("reading");
  }
  ProgressOfProduct(ProgressOfProduct const&) = delete;
  ProgressOfProduct& operator=(ProgressOfProduct const&) = delete;
  ~ProgressOfProduct() { progress_.clear(); }

 private:
  Progress& progress_;
};

/// As in "repetition 3 of 5", without the number of all where times decide.
std::string repetition_text(int number, StopRule const& rule);

/// On stderr, if that is a terminal.
Progress progress_on_stderr();

}  // namespace araios::perf
