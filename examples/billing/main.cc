// The demo: an agent's scripts over the books of a small firm.
//
// The books are loaded into a fresh database file; the scripts get eight host
// functions and nothing else; their clock stands at the day of the books, so that
// the figures are the same every day. The second script wants to give money back: it
// is paused, sealed, and goes on in a second process when a person has agreed.
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "database.h"
#include "modebox/engine.h"
#include "modebox/json.h"
#include "print.h"
#include "rate_desk.h"
#include "second_process.h"
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

/// What both processes of the demo need: the books, the tools, an engine whose
/// continuations are remembered in a file beside the books.
struct Office {
  Office(const std::filesystem::path& books, const char* sql)
      : database(books / "billing.db"), rates(load(database, sql)) {
    modebox::EngineOptions options;
    options.store = modebox::open_sqlite_continuation_store(books / "continuations.db").value();
    modebox::Result<modebox::Engine> made = modebox::Engine::create(options);
    if (!made) throw std::runtime_error(made.error().message);
    engine.emplace(std::move(made).value());
  }

  static std::map<billing::RateDesk::Pair, double> load(billing::Database& database,
                                                        const char* sql) {
    if (sql != nullptr) {
      database.execute("PRAGMA synchronous = OFF");  // nobody needs these books tomorrow
      database.execute(read_file(sql));
    }
    return read_rates(database);
  }

  billing::Database database;
  billing::RateDesk rates;
  const modebox::Toolbox tools = billing::make_tools(database, rates);
  std::optional<modebox::Engine> engine;
};

modebox::RunOptions options_for(const std::string& name) {
  modebox::RunOptions options;
  options.source_name = name;
  options.virtual_clock = day_of_the_books;
  options.limits.timeout = std::chrono::seconds(10);
  return options;
}

bool run_report(Office& office, const std::filesystem::path& folder) {
  const std::string script = read_file(folder / "report.js");
  const modebox::RunResult result =
      office.engine->run(script, office.tools, options_for("report.js"));
  billing::print_tools(std::cout, office.tools);
  billing::print_script(std::cout, script);
  billing::print_result(std::cout, result);
  std::cout << "\n== What the script left in the database\n";
  for (const modebox::Value& report : office.database.query("SELECT title, body FROM reports")) {
    std::cout << report["title"].as_string() << '\n' << report["body"].as_string();
  }
  return result.value() != nullptr;
}

/// The second script pauses; its token is left in `books`.
bool run_refunds(Office& office, const std::filesystem::path& folder,
                 const std::filesystem::path& books) {
  const std::string script = read_file(folder / "refunds.js");
  const modebox::RunResult result =
      office.engine->run(script, office.tools, options_for("refunds.js"));
  billing::print_script(std::cout, script);
  billing::print_result(std::cout, result);
  if (result.interrupted() == nullptr) return false;
  std::ofstream(books / "token") << result.interrupted()->continuation;
  return true;
}

/// In the second process: the person agrees to all refunds but the largest.
int resume_refunds(const std::filesystem::path& books) {
  Office office(books, nullptr);
  const std::string token = read_file(books / "token");
  const modebox::ContinuationInfo info = office.engine->inspect_continuation(token).value();
  double largest = 0;
  for (const modebox::Interruption& call : info.interruptions) {
    largest = std::max(largest, call.arguments.at(1).as_number());
  }
  std::cout << "\n== Process " << getpid() << " goes on with the token\n";
  std::vector<modebox::Resolution> answers;
  for (const modebox::Interruption& call : info.interruptions) {
    const double cents = call.arguments.at(1).as_number();
    const bool agreed = cents < largest;
    std::cout << "  " << call.tool << ' ' << call.arguments.at(0).as_number() << ' ' << cents
              << (agreed ? ": yes\n" : ": no\n");
    answers.push_back(agreed ? modebox::approve(call.id)
                             : modebox::deny(call.id, "Ask the customer first."));
  }
  const modebox::RunResult result =
      office.engine->resume(token, answers, office.tools, options_for("refunds.js"));
  billing::print_result(std::cout, result);
  std::cout << "\n== Refunds in the database\n";
  for (const modebox::Value& refund :
       office.database.query("SELECT number, refunds.amount_cents AS cents FROM refunds "
                             "JOIN invoices ON invoices.id = invoice_id ORDER BY refunds.id")) {
    std::cout << "  " << refund["number"].as_string() << "  " << modebox::describe(refund["cents"])
              << " cents\n";
  }
  return result.value() != nullptr ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Both processes seal and open with it; it is gone with them.
void make_secret() {
  std::random_device random;
  std::string secret;
  for (int i = 0; i < 8; ++i) secret += std::to_string(random()) + "-";
  setenv("MODEBOX_SECRET", secret.c_str(), 1);
}

int demo(const std::filesystem::path& folder) {
  const TemporaryFolder temporary;
  const std::filesystem::path& books = temporary.path();
  make_secret();
  {
    Office office(books, (folder / "data.sql").c_str());
    if (!run_report(office, folder) || !run_refunds(office, folder, books)) return EXIT_FAILURE;
    std::cout << "\n== Process " << getpid() << " has nothing left of the run\n" << std::flush;
  }
  return billing::run_second_process({"--resume", books.string()});
}

}  // namespace

/// The argument is the folder of data.sql and the scripts; by default the one that
/// the demo was built from. `--resume BOOKS` is the second process.
int main(int argc, char** argv) {
  try {
    if (argc > 2 && std::string(argv[1]) == "--resume") return resume_refunds(argv[2]);
    return demo(argc > 1 ? argv[1] : BILLING_FOLDER);
  } catch (const std::exception& error) {
    std::cerr << "demo: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
