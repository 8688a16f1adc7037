// Checks before a run takes anything.
#include "src/engine/prepare.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "modebox/text.h"
#include "src/engine/policy.h"

namespace modebox::engine {
namespace {

/// The last moment that a Date can hold, from 1970 (ECMA-262, 21.4.1.1).
constexpr double latest_date_ms = 8.64e15;
constexpr std::size_t max_source_name = 1024;
constexpr std::size_t max_audience = 1024;

/// An id as it was given, cut, so that a token given by mistake is not repeated.
std::string describe_id(const std::string& id) {
  constexpr std::size_t most = 32;
  return '"' + to_utf8_lossy(id.substr(0, most)) + (id.size() > most ? "..." : "") + '"';
}

/// The checks of what every run is given; nothing if all is well.
std::optional<RunResult> refuse(const RunOptions& options) {
  if (const Status limits = check(options.limits); !limits) {
    return refused(ErrorKind::config, limits.error().message);
  }
  if (options.virtual_clock && !(std::abs(*options.virtual_clock) <= latest_date_ms)) {
    return refused(ErrorKind::config,
                   "The virtual clock must start within the dates that JavaScript has: at most "
                   "8.64e15 ms from 1970.");
  }
  if (options.source_name.empty() || options.source_name.size() > max_source_name ||
      options.source_name.find_first_of(std::string_view("\0\r\n", 3)) != std::string::npos) {
    return refused(ErrorKind::config, "The source's name must be one line of 1 to " +
                                          std::to_string(max_source_name) + " bytes.");
  }
  if (options.audience.size() > max_audience || !is_well_formed(options.audience)) {
    return refused(ErrorKind::config, "The audience must be at most " +
                                          std::to_string(max_audience) + " bytes of UTF-8.");
  }
  return std::nullopt;
}

/// The checks of a source.
std::optional<RunResult> refuse(std::string_view source, const RunOptions& options) {
  if (source.size() > static_cast<std::size_t>(options.limits.max_source)) {
    return refused(ErrorKind::too_large,
                   "The source has " + std::to_string(source.size()) + " bytes, more than " +
                       std::to_string(options.limits.max_source) + " (limits.maxSourceBytes).");
  }
  const std::size_t bad = find_invalid_wtf8(source);
  if (bad != std::string_view::npos) {
    return refused(ErrorKind::syntax,
                   "The source is not valid UTF-8 (at byte " + std::to_string(bad) + ").");
  }
  if (!is_well_formed(source)) {
    return refused(ErrorKind::syntax,
                   "The source is not valid UTF-8: it has half of a surrogate pair.");
  }
  return std::nullopt;
}

/// The tools in the order in which the frozen guest numbers them. The sets are
/// known to be equal.
std::shared_ptr<const std::vector<Tool>> in_order(const Toolbox& tools,
                                                  const std::vector<std::string>& names) {
  auto ordered = std::make_shared<std::vector<Tool>>();
  for (const std::string& name : names) {
    if (const Tool* tool = tools.find(name)) ordered->push_back(*tool);
  }
  return ordered;
}

Result<std::shared_ptr<const Attachments>> attach(
    const std::map<std::string, AttachmentFactory>& factories,
    const std::map<std::string, Bytes>* saved) {
  if (factories.empty()) return std::shared_ptr<const Attachments>();
  auto attachments = std::make_shared<Attachments>();
  for (const auto& [name, factory] : factories) {
    Result<std::shared_ptr<Attachment>> made =
        factory(saved != nullptr ? &saved->at(name) : nullptr);
    if (!made) return std::move(made).error();
    attachments->emplace(name, *std::move(made));
  }
  return std::shared_ptr<const Attachments>(std::move(attachments));
}

std::optional<std::string> problem_of(const std::vector<Resolution>& resolutions,
                                      const std::vector<PendingCall>& pending) {
  if (resolutions.empty()) return "At least one resolution is needed.";
  std::set<std::string_view> known;
  for (const Resolution& resolution : resolutions) {
    const auto call = std::find_if(pending.begin(), pending.end(), [&](const auto& other) {
      return other.interruption_id == resolution.interruption_id;
    });
    const std::string id = describe_id(resolution.interruption_id);
    if (call == pending.end())
      return "The continuation does not wait for an interruption " + id + ".";
    if (!known.insert(resolution.interruption_id).second) {
      return "The interruption " + id + " has more than one resolution.";
    }
    if (resolution.kind == Resolution::Kind::value &&
        call->reason != InterruptionReason::interrupt && !resolution.value.is_boolean()) {
      return "The interruption " + id +
             " asks for consent: its value must be true (approve) or false (deny).";
    }
  }
  return std::nullopt;
}

}  // namespace

RunResult refused(ErrorKind kind, std::string message) {
  RunResult result;
  result.outcome = Failed{run_error(kind, std::move(message))};
  return result;
}

RunResult refused(const Error& error) {
  RunResult result;
  if (error.code.empty()) return refused(ErrorKind::internal, error.message);
  const bool is_config =
      error.code == code_of(ErrorKind::config) || error.code.starts_with("RUN_SESSION_");
  result.outcome = Failed{run_error(is_config ? ErrorKind::config : ErrorKind::continuation,
                                    error.message, error.code)};
  return result;
}

Prepared prepare(std::string source, const Toolbox& tools, const RunOptions& options,
                 std::shared_ptr<SessionState> session, StripTime time) {
  if (auto refusal = refuse(options)) return std::move(*refusal);
  if (auto refusal = refuse(source, options)) return std::move(*refusal);
  auto script = read_script(std::move(source), options, time);
  if (std::holds_alternative<TakesLonger>(script)) return TakesLonger{};
  if (auto* error = std::get_if<RunError>(&script)) {
    RunResult result;
    result.outcome = Failed{std::move(*error)};
    return result;
  }
  RunOrder order;
  order.script = std::get<Script>(std::move(script));
  const bool goes_on = session != nullptr && !session->memory.empty();
  order.tools = goes_on ? in_order(tools, session->run.tools) : tools.snapshot();
  order.options = options;
  Result<std::vector<ToolPolicy>> policies = policies_of(*order.tools, options);
  if (!policies) return refused(ErrorKind::config, policies.error().message);
  order.policies = *std::move(policies);
  auto attachments = attach(tools.attachments(), nullptr);
  if (!attachments) return refused(attachments.error());
  order.attachments = *std::move(attachments);
  order.session = std::move(session);
  return order;
}

Prepared prepare_resume(std::string_view token, std::vector<Resolution> resolutions,
                        const Toolbox& tools, const RunOptions& options,
                        Continuations& continuations, std::shared_ptr<SessionState> session) {
  if (auto refusal = refuse(options)) return std::move(*refusal);
  const auto kind =
      session == nullptr ? continuation::TokenKind::run : continuation::TokenKind::session_run;
  Result<OpenedContinuation> opened = open_for(kind, token, tools, options, continuations);
  if (!opened) return refused(opened.error());
  if (auto problem = problem_of(resolutions, opened->run.pending)) {
    return refused(ErrorKind::config, *problem);
  }
  RunOrder order;
  order.tools = in_order(tools, opened->run.tools);
  order.options = options;
  order.options.limits = smaller_of(opened->run.limits, options.limits);
  order.options.source_name = opened->run.source_name;
  order.options.virtual_clock = opened->run.virtual_clock;
  order.options.seed.reset();
  if (opened->run.seeded) order.options.seed = opened->run.seed;
  order.policies = *policies_of(*order.tools, options);
  auto attachments = attach(tools.attachments(), &opened->run.attachments);
  if (!attachments) return refused(attachments.error());
  order.attachments = *std::move(attachments);
  order.resumption = Resumption{*std::move(opened), std::move(resolutions)};
  order.session = std::move(session);
  return order;
}

Status check_session(const Toolbox& tools, const RunOptions& options) {
  if (const auto refusal = refuse(options)) {
    return Error{refusal->error()->message, refusal->error()->code};
  }
  const Result<std::string> hash = hash_of(tools, options);
  if (!hash) return Error{hash.error().message, std::string(code_of(ErrorKind::config))};
  return done();
}

Result<OpenedContinuation> open_for(continuation::TokenKind kind, std::string_view token,
                                    const Toolbox& tools, const RunOptions& options,
                                    Continuations& continuations) {
  const Result<std::string> hash = hash_of(tools, options);
  if (!hash) return Error{hash.error().message, std::string(code_of(ErrorKind::config))};
  Result<OpenedContinuation> opened = continuations.open(token);
  if (!opened) return opened;
  std::vector<std::string> names;
  for (const Tool& tool : *tools.snapshot()) names.push_back(tool.name());
  const Status fits =
      continuations.check(*opened, {kind, *hash, options.audience, std::move(names)});
  if (!fits) return fits.error();
  return opened;
}

Result<std::string> hash_of(const Toolbox& tools, const RunOptions& options) {
  const auto policies = policies_of(*tools.snapshot(), options);
  if (!policies) return policies.error();
  std::set<std::string> names;
  for (const auto& [name, factory] : tools.attachments()) names.insert(name);
  return tool_set_hash(*tools.snapshot(), *policies, names);
}

}  // namespace modebox::engine
