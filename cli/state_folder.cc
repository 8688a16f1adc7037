#include "cli/state_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/file.h"
#include "src/base/hex.h"
#include "src/base/random.h"

namespace modebox::cli {
namespace {

/// As hexadecimal digits and a line end.
constexpr std::size_t key_file_size = 65;

Error not_usable(const std::string& what, const std::string& path, const std::string& why) {
  return Error{what + " \"" + path + "\" can not be used: " + why + "."};
}

std::string absolute_path_in(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? value : "";
}

/// Who may write into it could put back what was used, or another key.
Status check_folder(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return not_usable("The folder", path, std::strerror(errno));
  if (!S_ISDIR(status.st_mode)) return not_usable("The folder", path, "it is none");
  if (status.st_uid == geteuid() && (status.st_mode & 022) == 0) return done();
  return not_usable("The folder", path, "others than its user may write into it");
}

/// The folder, with those above it, the user's own only.
Status make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return not_usable("The folder", path, std::strerror(errno));
  }
  return check_folder(path);
}

/// Opens its file when it is needed: most runs need none.
class StateStore final : public ContinuationStore {
 public:
  Result<std::string> id() override {
    return with<std::string>([](ContinuationStore& store) { return store.id(); });
  }
  Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now_ms) override {
    return with<ClaimOutcome>([&](ContinuationStore& store) { return store.claim(claim, now_ms); });
  }
  Result<bool> start(const ContinuationClaim& claim) override {
    return with<bool>([&](ContinuationStore& store) { return store.start(claim); });
  }
  Status complete(const ContinuationClaim& claim) override {
    return with<std::monostate>([&](ContinuationStore& store) { return store.complete(claim); });
  }
  Status release(const ContinuationClaim& claim) override {
    return with<std::monostate>([&](ContinuationStore& store) { return store.release(claim); });
  }

 private:
  template <typename T>
  Result<T> with(const std::function<Result<T>(ContinuationStore&)>& ask) {
    const std::lock_guard lock(mutex_);
    if (store_ == nullptr) {
      Result<std::shared_ptr<ContinuationStore>> opened = open();
      if (!opened) return std::move(opened).error();
      store_ = *std::move(opened);
    }
    return ask(*store_);
  }

  static Result<std::shared_ptr<ContinuationStore>> open() {
    const Result<std::string> folder = made_state_folder();
    if (!folder) return folder.error();
    return open_sqlite_continuation_store(*folder + "/continuations.db");
  }

  std::mutex mutex_;
  std::shared_ptr<ContinuationStore> store_;
};

/// Writes the whole file under a name of its own and gives it the right one then, so
/// that nobody finds half a key, and of two who make one at once both use the same.
Status make_key(const std::string& path) {
  RandomSource& random = RandomSource::system();
  const std::string key = random_id(random) + random_id(random);
  const std::string draft = path + "." + random_id(random);
  if (Status written = write_new_file(draft, key + "\n"); !written) return written;
  const bool linked = link(draft.c_str(), path.c_str()) == 0 || errno == EEXIST;
  const std::string why = std::strerror(errno);
  unlink(draft.c_str());
  return linked ? done() : Status(not_usable("The key", path, why));
}

Result<std::string> read_key(const std::string& path) {
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status = {};
  if (file.descriptor() < 0 || fstat(file.descriptor(), &status) != 0) {
    return not_usable("The key", path, std::strerror(errno));
  }
  if (!S_ISREG(status.st_mode)) return not_usable("The key", path, "it is no regular file");
  if (status.st_uid != geteuid() || (status.st_mode & 077) != 0) {
    return not_usable("The key", path, "others than its user may read or have written it");
  }
  Result<std::string> text = read_to_end(file.descriptor(), '"' + path + '"', 1024);
  if (!text) return text;
  if (text->size() != key_file_size || !is_hex(text->substr(0, key_file_size - 1), 32)) {
    return not_usable("The key", path,
                      "it is damaged; continuations that it sealed can not be opened");
  }
  return text->substr(0, key_file_size - 1);
}

}  // namespace

Result<std::string> state_folder() {
  if (const std::string state = absolute_path_in("XDG_STATE_HOME"); !state.empty()) {
    return state + "/modebox";
  }
  if (const std::string home = absolute_path_in("HOME"); !home.empty()) {
    return home + "/.local/state/modebox";
  }
  return Error{
      "There is no folder to remember continuations in: set HOME or XDG_STATE_HOME to an absolute "
      "path."};
}

Result<std::string> made_state_folder() {
  Result<std::string> folder = state_folder();
  if (!folder) return folder;
  if (Status made = make_folder(*folder); !made) return std::move(made).error();
  return folder;
}

std::shared_ptr<ContinuationStore> make_state_store() { return std::make_shared<StateStore>(); }

Result<std::string> state_key(MissingKey missing) {
  const Result<std::string> folder = state_folder();
  if (!folder) return folder.error();
  const std::string path = *folder + "/key";
  if (access(folder->c_str(), F_OK) == 0) {
    if (const Status checked = check_folder(*folder); !checked) return checked.error();
  }
  if (access(path.c_str(), F_OK) != 0) {
    if (missing == MissingKey::refused) {
      return Error{
          "There is no key that could open a continuation here: set the secret that it was sealed "
          "with (MODEBOX_SECRET), or be the user who made it."};
    }
    if (const Status made = make_folder(*folder); !made) return made.error();
    if (const Status made = make_key(path); !made) return made.error();
  }
  return read_key(path);
}

}  // namespace modebox::cli
