// The adapter behind Tool::of: a function over plain types becomes one over
// Values. Part of convert.h; include that. The types of tool.h are template
// parameters here because tool.h includes this.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "modebox/convert.h"

namespace modebox::detail {

/// The parameters of a callable that has exactly one signature.
template <typename F>
struct Signature : Signature<decltype(&F::operator())> {};
template <typename R, typename... A>
struct Signature<R (*)(A...)> {
  using Native = std::tuple<std::remove_cvref_t<A>...>;
};
template <typename R, typename... A>
struct Signature<R (*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...)> : Signature<R (*)(A...)> {};
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...) const> : Signature<R (*)(A...)> {};
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...) noexcept> : Signature<R (*)(A...)> {};
template <typename C, typename R, typename... A>
struct Signature<R (C::*)(A...) const noexcept> : Signature<R (*)(A...)> {};

template <typename T>
struct IsResult : std::false_type {};
template <typename T>
struct IsResult<Result<T>> : std::true_type {};

template <typename T, typename Variant>
struct IsAlternative : std::false_type {};
template <typename T, typename... Ts>
struct IsAlternative<T, std::variant<Ts...>> : std::disjunction<std::is_same<T, Ts>...> {};

/// One argument of a call: converted, or the call itself where the function
/// asks for that (it takes no place in the list).
template <typename T, typename HostCall>
bool read_argument(const HostCall& call, std::size_t& next, std::optional<T>& out,
                   std::string& problem) {
  if constexpr (std::same_as<T, HostCall>) {
    out = call;
    return true;
  } else {
    static_assert(!std::same_as<T, std::string_view> && !std::is_pointer_v<T>,
                  "a tool's parameter owns its value: take std::string");
    const std::size_t index = next++;
    const bool given = index < call.arguments.size();
    Mismatch mismatch;
    out = Conversion<T>::read(given ? call.arguments[index] : Value(), mismatch);
    if (out) return true;
    problem = given ? mismatch.sentence("argument " + std::to_string(index + 1))
                    : missing_argument(index, mismatch);
    return false;
  }
}

/// What a function returned, as a tool's answer.
template <typename ToolResult, typename ToolError, typename R>
ToolResult answer(R&& result) {
  using T = std::remove_cvref_t<R>;
  if constexpr (std::same_as<T, ToolResult> || IsAlternative<T, ToolResult>::value) {
    return std::forward<R>(result);
  } else if constexpr (IsResult<T>::value) {
    if (!result.ok()) return ToolError{result.error().message, "Error", ""};
    return answer<ToolResult, ToolError>(*std::forward<R>(result));
  } else if constexpr (std::same_as<T, std::monostate>) {
    return Value();
  } else {
    try {
      return to_value(std::forward<R>(result));
    } catch (const std::exception& error) {
      return ToolError{unusable_result(error), "Error", ""};
    }
  }
}

/// A tool's function from any callable with one signature. Its parameters are
/// types that convert.h knows, or the HostCall. It returns nothing, a type that
/// convert.h knows, a ToolResult, one of its alternatives, or a Result of one of
/// these. What it throws passes through.
template <typename ToolResult, typename ToolError, typename HostCall, typename F>
std::function<ToolResult(const HostCall&)> adapt(F function) {
  using Native = typename Signature<std::decay_t<F>>::Native;
  return [function = std::move(function)](const HostCall& call) mutable -> ToolResult {
    return [&]<typename... T>(std::type_identity<std::tuple<T...>>) -> ToolResult {
      std::tuple<std::optional<T>...> arguments;
      std::size_t next = 0;
      std::string problem;
      const bool fit = std::apply(
          [&](auto&... item) { return (read_argument(call, next, item, problem) && ...); },
          arguments);
      if (!fit) return ToolError{problem, "TypeError", ""};
      const auto invoke = [&](auto&... item) -> decltype(auto) {
        return function(*std::move(item)...);
      };
      if constexpr (std::is_void_v<decltype(std::apply(invoke, arguments))>) {
        std::apply(invoke, arguments);
        return Value();
      } else {
        return answer<ToolResult, ToolError>(std::apply(invoke, arguments));
      }
    }(std::type_identity<Native>());
  };
}

}  // namespace modebox::detail
