#include "cli/pending_folder.h"

#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "cli/file.h"
#include "cli/state_folder.h"
#include "modebox/engine.h"

namespace modebox::cli {
namespace {

namespace fs = std::filesystem;

/// Of one file: a continuation and a source, with room for how JSON writes them.
constexpr std::int64_t most_bytes = std::int64_t{16} << 20;

class PendingFolder final : public mcp::PendingStore {
 public:
  Status save(const std::string& id, std::string_view text) override {
    const Result<std::string> state = made_state_folder();
    if (!state) return state.error();
    const std::string folder = path_in(*state);
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
      return Error{"The folder \"" + folder + "\" can not be made: " + std::strerror(errno) + "."};
    }
    remove_expired(folder);
    return write_new_file(folder + "/" + id, text);
  }

  std::optional<std::string> load(const std::string& id) override {
    const Result<std::string> state = state_folder();
    if (!state) return std::nullopt;
    Result<std::string> text = read_file(path_in(*state) + "/" + id, most_bytes);
    if (!text) return std::nullopt;
    return *std::move(text);
  }

 private:
  static std::string path_in(const std::string& state) { return state + "/pending"; }

  static void remove_expired(const std::string& folder) {
    const auto oldest = fs::file_time_type::clock::now() - EngineOptions{}.continuation_lifetime;
    std::error_code error;
    for (auto file = fs::directory_iterator(folder, error); !error && file != fs::end(file);
         file.increment(error)) {
      std::error_code gone;
      const fs::file_time_type written = file->last_write_time(gone);
      if (!gone && written < oldest) fs::remove(file->path(), gone);
    }
  }
};

}  // namespace

std::shared_ptr<mcp::PendingStore> make_pending_folder() {
  return std::make_shared<PendingFolder>();
}

}  // namespace modebox::cli
