// Going on with a paused run, as its person answers.
#pragma once

#include "cli/output.h"
#include "cli/project.h"
#include "modebox/engine.h"

namespace modebox::cli {

/// Resumes a run that waits for as long as somebody on the terminal answers; what came of
/// it then. Any other result is given back as it is, as is every one where `output` is
/// for programs.
RunResult ask_and_resume(const Engine& engine, const Project& project, const RunOptions& options,
                         const Output& output, RunResult result);

}  // namespace modebox::cli
