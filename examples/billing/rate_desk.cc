#include "rate_desk.h"

namespace billing {
namespace {

constexpr std::chrono::milliseconds delay{20};

}  // namespace

RateDesk::RateDesk(std::map<Pair, double> rates)
    : rates_(std::move(rates)), thread_([this] { answer_questions(); }) {}

RateDesk::~RateDesk() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void RateDesk::ask(Pair pair, modebox::Reply reply) {
  {
    const std::lock_guard lock(mutex_);
    questions_.push_back(
        {std::chrono::steady_clock::now() + delay, std::move(pair), std::move(reply)});
  }
  changed_.notify_one();
}

void RateDesk::answer_questions() {
  std::unique_lock lock(mutex_);
  while (!closed_) {
    if (questions_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto due = questions_.front().due;
    if (std::chrono::steady_clock::now() < due) {
      changed_.wait_until(lock, due);
      continue;
    }
    const Question question = std::move(questions_.front());
    questions_.pop_front();
    lock.unlock();  // the reply may start the next part of the script
    question.reply(rate(question.pair));
    lock.lock();
  }
}

modebox::ToolResult RateDesk::rate(const Pair& pair) const {
  const auto found = rates_.find(pair);
  if (found != rates_.end()) return modebox::Value(found->second);
  return modebox::ToolError{"There is no rate from " + pair.first + " to " + pair.second + ".",
                            "Error", "E_NO_RATE"};
}

}  // namespace billing
