// The host functions that the demo gives to its script: the only things the
// script can do to the world.
#pragma once

#include <cstdint>
#include <string>

#include "database.h"
#include "modebox/toolbox.h"
#include "rate_desk.h"

namespace billing {

/// The tools over these two, which must outlive the runs that use them.
modebox::Toolbox make_tools(Database& database, RateDesk& rates);

/// Cents as people write them, `1,234.50 EUR`.
std::string format_money(std::int64_t cents, const std::string& currency);

}  // namespace billing
