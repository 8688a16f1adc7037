// ada, the URL parser, and what its C++ asks of a system: memory, and a way to end. The rest of the
// guest talks to it through its C interface (ada_c.h), in which no call fails for want of memory:
// the allocator ends the run then.
#include <cstring>
#include <new>

#include "guest/engine.h"

extern "C" {
#include "guest/host.h"
}

#define ADA_INCLUDE_URL_PATTERN 0
#include <ada.cpp>

// The engine's allocator, so that what URLs hold counts against the run's limit, brings the next
// collection of garbage closer, and is zeroed in frozen runs once it is free.
void* operator new(std::size_t size) {
  void* memory = js_malloc_rt(engine_runtime, size != 0 ? size : 1);
  if (memory == nullptr) host_out_of_memory();
  return memory;
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { js_free_rt(engine_runtime, memory); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }

// Where the library would throw. A string longer than the address space is want of memory; anything
// else can not happen.
void std::__libcpp_verbose_abort(const char* format, ...) {
  if (std::strstr(format, "length_error") != nullptr) host_out_of_memory();
  host_broken(format);
}
