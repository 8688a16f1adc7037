// What libc would ask of an operating system, answered inside the guest: the
// clocks by modebox.poll (a constant while the image is made), everything else
// by "there is none". Because of these no WASI import is left in the module.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#include "guest/boot.h"
#include "guest/host.h"

static double wall_clock(void) { return guest_booting ? 0 : modebox_poll(poll_wall_clock); }
static double run_clock(void) { return guest_booting ? 0 : modebox_poll(poll_run_clock); }

int gettimeofday(struct timeval* restrict time, void* restrict zone) {
  (void)zone;
  int64_t milliseconds = (int64_t)wall_clock();
  time->tv_sec = milliseconds / 1000;
  time->tv_usec = (suseconds_t)(milliseconds % 1000) * 1000;
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  (void)clock;
  int64_t milliseconds = (int64_t)run_clock();
  time->tv_sec = milliseconds / 1000;
  time->tv_nsec = (long)(milliseconds % 1000) * 1000000;
  return 0;
}

// Scripts live in UTC, wherever the host is.
struct tm* localtime_r(const time_t* restrict time, struct tm* restrict out) {
  return gmtime_r(time, out);
}

_Noreturn void abort(void) { host_broken("abort"); }
_Noreturn void __assert_fail(const char* expression, const char* file, int line,
                             const char* function) {
  (void)file, (void)line, (void)function;
  host_broken(expression);
}

#define WASI(name, ...)                                          \
  int32_t __imported_wasi_snapshot_preview1_##name(__VA_ARGS__); \
  int32_t __imported_wasi_snapshot_preview1_##name(__VA_ARGS__)
enum { wasi_badf = 8, wasi_nosys = 52 };

WASI(fd_close, int32_t fd) { return (void)fd, wasi_badf; }
WASI(fd_fdstat_get, int32_t fd, int32_t out) { return (void)fd, (void)out, wasi_badf; }
WASI(fd_seek, int32_t fd, int64_t offset, int32_t whence, int32_t out) {
  return (void)fd, (void)offset, (void)whence, (void)out, wasi_badf;
}
WASI(fd_write, int32_t fd, int32_t vectors, int32_t count, int32_t out) {
  return (void)fd, (void)vectors, (void)count, (void)out, wasi_badf;
}
