// SPDX-License-Identifier: BSD-3-Clause
// When repetitions end: by their number, by time or by noise.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

/// No rule asks for more repetitions than the larger of this and its own number.
inline constexpr int most_repeats = 100'000;
/// A method whose repetitions took this long, and as long as the rule asks for, has enough.
inline constexpr double longest_s = 60;

struct StopRule {
  int repeat = 5;                     ///< at least
  double min_time_s = 0;              ///< of the repetitions of each method together
  std::optional<double> max_noise{};  ///< as Spread::noise, a share

  /// Whether times decide, not the number of repetitions alone.
  bool reads_times() const { return min_time_s > 0 || max_noise.has_value(); }
};

/// Why a measurement ended.
enum class Stop {
  repeat,   ///< the number of repetitions, which alone was asked for
  reached,  ///< the time and the noise that were asked for
  maximum   ///< these were not reached within most_repeats or longest_s
};

std::string name_of(Stop stop);

/// Why the repetitions of one method suffice; nothing if they do not.
std::optional<Stop> stop_of(StopRule const& rule, std::vector<double> const& samples_ms);

/// The repetitions of one method so far, and why they ended.
struct Repetitions {
  std::vector<double> const& samples_ms;
  Stop& stop;
};

/// Says before each round of repetitions whether it is the last, so that its results can be kept.
class Rounds {
 public:
  explicit Rounds(StopRule const& rule) : rule_{rule}, next_look_{rule.repeat - 1} {}

  /// Whether the next round is the last: one is still due where all methods have enough. Then notes
  /// for each method why.
  bool next_is_last(std::vector<Repetitions> const& methods);
  /// The rounds that next_is_last was asked for.
  int asked() const { return asked_; }

 private:
  StopRule rule_;
  int next_look_;
  int asked_ = 0;
};

}  // namespace araios::perf
