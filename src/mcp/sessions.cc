#include "src/mcp/sessions.h"

#include <algorithm>

namespace modebox::mcp {

Result<std::shared_ptr<Session>> Sessions::find(const std::string& scope, const std::string& name,
                                                const Open& open) {
  const std::lock_guard lock(mutex_);
  sweep();
  const auto found = sessions_.find(Key(scope, name));
  if (found != sessions_.end()) {
    found->second.used = std::chrono::steady_clock::now();
    return found->second.session;
  }
  const auto of_scope = std::count_if(sessions_.begin(), sessions_.end(),
                                      [&](const auto& one) { return one.first.first == scope; });
  if (sessions_.size() >= options_.max_count ||
      static_cast<std::size_t>(of_scope) >= options_.max_per_scope) {
    return Error{
        "There are too many open sessions; use one that is there, or none. One that is not used "
        "goes after a while."};
  }
  Result<Session> opened = open();
  if (!opened) return std::move(opened).error();
  auto session = std::make_shared<Session>(*std::move(opened));
  sessions_.emplace(Key(scope, name), Kept{session, std::chrono::steady_clock::now()});
  return session;
}

void Sessions::remove(const std::string& scope, const std::string& name) {
  const std::lock_guard lock(mutex_);
  sessions_.erase(Key(scope, name));
}

void Sessions::clear() {
  const std::lock_guard lock(mutex_);
  sessions_.clear();
}

void Sessions::sweep() {
  const auto now = std::chrono::steady_clock::now();
  // One that is in use is held by who uses it, too.
  std::erase_if(sessions_, [&](const auto& one) {
    return one.second.session.use_count() == 1 && now - one.second.used > options_.idle;
  });
}

}  // namespace modebox::mcp
