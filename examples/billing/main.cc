// The demo: an agent's script over the books of a small firm.
//
// The books are loaded into a fresh database file; the script gets six host
// functions and nothing else; its clock stands at the day of the books, so that
// the figures are the same every day.
#include <stdlib.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

#include "database.h"
#include "modebox/engine.h"
#include "print.h"
#include "rate_desk.h"
#include "tools.h"

namespace {

/// 31 March 2026, 09:00 UTC.
constexpr double day_of_the_books = 1774947600000;

/// A folder that is gone with its contents when this is.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path = std::filesystem::temp_directory_path() / "modebox-demo-XXXXXX";
    if (mkdtemp(path.data()) == nullptr)
      throw std::runtime_error("Can not make the folder " + path);
    path_ = path;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("Can not read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<billing::RateDesk::Pair, double> read_rates(billing::Database& database) {
  std::map<billing::RateDesk::Pair, double> rates;
  for (const modebox::Value& row : database.query("SELECT base, quote, rate FROM rates")) {
    rates.emplace(billing::RateDesk::Pair(row["base"].as_string(), row["quote"].as_string()),
                  row["rate"].as_number());
  }
  return rates;
}

int demo(const std::filesystem::path& folder) {
  const TemporaryFolder temporary;
  billing::Database database(temporary.path() / "billing.db");
  database.execute("PRAGMA synchronous = OFF");  // nobody needs these books tomorrow
  database.execute(read_file(folder / "data.sql"));
  billing::RateDesk rates(read_rates(database));
  const modebox::Toolbox tools = billing::make_tools(database, rates);
  const std::string script = read_file(folder / "report.js");

  const modebox::Result<modebox::Engine> engine = modebox::Engine::create();
  if (!engine) throw std::runtime_error(engine.error().message);
  modebox::RunOptions options;
  options.source_name = "report.js";
  options.virtual_clock = day_of_the_books;
  options.limits.timeout = std::chrono::seconds(10);
  const modebox::RunResult result = engine->run(script, tools, options);

  billing::print_tools(std::cout, tools);
  billing::print_script(std::cout, script);
  billing::print_result(std::cout, result);
  std::cout << "\n== What the script left in the database\n";
  for (const modebox::Value& report : database.query("SELECT title, body FROM reports")) {
    std::cout << report["title"].as_string() << '\n' << report["body"].as_string();
  }
  return result.error() == nullptr ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

/// The argument is the folder of data.sql and report.js; by default the one that
/// the demo was built from.
int main(int argc, char** argv) {
  try {
    return demo(argc > 1 ? argv[1] : BILLING_FOLDER);
  } catch (const std::exception& error) {
    std::cerr << "demo: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
