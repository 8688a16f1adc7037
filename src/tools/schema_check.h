// Checks one value against one schema. Both may be hostile: the work is bounded, the
// stack too, and what can not be decided within the bounds does not fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/tools/schema.h"
#include "src/tools/schema_equal.h"
#include "src/value/path.h"

namespace modebox::schema {

/// Schemas within each other and values within each other, together.
constexpr int max_check_depth = 600;

class Check {
 public:
  Check(const Schema& schema, Budget& budget) : schema_(schema), budget_(budget) {}
  std::optional<std::string> run(const Value& value);

 private:
  using Step = value::PathStep;

  /// Which entries or elements were looked at, for the `unevaluated` keywords.
  struct Seen {
    std::vector<bool> at;
    void mark(std::size_t index);
    void merge(const Seen& other);
    bool has(std::size_t index) const { return index < at.size() && at[index]; }
  };
  /// A value under a schema: a container may be shared, or within itself, and a schema that
  /// joins others may lead to the same ones many times.
  using Pair = std::pair<NodeId, const void*>;
  struct PairHash {
    std::size_t operator()(const Pair& pair) const {
      return std::hash<const void*>()(pair.second) * 31 + pair.first;
    }
  };
  /// Says nothing while it lives.
  struct Quiet {
    explicit Quiet(Check& owner) : check(owner) { ++check.quiet_; }
    Quiet(const Quiet&) = delete;
    ~Quiet() { --check.quiet_; }
    Check& check;
  };

  bool fits(NodeId id, const Value& value, const Step* at, Seen* seen = nullptr);
  bool fits_anew(const Node& node, const Value& value, const Step* at, Seen* seen);
  bool fits_quietly(NodeId id, const Value& value, const Step* at, Seen* seen);
  bool type_fits(const Node& node, const Value& value, const Step* at);
  bool choices_fit(const Node& node, const Value& value, const Step* at);
  bool number_fits(const NumberRules& rules, const Value& value, const Step* at);
  bool string_fits(const StringRules& rules, const Value& value, const Step* at);
  bool branches_fit(const Branches& branches, const Value& value, const Step* at, Seen* seen);
  bool any_of_fits(const Branches& branches, const Value& value, const Step* at, Seen* seen);
  bool one_of_fits(const Branches& branches, const Value& value, const Step* at, Seen* seen);
  bool condition_fits(const Branches& branches, const Value& value, const Step* at, Seen* seen);
  bool no_branch_fits(const std::vector<NodeId>& ids, const Value& value, const Step* at);
  bool array_fits(const ArrayRules& rules, const Value& value, const Step* at, Seen* seen);
  bool elements_fit(const ArrayRules& rules, const Value& value, const Step* at, Seen* seen);
  bool contains_fits(const ArrayRules& rules, const Value& value, const Step* at, Seen* seen);
  bool object_fits(const ObjectRules& rules, const Value& value, const Step* at, Seen* seen);
  bool names_fit(const ObjectRules& rules, const Value& value, const Step* at);
  bool dependents_fit(const ObjectRules& rules, const Value& value, const Step* at, Seen* seen);
  bool entry_fits(const ObjectRules& rules, const Value& value, std::size_t index, const Step* at,
                  Seen* seen);
  bool rest_fits(const Node& node, const Value& value, const Step* at, Seen& seen);
  bool refuse(const Step* at, const std::string& must);
  bool give_up(const Step* at, const std::string& why);

  const Schema& schema_;
  Budget& budget_;
  int depth_ = 0;
  int quiet_ = 0;
  std::string misfit_;
  bool gave_up_ = false;
  /// Fits, does not, or is being looked at: then it fits if all else does.
  std::unordered_map<Pair, bool, PairHash> known_;
};

}  // namespace modebox::schema
