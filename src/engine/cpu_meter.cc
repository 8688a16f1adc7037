#include "src/engine/cpu_meter.h"

namespace modebox::engine {
namespace {

CpuMeter::Nanoseconds read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + CpuMeter::Nanoseconds(time.tv_nsec);
}

}  // namespace

void CpuMeter::start() {
  running_ = true;
  pthread_getcpuclockid(pthread_self(), &clock_);
  started_ = read(CLOCK_THREAD_CPUTIME_ID);
}

void CpuMeter::stop() {
  used_ += read(CLOCK_THREAD_CPUTIME_ID) - started_;
  running_ = false;
}

CpuMeter::Nanoseconds CpuMeter::used_now() const {
  return running_ ? used_ + (read(clock_) - started_) : used_;
}

}  // namespace modebox::engine
