// TextEncoder of the Encoding standard.
#include "guest/codec_string.h"
#include "guest/web.h"
#include "guest/web_class.h"

static WebClass text_encoder_class;
static char present;  // the data of every TextEncoder: it has none

// The scalar value at *i, which is moved past it; a surrogate that stands alone is U+FFFD.
static uint32_t scalar(EngineString s, uint32_t* i) {
  uint32_t c = unit_at(s, (*i)++);
  if ((c & 0xf800) != 0xd800) return c;
  if (is_high(c) && *i < s.length && is_low(unit_at(s, *i)))
    return 0x10000 + ((c & 0x3ff) << 10) + (unit_at(s, (*i)++) & 0x3ff);
  return 0xfffd;
}

static size_t size_of(uint32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

// Encodes as many whole characters as there is room for.
static uint32_t encode_into(EngineString s, uint8_t* out, size_t room, size_t* written) {
  uint32_t read = 0;
  size_t at = 0;
  while (read < s.length) {
    uint32_t next = read;
    uint32_t c = scalar(s, &next);
    size_t size = size_of(c);
    if (room - at < size) break;
    put_utf8(out + at, c);
    at += size;
    read = next;
  }
  *written = at;
  return read;
}

static size_t encoded_size(EngineString s) {
  size_t size = 0;
  for (uint32_t i = 0; i < s.length;) size += size_of(scalar(s, &i));
  return size;
}

static JSValue text_encoder_constructor(JSContext* ctx, JSValueConst new_target, int argc,
                                        JSValueConst* argv) {
  (void)ctx, (void)argc, (void)argv;
  return web_class_new(&text_encoder_class, new_target, &present);
}

static JSValue text_encoder_encode(JSContext* ctx, JSValueConst this_value, int argc,
                                   JSValueConst* argv) {
  if (web_class_this(ctx, this_value, &text_encoder_class) == NULL) return JS_EXCEPTION;
  JSValue input =
      argc > 0 && !JS_IsUndefined(argv[0]) ? JS_ToString(ctx, argv[0]) : JS_NewString(ctx, "");
  if (JS_IsException(input)) return JS_EXCEPTION;
  EngineString text = engine_string(input);
  size_t written;
  uint8_t* bytes;
  JSValue array = engine_new_bytes(encoded_size(text), &bytes);
  if (!JS_IsException(array)) encode_into(text, bytes, SIZE_MAX, &written);
  JS_FreeValue(ctx, input);
  return array;
}

static JSValue text_encoder_encode_into(JSContext* ctx, JSValueConst this_value, int argc,
                                        JSValueConst* argv) {
  if (web_class_this(ctx, this_value, &text_encoder_class) == NULL ||
      !web_has_arguments(ctx, argc, 2, "encodeInto"))
    return JS_EXCEPTION;
  // The source's toString may do anything to the destination, which is looked at afterwards.
  JSValue source = JS_ToString(ctx, argv[0]);
  if (JS_IsException(source)) return JS_EXCEPTION;
  uint8_t* bytes;
  size_t room, written = 0;
  bool is_bytes = engine_kind(argv[1]) == kind_typed_array &&
                  engine_view(argv[1]).element == JS_TYPED_ARRAY_UINT8;
  if (!is_bytes) JS_ThrowTypeError(ctx, "the destination of encodeInto must be a Uint8Array");
  if (!is_bytes || !web_bytes(ctx, argv[1], &bytes, &room)) {
    JS_FreeValue(ctx, source);
    return JS_EXCEPTION;
  }
  EngineString text = engine_string(source);
  uint32_t read = encode_into(text, bytes, room, &written);
  JS_FreeValue(ctx, source);
  JSValue result = JS_NewObject(ctx);
  JS_DefinePropertyValueStr(ctx, result, "read", JS_NewUint32(ctx, read), JS_PROP_C_W_E);
  JS_DefinePropertyValueStr(ctx, result, "written", JS_NewNumber(ctx, (double)written),
                            JS_PROP_C_W_E);
  return result;
}

static JSValue text_encoder_get_encoding(JSContext* ctx, JSValueConst this_value) {
  if (web_class_this(ctx, this_value, &text_encoder_class) == NULL) return JS_EXCEPTION;
  return JS_NewString(ctx, "utf-8");
}

static const JSCFunctionListEntry members[] = {
    WEB_READONLY("encoding", text_encoder_get_encoding),
    WEB_METHOD("encode", 0, text_encoder_encode),
    WEB_METHOD("encodeInto", 2, text_encoder_encode_into),
    WEB_TAG("TextEncoder"),
};

static WebClass text_encoder_class = {.name = "TextEncoder",
                                      .constructor = text_encoder_constructor,
                                      .members = members,
                                      .member_count = WEB_COUNT(members)};

void text_encoder_boot(void) { web_class_define(&text_encoder_class); }
