// See web_text.h. The decoder is that of the Encoding Standard (4.1 of
// https://encoding.spec.whatwg.org): the longest part of a character that could
// still have become one is one U+FFFD.
#include "guest/web_text.h"

#include <string.h>

#include "guest/codec_string.h"
#include "guest/memory.h"

bool web_byte_string(Buffer* out, JSValueConst value, const char* what) {
  JSContext* ctx = engine_context;
  JSValue string = JS_ToString(ctx, value);
  if (JS_IsException(string)) return false;
  EngineString text = engine_string(string);
  bool fits = true;
  uint8_t* bytes = buffer_reserve(out, text.length);
  for (uint32_t i = 0; i < text.length && fits; i++) {
    uint32_t unit = unit_at(text, i);
    fits = unit <= 0xff;
    bytes[i] = (uint8_t)unit;
  }
  if (!fits) {
    out->length -= text.length;
    JS_ThrowTypeError(ctx, "%s has a character above U+00FF", what);
  }
  JS_FreeValue(ctx, string);
  return fits;
}

bool web_utf8(Buffer* out, JSValueConst value) {
  JSContext* ctx = engine_context;
  JSValue string = JS_ToString(ctx, value);
  if (JS_IsException(string)) return false;
  EngineString text = engine_string(string);
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = unit_at(text, i);
    if (is_high(c) && i + 1 < text.length && is_low(unit_at(text, i + 1))) {
      c = 0x10000 + ((c & 0x3ff) << 10) + (unit_at(text, ++i) & 0x3ff);
    } else if (is_high(c) || is_low(c)) {
      c = 0xfffd;
    }
    uint8_t* start = buffer_reserve(out, 4);
    out->length -= (size_t)(start + 4 - put_utf8(start, c));
  }
  JS_FreeValue(ctx, string);
  return true;
}

// One character from *at on, which is moved behind it; -1 where there is none.
static int32_t next_character(const uint8_t** at, const uint8_t* end) {
  uint8_t lead = *(*at)++;
  if (lead < 0x80) return lead;
  int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  int32_t c = lead & (0x3f >> more);
  for (; more > 0; more--) {
    if (*at == end || **at < low || **at > high) return -1;
    c = c << 6 | (*(*at)++ & 0x3f);
    low = 0x80;
    high = 0xbf;
  }
  return c;
}

static bool is_ascii(const uint8_t* bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] >= 0x80) return false;
  }
  return true;
}

JSValue web_decode_utf8(const uint8_t* bytes, size_t length) {
  if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) bytes += 3, length -= 3;
  if (is_ascii(bytes, length)) return engine_new_latin1(bytes, length);
  // No character has more code units than bytes. It counts for the script: it may not be had.
  uint16_t* units = memory_malloc(NULL, length * sizeof(uint16_t));
  uint16_t* out = units;
  for (const uint8_t *at = bytes, *end = bytes + length; at < end;) {
    int32_t c = next_character(&at, end);
    if (c < 0) {
      *out++ = 0xfffd;
    } else if (c < 0x10000) {
      *out++ = (uint16_t)c;
    } else {
      *out++ = (uint16_t)(0xd7c0 + (c >> 10));
      *out++ = (uint16_t)(0xdc00 | (c & 0x3ff));
    }
  }
  JSValue string = JS_NewStringUTF16(engine_context, units, (size_t)(out - units));
  memory_free(NULL, units);
  return string;
}

bool web_is_utf8(const uint8_t* bytes, size_t length) {
  if (length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) return false;
  for (const uint8_t *at = bytes, *end = bytes + length; at < end;) {
    if (next_character(&at, end) < 0) return false;
  }
  return true;
}
