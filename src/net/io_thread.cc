#include "src/net/io_thread.h"

#include <pthread.h>

#include <exception>
#include <mutex>
#include <new>
#include <utility>

#include "src/net/tls.h"

namespace modebox::net {
namespace {

struct Current {
  std::mutex mutex;
  std::weak_ptr<IoThread> thread;
};

/// A child of fork() begins without one: the parent's lock may be held for ever.
Current& current() {
  alignas(Current) static std::byte storage[sizeof(Current)];
  static Current* const instance = [] {
    pthread_atfork(nullptr, nullptr, [] { new (storage) Current; });
    return new (storage) Current;
  }();
  return *instance;
}

}  // namespace

std::shared_ptr<IoThread> IoThread::shared() {
  Current& place = current();
  const std::lock_guard lock(place.mutex);
  auto thread = place.thread.lock();
  if (thread == nullptr) place.thread = thread = start();
  return thread;
}

std::shared_ptr<IoThread> IoThread::start() {
  try {
    return std::shared_ptr<IoThread>(new IoThread);
  } catch (const std::exception&) {  // no thread, no descriptor
    return nullptr;
  }
}

IoThread::IoThread()
    : io_(std::make_shared<boost::asio::io_context>(1)),
      work_(boost::asio::make_work_guard(*io_)),
      thread_([io = io_] {
        for (;;) {
          try {
            io->run();
            return;
          } catch (
              ...) {  // nothing of ours throws; a callback's exception ends nobody else's request
          }
        }
      }) {}

Result<std::shared_ptr<boost::asio::ssl::context>> IoThread::tls(const std::string& extra_ca_pem,
                                                                 bool system_ca) {
  auto& made = contexts_[{extra_ca_pem, system_ca}];
  if (made == nullptr) {
    auto context = tls_context(extra_ca_pem, system_ca);
    if (!context) return context;
    made = std::move(*context);
  }
  return made;
}

IoThread::~IoThread() {
  work_.reset();
  // All requests have ended; what is left in the queue are their echoes.
  if (is_current()) {
    thread_.detach();
  } else {
    thread_.join();
  }
}

}  // namespace modebox::net
