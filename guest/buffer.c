// See buffer.h.
#include "guest/buffer.h"

#include <math.h>
#include <string.h>

#include "guest/memory.h"

Buffer buffer_over(void* storage, size_t capacity) {
  return (Buffer){.data = storage, .length = 0, .capacity = capacity, .on_heap = false};
}

void buffer_free(Buffer* buffer) {
  if (buffer->on_heap) memory_plain_free(buffer->data);
  *buffer = (Buffer){0};
}

static void buffer_grow(Buffer* buffer, size_t size) {
  size_t capacity = buffer->capacity * 2;
  if (capacity < buffer->length + size) capacity = buffer->length + size;
  if (buffer->on_heap) {
    buffer->data = memory_plain_realloc(buffer->data, capacity);
  } else {
    uint8_t* data = memory_plain_malloc(capacity);
    memcpy(data, buffer->data, buffer->length);
    buffer->data = data;
    buffer->on_heap = true;
  }
  buffer->capacity = capacity;
}

uint8_t* buffer_reserve(Buffer* buffer, size_t size) {
  if (buffer->capacity - buffer->length < size) buffer_grow(buffer, size);
  uint8_t* place = buffer->data + buffer->length;
  buffer->length += size;
  return place;
}

void buffer_add(Buffer* buffer, const void* bytes, size_t size) {
  if (size > 0) memcpy(buffer_reserve(buffer, size), bytes, size);
}

void buffer_byte(Buffer* buffer, uint8_t byte) { *buffer_reserve(buffer, 1) = byte; }

static void put_big_endian(uint8_t* out, uint64_t number, int bytes) {
  for (int i = 0; i < bytes; i++) out[i] = (uint8_t)(number >> (8 * (bytes - 1 - i)));
}

void buffer_head(Buffer* buffer, int major, uint64_t argument) {
  uint8_t type = (uint8_t)(major << 5);
  if (argument < 24) {
    buffer_byte(buffer, type | (uint8_t)argument);
    return;
  }
  int log2 = argument <= 0xff ? 0 : argument <= 0xffff ? 1 : argument <= 0xffffffff ? 2 : 3;
  uint8_t* out = buffer_reserve(buffer, 1 + ((size_t)1 << log2));
  out[0] = type | (uint8_t)(24 + log2);
  put_big_endian(out + 1, argument, 1 << log2);
}

void buffer_double(Buffer* buffer, double number) {
  union {
    double number;
    uint64_t bits;
  } u = {.number = number};
  if (isnan(number)) u.bits = 0x7ff8000000000000u;
  uint8_t* out = buffer_reserve(buffer, 9);
  out[0] = 0xfb;
  put_big_endian(out + 1, u.bits, 8);
}

void buffer_number(Buffer* buffer, double number) {
  const double exact = 9007199254740991.0;
  if (number >= -exact && number <= exact && number == trunc(number) &&
      !(number == 0 && signbit(number))) {
    if (number >= 0) {
      buffer_head(buffer, cbor_uint, (uint64_t)number);
    } else {
      buffer_head(buffer, cbor_negative, (uint64_t)(-1 - number));
    }
    return;
  }
  buffer_double(buffer, number);
}

void buffer_text(Buffer* buffer, const char* text, size_t length) {
  buffer_head(buffer, cbor_text, length);
  buffer_add(buffer, text, length);
}
