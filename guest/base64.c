// atob and btoa: forgiving base64 of the Infra standard.
#include "guest/web.h"
#include "guest/web_class.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint32_t unit(const EngineString* s, uint32_t i) {
  return s->wide ? ((const uint16_t*)s->data)[i] : ((const uint8_t*)s->data)[i];
}

// The argument as a string; false after an exception.
static bool read_argument(JSContext* ctx, int argc, JSValueConst* argv, const char* what,
                          JSValue* text) {
  if (!web_has_arguments(ctx, argc, 1, what)) return false;
  *text = JS_ToString(ctx, argv[0]);
  return !JS_IsException(*text);
}

static JSValue btoa(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)this_value;
  JSValue input;
  if (!read_argument(ctx, argc, argv, "btoa", &input)) return JS_EXCEPTION;
  EngineString s = engine_string(input);
  for (uint32_t i = 0; s.wide && i < s.length; i++) {
    if (unit(&s, i) <= 0xff) continue;
    JS_FreeValue(ctx, input);
    return JS_ThrowDOMException(ctx, "InvalidCharacterError", "Invalid character");
  }
  void* characters;
  JSValue output = engine_new_string(((size_t)s.length + 2) / 3 * 4, false, &characters);
  uint8_t* out = characters;
  for (uint32_t i = 0; out != NULL && i < s.length; i += 3, out += 4) {
    uint32_t left = s.length - i;
    uint32_t group = unit(&s, i) << 16 | (left > 1 ? unit(&s, i + 1) << 8 : 0) |
                     (left > 2 ? unit(&s, i + 2) : 0);
    out[0] = (uint8_t)digits[group >> 18];
    out[1] = (uint8_t)digits[group >> 12 & 63];
    out[2] = left > 1 ? (uint8_t)digits[group >> 6 & 63] : '=';
    out[3] = left > 2 ? (uint8_t)digits[group & 63] : '=';
  }
  JS_FreeValue(ctx, input);
  return output;
}

enum { is_space = 64, is_other = 65 };

// The value of a digit, or what else it is.
static uint32_t digit(uint32_t c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ' ? is_space : is_other;
}

// How many digits the text has, if it is base64: any white space; at the end one or two `=` if they
// make the digits a multiple of four, or none. False if it is not.
static bool count_digits(const EngineString* s, uint32_t* count) {
  uint32_t padding = 0;
  *count = 0;
  for (uint32_t i = 0; i < s->length; i++) {
    uint32_t c = unit(s, i);
    uint32_t value = digit(c);
    if (value == is_space) continue;
    if (value == is_other && (c != '=' || ++padding > 2)) return false;
    if (value < is_space && padding > 0) return false;
    *count += value < is_space;
  }
  return padding > 0 ? (*count + padding) % 4 == 0 : *count % 4 != 1;
}

static JSValue atob(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)this_value;
  JSValue input;
  if (!read_argument(ctx, argc, argv, "atob", &input)) return JS_EXCEPTION;
  EngineString s = engine_string(input);
  uint32_t count;
  if (!count_digits(&s, &count)) {
    JS_FreeValue(ctx, input);
    return JS_ThrowDOMException(ctx, "InvalidCharacterError",
                                "The string to be decoded is not correctly encoded.");
  }
  void* characters;
  size_t length = (size_t)count / 4 * 3 + (count % 4 > 0 ? count % 4 - 1 : 0);
  JSValue output = engine_new_string(length, false, &characters);
  uint8_t* out = characters;
  uint32_t bits = 0;
  int held = 0;
  for (uint32_t i = 0; out != NULL && i < s.length; i++) {
    uint32_t value = digit(unit(&s, i));
    if (value >= is_space) continue;
    bits = bits << 6 | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    *out++ = (uint8_t)(bits >> held);
  }
  JS_FreeValue(ctx, input);
  return output;
}

void base64_boot(void) {
  web_function_define("atob", atob, 1);
  web_function_define("btoa", btoa, 1);
}
