// CBOR to values. The bytes come from the host, which is trusted more than the
// script but not more than necessary: every count is checked against what is
// left before anything is allocated, nesting is bounded, and what does not fit
// the format is refused as a whole.
#include <math.h>
#include <string.h>

#include "guest/codec.h"
#include "guest/memory.h"

// ---- Reader

static bool bad(Reader* reader) {
  reader->bad = true;
  reader->at = reader->end;
  return false;
}

static size_t left(const Reader* reader) { return (size_t)(reader->end - reader->at); }

bool reader_head(Reader* reader, int* major, int* info, uint64_t* argument) {
  if (left(reader) < 1) return bad(reader);
  uint8_t first = *reader->at++;
  *major = first >> 5;
  *info = first & 31;
  if (*info < 24) {
    *argument = (uint64_t)*info;
    return true;
  }
  if (*info > 27) return bad(reader);
  size_t size = (size_t)1 << (*info - 24);
  if (left(reader) < size) return bad(reader);
  uint64_t number = 0;
  for (size_t i = 0; i < size; i++) number = number << 8 | *reader->at++;
  *argument = number;
  return true;
}

static uint64_t expect(Reader* reader, int wanted) {
  int major, info;
  uint64_t argument;
  if (!reader_head(reader, &major, &info, &argument)) return 0;
  if (major != wanted) return (uint64_t)bad(reader);
  return argument;
}

uint64_t reader_uint(Reader* reader) { return expect(reader, cbor_uint); }

uint32_t reader_array(Reader* reader) {
  uint64_t count = expect(reader, cbor_array);
  if (count > left(reader)) return (uint32_t)bad(reader);
  return (uint32_t)count;
}

bool reader_bool(Reader* reader) {
  if (left(reader) < 1) return bad(reader);
  uint8_t byte = *reader->at++;
  if (byte != cbor_true && byte != cbor_false) return bad(reader);
  return byte == cbor_true;
}

const char* reader_text(Reader* reader, size_t* length) {
  int major, info;
  uint64_t argument;
  *length = 0;
  if (!reader_head(reader, &major, &info, &argument)) return "";
  if ((major != cbor_text && major != cbor_bytes) || argument > left(reader)) {
    bad(reader);
    return "";
  }
  const char* text = (const char*)reader->at;
  reader->at += argument;
  *length = (size_t)argument;
  return text;
}

bool reader_null(Reader* reader) {
  if (left(reader) < 1 || *reader->at != cbor_null) return false;
  reader->at++;
  return true;
}

// ---- Decoder

typedef struct {
  JSContext* ctx;
  Reader* reader;
  int depth;
  JSValue* shared;  // owned; JS_UNINITIALIZED until the object exists
  uint32_t shared_count, shared_capacity;
  bool threw;
} Decoder;

static JSValue item(Decoder* d);

static JSValue malformed(Decoder* d) {
  bad(d->reader);
  return JS_UNDEFINED;
}

static bool failed(const Decoder* d) { return d->reader->bad || d->threw; }

static JSValue checked(Decoder* d, JSValue value) {
  if (!JS_IsException(value)) return value;
  d->threw = true;
  return JS_UNDEFINED;
}

// The bytes of a definite-length string of the given type, which has just been announced.
static const uint8_t* take(Decoder* d, uint64_t size) {
  if (size > left(d->reader)) {
    bad(d->reader);
    return NULL;
  }
  const uint8_t* bytes = d->reader->at;
  d->reader->at += size;
  return bytes;
}

static bool is_ascii(const uint8_t* bytes, size_t size) {
  uint8_t any = 0;
  for (size_t i = 0; i < size; i++) any |= bytes[i];
  return any < 0x80;
}

static JSValue text(Decoder* d, uint64_t size) {
  const uint8_t* bytes = take(d, size);
  if (bytes == NULL) return JS_UNDEFINED;
  if (is_ascii(bytes, size)) return engine_new_latin1(bytes, size);
  return checked(d, JS_NewStringLen(d->ctx, (const char*)bytes, size));
}

// UTF-8 in which surrogates may stand alone, as UTF-16.
static JSValue ill_formed_text(Decoder* d) {
  size_t size = (size_t)expect(d->reader, cbor_bytes);
  const uint8_t* bytes = take(d, size);
  if (bytes == NULL) return JS_UNDEFINED;
  uint16_t* units = memory_plain_malloc(size * 2 + 2);
  size_t count = 0;
  bool ok = true;
  for (size_t i = 0; i < size && ok;) {
    uint32_t c = bytes[i++];
    int more = c < 0x80             ? 0
               : (c & 0xe0) == 0xc0 ? 1
               : (c & 0xf0) == 0xe0 ? 2
               : (c & 0xf8) == 0xf0 ? 3
                                    : -1;
    ok = more >= 0 && (size_t)more <= size - i;
    if (!ok) break;
    if (more > 0) c &= 0x3fu >> more;
    for (int k = 0; k < more; k++) {
      ok = ok && (bytes[i] & 0xc0) == 0x80;
      c = c << 6 | (bytes[i++] & 0x3f);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    ok = ok && c >= least[more] && c <= 0x10ffff;
    if (c >= 0x10000) {
      units[count++] = (uint16_t)(0xd7c0 + (c >> 10));
      units[count++] = (uint16_t)(0xdc00 | (c & 0x3ff));
    } else {
      units[count++] = (uint16_t)c;
    }
  }
  JSValue string = ok ? JS_NewStringUTF16(d->ctx, units, count) : malformed(d);
  memory_plain_free(units);
  return checked(d, string);
}

static JSAtom key(Decoder* d) {
  int major, info;
  uint64_t argument;
  if (!reader_head(d->reader, &major, &info, &argument)) return JS_ATOM_NULL;
  if (major == cbor_text) {
    const uint8_t* bytes = take(d, argument);
    return bytes != NULL ? JS_NewAtomLen(d->ctx, (const char*)bytes, (size_t)argument)
                         : JS_ATOM_NULL;
  }
  if (major != cbor_tag || argument != 273) {
    bad(d->reader);
    return JS_ATOM_NULL;
  }
  JSValue string = ill_formed_text(d);
  JSAtom atom = failed(d) ? JS_ATOM_NULL : JS_ValueToAtom(d->ctx, string);
  JS_FreeValue(d->ctx, string);
  return atom;
}

static double half(uint32_t bits) {
  int exponent = bits >> 10 & 31;
  double mantissa = bits & 0x3ff;
  double value = exponent == 0    ? ldexp(mantissa, -24)
                 : exponent != 31 ? ldexp(mantissa + 1024, exponent - 25)
                 : mantissa == 0  ? INFINITY
                                  : NAN;
  return bits & 0x8000 ? -value : value;
}

static JSValue number(JSContext* ctx, double value) { return JS_NewNumber(ctx, value); }

static JSValue simple(Decoder* d, int info, uint64_t argument) {
  union {
    uint32_t bits32;
    float single;
    uint64_t bits;
    double value;
  } u;
  switch (info) {
    case 20:
      return JS_FALSE;
    case 21:
      return JS_TRUE;
    case 22:
      return JS_NULL;
    case 23:
      return JS_UNDEFINED;
    case 25:
      return number(d->ctx, half((uint32_t)argument));
    case 26:
      u.bits32 = (uint32_t)argument;
      return number(d->ctx, u.single);
    case 27:
      u.bits = argument;
      // Other NaNs would be read as something else by the engine.
      return isnan(u.value) ? JS_NewFloat64(d->ctx, NAN) : number(d->ctx, u.value);
    default:
      return malformed(d);
  }
}

// A number, as a plain item.
static double plain_number(Decoder* d) {
  JSValue value = item(d);
  double out = NAN;
  EngineKind kind = engine_kind(value);
  if (kind != kind_int && kind != kind_float) {
    bad(d->reader);
  } else {
    JS_ToFloat64(d->ctx, &out, value);
  }
  JS_FreeValue(d->ctx, value);
  return out;
}

// ---- Shared values

static uint32_t shared_reserve(Decoder* d) {
  if (d->shared_count == d->shared_capacity) {
    d->shared_capacity = d->shared_capacity ? d->shared_capacity * 2 : 8;
    d->shared = memory_plain_realloc(d->shared, d->shared_capacity * sizeof(JSValue));
  }
  d->shared[d->shared_count] = JS_UNINITIALIZED;
  return d->shared_count++;
}

// Makes an object known under its number (none: -1), before its parts are read, so that they can
// refer to it.
static void shared_set(Decoder* d, int64_t slot, JSValueConst value) {
  if (slot >= 0) d->shared[slot] = JS_DupValue(d->ctx, value);
}

static JSValue shared_get(Decoder* d) {
  uint64_t index = reader_uint(d->reader);
  if (failed(d) || index >= d->shared_count || JS_IsUninitialized(d->shared[index]))
    return malformed(d);
  return JS_DupValue(d->ctx, d->shared[index]);
}

// ---- Containers

static JSValue array(Decoder* d, uint64_t count, int64_t slot) {
  if (count > left(d->reader)) return malformed(d);
  JSValue result = engine_new_array((uint32_t)count);
  shared_set(d, slot, result);
  bool holes = false;
  for (uint32_t i = 0; i < count && !failed(d); i++) {
    if (left(d->reader) > 0 && *d->reader->at == cbor_hole) {
      d->reader->at++;
      holes = true;
      continue;
    }
    JSValue element = item(d);
    if (holes) {
      JS_DefinePropertyValueUint32(d->ctx, result, i, element, JS_PROP_C_W_E);
    } else {
      engine_push(result, element);
    }
  }
  if (holes) JS_SetLength(d->ctx, result, (int64_t)count);
  return result;
}

static JSValue sparse_array(Decoder* d, int64_t slot) {
  if (reader_array(d->reader) != 2) return malformed(d);
  uint64_t length = reader_uint(d->reader);
  uint32_t count = reader_array(d->reader);
  if (failed(d) || length > UINT32_MAX || count % 2 != 0) return malformed(d);
  JSValue result = engine_new_array(0);
  shared_set(d, slot, result);
  JS_SetLength(d->ctx, result, (int64_t)length);
  for (uint32_t i = 0; i < count && !failed(d); i += 2) {
    uint64_t index = reader_uint(d->reader);
    if (failed(d) || index >= length) {
      bad(d->reader);
      break;
    }
    JS_DefinePropertyValueUint32(d->ctx, result, (uint32_t)index, item(d), JS_PROP_C_W_E);
  }
  return result;
}

static JSValue object(Decoder* d, uint64_t count, int64_t slot) {
  if (count > left(d->reader) / 2) return malformed(d);
  JSValue result = JS_NewObject(d->ctx);
  shared_set(d, slot, result);
  for (uint64_t i = 0; i < count && !failed(d); i++) {
    JSAtom name = key(d);
    if (failed(d)) break;
    JS_DefinePropertyValue(d->ctx, result, name, item(d), JS_PROP_C_W_E);
    JS_FreeAtom(d->ctx, name);
  }
  return result;
}

static JSValue map(Decoder* d, int64_t slot) {
  uint64_t count = expect(d->reader, cbor_map);
  if (count > left(d->reader) / 2) return malformed(d);
  JSValue result = engine_new_map(false);
  shared_set(d, slot, result);
  for (uint64_t i = 0; i < count && !failed(d); i++) {
    JSValue name = item(d);
    JSValue value = item(d);
    engine_map_set(result, name, value);
  }
  return result;
}

static JSValue set(Decoder* d, int64_t slot) {
  uint32_t count = reader_array(d->reader);
  JSValue result = engine_new_map(true);
  shared_set(d, slot, result);
  for (uint32_t i = 0; i < count && !failed(d); i++) engine_map_set(result, item(d), JS_UNDEFINED);
  return result;
}

static bool same(const char* name, size_t length, const char* wanted) {
  return strlen(wanted) == length && memcmp(name, wanted, length) == 0;
}

// Keys in any order, so the parts are gathered first; the object exists before them only if
// something refers to it.
static JSValue error(Decoder* d, int64_t slot) {
  uint64_t count = expect(d->reader, cbor_map);
  if (count > left(d->reader) / 2 || count > 16) return malformed(d);
  // `name` decides the class, so it is looked for first, in a copy of the reader: strings only, no
  // values.
  JSValue name = JS_UNDEFINED;
  size_t length;
  {
    Reader ahead = *d->reader;
    if (count > 0) {
      const char* first = reader_text(&ahead, &length);
      if (!ahead.bad && same(first, length, "name")) name = decode_string(&ahead);
    }
    if (ahead.bad || JS_IsException(name)) return malformed(d);
  }
  JSValue result = engine_new_error(name);
  JS_FreeValue(d->ctx, name);
  shared_set(d, slot, result);
  for (uint64_t i = 0; i < count && !failed(d); i++) {
    const char* text = reader_text(d->reader, &length);
    if (failed(d)) break;
    static const char* const known[] = {"message", "cause", "errors", "code"};
    const char* found = NULL;
    for (int k = 0; k < 4; k++) {
      if (same(text, length, known[k])) found = known[k];
    }
    bool is_name = same(text, length, "name");
    JSValue value = item(d);
    bool is_text = engine_kind(value) == kind_string;
    if (found == NULL || failed(d) || (found == known[0] && !is_text)) {
      if (!is_name || !is_text || i != 0) bad(d->reader);
      JS_FreeValue(d->ctx, value);
      continue;
    }
    int flags = found == known[3] ? JS_PROP_C_W_E : JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE;
    JS_DefinePropertyValueStr(d->ctx, result, found, value, flags);
  }
  return result;
}

static JSValue regexp(Decoder* d) {
  if (reader_array(d->reader) != 2) return malformed(d);
  JSValue source = decode_string(d->reader);
  JSValue flags = decode_string(d->reader);
  JSValue result = JS_UNDEFINED;
  if (!failed(d)) result = checked(d, engine_new_regexp(source, flags));
  JS_FreeValue(d->ctx, source);
  JS_FreeValue(d->ctx, flags);
  return result;
}

static JSValue buffer(Decoder* d, uint64_t size, int64_t slot) {
  const uint8_t* bytes = take(d, size);
  if (bytes == NULL) return JS_UNDEFINED;
  JSValue result = checked(d, JS_NewArrayBufferCopy(d->ctx, bytes, (size_t)size));
  shared_set(d, slot, result);
  return result;
}

// JSTypedArrayEnum of an RFC 8746 tag, or -1.
static int element_of_tag(uint64_t tag) {
  static const uint8_t tags[] = {68, 72, 64, 77, 69, 78, 70, 79, 71, 84, 85, 86};
  for (int i = 0; i < (int)sizeof(tags); i++) {
    if (tags[i] == tag) return i;
  }
  return -1;
}

static const uint8_t element_sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};

static JSValue new_view(Decoder* d, int element, JSValueConst buffer, uint64_t offset,
                        uint64_t length) {
  JSValue arguments[] = {JS_DupValue(d->ctx, buffer), JS_NewInt64(d->ctx, (int64_t)offset),
                         JS_NewInt64(d->ctx, (int64_t)length)};
  JSValue result = element >= 0 ? JS_NewTypedArray(d->ctx, 3, (JSValueConst*)arguments,
                                                   (JSTypedArrayEnum)element)
                                : engine_new_data_view(buffer, (uint32_t)offset, (uint32_t)length);
  JS_FreeValue(d->ctx, arguments[0]);
  return checked(d, result);
}

static JSValue whole_view(Decoder* d, int element, int64_t slot) {
  uint64_t size = expect(d->reader, cbor_bytes);
  if (size % element_sizes[element] != 0) return malformed(d);
  JSValue bytes = buffer(d, size, -1);
  if (failed(d)) return bytes;
  JSValue result = new_view(d, element, bytes, 0, size / element_sizes[element]);
  JS_FreeValue(d->ctx, bytes);
  shared_set(d, slot, result);
  return result;
}

static JSValue partial_view(Decoder* d, int64_t slot) {
  if (reader_array(d->reader) != 4) return malformed(d);
  uint64_t tag = reader_uint(d->reader);
  int element = element_of_tag(tag);
  JSValue bytes = item(d);
  uint64_t offset = reader_uint(d->reader);
  uint64_t length = reader_uint(d->reader);
  uint64_t size = element >= 0 ? element_sizes[element] : 1;
  JSValue result = JS_UNDEFINED;
  if (failed(d) || (tag != 0 && element < 0) || engine_kind(bytes) != kind_array_buffer ||
      offset > engine_buffer(bytes).length || offset % size != 0 ||
      length > (engine_buffer(bytes).length - offset) / size) {
    malformed(d);
  } else {
    result = new_view(d, element, bytes, offset, length);
    shared_set(d, slot, result);
  }
  JS_FreeValue(d->ctx, bytes);
  return result;
}

// Which tags can stand under tag 28: what has an identity.
static bool has_identity(uint64_t tag) {
  return tag == 258 || tag == 259 || tag == 21066 || (tag >= 40000 && tag <= 40003) ||
         element_of_tag(tag) >= 0;
}

static JSValue tagged(Decoder* d, uint64_t tag, int64_t slot) {
  if (slot >= 0 && !has_identity(tag)) return malformed(d);
  JSValue result;
  switch (tag) {
    case 2:
    case 3: {
      uint64_t size = expect(d->reader, cbor_bytes);
      const uint8_t* bytes = take(d, size);
      if (bytes == NULL) return JS_UNDEFINED;
      return checked(d, engine_new_bigint(bytes, (size_t)size, tag == 3));
    }
    case 273:
      return ill_formed_text(d);
    case 29:
      return shared_get(d);
    case 258:
      return set(d, slot);
    case 259:
      return map(d, slot);
    case 40000:
      return sparse_array(d, slot);
    case 40002:
      return partial_view(d, slot);
    case 40003:
      return error(d, slot);
    case 21066:
      result = regexp(d);
      break;
    case 40001:
      result = JS_NewDate(d->ctx, plain_number(d));
      break;
    default: {
      int element = element_of_tag(tag);
      return element >= 0 ? whole_view(d, element, slot) : malformed(d);
    }
  }
  shared_set(d, slot, result);
  return result;
}

static JSValue nested(Decoder* d, int major, uint64_t argument) {
  // One more than what is written: a BigInt, or the buffer of a view, in the deepest value.
  if (d->depth > codec_max_depth) return malformed(d);
  d->depth++;
  int64_t slot = -1;
  int info;
  if (major == cbor_tag && argument == 28) {
    slot = shared_reserve(d);
    if (!reader_head(d->reader, &major, &info, &argument)) return JS_UNDEFINED;
  }
  JSValue result;
  switch (major) {
    case cbor_bytes:
      result = buffer(d, argument, slot);
      break;
    case cbor_array:
      result = array(d, argument, slot);
      break;
    case cbor_map:
      result = object(d, argument, slot);
      break;
    case cbor_tag:
      result = tagged(d, argument, slot);
      break;
    default:
      result = malformed(d);
      break;
  }
  d->depth--;
  return result;
}

static JSValue item(Decoder* d) {
  int major, info;
  uint64_t argument;
  if (failed(d) || !reader_head(d->reader, &major, &info, &argument)) return JS_UNDEFINED;
  switch (major) {
    case cbor_uint:
      return argument <= INT32_MAX ? JS_NewInt32(d->ctx, (int32_t)argument)
                                   : number(d->ctx, (double)argument);
    case cbor_negative:
      return number(d->ctx, -1 - (double)argument);
    case cbor_text:
      return text(d, argument);
    case cbor_simple:
      return simple(d, info, argument);
    default:
      return nested(d, major, argument);
  }
}

JSValue decode_value(Reader* reader) {
  Decoder d = {.ctx = engine_context, .reader = reader};
  JSValue value = item(&d);
  for (uint32_t i = 0; i < d.shared_count; i++) JS_FreeValue(d.ctx, d.shared[i]);
  memory_plain_free(d.shared);
  if (!failed(&d)) return value;
  JS_FreeValue(d.ctx, value);
  return d.threw ? JS_EXCEPTION : JS_UNDEFINED;
}

JSValue decode_string(Reader* reader) {
  Decoder d = {.ctx = engine_context, .reader = reader};
  int major, info;
  uint64_t argument;
  if (!reader_head(reader, &major, &info, &argument)) return JS_UNDEFINED;
  if (major == cbor_text) return text(&d, argument);
  if (major == cbor_tag && argument == 273) return ill_formed_text(&d);
  return malformed(&d);
}
