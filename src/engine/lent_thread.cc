#include "src/engine/lent_thread.h"

#include <algorithm>

namespace modebox::engine {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

/// Of one thread: a bucket of time (a "token bucket") that fills up evenly.
struct Bucket {
  bool lent = false;
  Nanoseconds left{0};
  LentThread::Clock::time_point filled;  // never yet, or when `left` was true
};
thread_local Bucket bucket;

void fill_up(const SliceRules& rules, LentThread::Clock::time_point now) {
  const Nanoseconds passed = std::min<Nanoseconds>(now - bucket.filled, 2 * rules.refill);
  const auto gained = passed * rules.bucket.count() / rules.refill.count();
  bucket.left = std::min<Nanoseconds>(bucket.left + gained, rules.bucket);
  bucket.filled = now;
}

}  // namespace

LentThread::LentThread(const SliceRules& rules) : rules_(rules), began_(Clock::now()) {
  if (bucket.lent) return;
  fill_up(rules, began_);
  if (bucket.left < rules.least) return;
  bucket.lent = taken_ = true;
}

LentThread::~LentThread() {
  if (!taken_) return;
  bucket.lent = false;
  // A tool's own function may have taken long; that is not made up for forever.
  bucket.left = std::max<Nanoseconds>(bucket.left - (Clock::now() - began_), -rules_.bucket);
}

SliceRules::Microseconds LentThread::time_for_slice() const {
  const Nanoseconds passed = Clock::now() - began_;
  const Nanoseconds left = bucket.left - passed;
  if (left < rules_.least || passed > rules_.stay) return SliceRules::Microseconds(0);
  return std::min(rules_.budget, std::chrono::duration_cast<SliceRules::Microseconds>(left));
}

}  // namespace modebox::engine
