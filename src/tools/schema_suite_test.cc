// The official JSON-Schema-Test-Suite, draft 7 and 2020-12, without its optional part: from the
// Debian package json-schema-test-suite, which has no 2020-12 yet, and from where scripts/setup
// puts that.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>

#include "modebox/json.h"
#include "src/tools/schema.h"

namespace modebox::schema {
namespace {

namespace fs = std::filesystem;

Value read_file(const fs::path& path) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const Result<Value> value = from_json(text);
  EXPECT_TRUE(value.ok()) << path << ": " << value.error().message;
  return value.ok() ? *value : Value();
}

fs::path cases_of_draft7() { return "/usr/share/json-schema-test-suite/tests/draft7"; }

fs::path cases_of_draft2020() {
  const char* cache = std::getenv("MODEBOX_CACHE_DIR");
  return fs::path(cache != nullptr ? cache : ".cache") /
         "third_party/schema-suite/tests/draft2020-12";
}

struct Score {
  int cases = 0;
  int unchecked = 0;
  std::set<std::string> wrong;
};

void judge(const Value& group, const std::string& file, Dialect dialect, Score& score) {
  const auto schema = Schema::read(group["schema"], dialect);
  const std::string name = file + ": " + std::string(group["description"].as_string());
  for (std::size_t i = 0; i < group["tests"].size(); ++i) {
    const Value& test = group["tests"][i];
    ++score.cases;
    const bool fits = schema.ok() && !(*schema)->misfit(test["data"]);
    if (fits == test["valid"].as_boolean()) continue;
    // Told, so not wrong: whoever adds the tool sees the note.
    if (schema.ok() && !(*schema)->notes().empty()) {
      ++score.unchecked;
    } else {
      score.wrong.insert(name + ": " + std::string(test["description"].as_string()) +
                         (schema.ok() ? "" : " (" + schema.error().message + ")"));
    }
  }
}

Score run(const fs::path& cases, Dialect dialect) {
  Score score;
  for (const auto& entry : fs::directory_iterator(cases)) {
    if (entry.path().extension() != ".json") continue;
    const Value groups = read_file(entry.path());
    for (std::size_t i = 0; i < groups.size(); ++i) {
      judge(groups[i], entry.path().stem().string(), dialect, score);
    }
  }
  return score;
}

void expect_all_right(const fs::path& cases, Dialect dialect) {
  if (!fs::exists(cases)) GTEST_SKIP() << "there is no " << cases;
  const Score score = run(cases, dialect);
  std::cout << cases.filename().string() << ": " << score.cases << " cases, " << score.wrong.size()
            << " wrong, " << score.unchecked << " not checked and told\n";
  EXPECT_GT(score.cases, 400);
  for (const std::string& wrong : score.wrong) ADD_FAILURE() << wrong;
}

TEST(SchemaSuite, Draft7) { expect_all_right(cases_of_draft7(), Dialect::draft7); }
TEST(SchemaSuite, Draft2020) { expect_all_right(cases_of_draft2020(), Dialect::draft2020); }

}  // namespace
}  // namespace modebox::schema
