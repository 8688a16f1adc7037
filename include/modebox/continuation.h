// What a continuation token tells those who have its key, without being used.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/approval.h"

namespace modebox {

/// What a token holds: a paused run, a session between runs, or a session whose
/// run is paused. They are not interchangeable.
enum class ContinuationKind { run, session, session_run };
/// `run`, `session`, `session_run`.
std::string_view to_string(ContinuationKind kind);

/// A value type. Times are milliseconds since the Unix epoch.
struct ContinuationInfo {
  ContinuationKind kind = ContinuationKind::run;
  /// What it waits for; empty for a session.
  std::vector<Interruption> interruptions;
  double created_ms = 0;
  double expires_ms = 0;
  bool expired = false;
  /// Bound to, empty for none (RunOptions::audience).
  std::string audience;
  /// The first half of image_hash() of the engine that made it, and whether that is
  /// this engine's.
  std::string image_hash;
  bool image_matches = false;
  /// Names of the tools that the run was given.
  std::vector<std::string> tools;
  std::string source_name;
  /// Host calls the run has made.
  std::size_t host_calls = 0;
  /// Bytes of the token's text, and of the run's frozen memory before and after
  /// compression.
  std::size_t token_size = 0;
  std::size_t memory_size = 0;
  std::size_t compressed_memory_size = 0;
};

}  // namespace modebox
