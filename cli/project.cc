#include "cli/project.h"

#include <cstdlib>
#include <utility>

namespace modebox::cli {

void Project::add_to(CLI::App& command) {
  command.add_option("-c,--config", file_,
                     "Give scripts the tools of this modebox.json (modebox help config)");
  command.add_option(
      "--store", store_,
      "SQLite file that remembers which continuations were used (modebox help tokens)");
}

Status Project::load() {
  if (file_.empty()) return done();
  Result<config::Config> config = config::load_config(file_);
  if (!config) return std::move(config).error();
  Result<Toolbox> tools = config::make_toolbox(*config);
  if (!tools) return std::move(tools).error();
  config_ = *std::move(config);
  tools_ = *std::move(tools);
  return done();
}

void Project::apply_to(RunOptions& options) const {
  options.limits = config_.limits;
  options.approve = config_.approve;
  options.sources = config_.sources;
  options.sinks = config_.sinks;
}

Result<EngineOptions> Project::engine_options(MissingKey missing) const {
  Result<std::string> key = secret(missing);
  if (!key) return std::move(key).error();
  EngineOptions options;
  options.secrets = {*std::move(key)};
  options.store = make_state_store(store_);
  return options;
}

Result<std::string> Project::secret(MissingKey missing) const {
  const std::string& name = config_.secret_env;
  const char* given = std::getenv(name.c_str());
  if (given != nullptr && *given != '\0') return std::string(given);
  if (name == config::Config{}.secret_env) return state_key(missing);
  return Error{"The environment variable " + name +
               ", which is to hold the secret for continuations (secretEnv), is not set."};
}

}  // namespace modebox::cli
