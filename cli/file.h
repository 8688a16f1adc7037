// Files as the command line reads and writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "modebox/result.h"

namespace modebox::cli {

/// Closes its descriptor at the end.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();
  /// Negative if there is none.
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Reads to the end, but not more than one byte over the limit: then whoever gets it
/// can say that it is too large. `name` is for the error.
Result<std::string> read_to_end(int descriptor, const std::string& name, std::int64_t limit);
/// The same of a file; `-` is standard input.
Result<std::string> read_file(const std::string& path, std::int64_t limit);
/// Makes a file that only its owner may read. Fails if it is there.
Status write_new_file(const std::string& path, std::string_view text);

}  // namespace modebox::cli
