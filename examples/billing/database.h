// A SQLite file as rows that scripts understand: a row is an object with the
// query's column names as keys.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>
#include <vector>

#include "modebox/value.h"

namespace billing {

/// Owns the connection. Not thread-safe: the tools of one run are called one
/// after the other, and the demo has one run. Failures are exceptions whose
/// text is SQLite's.
class Database {
 public:
  /// Opens the file, which is made if it is not there.
  explicit Database(const std::string& path);

  /// Runs statements that give nothing back.
  void execute(const std::string& sql);
  /// Runs one statement with `?1`, `?2`, ... bound to the parameters: numbers,
  /// strings, and NULL for undefined. Gives the rows.
  std::vector<modebox::Value> query(const std::string& sql,
                                    const std::vector<modebox::Value>& parameters = {});

 private:
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close(connection); }
  };
  [[noreturn]] void fail() const;

  std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace billing
