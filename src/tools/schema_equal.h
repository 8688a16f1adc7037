// Equality as JSON Schema means it, and a hash that goes with it: 1 and 1.0 are one number,
// -0 is 0, and what is shared or in which order properties stand does not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "modebox/value.h"

namespace modebox::schema {

/// Work that a check may still do, in steps of some ten nanoseconds. What checks stops when there
/// is none left.
class Budget {
 public:
  static constexpr std::size_t whole = 16'000'000;
  explicit Budget(std::size_t steps = whole) : left_(steps) {}
  bool spend(std::size_t steps = 1) {
    left_ = steps < left_ ? left_ - steps : 0;
    return left_ > 0;
  }
  bool is_spent() const { return left_ == 0; }

 private:
  std::size_t left_;
};

/// Values that JSON can not hold are equal to nothing.
bool json_equal(const Value& a, const Value& b, Budget& budget, int depth = 0);
std::uint64_t json_hash(const Value& value, Budget& budget, int depth = 0);
/// Whether two elements of the array are equal.
bool has_equal_elements(const Value& array, Budget& budget);

}  // namespace modebox::schema
