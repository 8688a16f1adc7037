// Text that a person reads, and decides by: nothing in it is obeyed by a terminal, and where it
// counts nothing is hidden.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "modebox/approval.h"
#include "modebox/json.h"

namespace modebox {

/// A script's text for a terminal: control characters and marks of direction, but not
/// line ends and tabs, as escapes.
std::string shown_text(std::string_view text);

/// The same for what a person decides by, and without line ends and tabs: nothing is hidden, and
/// long runs of blanks are cut.
std::string strictly_shown_text(std::string_view text);

/// A call on one line: `mail.send({ to: "a@b.example" })`. Of all arguments together so many
/// bytes are shown; the result says whether that is everything. What would not be seen
/// (characters without width, unusual blanks) is shown as escapes.
Description shown_call(const Interruption& interruption, std::size_t max_bytes);

}  // namespace modebox
