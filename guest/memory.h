// Memory of the guest: the allocator under the engine, which counts what a run
// takes and ends the run when it is too much. No allocation ever fails.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The engine's allocator (JSMallocFunctions).
void* memory_calloc(void* opaque, size_t count, size_t size);
void* memory_malloc(void* opaque, size_t size);
void memory_free(void* opaque, void* pointer);
void* memory_realloc(void* opaque, void* pointer, size_t size);
size_t memory_usable_size(const void* pointer);

// Memory for messages, which does not count against the script's limit.
void* memory_plain_malloc(size_t size);
void* memory_plain_realloc(void* pointer, size_t size);
void memory_plain_free(void* pointer);

// From here on the script may take `limit` bytes more than is taken now.
void memory_start_run(size_t limit);
// The same, counted from where the run began.
void memory_set_limit(size_t limit);
// Bytes that the script may still take.
size_t memory_left(void);
