// Consent: which calls of a tool need it, how a call that waits for it looks,
// and how it is answered.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/value.h"

namespace modebox {

struct HostCall;

/// Whether calls of a tool need a person's consent. A value type.
class Approval {
 public:
  using Predicate = std::function<bool(const HostCall&)>;
  enum class Kind { never, always, when };

  static Approval never() { return Approval(Kind::never, nullptr); }
  static Approval always() { return Approval(Kind::always, nullptr); }
  /// Asks the predicate at each call, before the tool runs. It may be called on
  /// any thread and must not block; if it throws, the call needs consent.
  static Approval when(Predicate predicate);

  Kind kind() const { return kind_; }
  bool is_needed_for(const HostCall& call) const;

 private:
  Approval(Kind kind, std::shared_ptr<const Predicate> predicate)
      : kind_(kind), predicate_(std::move(predicate)) {}

  Kind kind_;
  std::shared_ptr<const Predicate> predicate_;
};

/// Why a call waits: its tool's policy or a pattern asks for consent; it is a
/// sink, and the run has read from a source; its tool called `interrupt`.
enum class InterruptionReason { approval, data_flow, interrupt };
/// `approval`, `data_flow`, `interrupt`.
std::string_view to_string(InterruptionReason reason);

/// A call that waits for a person. A value type.
struct Interruption {
  /// Names this call in a Resolution; the same in every continuation that still
  /// waits for it, and not to be guessed.
  std::string id;
  /// The tool's name, `payments.refund`.
  std::string tool;
  /// What the tool will be called with, exactly.
  std::vector<Value> arguments;
  /// What the tool gave to `interrupt`; nothing where it did not run yet.
  std::optional<Value> payload;
  InterruptionReason reason = InterruptionReason::approval;
};

/// The answer to one interruption. A value type; made by the functions below.
struct Resolution {
  enum class Kind { approve, deny, value };

  std::string interruption_id;
  Kind kind = Kind::approve;
  /// Of deny: the message of the error that the script gets; empty for a fixed one.
  std::string reason;
  /// Of value: what the tool finds in HostCall::resume. Where a policy asked,
  /// only `true` (approve) and `false` (deny) are answers.
  Value value;
};

Resolution approve(std::string interruption_id);
Resolution deny(std::string interruption_id, std::string reason = {});
Resolution resume_with(std::string interruption_id, Value value);

/// Whether a pattern fits a name: `*` stands for any run of characters, dots
/// too; everything else for itself.
bool matches_pattern(std::string_view pattern, std::string_view name);

}  // namespace modebox
