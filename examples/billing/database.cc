#include "database.h"

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace billing {
namespace {

using modebox::Kind;
using modebox::Value;

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

int bind(sqlite3_stmt* statement, int index, const Value& value) {
  if (value.is_nullish()) return sqlite3_bind_null(statement, index);
  if (value.is_string()) {
    const std::string_view text = value.as_string();
    return sqlite3_bind_text64(statement, index, text.data(), text.size(), SQLITE_TRANSIENT,
                               SQLITE_UTF8);
  }
  const double number = value.as_number();
  if (number == std::trunc(number) && std::abs(number) < 9e15) {
    return sqlite3_bind_int64(statement, index, static_cast<sqlite3_int64>(number));
  }
  return sqlite3_bind_double(statement, index, number);
}

Value column(sqlite3_stmt* statement, int index) {
  switch (sqlite3_column_type(statement, index)) {
    case SQLITE_NULL:
      return nullptr;
    case SQLITE_INTEGER:
      return sqlite3_column_int64(statement, index);
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, index);
    default: {
      const void* text = sqlite3_column_text(statement, index);
      const int bytes = sqlite3_column_bytes(statement, index);
      return std::string_view(static_cast<const char*>(text), static_cast<std::size_t>(bytes));
    }
  }
}

Value row(sqlite3_stmt* statement) {
  Value result = Value::object();
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    result.set(sqlite3_column_name(statement, i), column(statement, i));
  }
  return result;
}

}  // namespace

Database::Database(const std::string& path) {
  sqlite3* connection = nullptr;
  const int status = sqlite3_open(path.c_str(), &connection);
  connection_.reset(connection);
  if (status != SQLITE_OK) fail();
}

void Database::fail() const { throw std::runtime_error(sqlite3_errmsg(connection_.get())); }

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::vector<Value> Database::query(const std::string& sql, const std::vector<Value>& parameters) {
  sqlite3_stmt* prepared = nullptr;
  if (sqlite3_prepare_v2(connection_.get(), sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK) {
    fail();
  }
  const Statement statement(prepared);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (bind(prepared, static_cast<int>(i) + 1, parameters[i]) != SQLITE_OK) fail();
  }
  std::vector<Value> rows;
  int status = sqlite3_step(prepared);
  for (; status == SQLITE_ROW; status = sqlite3_step(prepared)) rows.push_back(row(prepared));
  if (status != SQLITE_DONE) fail();
  return rows;
}

}  // namespace billing
