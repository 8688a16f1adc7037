// See usv_string.h. Latin-1 and UTF-16 are what the engine keeps strings in.
#include "guest/usv_string.h"

#include <string.h>

#include "guest/codec_string.h"

enum { replacement = 0xfffd };

static bool is_lone(const uint16_t* units, uint32_t i, uint32_t length) {
  if (is_high(units[i])) return i + 1 == length || !is_low(units[i + 1]);
  return is_low(units[i]) && (i == 0 || !is_high(units[i - 1]));
}

JSValue usv_string(JSContext* ctx, JSValueConst value) {
  JSValue string = JS_ToString(ctx, value);
  if (JS_IsException(string)) return string;
  EngineString text = engine_string(string);
  if (!text.wide) return string;
  const uint16_t* units = text.data;
  uint32_t i = 0;
  while (i < text.length && ((units[i] & 0xf800) != 0xd800 || !is_lone(units, i, text.length))) i++;
  if (i == text.length) return string;
  void* place;
  JSValue whole = engine_new_string(text.length, true, &place);
  uint16_t* out = place;
  memcpy(out, units, text.length * sizeof(uint16_t));
  for (; i < text.length; i++) {
    if ((units[i] & 0xf800) == 0xd800 && is_lone(units, i, text.length)) out[i] = replacement;
  }
  JS_FreeValue(ctx, string);
  return whole;
}

static bool is_ascii(const uint8_t* bytes, size_t length) {
  size_t i = 0;
  uint64_t eight;
  for (; i + 8 <= length; i += 8) {
    memcpy(&eight, bytes + i, 8);
    if (eight & 0x8080808080808080u) return false;
  }
  for (; i < length; i++) {
    if (bytes[i] >= 0x80) return false;
  }
  return true;
}

static size_t utf8_size(EngineString text) {
  size_t size = 0;
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = unit_at(text, i);
    size += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
    // A pair has four bytes.
    if (is_high(c) && i + 1 < text.length && is_low(unit_at(text, i + 1))) size++, i++;
  }
  return size;
}

Utf8 utf8_of(JSContext* ctx, JSValueConst string) {
  EngineString text = engine_string(string);
  if (!text.wide && is_ascii(text.data, text.length))
    return (Utf8){.data = text.data, .length = text.length};
  Utf8 out = {.length = utf8_size(text)};
  out.data = out.owned = js_malloc(ctx, out.length + 1);
  uint8_t* place = (uint8_t*)out.owned;
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = unit_at(text, i);
    if (is_high(c) && i + 1 < text.length && is_low(unit_at(text, i + 1))) {
      c = 0x10000 + ((c & 0x3ff) << 10) + (unit_at(text, ++i) & 0x3ff);
    } else if ((c & 0xf800) == 0xd800) {
      c = replacement;
    }
    place = put_utf8(place, c);
  }
  return out;
}

void utf8_free(JSContext* ctx, Utf8* text) { js_free(ctx, text->owned); }

static const uint32_t ill_formed = UINT32_MAX;

// The next code point, or that there is none: the maximal part of one is behind then. *at is before
// the end.
static uint32_t take_code_point(const uint8_t** at, const uint8_t* end) {
  uint32_t c = *(*at)++;
  if (c < 0x80) return c;
  uint8_t low = 0x80, high = 0xbf;
  int more;
  if (c >= 0xc2 && c <= 0xdf) {
    more = 1;
    c &= 0x1f;
  } else if (c >= 0xe0 && c <= 0xef) {
    if (c == 0xe0) low = 0xa0;
    if (c == 0xed) high = 0x9f;
    more = 2;
    c &= 0x0f;
  } else if (c >= 0xf0 && c <= 0xf4) {
    if (c == 0xf0) low = 0x90;
    if (c == 0xf4) high = 0x8f;
    more = 3;
    c &= 0x07;
  } else {
    return ill_formed;
  }
  for (; more > 0; more--) {
    if (*at == end || **at < low || **at > high) return ill_formed;
    c = c << 6 | (*(*at)++ & 0x3f);
    low = 0x80;
    high = 0xbf;
  }
  return c;
}

static uint32_t next_code_point(const uint8_t** at, const uint8_t* end) {
  uint32_t c = take_code_point(at, end);
  return c != ill_formed ? c : replacement;
}

bool utf8_is_well_formed(const uint8_t* bytes, size_t length) {
  if (is_ascii(bytes, length)) return true;
  const uint8_t* end = bytes + length;
  while (bytes < end) {
    if (take_code_point(&bytes, end) == ill_formed) return false;
  }
  return true;
}

JSValue utf8_decode(JSContext* ctx, const uint8_t* bytes, size_t length) {
  (void)ctx;
  if (is_ascii(bytes, length)) return engine_new_latin1(bytes, length);
  const uint8_t* end = bytes + length;
  uint64_t units = 0;
  uint32_t most = 0;
  for (const uint8_t* at = bytes; at < end;) {
    uint32_t c = next_code_point(&at, end);
    units += c < 0x10000 ? 1 : 2;
    if (c > most) most = c;
  }
  void* place;
  JSValue string = engine_new_string(units, most > 0xff, &place);
  if (JS_IsException(string)) return string;
  uint8_t* narrow = place;
  uint16_t* wide = place;
  for (const uint8_t* at = bytes; at < end;) {
    uint32_t c = next_code_point(&at, end);
    if (most <= 0xff) {
      *narrow++ = (uint8_t)c;
    } else if (c < 0x10000) {
      *wide++ = (uint16_t)c;
    } else {
      *wide++ = (uint16_t)(0xd7c0 + (c >> 10));
      *wide++ = (uint16_t)(0xdc00 | (c & 0x3ff));
    }
  }
  return string;
}
