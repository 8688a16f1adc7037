// A growing run of bytes, and the head bytes of CBOR items (RFC 8949) in it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint8_t* data;
  size_t length;
  size_t capacity;
  bool on_heap;  // false: `data` was given to buffer_over and is not ours to free
} Buffer;

// An empty buffer that uses `storage` until that is full.
Buffer buffer_over(void* storage, size_t capacity);
void buffer_free(Buffer* buffer);
// Room for `size` more bytes: where they are to be written. Growing never fails (memory.h).
uint8_t* buffer_reserve(Buffer* buffer, size_t size);
void buffer_add(Buffer* buffer, const void* bytes, size_t size);
void buffer_byte(Buffer* buffer, uint8_t byte);

enum {
  cbor_uint = 0,
  cbor_negative = 1,
  cbor_bytes = 2,
  cbor_text = 3,
  cbor_array = 4,
  cbor_map = 5,
  cbor_tag = 6,
  cbor_simple = 7,
};
enum {
  cbor_false = 0xf4,
  cbor_true = 0xf5,
  cbor_null = 0xf6,
  cbor_undefined = 0xf7,
  cbor_hole = 0xe0
};

// The head of an item: its major type and argument, in the shortest form.
void buffer_head(Buffer* buffer, int major, uint64_t argument);
void buffer_double(Buffer* buffer, double number);
// A number as values write it: an integer if it is one exactly, else a float64.
void buffer_number(Buffer* buffer, double number);
// A text of bytes that are known to be UTF-8.
void buffer_text(Buffer* buffer, const char* text, size_t length);
