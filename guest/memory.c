// Counting allocator. It sits between the engine, which asks for 4 KiB arenas
// and for single large blocks, and libc's malloc. A request that does not fit
// ends the run at once: a failure that a script could catch would let it go on
// for ever at the edge of its memory.
#include "guest/memory.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "guest/host.h"

// What libc's malloc keeps beside each block.
enum { block_overhead = 8 };

static size_t taken;
static size_t taken_before_run;
static size_t limit = SIZE_MAX;

static void count(void* pointer) { taken += malloc_usable_size(pointer) + block_overhead; }
static void uncount(void* pointer) { taken -= malloc_usable_size(pointer) + block_overhead; }

// What is freed stays out of frozen runs.
static void wipe_and_free(void* pointer) {
  memset(pointer, 0, malloc_usable_size(pointer));
  free(pointer);
}

static void check(size_t size) {
  if (size > limit || taken > limit - size) host_out_of_memory();
}

void* memory_malloc(void* opaque, size_t size) {
  (void)opaque;
  check(size);
  void* pointer = malloc(size);
  if (pointer == NULL) host_out_of_memory();
  count(pointer);
  return pointer;
}

void* memory_calloc(void* opaque, size_t n, size_t size) {
  (void)opaque;
  if (size != 0 && n > SIZE_MAX / size) host_out_of_memory();
  check(n * size);
  void* pointer = calloc(n, size);
  if (pointer == NULL) host_out_of_memory();
  count(pointer);
  return pointer;
}

void memory_free(void* opaque, void* pointer) {
  (void)opaque;
  if (pointer == NULL) return;
  uncount(pointer);
  wipe_and_free(pointer);
}

void* memory_realloc(void* opaque, void* pointer, size_t size) {
  if (pointer == NULL) return memory_malloc(opaque, size);
  size_t old = malloc_usable_size(pointer);
  if (size > old) check(size - old);
  uncount(pointer);
  void* moved = realloc(pointer, size);
  if (moved == NULL) host_out_of_memory();
  count(moved);
  return moved;
}

size_t memory_usable_size(const void* pointer) { return malloc_usable_size((void*)pointer); }

void* memory_plain_malloc(size_t size) {
  void* pointer = malloc(size);
  if (pointer == NULL) host_out_of_memory();
  return pointer;
}

void* memory_plain_realloc(void* pointer, size_t size) {
  void* moved = realloc(pointer, size);
  if (moved == NULL) host_out_of_memory();
  return moved;
}

void memory_plain_free(void* pointer) {
  if (pointer != NULL) wipe_and_free(pointer);
}

void memory_start_run(size_t run_limit) {
  taken_before_run = taken;
  memory_set_limit(run_limit);
}

void memory_set_limit(size_t run_limit) {
  limit = run_limit > SIZE_MAX - taken_before_run ? SIZE_MAX : taken_before_run + run_limit;
}

size_t memory_left(void) { return taken < limit ? limit - taken : 0; }
