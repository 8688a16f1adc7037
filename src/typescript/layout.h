// Compiled code, put back on the lines of its source: so that what an error, a stack or a
// console text says of a place holds for the text that was given, in this run, after it
// was resumed, and in later runs of its session, without a map to be kept anywhere.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace modebox::typescript {

/// What stood around the source when it was compiled, and is to be left out.
struct Surround {
  std::size_t columns = 0;  ///< on the source's first line
  bool function = false;    ///< the code is the body of an async arrow function
};

/// The code without its comments, each token on the line and column of the source that the
/// map tells, as far as what comes before it leaves room. Only white space is put in, and
/// only where it means nothing. Nothing if map or surround are not as they should be.
std::optional<std::string> lay_out(std::string_view code, std::string_view map,
                                   const Surround& surround);

}  // namespace modebox::typescript
