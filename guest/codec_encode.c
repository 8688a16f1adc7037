// Values to CBOR in one walk.
//
// The first try reads the objects' insides directly and runs no script code,
// so nothing can change under it. When it meets a getter or a proxy it is
// given up, and a second, "live" try goes through the engine's ordinary
// property access, holding on to every object it has seen.
//
// Objects that occur again: the walk remembers where each shareable object
// began. A second occurrence is written as a reference with room for an index,
// and the first ones get their tag inserted at the end.
#include <string.h>

#include "guest/codec.h"
#include "guest/codec_path.h"
#include "guest/codec_string.h"
#include "guest/host.h"
#include "guest/memory.h"

typedef struct {
  void* object;
  uint32_t offset;  // of the item in the buffer
  int32_t index;    // among the shared ones; -1 not shared
  uint32_t bytes;   // of an ArrayBuffer: how many were written
} Seen;

typedef struct {
  uint32_t offset;  // of the five bytes that hold the index
  uint32_t seen;
} Reference;

typedef struct {
  JSContext* ctx;
  Buffer* out;
  size_t start;
  size_t max_size;
  const char* root;
  bool live;
  bool wants_live;  // a getter or proxy was met
  EncodeResult result;
  JSValue reason;

  Seen* seen;
  uint32_t seen_count, seen_capacity;
  uint32_t* table;  // indices into `seen` plus one; 0 is free
  uint32_t table_size;
  Reference* references;
  uint32_t reference_count, reference_capacity;
  int depth;
  Seen few_seen[16];
} Encoder;

static bool encode_item(Encoder* e, JSValueConst value, const Step* step);

// ---- Refusals

static bool fail(Encoder* e, EncodeResult result) {
  e->result = result;
  return false;
}

// Not inlined: its text would take room on the stack at every level.
__attribute__((noinline)) static bool refuse_named(Encoder* e, const Step* step, const char* what,
                                                   JSValueConst name, const char* rest) {
  uint8_t storage[512];
  Buffer text = buffer_over(storage, sizeof(storage));
  text_add(&text, e->root);
  text_add_path(&text, step);
  text_add(&text, what);
  if (JS_IsString(name)) text_add_string(&text, engine_string(name), 64);
  text_add(&text, rest);
  e->reason = JS_NewStringLen(e->ctx, (const char*)text.data, text.length);
  buffer_free(&text);
  return fail(e, encode_refused);
}

static bool refuse(Encoder* e, const Step* step, const char* what) {
  return refuse_named(e, step, what, JS_UNDEFINED, ", which can not leave the sandbox");
}

static bool refuse_object(Encoder* e, JSValueConst value, const Step* step) {
  JSValue name = engine_class_name(value);
  bool known = JS_IsString(name) && engine_string(name).length > 0;
  refuse_named(e, step,
               known ? " is an instance of class " : " is an object with a prototype of its own",
               name, ", which can not leave the sandbox");
  JS_FreeValue(e->ctx, name);
  return false;
}

// ---- Identity

static uint32_t hash_pointer(const void* pointer) {
  return (uint32_t)((uintptr_t)pointer >> 3) * 2654435761u;
}

static void table_insert(Encoder* e, uint32_t index) {
  uint32_t mask = e->table_size - 1;
  uint32_t slot = hash_pointer(e->seen[index].object) & mask;
  while (e->table[slot] != 0) slot = (slot + 1) & mask;
  e->table[slot] = index + 1;
}

static void seen_grow(Encoder* e) {
  uint32_t capacity = e->seen_capacity * 2;
  if (e->seen == e->few_seen) {
    e->seen = memory_plain_malloc(capacity * sizeof(Seen));
    memcpy(e->seen, e->few_seen, sizeof(e->few_seen));
  } else {
    e->seen = memory_plain_realloc(e->seen, capacity * sizeof(Seen));
  }
  e->seen_capacity = capacity;
  memory_plain_free(e->table);
  e->table_size = capacity * 2;
  e->table = memory_plain_malloc(e->table_size * sizeof(uint32_t));
  memset(e->table, 0, e->table_size * sizeof(uint32_t));
  for (uint32_t i = 0; i < e->seen_count; i++) table_insert(e, i);
}

static Seen* seen_find(Encoder* e, void* object) {
  if (e->table == NULL) {
    for (uint32_t i = 0; i < e->seen_count; i++) {
      if (e->seen[i].object == object) return &e->seen[i];
    }
    return NULL;
  }
  uint32_t mask = e->table_size - 1;
  for (uint32_t slot = hash_pointer(object) & mask; e->table[slot] != 0; slot = (slot + 1) & mask) {
    Seen* seen = &e->seen[e->table[slot] - 1];
    if (seen->object == object) return seen;
  }
  return NULL;
}

// True if the object has been written before, and is now written as a reference. Otherwise
// remembers it.
static bool written_before(Encoder* e, JSValueConst value) {
  // In a walk that runs no script code, what is referred to once is met once.
  if (!e->live && engine_is_unshared(value)) return false;
  void* object = JS_VALUE_GET_PTR(value);
  Seen* seen = seen_find(e, object);
  if (seen == NULL) {
    if (e->seen_count == e->seen_capacity) seen_grow(e);
    e->seen[e->seen_count] =
        (Seen){.object = object, .offset = (uint32_t)e->out->length, .index = -1};
    if (e->table != NULL) table_insert(e, e->seen_count);
    e->seen_count++;
    // Live: a getter can give an object that nothing else holds; its address must not be used
    // again.
    if (e->live) JS_DupValue(e->ctx, value);
    return false;
  }
  seen->index = 0;
  if (e->reference_count == e->reference_capacity) {
    e->reference_capacity = e->reference_capacity ? e->reference_capacity * 2 : 16;
    e->references = memory_plain_realloc(e->references, e->reference_capacity * sizeof(Reference));
  }
  buffer_head(e->out, cbor_tag, 29);
  uint8_t* room = buffer_reserve(e->out, 5);
  room[0] = 0x1a;
  e->references[e->reference_count++] = (Reference){.offset = (uint32_t)(room + 1 - e->out->data),
                                                    .seen = (uint32_t)(seen - e->seen)};
  return true;
}

// Numbers the shared objects, fills the references in, and inserts the tags before the first
// occurrences.
static void insert_shared_tags(Encoder* e) {
  if (e->reference_count == 0) return;
  Buffer* out = e->out;
  uint32_t shared = 0;
  for (uint32_t i = 0; i < e->seen_count; i++) {
    if (e->seen[i].index >= 0) e->seen[i].index = (int32_t)shared++;
  }
  for (uint32_t i = 0; i < e->reference_count; i++) {
    uint32_t index = (uint32_t)e->seen[e->references[i].seen].index;
    uint8_t* place = out->data + e->references[i].offset;
    for (int b = 0; b < 4; b++) place[b] = (uint8_t)(index >> (24 - 8 * b));
  }
  size_t end = out->length;
  buffer_reserve(out, 2 * (size_t)shared);
  size_t shift = 2 * (size_t)shared;
  for (uint32_t i = e->seen_count; i-- > 0;) {
    if (e->seen[i].index < 0) continue;
    size_t from = e->seen[i].offset;
    memmove(out->data + from + shift, out->data + from, end - from);
    shift -= 2;
    out->data[from + shift] = 0xd8;
    out->data[from + shift + 1] = 28;
    end = from;
  }
}

// ---- Items

static bool encode_bigint(Encoder* e, JSValueConst value) {
  uint32_t small[1], count;
  const uint32_t* limbs = engine_bigint(value, &count, small);
  bool negative = limbs[count - 1] >> 31;
  // -1 - n in two's complement is every bit inverted.
  uint32_t flip = negative ? 0xffffffff : 0;
  size_t size = (size_t)count * 4;
  while (size > 0 && (uint8_t)((limbs[(size - 1) / 4] ^ flip) >> ((size - 1) % 4 * 8)) == 0) size--;
  buffer_head(e->out, cbor_tag, negative ? 3 : 2);
  buffer_head(e->out, cbor_bytes, size);
  uint8_t* out = buffer_reserve(e->out, size);
  for (size_t i = 0; i < size; i++)
    *out++ = (uint8_t)((limbs[(size - 1 - i) / 4] ^ flip) >> ((size - 1 - i) % 4 * 8));
  return true;
}

static bool too_large(Encoder* e) {
  return e->out->length - e->start > e->max_size && !fail(e, encode_too_large);
}

static void write_key(Encoder* e, JSAtom key) {
  char digits[12];
  write_string(e->out, engine_atom_string(key, digits));
}

// A walk that met a getter or proxy, and may not run script code.
static bool needs_live(Encoder* e) {
  e->wants_live = true;
  return false;
}

static bool encode_keys_generic(Encoder* e, JSValueConst value, const Step* step) {
  JSPropertyEnum* keys;
  uint32_t count;
  if (JS_GetOwnPropertyNames(e->ctx, &keys, &count, value, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) <
      0)
    return fail(e, encode_threw);
  buffer_head(e->out, cbor_map, count);
  bool ok = true;
  for (uint32_t i = 0; i < count && ok; i++) {
    JSValueConst found;
    JSValue item = JS_UNDEFINED;
    if (!e->live && engine_own_property(value, keys[i].atom, &found) == property_accessor) {
      ok = needs_live(e);
      break;
    }
    item = JS_GetProperty(e->ctx, value, keys[i].atom);
    if (JS_IsException(item)) {
      ok = fail(e, encode_threw);
      break;
    }
    write_key(e, keys[i].atom);
    Step inner = {.outer = step, .kind = step_key, .key = keys[i].atom};
    ok = encode_item(e, item, &inner);
    JS_FreeValue(e->ctx, item);
  }
  JS_FreePropertyEnum(e->ctx, keys, count);
  return ok;
}

static bool encode_object(Encoder* e, JSValueConst value, const Step* step) {
  if (e->live || engine_has_index_keys(value)) return encode_keys_generic(e, value, step);
  buffer_head(e->out, cbor_map, engine_count_properties(value));
  uint32_t position = 0;
  Step inner = {.outer = step, .kind = step_key};
  JSValueConst item;
  EngineProperty kind;
  while (engine_next_property(value, &position, &inner.key, &item, &kind)) {
    if (kind == property_accessor) return needs_live(e);
    write_key(e, inner.key);
    if (!encode_item(e, item, &inner)) return false;
  }
  return true;
}

static bool encode_sparse_array(Encoder* e, JSValueConst value, uint32_t length, const Step* step) {
  JSPropertyEnum* keys;
  uint32_t count, index;
  if (JS_GetOwnPropertyNames(e->ctx, &keys, &count, value, JS_GPN_STRING_MASK) < 0)
    return fail(e, encode_threw);
  uint32_t present = 0;
  for (uint32_t i = 0; i < count; i++) present += engine_atom_is_index(keys[i].atom, &index);
  bool very_sparse = length > 2 * (uint64_t)present + 1000;
  if (very_sparse) {
    buffer_head(e->out, cbor_tag, 40000);
    buffer_head(e->out, cbor_array, 2);
    buffer_head(e->out, cbor_uint, length);
    buffer_head(e->out, cbor_array, 2 * (uint64_t)present);
  } else {
    buffer_head(e->out, cbor_array, length);
  }
  bool ok = true;
  uint32_t next = 0;
  for (uint32_t i = 0; i < count && ok; i++) {
    if (!engine_atom_is_index(keys[i].atom, &index)) continue;
    JSValueConst found;
    if (!e->live && engine_own_property(value, keys[i].atom, &found) == property_accessor) {
      ok = needs_live(e);
      break;
    }
    JSValue item = JS_GetProperty(e->ctx, value, keys[i].atom);
    if (JS_IsException(item)) {
      ok = fail(e, encode_threw);
      break;
    }
    if (very_sparse) {
      buffer_head(e->out, cbor_uint, index);
    } else {
      for (; next < index; next++) buffer_byte(e->out, cbor_hole);
      next = index + 1;
    }
    Step inner = {.outer = step, .kind = step_index, .index = index};
    ok = encode_item(e, item, &inner);
    JS_FreeValue(e->ctx, item);
  }
  if (ok && !very_sparse) {
    for (; next < length; next++) buffer_byte(e->out, cbor_hole);
  }
  JS_FreePropertyEnum(e->ctx, keys, count);
  return ok;
}

static bool encode_array(Encoder* e, JSValueConst value, const Step* step) {
  const JSValue* elements;
  uint32_t count, length;
  if (e->live || !engine_dense_array(value, &elements, &count, &length))
    return encode_sparse_array(e, value, engine_array_length(value), step);
  if (length > 2 * (uint64_t)count + 1000) return encode_sparse_array(e, value, length, step);
  buffer_head(e->out, cbor_array, length);
  Step inner = {.outer = step, .kind = step_index};
  for (uint32_t i = 0; i < count; i++) {
    inner.index = i;
    if (!encode_item(e, elements[i], &inner)) return false;
  }
  for (uint32_t i = count; i < length; i++) buffer_byte(e->out, cbor_hole);
  return true;
}

// A proxy of an array: what its `length` says, and its elements, as the traps give them.
static bool encode_proxied_array(Encoder* e, JSValueConst value, const Step* step) {
  int64_t length;
  if (JS_GetLength(e->ctx, value, &length) < 0) return fail(e, encode_threw);
  if ((uint64_t)length > e->max_size) return fail(e, encode_too_large);
  buffer_head(e->out, cbor_array, (uint64_t)length);
  for (int64_t i = 0; i < length; i++) {
    JSAtom key = JS_NewAtomUInt32(e->ctx, (uint32_t)i);
    int present = JS_HasProperty(e->ctx, value, key);
    JSValue item = present > 0 ? JS_GetProperty(e->ctx, value, key) : JS_UNDEFINED;
    JS_FreeAtom(e->ctx, key);
    if (present < 0 || JS_IsException(item)) return fail(e, encode_threw);
    Step inner = {.outer = step, .kind = step_index, .index = (uint32_t)i};
    bool ok = true;
    if (present == 0) {
      buffer_byte(e->out, cbor_hole);
    } else {
      ok = encode_item(e, item, &inner);
    }
    JS_FreeValue(e->ctx, item);
    if (!ok) return false;
  }
  return true;
}

static bool encode_proxy(Encoder* e, JSValueConst value, const Step* step) {
  if (!e->live) return needs_live(e);
  // What is behind the proxies decides what it counts as.
  JSValue target = JS_DupValue(e->ctx, value);
  while (engine_kind(target) == kind_proxy) {
    JSValue next = JS_GetProxyTarget(e->ctx, target);
    JS_FreeValue(e->ctx, target);
    if (JS_IsException(next)) return fail(e, encode_threw);
    target = next;
  }
  EngineKind kind = engine_kind(target);
  JS_FreeValue(e->ctx, target);
  if (kind == kind_array) return encode_proxied_array(e, value, step);
  if (kind == kind_plain) return encode_keys_generic(e, value, step);
  return refuse(e, step, " is a proxy of something that is neither a plain object nor an array");
}

static bool encode_map(Encoder* e, JSValueConst value, const Step* step) {
  buffer_head(e->out, cbor_tag, 259);
  // Live: a getter inside could change the map, so its records are copied first.
  uint32_t count = engine_map_size(value);
  buffer_head(e->out, cbor_map, count);
  JSValue* records = e->live ? memory_plain_malloc((size_t)count * 2 * sizeof(JSValue) + 1) : NULL;
  void* position = NULL;
  JSValueConst key, item;
  if (records != NULL) {
    for (uint32_t i = 0; engine_next_record(value, &position, &key, &item); i++) {
      records[2 * i] = JS_DupValue(e->ctx, key);
      records[2 * i + 1] = JS_DupValue(e->ctx, item);
    }
  }
  bool ok = true;
  for (uint32_t i = 0; i < count; i++) {
    if (records != NULL) {
      key = records[2 * i];
      item = records[2 * i + 1];
    } else {
      engine_next_record(value, &position, &key, &item);
    }
    Step key_step = {.outer = step, .kind = step_map_key};
    Step value_step = {.outer = step, .kind = step_map_value, .map_key = key};
    ok = ok && encode_item(e, key, &key_step) && encode_item(e, item, &value_step);
    if (records != NULL) {
      JS_FreeValue(e->ctx, records[2 * i]);
      JS_FreeValue(e->ctx, records[2 * i + 1]);
    } else if (!ok) {
      return false;
    }
  }
  memory_plain_free(records);
  return ok;
}

static bool encode_set(Encoder* e, JSValueConst value, const Step* step) {
  buffer_head(e->out, cbor_tag, 258);
  uint32_t count = engine_map_size(value);
  buffer_head(e->out, cbor_array, count);
  JSValue* records = e->live ? memory_plain_malloc((size_t)count * sizeof(JSValue) + 1) : NULL;
  void* position = NULL;
  JSValueConst key, unused;
  if (records != NULL) {
    for (uint32_t i = 0; engine_next_record(value, &position, &key, &unused); i++) {
      records[i] = JS_DupValue(e->ctx, key);
    }
  }
  bool ok = true;
  Step inner = {.outer = step, .kind = step_word, .word = ".<value>"};
  for (uint32_t i = 0; i < count; i++) {
    if (records != NULL) {
      key = records[i];
    } else {
      engine_next_record(value, &position, &key, &unused);
    }
    ok = ok && encode_item(e, key, &inner);
    if (records != NULL) {
      JS_FreeValue(e->ctx, records[i]);
    } else if (!ok) {
      return false;
    }
  }
  memory_plain_free(records);
  return ok;
}

// A property of an error, own or inherited, if it is a string. False if it needs script code or
// that threw.
static bool error_text(Encoder* e, JSValueConst error, JSAtom key, bool own, JSValue* text) {
  JSValueConst found;
  *text = JS_UNDEFINED;
  if (!e->live) {
    EngineProperty kind =
        own ? engine_own_property(error, key, &found) : engine_find_property(error, key, &found);
    if (kind == property_accessor) return needs_live(e);
    if (kind == property_data && JS_IsString(found)) *text = JS_DupValue(e->ctx, found);
    return true;
  }
  if (own && engine_own_property(error, key, &found) == property_absent) return true;
  JSValue value = JS_GetProperty(e->ctx, error, key);
  if (JS_IsException(value)) return fail(e, encode_threw);
  if (JS_IsString(value)) {
    *text = value;
  } else {
    JS_FreeValue(e->ctx, value);
  }
  return true;
}

static bool error_part(Encoder* e, JSValueConst error, JSAtom key, JSValue* part, bool* present) {
  JSValueConst found;
  EngineProperty kind = engine_own_property(error, key, &found);
  *present = kind != property_absent;
  *part = JS_UNDEFINED;
  if (!*present) return true;
  if (kind == property_accessor && !e->live) return needs_live(e);
  *part = JS_GetProperty(e->ctx, error, key);
  return !JS_IsException(*part) || fail(e, encode_threw);
}

static bool encode_error(Encoder* e, JSValueConst error, const Step* step) {
  JSAtom atoms[5];
  static const char* const names[5] = {"name", "message", "code", "cause", "errors"};
  for (int i = 0; i < 5; i++) atoms[i] = JS_NewAtom(e->ctx, names[i]);
  JSValue parts[5] = {JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED};
  bool present[5] = {true, true, false, false, false};
  bool ok = error_text(e, error, atoms[0], false, &parts[0]) &&
            error_text(e, error, atoms[1], false, &parts[1]) &&
            error_text(e, error, atoms[2], true, &parts[2]) &&
            error_part(e, error, atoms[3], &parts[3], &present[3]) &&
            error_part(e, error, atoms[4], &parts[4], &present[4]);
  present[2] = !JS_IsUndefined(parts[2]);
  // Anything but an array there is the script's own idea, and stays here.
  present[4] = present[4] && JS_IsArray(parts[4]);
  if (ok) {
    buffer_head(e->out, cbor_tag, 40003);
    buffer_head(e->out, cbor_map, 2u + present[2] + present[3] + present[4]);
    for (int i = 0; i < 5 && ok; i++) {
      if (!present[i]) continue;
      buffer_text(e->out, names[i], strlen(names[i]));
      Step inner = {.outer = step, .kind = step_key, .key = atoms[i]};
      if (i < 2 && JS_IsUndefined(parts[i])) {
        buffer_text(e->out, i == 0 ? "Error" : "", i == 0 ? 5 : 0);
      } else {
        ok = encode_item(e, parts[i], &inner);
      }
    }
  }
  for (int i = 0; i < 5; i++) {
    JS_FreeValue(e->ctx, parts[i]);
    JS_FreeAtom(e->ctx, atoms[i]);
  }
  return ok;
}

static bool encode_buffer(Encoder* e, JSValueConst value, const Step* step) {
  EngineBuffer buffer = engine_buffer(value);
  if (!buffer.usable) return refuse(e, step, " is a detached ArrayBuffer");
  if (buffer.length > e->max_size) return fail(e, encode_too_large);
  buffer_head(e->out, cbor_bytes, buffer.length);
  buffer_add(e->out, buffer.data, buffer.length);
  Seen* seen = seen_find(e, JS_VALUE_GET_PTR(value));
  if (seen != NULL) seen->bytes = (uint32_t)buffer.length;
  return true;
}

// RFC 8746, little endian, in the order of JSTypedArrayEnum.
static const uint8_t view_tags[] = {68, 72, 64, 77, 69, 78, 70, 79, 71, 84, 85, 86};

static bool encode_view(Encoder* e, JSValueConst value, const Step* step) {
  EngineView view = engine_view(value);
  if (!view.usable) return refuse(e, step, " is a view whose buffer is detached or too short");
  EngineBuffer buffer = engine_buffer(view.buffer);
  uint32_t size = view.length * view.element_size;
  bool whole = view.offset == 0 && size == buffer.length;
  if (view.element >= 0 && whole && !e->live && engine_is_unshared(view.buffer)) {
    if (size > e->max_size) return fail(e, encode_too_large);
    buffer_head(e->out, cbor_tag, view_tags[view.element]);
    buffer_head(e->out, cbor_bytes, size);
    buffer_add(e->out, buffer.data, size);
    return true;
  }
  buffer_head(e->out, cbor_tag, 40002);
  buffer_head(e->out, cbor_array, 4);
  buffer_head(e->out, cbor_uint, view.element >= 0 ? view_tags[view.element] : 0);
  if (!written_before(e, view.buffer)) {
    if (!encode_buffer(e, view.buffer, step)) return false;
  } else if (view.offset + size > seen_find(e, JS_VALUE_GET_PTR(view.buffer))->bytes) {
    return refuse(e, step, " is a view whose buffer grew while it was read");
  }
  buffer_head(e->out, cbor_uint, view.offset);
  buffer_head(e->out, cbor_uint, view.length);
  return true;
}

static bool encode_regexp(Encoder* e, JSValueConst value) {
  buffer_head(e->out, cbor_tag, 21066);
  buffer_head(e->out, cbor_array, 2);
  JSValue source = engine_regexp_source(value);
  encode_string(e->out, source);
  JS_FreeValue(e->ctx, source);
  const char* flags = engine_regexp_flags(value);
  buffer_text(e->out, flags, strlen(flags));
  return true;
}

static bool encode_body(Encoder* e, JSValueConst value, EngineKind kind, const Step* step) {
  switch (kind) {
    case kind_plain:
      return encode_object(e, value, step);
    case kind_error:
    case kind_dom_exception:
      return encode_error(e, value, step);
    case kind_proxy:
      return encode_proxy(e, value, step);
    default:
      break;
  }
  if (!engine_has_builtin_prototype(value)) return refuse_object(e, value, step);
  switch (kind) {
    case kind_array:
      return encode_array(e, value, step);
    case kind_date:
      buffer_head(e->out, cbor_tag, 40001);
      buffer_number(e->out, engine_date(value));
      return true;
    case kind_regexp:
      return encode_regexp(e, value);
    case kind_map:
      return encode_map(e, value, step);
    case kind_set:
      return encode_set(e, value, step);
    case kind_array_buffer:
      return encode_buffer(e, value, step);
    default:
      return encode_view(e, value, step);
  }
}

static bool encode_item(Encoder* e, JSValueConst value, const Step* step) {
  if (too_large(e)) return false;
  EngineKind kind = engine_kind(value);
  switch (kind) {
    case kind_undefined:
      buffer_byte(e->out, cbor_undefined);
      return true;
    case kind_null:
      buffer_byte(e->out, cbor_null);
      return true;
    case kind_boolean:
      buffer_byte(e->out, JS_VALUE_GET_BOOL(value) ? cbor_true : cbor_false);
      return true;
    case kind_int: {
      int32_t number = JS_VALUE_GET_INT(value);
      buffer_head(e->out, number < 0,
                  number < 0 ? (uint64_t)(-1 - (int64_t)number) : (uint64_t)number);
      return true;
    }
    case kind_float:
      buffer_number(e->out, JS_VALUE_GET_FLOAT64(value));
      return true;
    case kind_string: {
      EngineString text = engine_string(value);
      if (text.length > e->max_size) return fail(e, encode_too_large);
      write_string(e->out, text);
      return true;
    }
    case kind_bigint:
      return encode_bigint(e, value);
    case kind_symbol:
      return refuse(e, step, " is a symbol");
    case kind_function:
      return refuse(e, step, " is a function");
    case kind_promise:
      return refuse(e, step, " is a promise (is an await missing?)");
    case kind_instance:
    case kind_boxed:
    case kind_other:
      return refuse_object(e, value, step);
    default:
      break;
  }
  if (written_before(e, value)) return true;
  if (e->depth >= codec_max_depth)
    return refuse_named(e, step, " is nested more than 1000 levels deep", JS_UNDEFINED, "");
  e->depth++;
  bool ok = encode_body(e, value, kind, step);
  e->depth--;
  return ok;
}

// ---- Whole messages

static void encoder_free(Encoder* e) {
  if (e->live) {
    for (uint32_t i = 0; i < e->seen_count; i++)
      JS_FreeValue(e->ctx, JS_MKPTR(JS_TAG_OBJECT, e->seen[i].object));
  }
  if (e->seen != e->few_seen) memory_plain_free(e->seen);
  memory_plain_free(e->table);
  memory_plain_free(e->references);
}

static EncodeResult encode_all(Buffer* out, int count, JSValueConst* values, bool is_list,
                               const char* path, size_t max_size, JSValue* reason) {
  size_t start = out->length;
  for (int live = 0;; live++) {
    Encoder e;
    memset(&e, 0, offsetof(Encoder, few_seen));
    e.ctx = engine_context;
    e.out = out;
    e.start = start;
    e.max_size = max_size;
    e.root = path;
    e.live = live != 0;
    e.reason = JS_UNDEFINED;
    e.seen = e.few_seen;
    e.seen_capacity = sizeof(e.few_seen) / sizeof(e.few_seen[0]);
    bool ok = true;
    if (is_list) {
      buffer_head(out, cbor_array, (uint64_t)count);
      e.depth = 1;
      for (int i = 0; i < count && ok; i++) {
        Step step = {.outer = NULL, .kind = step_index, .index = (uint32_t)i};
        ok = encode_item(&e, values[i], &step);
      }
    } else {
      ok = encode_item(&e, values[0], NULL);
    }
    if (ok) insert_shared_tags(&e);
    if (ok && too_large(&e)) ok = false;
    encoder_free(&e);
    if (ok) return encode_ok;
    out->length = start;
    if (e.wants_live && !live) continue;
    *reason = e.reason;
    return e.result;
  }
}

EncodeResult encode_value(Buffer* out, JSValueConst value, const char* path, size_t max_size,
                          JSValue* reason) {
  return encode_all(out, 1, &value, false, path, max_size, reason);
}

EncodeResult encode_arguments(Buffer* out, int count, JSValueConst* values, size_t max_size,
                              JSValue* reason) {
  return encode_all(out, count, values, true, "$", max_size, reason);
}
