#include "guest/web_text.h"

#include <string.h>

#include "guest/codec_string.h"
#include "guest/usv_string.h"

bool web_bytes_of_string(Buffer* out, JSValueConst string) {
  EngineString text = engine_string(string);
  bool fits = true;
  uint8_t* bytes = buffer_reserve(out, text.length);
  for (uint32_t i = 0; i < text.length && fits; i++) {
    uint32_t unit = unit_at(text, i);
    fits = unit <= 0xff;
    bytes[i] = (uint8_t)unit;
  }
  if (!fits) out->length -= text.length;
  return fits;
}

bool web_byte_string(Buffer* out, JSValueConst value, const char* what) {
  JSContext* ctx = engine_context;
  JSValue string = JS_ToString(ctx, value);
  if (JS_IsException(string)) return false;
  bool fits = web_bytes_of_string(out, string);
  if (!fits) JS_ThrowTypeError(ctx, "%s has a character above U+00FF", what);
  JS_FreeValue(ctx, string);
  return fits;
}

bool web_utf8(Buffer* out, JSValueConst value) {
  JSContext* ctx = engine_context;
  JSValue string = JS_ToString(ctx, value);
  if (JS_IsException(string)) return false;
  Utf8 text = utf8_of(ctx, string);
  buffer_add(out, text.data, text.length);
  utf8_free(ctx, &text);
  JS_FreeValue(ctx, string);
  return true;
}

static bool begins_with_mark(const uint8_t* bytes, size_t length) {
  return length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0;
}

JSValue web_decode_utf8(const uint8_t* bytes, size_t length) {
  size_t skip = begins_with_mark(bytes, length) ? 3 : 0;
  return utf8_decode(engine_context, bytes + skip, length - skip);
}

bool web_is_utf8(const uint8_t* bytes, size_t length) {
  return !begins_with_mark(bytes, length) && utf8_is_well_formed(bytes, length);
}
