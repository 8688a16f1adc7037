// The limits as a table: what each is called in messages and files, and where it is in
// Limits. Whoever goes over all of them uses it, so that a new limit is added once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "modebox/limits.h"

namespace modebox {

struct LimitField {
  using Number = std::int64_t Limits::*;
  using Time = std::chrono::milliseconds Limits::*;
  using NumberOrOff = std::optional<std::int64_t> Limits::*;
  using TimeOrOff = std::optional<std::chrono::milliseconds> Limits::*;

  /// With its unit: `timeoutMs`.
  std::string_view name;
  std::variant<Number, Time, NumberOrOff, TimeOrOff> place;

  bool may_be_off() const;
  /// Nothing where the limit is off.
  std::optional<std::int64_t> get(const Limits& limits) const;
  /// Nothing only where it may be off.
  void set(Limits& limits, std::optional<std::int64_t> number) const;
};

/// All of them, in the order in which they are checked.
std::span<const LimitField> limit_fields();

/// Whether a limit can be that: from 1 to 2^31-1.
bool is_limit(std::int64_t number);

}  // namespace modebox
