#include "modebox/approval.h"

#include <array>
#include <cstddef>
#include <utility>

#include "modebox/tool.h"

namespace modebox {

Approval Approval::when(Predicate predicate) {
  return Approval(Kind::when, std::make_shared<const Predicate>(std::move(predicate)));
}

bool Approval::is_needed_for(const HostCall& call) const {
  if (kind_ != Kind::when) return kind_ == Kind::always;
  try {
    return (*predicate_)(call);
  } catch (...) {
    return true;
  }
}

std::string_view to_string(InterruptionReason reason) {
  constexpr auto names = std::to_array<std::string_view>({"approval", "data_flow", "interrupt"});
  return names[static_cast<std::size_t>(reason)];
}

Resolution approve(std::string interruption_id) {
  return {std::move(interruption_id), Resolution::Kind::approve, {}, {}};
}

Resolution deny(std::string interruption_id, std::string reason) {
  return {std::move(interruption_id), Resolution::Kind::deny, std::move(reason), {}};
}

Resolution resume_with(std::string interruption_id, Value value) {
  return {std::move(interruption_id), Resolution::Kind::value, {}, std::move(value)};
}

// Greedy, with one point to come back to: the last star.
bool matches_pattern(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  for (std::size_t n = 0; n < name.size();) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace modebox
