#include "tests/runner/source_text.h"

#include <stdexcept>

#include "tests/runner/expectation.h"

namespace modebox::tests {

std::string source_text(const Engine& engine, const CaseFile& file) {
  if (!file.find("generated")) return file.source;
  RunOptions options;
  options.limits.max_result = 64 << 20;
  options.limits.memory_limit = 512 << 20;
  const RunResult result = engine.run(file.source, {}, options);
  const Value* value = result.value();
  if (value != nullptr && value->is_string()) return std::string(value->as_string());
  if (value != nullptr && value->kind() == Kind::typed_array) {
    const auto bytes = value->bytes();
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  throw std::runtime_error("the generator of " + file.name + " gave " +
                           outcome_text(result.outcome));
}

}  // namespace modebox::tests
