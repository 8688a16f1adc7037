// See form_list.h. Algorithms: the URL standard, section "application/x-www-form-urlencoded".
#include "guest/form_list.h"

#include <string.h>

#include "guest/codec_string.h"
#include "guest/usv_string.h"

static void free_pair(JSRuntime* rt, const FormPair* pair) {
  JS_FreeValueRT(rt, pair->name);
  JS_FreeValueRT(rt, pair->value);
}

void form_clear(JSRuntime* rt, FormList* list) {
  for (uint32_t i = 0; i < list->count; i++) free_pair(rt, &list->pairs[i]);
  js_free_rt(rt, list->pairs);
  *list = (FormList){0};
}

void form_append(JSContext* ctx, FormList* list, JSValue name, JSValue value) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? list->capacity * 2 : 4;
    list->pairs = js_realloc(ctx, list->pairs, list->capacity * sizeof(FormPair));
  }
  list->pairs[list->count++] = (FormPair){name, value};
}

void form_remove(JSContext* ctx, FormList* list, uint32_t from, JSValueConst name,
                 JSValueConst value) {
  uint32_t kept = from;
  for (uint32_t i = from; i < list->count; i++) {
    FormPair pair = list->pairs[i];
    if (engine_compare_strings(pair.name, name) == 0 &&
        (JS_IsUndefined(value) || engine_compare_strings(pair.value, value) == 0)) {
      free_pair(JS_GetRuntime(ctx), &pair);
    } else {
      list->pairs[kept++] = pair;
    }
  }
  if (from < list->count) list->count = kept;
}

uint32_t form_find(const FormList* list, uint32_t from, JSValueConst name) {
  for (; from < list->count; from++) {
    if (engine_compare_strings(list->pairs[from].name, name) == 0) break;
  }
  return from;
}

// Merges, from the bottom up, between the list and a second place for it.
void form_sort(JSContext* ctx, FormList* list) {
  uint32_t count = list->count;
  if (count < 2) return;
  FormPair* from = list->pairs;
  FormPair* to = js_malloc(ctx, count * sizeof(FormPair));
  FormPair* second = to;
  for (uint32_t width = 1; width < count; width *= 2) {
    for (uint32_t start = 0; start < count; start += 2 * width) {
      uint32_t middle = count - start < width ? count : start + width;
      uint32_t end = count - middle < width ? count : middle + width;
      uint32_t left = start, right = middle;
      for (uint32_t i = start; i < end; i++) {
        bool take_left =
            left < middle &&
            (right == end || engine_compare_strings(from[left].name, from[right].name) <= 0);
        to[i] = take_left ? from[left++] : from[right++];
      }
    }
    FormPair* turned = from;
    from = to;
    to = turned;
  }
  if (from != list->pairs) memcpy(list->pairs, from, count * sizeof(FormPair));
  js_free(ctx, second);
}

// ---- Parsing

static int hex_digit(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// `scratch` has room for all the bytes.
static JSValue decode(JSContext* ctx, const uint8_t* bytes, size_t length, uint8_t* scratch) {
  size_t plain = 0;
  while (plain < length && bytes[plain] != '%' && bytes[plain] != '+') plain++;
  if (plain == length) return utf8_decode(ctx, bytes, length);
  memcpy(scratch, bytes, plain);
  size_t out = plain;
  for (size_t i = plain; i < length; i++) {
    uint8_t c = bytes[i];
    if (c == '+') {
      c = ' ';
    } else if (c == '%' && i + 2 < length) {
      int high = hex_digit(bytes[i + 1]), low = hex_digit(bytes[i + 2]);
      if (high >= 0 && low >= 0) {
        c = (uint8_t)(high << 4 | low);
        i += 2;
      }
    }
    scratch[out++] = c;
  }
  return utf8_decode(ctx, scratch, out);
}

bool form_parse(JSContext* ctx, FormList* list, const char* bytes, size_t length) {
  const uint8_t* at = (const uint8_t*)bytes;
  const uint8_t* end = at + length;
  uint8_t* scratch = js_malloc(ctx, length + 1);
  bool ok = true;
  while (at < end && ok) {
    const uint8_t* stop = memchr(at, '&', (size_t)(end - at));
    if (stop == NULL) stop = end;
    if (stop > at) {
      const uint8_t* equals = memchr(at, '=', (size_t)(stop - at));
      const uint8_t* name_end = equals != NULL ? equals : stop;
      const uint8_t* value = equals != NULL ? equals + 1 : stop;
      JSValue first = decode(ctx, at, (size_t)(name_end - at), scratch);
      JSValue second =
          JS_IsException(first) ? first : decode(ctx, value, (size_t)(stop - value), scratch);
      ok = !JS_IsException(second);
      if (ok) {
        form_append(ctx, list, first, second);
      } else {
        JS_FreeValue(ctx, first);
      }
    }
    at = stop + 1;
  }
  js_free(ctx, scratch);
  return ok;
}

// ---- Serializing

// What stays as it is.
static bool is_plain(uint32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '*' ||
         c == '-' || c == '.' || c == '_';
}

// Bytes of the percent-encoded text. In 64 bits: one string can be in the list many times.
static uint64_t encoded_size(JSValueConst string) {
  EngineString text = engine_string(string);
  uint64_t size = 0;
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = unit_at(text, i);
    if (is_plain(c) || c == ' ') {
      size++;
    } else if (is_high(c)) {
      size += 12;
      i++;
    } else {
      size += c < 0x80 ? 3 : c < 0x800 ? 6 : 9;
    }
  }
  return size;
}

static uint8_t* encode(uint8_t* out, JSValueConst string) {
  static const char digits[] = "0123456789ABCDEF";
  EngineString text = engine_string(string);
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = unit_at(text, i);
    if (is_plain(c)) {
      *out++ = (uint8_t)c;
      continue;
    }
    if (c == ' ') {
      *out++ = '+';
      continue;
    }
    if (is_high(c)) c = 0x10000 + ((c & 0x3ff) << 10) + (unit_at(text, ++i) & 0x3ff);
    uint8_t bytes[4];
    const uint8_t* end = put_utf8(bytes, c);
    for (const uint8_t* byte = bytes; byte < end; byte++) {
      *out++ = '%';
      *out++ = (uint8_t)digits[*byte >> 4];
      *out++ = (uint8_t)digits[*byte & 15];
    }
  }
  return out;
}

JSValue form_serialize(JSContext* ctx, const FormList* list) {
  (void)ctx;
  uint64_t size = 0;
  // What is too long for a string is not counted to its end.
  for (uint32_t i = 0; i < list->count && size < (1u << 30); i++)
    size += encoded_size(list->pairs[i].name) + encoded_size(list->pairs[i].value) + 1 + (i > 0);
  void* place;
  JSValue string = engine_new_string(size, false, &place);
  if (JS_IsException(string) || size == 0) return string;
  uint8_t* out = place;
  for (uint32_t i = 0; i < list->count; i++) {
    if (i > 0) *out++ = '&';
    out = encode(out, list->pairs[i].name);
    *out++ = '=';
    out = encode(out, list->pairs[i].value);
  }
  return string;
}
