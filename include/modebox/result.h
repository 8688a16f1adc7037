// Result<T>: did the host itself manage to do what was asked? What became of
// a script is not told here but by Outcome (outcome.h): a script that fails is
// a successful run with a Failed outcome.
#pragma once

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>

namespace modebox {

/// Why the host could not do something: one sentence for a person, saying what
/// failed, on what, and what to try. A value type.
struct [[nodiscard]] Error {
  std::string message;
  /// Stable code where callers tell such errors apart
  /// (`RUN_CONTINUATION_EXPIRED`), else empty.
  std::string code = {};
};

/// A T, or the Error that stood in its way. Value semantics.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// The value. Only after ok() said true; anything else is a bug of the
  /// caller and aborts, with the error's message on standard error.
  T& value() & { return *checked(); }
  const T& value() const& { return *const_cast<Result*>(this)->checked(); }
  T&& value() && { return std::move(*checked()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return checked(); }
  const T* operator->() const { return const_cast<Result*>(this)->checked(); }

  /// The error. Only after ok() said false.
  const Error& error() const& {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }
  Error&& error() && {
    assert(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  T* checked() {
    T* value = std::get_if<0>(&state_);
    if (value == nullptr) {
      std::fprintf(stderr, "modebox: value() of a Result that is an error: %s\n",
                   std::get_if<1>(&state_)->message.c_str());
      std::abort();
    }
    return value;
  }

  std::variant<T, Error> state_;
};

/// Done, or the Error that stood in its way.
using Status = Result<std::monostate>;

/// What a function that returns Status gives when all went well.
inline Status done() { return Status(std::monostate{}); }

}  // namespace modebox
