// Cancelling a run from outside, and hearing of it inside a tool.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace modebox {

/// A handle that several places share: one cancels, others hear of it. Copies
/// refer to the same state. Thread-safe.
class Cancel {
 public:
  Cancel();

  /// Cancels. The run ends within a few milliseconds, whether the script
  /// computes or waits. A second call does nothing.
  void cancel() const;
  bool cancelled() const;

  /// A function that runs once, when cancelled (at once if it already is), on
  /// the thread that cancels. The registration lasts as long as the returned
  /// object lives; when that is gone the function is not running and never
  /// will. The function must not block; what it throws is dropped.
  class Registration;
  [[nodiscard]] Registration on_cancel(std::function<void()> function) const;

  bool operator==(const Cancel&) const = default;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Move-only; see Cancel::on_cancel.
class Cancel::Registration {
 public:
  Registration() = default;
  Registration(Registration&& other) noexcept;
  Registration& operator=(Registration&& other) noexcept;
  ~Registration();

 private:
  friend class Cancel;
  Registration(std::shared_ptr<State> state, std::uint64_t id);
  void drop();

  std::shared_ptr<State> state_;
  std::uint64_t id_ = 0;
};

}  // namespace modebox
