// See headers.h. The Fetch Standard, 2.2.2 and 5.1 (https://fetch.spec.whatwg.org/#headers-class).
//
// The list is sorted when something is added, so that an iteration only walks.
// A script may change it while it iterates: what an iterator holds is how many
// pairs it has given.
#include "guest/headers.h"

#include <string.h>

#include "guest/web_class.h"
#include "guest/web_text.h"

typedef struct {
  uint32_t name_length;
  uint32_t value_length;
  uint8_t text[];  // the name, then the value
} Header;

typedef struct {
  Header** list;
  uint32_t count;
  uint32_t capacity;
  bool immutable;
} HeaderList;

static WebClass headers_class;

// ---- The list

static HeaderList* list_of(JSValueConst value) { return web_class_data(value, &headers_class); }

static const uint8_t* value_of(const Header* header) { return header->text + header->name_length; }

static JSValue name_of(const Header* header) {
  return engine_new_latin1(header->text, header->name_length);
}

static int compare(const Header* header, const uint8_t* name, size_t length) {
  size_t shorter = header->name_length < length ? header->name_length : length;
  int order = memcmp(header->text, name, shorter);
  if (order != 0) return order;
  return (header->name_length > length) - (header->name_length < length);
}

// The place of the first header of that name or of a later one; or behind those of that name.
static uint32_t place_of(const HeaderList* list, const uint8_t* name, size_t length, bool behind) {
  uint32_t low = 0, high = list->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    int order = compare(list->list[middle], name, length);
    if (order < 0 || (behind && order == 0))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void list_insert(HeaderList* list, const uint8_t* name, size_t name_length,
                        const uint8_t* value, size_t value_length) {
  JSContext* ctx = engine_context;
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? list->capacity * 2 : 8;
    list->list = js_realloc(ctx, list->list, list->capacity * sizeof(Header*));
  }
  Header* header = js_malloc(ctx, sizeof(Header) + name_length + value_length);
  header->name_length = (uint32_t)name_length;
  header->value_length = (uint32_t)value_length;
  memcpy(header->text, name, name_length);
  memcpy(header->text + name_length, value, value_length);
  uint32_t place = place_of(list, name, name_length, true);
  memmove(list->list + place + 1, list->list + place, (list->count - place) * sizeof(Header*));
  list->list[place] = header;
  list->count++;
}

static void list_remove(HeaderList* list, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) js_free(engine_context, list->list[i]);
  memmove(list->list + from, list->list + to, (list->count - to) * sizeof(Header*));
  list->count -= to - from;
}

// ---- Names and values

bool headers_is_token(const uint8_t* bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    uint8_t c = bytes[i];
    bool letter = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    if (!letter && (c <= ' ' || c >= 0x7f || strchr("!#$%&'*+-.^_`|~", c) == NULL)) return false;
  }
  return length > 0;
}

static bool is_white(uint8_t c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A name and a value as they were given: lower case, without white space around the value.
typedef struct {
  uint8_t name_room[64], value_room[256];
  Buffer name, value;
  const uint8_t* text;  // of the value
  size_t length;
} Pair;

static void pair_begin(Pair* pair) {
  pair->name = buffer_over(pair->name_room, sizeof(pair->name_room));
  pair->value = buffer_over(pair->value_room, sizeof(pair->value_room));
}

static void pair_free(Pair* pair) {
  buffer_free(&pair->name);
  buffer_free(&pair->value);
}

static void lower_name(Pair* pair) {
  for (size_t i = 0; i < pair->name.length; i++) {
    uint8_t* c = &pair->name.data[i];
    if (*c >= 'A' && *c <= 'Z') *c |= 0x20;
  }
}

static int shown_length(const Pair* pair) {
  return (int)(pair->name.length < 64 ? pair->name.length : 64);
}

static bool check_name(Pair* pair) {
  bool fine = headers_is_token(pair->name.data, pair->name.length);
  if (!fine) {
    JS_ThrowTypeError(engine_context, "Headers: \"%.*s\" is not the name of a header",
                      shown_length(pair), pair->name.data);
  }
  lower_name(pair);
  return fine;
}

static void trim_value(Pair* pair) {
  pair->text = pair->value.data;
  pair->length = pair->value.length;
  while (pair->length > 0 && is_white(pair->text[pair->length - 1])) pair->length--;
  while (pair->length > 0 && is_white(*pair->text)) pair->text++, pair->length--;
}

static bool is_value(const Pair* pair) {
  for (size_t i = 0; i < pair->length; i++) {
    uint8_t c = pair->text[i];
    if (c == '\0' || c == '\n' || c == '\r') return false;
  }
  return true;
}

static bool check_value(Pair* pair) {
  trim_value(pair);
  bool fine = is_value(pair);
  if (!fine) {
    JS_ThrowTypeError(engine_context, "Headers: the value of \"%.*s\" has a line end or NUL in it",
                      shown_length(pair), pair->name.data);
  }
  return fine;
}

static bool read_name(Pair* pair, JSValueConst name) {
  return web_byte_string(&pair->name, name, "the name of a header");
}

// Converts both, in this order, before it looks at them.
static bool read_pair(Pair* pair, JSValueConst name, JSValueConst value) {
  return read_name(pair, name) && web_byte_string(&pair->value, value, "the value of a header") &&
         check_name(pair) && check_value(pair);
}

static bool may_change(const HeaderList* list) {
  if (list->immutable) JS_ThrowTypeError(engine_context, "Headers: these can not be changed");
  return !list->immutable;
}

// ---- Filling

static bool append(HeaderList* list, JSValueConst name, JSValueConst value) {
  Pair pair;
  pair_begin(&pair);
  bool fine = read_pair(&pair, name, value) && may_change(list);
  if (fine) list_insert(list, pair.name.data, pair.name.length, pair.text, pair.length);
  pair_free(&pair);
  return fine;
}

static void fill_from_headers(HeaderList* list, const HeaderList* other) {
  for (uint32_t i = 0; i < other->count; i++) {
    const Header* header = other->list[i];
    list_insert(list, header->text, header->name_length, value_of(header), header->value_length);
  }
}

// One element of a sequence of pairs, itself a sequence of two.
static bool append_sequence(HeaderList* list, JSValueConst pair) {
  JSContext* ctx = engine_context;
  EngineIteration iteration;
  int state = JS_IsObject(pair) ? engine_iterate(pair, &iteration) : 0;
  if (state == 0 || state == -2)
    JS_ThrowTypeError(ctx, "Headers: each element must be a pair of name and value");
  if (state <= 0) return false;
  JSValue parts[2] = {JS_UNDEFINED, JS_UNDEFINED};
  uint32_t count = 0;
  JSValue value;
  while ((state = engine_iterate_next(&iteration, &value)) == 1 && count < 3) {
    if (count < 2)
      parts[count] = value;
    else
      JS_FreeValue(ctx, value);
    count++;
  }
  if (state == 1) JS_FreeValue(ctx, value);
  engine_iterate_end(&iteration);
  bool fine = state >= 0;
  if (fine && count != 2) {
    JS_ThrowTypeError(ctx, "Headers: each element must be a pair of name and value");
    fine = false;
  }
  fine = fine && append(list, parts[0], parts[1]);
  JS_FreeValue(ctx, parts[0]);
  JS_FreeValue(ctx, parts[1]);
  return fine;
}

static bool fill_from_record(HeaderList* list, JSValueConst record) {
  JSContext* ctx = engine_context;
  JSPropertyEnum* keys;
  uint32_t count;
  if (JS_GetOwnPropertyNames(ctx, &keys, &count, record,
                             JS_GPN_STRING_MASK | JS_GPN_SYMBOL_MASK | JS_GPN_ENUM_ONLY) < 0)
    return false;
  bool fine = true;
  for (uint32_t i = 0; i < count && fine; i++) {
    JSValue value = JS_GetProperty(ctx, record, keys[i].atom);
    fine = !JS_IsException(value);
    if (!fine) break;
    JSValue name = JS_AtomToValue(ctx, keys[i].atom);  // a symbol is refused by append
    fine = append(list, name, value);
    JS_FreeValue(ctx, name);
    JS_FreeValue(ctx, value);
  }
  JS_FreePropertyEnum(ctx, keys, count);
  return fine;
}

static bool fill(HeaderList* list, JSValueConst init) {
  JSContext* ctx = engine_context;
  if (JS_IsUndefined(init)) return true;
  if (!JS_IsObject(init)) {
    JS_ThrowTypeError(ctx, "Headers: an object or a list of pairs is needed");
    return false;
  }
  const HeaderList* other = list_of(init);
  if (other != NULL) {
    fill_from_headers(list, other);
    return true;
  }
  EngineIteration iteration;
  int state = engine_iterate(init, &iteration);
  if (state == -2) JS_ThrowTypeError(ctx, "Headers: [Symbol.iterator] is not a function");
  if (state < 0) return false;
  if (state == 0) return fill_from_record(list, init);
  JSValue pair;
  bool fine = true;
  while (fine && (state = engine_iterate_next(&iteration, &pair)) == 1) {
    fine = append_sequence(list, pair);
    JS_FreeValue(ctx, pair);
  }
  engine_iterate_end(&iteration);
  return fine && state == 0;
}

// ---- For other interfaces

static JSValue new_headers(JSValueConst new_target) {
  HeaderList* list = js_mallocz(engine_context, sizeof(HeaderList));
  JSValue headers = web_class_new(&headers_class, new_target, list);
  if (JS_IsException(headers)) js_free(engine_context, list);
  return headers;
}

JSValue headers_new(void) { return new_headers(JS_UNDEFINED); }

JSValue headers_from(JSValueConst init) {
  JSValue headers = headers_new();
  if (fill(list_of(headers), init)) return headers;
  JS_FreeValue(engine_context, headers);
  return JS_EXCEPTION;
}

JSValue headers_copy(JSValueConst headers) {
  JSValue copy = headers_new();
  fill_from_headers(list_of(copy), list_of(headers));
  list_of(copy)->immutable = list_of(headers)->immutable;
  return copy;
}

bool headers_append(JSValueConst headers, const void* name, size_t name_length, const void* value,
                    size_t value_length) {
  Pair pair;
  pair_begin(&pair);
  buffer_add(&pair.name, name, name_length);
  buffer_add(&pair.value, value, value_length);
  trim_value(&pair);
  bool fine = headers_is_token(pair.name.data, pair.name.length) && is_value(&pair);
  if (fine) {
    lower_name(&pair);
    list_insert(list_of(headers), pair.name.data, pair.name.length, pair.text, pair.length);
  }
  pair_free(&pair);
  return fine;
}

bool headers_has(JSValueConst headers, const char* name) {
  const HeaderList* list = list_of(headers);
  size_t length = strlen(name);
  uint32_t place = place_of(list, (const uint8_t*)name, length, false);
  return place < list->count && compare(list->list[place], (const uint8_t*)name, length) == 0;
}

void headers_make_immutable(JSValueConst headers) { list_of(headers)->immutable = true; }

JSValue headers_pairs(JSValueConst headers) {
  const HeaderList* list = list_of(headers);
  JSValue pairs = engine_new_array(list->count);
  for (uint32_t i = 0; i < list->count; i++) {
    const Header* header = list->list[i];
    JSValue pair = engine_new_array(2);
    engine_push(pair, name_of(header));
    engine_push(pair, engine_new_latin1(value_of(header), header->value_length));
    engine_push(pairs, pair);
  }
  return pairs;
}

// ---- Reading

static bool stands_alone(const Header* header) {
  return compare(header, (const uint8_t*)"set-cookie", 10) == 0;
}

// The headers from `from` that are one pair for a script: those of one name, but each set-cookie
// for itself.
static uint32_t pair_end(const HeaderList* list, uint32_t from) {
  const Header* first = list->list[from];
  uint32_t to = from + 1;
  if (stands_alone(first)) return to;
  while (to < list->count && compare(list->list[to], first->text, first->name_length) == 0) to++;
  return to;
}

static JSValue combined(const HeaderList* list, uint32_t from, uint32_t to) {
  uint8_t room[256];
  Buffer text = buffer_over(room, sizeof(room));
  for (uint32_t i = from; i < to; i++) {
    if (i > from) buffer_add(&text, ", ", 2);
    buffer_add(&text, value_of(list->list[i]), list->list[i]->value_length);
  }
  JSValue value = engine_new_latin1(text.data, text.length);
  buffer_free(&text);
  return value;
}

static HeaderList* this_list(JSValueConst this_value) {
  return web_class_this(engine_context, this_value, &headers_class);
}

enum { by_name_get, by_name_has, by_name_delete };

static JSValue by_name(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                       int what) {
  static const char* const names[] = {"Headers.get", "Headers.has", "Headers.delete"};
  HeaderList* list = this_list(this_value);
  if (list == NULL || !web_has_arguments(ctx, argc, 1, names[what])) return JS_EXCEPTION;
  Pair pair;
  pair_begin(&pair);
  JSValue result = JS_EXCEPTION;
  if (read_name(&pair, argv[0]) && check_name(&pair) &&
      (what != by_name_delete || may_change(list))) {
    uint32_t from = place_of(list, pair.name.data, pair.name.length, false);
    uint32_t to = place_of(list, pair.name.data, pair.name.length, true);
    if (what == by_name_has) {
      result = JS_NewBool(ctx, from < to);
    } else if (what == by_name_get) {
      result = from < to ? combined(list, from, to) : JS_NULL;
    } else {
      list_remove(list, from, to);
      result = JS_UNDEFINED;
    }
  }
  pair_free(&pair);
  return result;
}

static JSValue add(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                   int replace) {
  HeaderList* list = this_list(this_value);
  const char* name = replace ? "Headers.set" : "Headers.append";
  if (list == NULL || !web_has_arguments(ctx, argc, 2, name)) return JS_EXCEPTION;
  Pair pair;
  pair_begin(&pair);
  JSValue result = JS_EXCEPTION;
  if (read_pair(&pair, argv[0], argv[1]) && may_change(list)) {
    if (replace) {
      list_remove(list, place_of(list, pair.name.data, pair.name.length, false),
                  place_of(list, pair.name.data, pair.name.length, true));
    }
    list_insert(list, pair.name.data, pair.name.length, pair.text, pair.length);
    result = JS_UNDEFINED;
  }
  pair_free(&pair);
  return result;
}

static JSValue get_set_cookie(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                              int magic) {
  (void)ctx, (void)argc, (void)argv, (void)magic;
  HeaderList* list = this_list(this_value);
  if (list == NULL) return JS_EXCEPTION;
  JSValue values = engine_new_array(0);
  for (uint32_t i = 0; i < list->count; i++) {
    if (stands_alone(list->list[i])) engine_push(values, combined(list, i, i + 1));
  }
  return values;
}

// ---- Iterating

static bool pair(const void* data, uint32_t number, JSValue* name, JSValue* value) {
  const HeaderList* list = data;
  uint32_t at = 0;
  while (number-- > 0 && at < list->count) at = pair_end(list, at);
  if (at >= list->count) return false;
  *name = name_of(list->list[at]);
  *value = combined(list, at, pair_end(list, at));
  return true;
}

// ---- The class

static JSValue construct(JSContext* ctx, JSValueConst new_target, int argc, JSValueConst* argv) {
  JSValue headers = new_headers(new_target);
  if (JS_IsException(headers) || argc == 0 || fill(list_of(headers), argv[0])) return headers;
  JS_FreeValue(ctx, headers);
  return JS_EXCEPTION;
}

static void list_free(JSRuntime* runtime, void* data) {
  HeaderList* list = data;
  for (uint32_t i = 0; i < list->count; i++) js_free_rt(runtime, list->list[i]);
  js_free_rt(runtime, list->list);
  js_free_rt(runtime, list);
}

static void list_show(const void* data, JSValueConst out) {
  const HeaderList* list = data;
  for (uint32_t from = 0; from < list->count;) {
    const Header* header = list->list[from];
    uint32_t to = pair_end(list, from);
    JSAtom name = JS_NewAtomLen(engine_context, (const char*)header->text, header->name_length);
    JS_DefinePropertyValue(engine_context, out, name, combined(list, from, to), JS_PROP_C_W_E);
    JS_FreeAtom(engine_context, name);
    from = to;
  }
}

static const JSCFunctionListEntry members[] = {
    WEB_METHOD_MAGIC("append", 2, add, false),
    WEB_METHOD_MAGIC("delete", 1, by_name, by_name_delete),
    WEB_METHOD_MAGIC("get", 1, by_name, by_name_get),
    WEB_METHOD_MAGIC("getSetCookie", 0, get_set_cookie, 0),
    WEB_METHOD_MAGIC("has", 1, by_name, by_name_has),
    WEB_METHOD_MAGIC("set", 2, add, true),
    WEB_TAG("Headers"),
};

static WebClass headers_class = {
    .name = "Headers",
    .constructor = construct,
    .finalize = list_free,
    .show = list_show,
    .pair = pair,
    .members = members,
    .member_count = WEB_COUNT(members),
    .is_hidden = true,
};

void headers_boot(void) { web_class_define(&headers_class); }

void headers_expose(void) { web_class_expose(&headers_class); }
