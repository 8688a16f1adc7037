#include "src/engine/cpu_meter.h"

#include <pthread.h>

#include <algorithm>

namespace modebox::engine {
namespace {

CpuMeter::Nanoseconds read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + CpuMeter::Nanoseconds(time.tv_nsec);
}

}  // namespace

void CpuMeter::begin_step() {
  in_step_ = true;
  entries_ = Nanoseconds(0);
  pthread_getcpuclockid(pthread_self(), &clock_);
  step_began_ = read(clock_);
}

void CpuMeter::end_step() {
  earlier_steps_ = used();
  in_step_ = false;
}

void CpuMeter::enter() {
  entered_ = true;
  entry_began_ = Steady::now();
}

void CpuMeter::leave() {
  entries_ += Steady::now() - entry_began_;
  entered_ = false;
}

CpuMeter::Nanoseconds CpuMeter::used() const {
  if (!in_step_) return earlier_steps_;
  Nanoseconds entries = entries_;
  if (entered_) entries += Steady::now() - entry_began_;
  return earlier_steps_ + std::min(entries, read(clock_) - step_began_);
}

}  // namespace modebox::engine
