// The characters of strings, for encoding.
#pragma once

#include "guest/buffer.h"
#include "guest/engine.h"

// A code unit, and the halves of a surrogate pair.
static inline uint32_t unit_at(EngineString text, uint32_t i) {
  return text.wide ? ((const uint16_t*)text.data)[i] : ((const uint8_t*)text.data)[i];
}

static inline bool is_high(uint32_t c) { return (c & 0xfc00) == 0xd800; }
static inline bool is_low(uint32_t c) { return (c & 0xfc00) == 0xdc00; }

// Writes a code point's UTF-8, three bytes for a lone surrogate; gives the place behind it.
uint8_t* put_utf8(uint8_t* out, uint32_t c);
// Appends the string as an item: a text, or the tagged bytes of an ill-formed one.
void write_string(Buffer* out, EngineString text);
