#include "src/net/lookup_threads.h"

#include <pthread.h>

#include <deque>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

constexpr int max_threads = 64;

struct Lookup {
  std::shared_ptr<Resolver> resolver;
  std::string name;
  std::function<void(Result<std::vector<Address>>)> done;
};

struct Threads {
  std::mutex mutex;
  std::deque<Lookup> waiting;
  int running = 0;
};

/// Never destroyed, since threads may outlive main(); made anew in a child of fork().
Threads& threads() {
  alignas(Threads) static std::byte storage[sizeof(Threads)];
  static Threads* const instance = [] {
    pthread_atfork(nullptr, nullptr, [] { new (storage) Threads; });
    return new (storage) Threads;
  }();
  return *instance;
}

void work(Threads& all) {
  std::unique_lock lock(all.mutex);
  while (!all.waiting.empty()) {
    Lookup lookup = std::move(all.waiting.front());
    all.waiting.pop_front();
    lock.unlock();
    try {
      lookup.done(lookup.resolver->resolve(lookup.name));
    } catch (...) {  // a foreign resolver's exception, or no memory
      try {
        lookup.done(http_error(HttpErrorKind::dns, "The lookup failed."));
      } catch (...) {
      }
    }
    lookup = {};
    lock.lock();
  }
  --all.running;
}

}  // namespace

bool look_up(std::shared_ptr<Resolver> resolver, std::string name,
             std::function<void(Result<std::vector<Address>>)> done) {
  Threads& all = threads();
  const std::lock_guard lock(all.mutex);
  all.waiting.push_back({std::move(resolver), std::move(name), std::move(done)});
  if (all.running == max_threads) return true;
  try {
    std::thread([&all] { work(all); }).detach();
    ++all.running;
  } catch (const std::system_error&) {
    if (all.running != 0) return true;  // one that works will come to it
    all.waiting.pop_back();
    return false;
  }
  return true;
}

}  // namespace modebox::net
