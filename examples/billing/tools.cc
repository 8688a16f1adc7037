#include "tools.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace billing {

struct CustomerFilter {
  std::optional<std::string> country;
};
struct InvoiceFilter {
  std::int64_t customer_id = 0;
  std::optional<std::string> status;
};
/// One line of a report.
struct Debtor {
  std::string name;
  std::int64_t invoices = 0;
  std::int64_t cents = 0;
};

}  // namespace billing

namespace modebox {

// How a tool's own types come out of a script's objects. What does not fit is
// told to the script by path: `argument 1.customerId must be a number, not a string`.

template <typename T>
bool read_field(const Value& object, const std::string& key, T& field, Mismatch& out) {
  std::optional<T> read = Conversion<T>::read(object[key], out);
  if (!read) {
    out.path = "." + key + out.path;
    return false;
  }
  field = *std::move(read);
  return true;
}

template <>
struct Conversion<billing::CustomerFilter> {
  static std::optional<billing::CustomerFilter> read(const Value& value, Mismatch& out) {
    billing::CustomerFilter filter;
    if (!value.is_undefined() && !read_field(value, "country", filter.country, out)) return {};
    return filter;
  }
};

template <>
struct Conversion<billing::InvoiceFilter> {
  static std::optional<billing::InvoiceFilter> read(const Value& value, Mismatch& out) {
    billing::InvoiceFilter filter;
    if (!read_field(value, "customerId", filter.customer_id, out)) return {};
    if (!read_field(value, "status", filter.status, out)) return {};
    return filter;
  }
};

template <>
struct Conversion<billing::Debtor> {
  static std::optional<billing::Debtor> read(const Value& value, Mismatch& out) {
    billing::Debtor debtor;
    if (!read_field(value, "name", debtor.name, out)) return {};
    if (!read_field(value, "invoices", debtor.invoices, out)) return {};
    if (!read_field(value, "cents", debtor.cents, out)) return {};
    return debtor;
  }
};

}  // namespace modebox

namespace billing {
namespace {

using modebox::HostCall;
using modebox::Reply;
using modebox::Tool;
using modebox::ToolError;
using modebox::ToolResult;
using modebox::Value;

Value or_null(const std::optional<std::string>& text) { return text ? Value(*text) : Value(); }

std::vector<Value> customers(Database& database, const CustomerFilter& filter) {
  return database.query(
      "SELECT id, name, country, currency FROM customers WHERE ?1 IS NULL OR country = ?1 "
      "ORDER BY name",
      {or_null(filter.country)});
}

ToolResult invoices(Database& database, const InvoiceFilter& filter) {
  if (database.query("SELECT 1 FROM customers WHERE id = ?1", {filter.customer_id}).empty()) {
    return ToolError{"There is no customer " + std::to_string(filter.customer_id) + ".", "Error",
                     "E_NO_CUSTOMER"};
  }
  return Value::array(database.query(
      "SELECT invoices.id, number, amount_cents AS amountCents, currency, issued, due, status "
      "FROM invoices JOIN customers ON customers.id = customer_id "
      "WHERE customer_id = ?1 AND (?2 IS NULL OR status = ?2) ORDER BY due",
      {filter.customer_id, or_null(filter.status)}));
}

std::vector<Value> payments(Database& database, std::int64_t invoice_id) {
  return database.query(
      "SELECT amount_cents AS amountCents, paid_on AS paidOn FROM payments WHERE invoice_id = ?1 "
      "ORDER BY paid_on",
      {invoice_id});
}

/// Stores a report and gives its number.
Value save_report(Database& database, const std::string& title,
                  const std::vector<Debtor>& debtors) {
  std::string body;
  for (const Debtor& debtor : debtors) {
    body += debtor.name + ": " + format_money(debtor.cents, "EUR") + " on " +
            std::to_string(debtor.invoices) + (debtor.invoices == 1 ? " invoice\n" : " invoices\n");
  }
  return database.query("INSERT INTO reports (title, body) VALUES (?1, ?2) RETURNING id",
                        {title, body})[0]["id"];
}

/// What was paid on each invoice beyond its amount, less what was given back.
std::vector<Value> overpaid(Database& database) {
  return database.query(
      "SELECT invoices.id, number, name AS customer, currency, overpaid AS overpaidCents FROM ("
      "SELECT id AS invoice, (SELECT SUM(amount_cents) FROM payments WHERE invoice_id = "
      "invoices.id) "
      "- amount_cents - (SELECT IFNULL(SUM(amount_cents), 0) FROM refunds "
      "WHERE invoice_id = invoices.id) AS overpaid FROM invoices) "
      "JOIN invoices ON invoices.id = invoice JOIN customers ON customers.id = customer_id "
      "WHERE overpaid > 0 ORDER BY number");
}

/// Gives money back, and the number of the refund.
ToolResult refund(Database& database, std::int64_t invoice_id, std::int64_t cents) {
  for (const Value& invoice : overpaid(database)) {
    if (invoice["id"] != Value(invoice_id)) continue;
    if (cents <= 0 || Value(cents).as_number() > invoice["overpaidCents"].as_number()) break;
    return database.query(
        "INSERT INTO refunds (invoice_id, amount_cents) VALUES (?1, ?2) RETURNING id",
        {invoice_id, cents})[0]["id"];
  }
  return ToolError{"That was not paid too much.", "Error", "E_NOT_OVERPAID"};
}

void ask_rate(RateDesk& rates, const HostCall& call, Reply reply) {
  const auto pair =
      modebox::from_value<RateDesk::Pair>(Value::array(call.arguments), "the currencies");
  if (!pair) return reply(ToolError{pair.error().message, "TypeError", ""});
  rates.ask(*pair, std::move(reply));
}

}  // namespace

std::string format_money(std::int64_t cents, const std::string& currency) {
  const auto bits = static_cast<std::uint64_t>(cents);
  const std::uint64_t magnitude = cents < 0 ? 0 - bits : bits;
  std::string units = std::to_string(magnitude / 100);
  for (int at = static_cast<int>(units.size()) - 3; at > 0; at -= 3) {
    units.insert(static_cast<std::size_t>(at), ",");
  }
  const std::string fraction = std::to_string(100 + magnitude % 100).substr(1);
  return (cents < 0 ? "-" : "") + units + "." + fraction + " " + currency;
}

modebox::Toolbox make_tools(Database& database, RateDesk& rates) {
  modebox::Toolbox tools;
  const auto add = [&tools](Tool tool, const char* description) {
    tools.add(std::move(tool.description(description))).value();
  };
  add(Tool::of("billing.customers",
               [&](const CustomerFilter& filter) { return customers(database, filter); }),
      "({country?}): customers by name");
  add(Tool::of("billing.invoices",
               [&](const InvoiceFilter& filter) { return invoices(database, filter); }),
      "({customerId, status?}): a customer's invoices");
  add(Tool::of("billing.payments",
               [&](std::int64_t invoice_id) { return payments(database, invoice_id); }),
      "(invoiceId): what was paid on an invoice");
  add(Tool::of("reports.save",
               [&](const std::string& title, const std::vector<Debtor>& debtors) {
                 return save_report(database, title, debtors);
               }),
      "(title, debtors): stores a report, gives its number");
  add(Tool::async("fx.rate", [&](const HostCall& call,
                                 Reply reply) { ask_rate(rates, call, std::move(reply)); }),
      "(from, to): an exchange rate, from a slow service");
  add(Tool::of("payments.overpaid", [&] { return overpaid(database); }),
      "(): invoices that were paid too much");
  add(Tool::of("payments.refund",
               [&](std::int64_t invoice_id, std::int64_t cents) {
                 return refund(database, invoice_id, cents);
               })
          .approval(modebox::Approval::always()),
      "(invoiceId, cents): gives money back; a person has to agree");
  add(Tool::of("billing.format", format_money).synchronous(),
      "(cents, currency): money as text; gives no promise");
  return tools;
}

}  // namespace billing
