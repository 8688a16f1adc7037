// See inspect.h. Each object's parts are written on one line after each other;
// if they turn out too long for a line, they are written again, one to a line.
#include "guest/inspect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "guest/codec.h"
#include "guest/codec_string.h"
#include "guest/memory.h"
#include "guest/web_class.h"

enum {
  max_depth = 4,
  max_entries = 100,
  line_width = 76,
  max_nesting = 16,  // of errors in errors, which `max_depth` does not count
};

typedef struct {
  JSContext* ctx;
  Buffer* out;
  size_t max_length;
  int depth;
  int indent;
  bool fills;         // the list being written has only short items
  size_t line_start;  // where its current line began
  // The objects that are being written, outermost first, and whether something inside referred to
  // them.
  JSValueConst open[max_depth + max_nesting + 4];
  bool referred[max_depth + max_nesting + 4];
  int open_count;
} Inspector;

static void value(Inspector* in, JSValueConst v);

static bool full(const Inspector* in) { return in->out->length >= in->max_length; }
static void text(Inspector* in, const char* characters) {
  buffer_add(in->out, characters, strlen(characters));
}

static void string(Inspector* in, JSValueConst s) {
  size_t room = in->max_length > in->out->length ? in->max_length - in->out->length + 1 : 1;
  encode_characters(in->out, engine_string(s), room);
}

static void number(Inspector* in, JSValueConst v) {
  if (engine_kind(v) == kind_float) {
    double d;
    JS_ToFloat64(in->ctx, &d, v);
    if (d == 0 && signbit(d)) {
      text(in, "-0");
      return;
    }
  }
  JSValue s = JS_ToString(in->ctx, v);
  string(in, s);
  JS_FreeValue(in->ctx, s);
}

static void count(Inspector* in, const char* before, uint32_t n, const char* after) {
  char digits[64];
  snprintf(digits, sizeof(digits), "%s%u%s", before, (unsigned)n, after);
  text(in, digits);
}

// ---- Strings and keys

static bool contains(EngineString s, uint32_t c) {
  for (uint32_t i = 0; i < s.length; i++) {
    if (unit_at(s, i) == c) return true;
  }
  return false;
}

static void quoted(Inspector* in, EngineString s) {
  char quote[2] = "'";
  if (contains(s, '\'')) quote[0] = !contains(s, '"') ? '"' : !contains(s, '`') ? '`' : '\'';
  text(in, quote);
  uint32_t plain = 0;  // start of what needs no escape
  for (uint32_t i = 0; i <= s.length && !full(in); i++) {
    uint32_t c = i < s.length ? unit_at(s, i) : 0;
    bool special = i == s.length || c < 0x20 || c == 0x7f || c == '\\' || c == (uint32_t)quote[0];
    if (!special && i - plain < 4096) continue;
    if (i > plain) {
      EngineString run = {.data = (const uint8_t*)s.data + (s.wide ? 2 * plain : plain),
                          .length = i - plain,
                          .wide = s.wide};
      encode_characters(in->out, run, SIZE_MAX);
    }
    plain = i;
    if (!special || i == s.length) continue;
    plain = i + 1;
    static const char letters[] = "btnvfr";
    char escape[8];
    if (c >= 8 && c <= 13) {
      snprintf(escape, sizeof(escape), "\\%c", letters[c - 8]);
    } else if (c == '\\' || c == (uint32_t)quote[0]) {
      snprintf(escape, sizeof(escape), "\\%c", (int)c);
    } else {
      snprintf(escape, sizeof(escape), "\\x%02X", (unsigned)c);
    }
    text(in, escape);
  }
  text(in, quote);
}

static bool is_identifier(EngineString s) {
  for (uint32_t i = 0; i < s.length; i++) {
    uint32_t c = unit_at(s, i);
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    if (!letter && !(i > 0 && c >= '0' && c <= '9')) return false;
  }
  return s.length > 0;
}

static void symbol(Inspector* in, JSValueConst v) {
  JSAtom atom = JS_ValueToAtom(in->ctx, v);
  char digits[12];
  text(in, "Symbol(");
  encode_characters(in->out, engine_atom_string(atom, digits), 256);
  text(in, ")");
  JS_FreeAtom(in->ctx, atom);
}

static void key(Inspector* in, JSAtom atom) {
  char digits[12];
  EngineString s = engine_atom_string(atom, digits);
  if (engine_atom_is_symbol(atom)) {
    text(in, "[Symbol(");
    encode_characters(in->out, s, 256);
    text(in, ")]");
  } else if (is_identifier(s)) {
    encode_characters(in->out, s, 1024);
  } else {
    quoted(in, s);
  }
}

// ---- Lists of parts between brackets

// What goes between the brackets of one object, so that it can be written twice.
typedef struct {
  JSValueConst object;
  EngineKind kind;
  JSPropertyEnum* keys;
  uint32_t key_count;
} Parts;

static void separator(Inspector* in, bool multiline, bool* first) {
  if (!*first) text(in, multiline ? "," : ", ");
  bool is_first = *first;
  *first = false;
  if (!multiline) return;
  // Lists of short items fill their lines. The next item is taken to be as long as any: at most a
  // quarter line.
  if (in->fills && !is_first && in->out->length - in->line_start < line_width * 3 / 4) {
    text(in, " ");
    return;
  }
  text(in, "\n");
  in->line_start = in->out->length;
  for (int i = 0; i < in->indent; i++) text(in, "  ");
}

static void more(Inspector* in, uint64_t left, bool multiline, bool* first) {
  if (left == 0) return;
  separator(in, multiline, first);
  count(in, "... ", (uint32_t)left, left == 1 ? " more item" : " more items");
}

static void holes(Inspector* in, uint32_t n, bool multiline, bool* first) {
  separator(in, multiline, first);
  count(in, "<", n, n == 1 ? " empty item>" : " empty items>");
}

static void array_items(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  const JSValue* elements;
  uint32_t present, length, shown = 0;
  if (engine_dense_array(parts->object, &elements, &present, &length)) {
    for (; shown < present && shown < max_entries && !full(in); shown++) {
      separator(in, multiline, first);
      value(in, elements[shown]);
    }
    if (present < length && shown < max_entries) {
      holes(in, length - present, multiline, first);
    } else {
      more(in, length - shown, multiline, first);
    }
    return;
  }
  length = engine_array_length(parts->object);
  uint32_t next = 0;
  for (uint32_t i = 0; i < parts->key_count && shown < max_entries && !full(in); i++) {
    uint32_t index;
    JSValueConst item;
    if (!engine_atom_is_index(parts->keys[i].atom, &index)) continue;
    if (index > next) holes(in, index - next, multiline, first);
    separator(in, multiline, first);
    if (engine_own_property(parts->object, parts->keys[i].atom, &item) == property_data) {
      value(in, item);
    } else {
      text(in, "[Getter]");
    }
    next = index + 1;
    shown++;
  }
  if (shown >= max_entries) {
    more(in, length - next, multiline, first);
  } else if (next < length) {
    holes(in, length - next, multiline, first);
  }
}

static void view_items(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  EngineView view = engine_view(parts->object);
  uint32_t i = 0;
  for (; i < view.length && i < max_entries && !full(in); i++) {
    separator(in, multiline, first);
    JSValue item = JS_GetPropertyUint32(in->ctx, parts->object, i);
    number(in, item);
    if (engine_kind(item) == kind_bigint) text(in, "n");
    JS_FreeValue(in->ctx, item);
  }
  more(in, view.length - i, multiline, first);
}

static void records(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  void* position = NULL;
  JSValueConst k, v;
  uint32_t shown = 0;
  while (shown < max_entries && !full(in) && engine_next_record(parts->object, &position, &k, &v)) {
    separator(in, multiline, first);
    value(in, k);
    if (parts->kind == kind_map) {
      text(in, " => ");
      value(in, v);
    }
    shown++;
  }
  more(in, engine_map_size(parts->object) - shown, multiline, first);
}

static void buffer_parts(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  EngineBuffer buffer = engine_buffer(parts->object);
  if (!buffer.usable) {
    separator(in, multiline, first);
    text(in, "(detached), byteLength: 0");
    return;
  }
  separator(in, multiline, first);
  text(in, "[Uint8Contents]: <");
  for (uint32_t i = 0; i < buffer.length && i < 50; i++) {
    char byte[4];
    snprintf(byte, sizeof(byte), i > 0 ? " %02x" : "%02x", buffer.data[i]);
    text(in, byte);
  }
  if (buffer.length > 50) count(in, " ... ", buffer.length - 50, " more bytes");
  text(in, ">");
  separator(in, multiline, first);
  count(in, "byteLength: ", buffer.length, "");
}

static void view_parts(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  EngineView view = engine_view(parts->object);
  separator(in, multiline, first);
  count(in, "byteLength: ", view.length, "");
  separator(in, multiline, first);
  count(in, "byteOffset: ", view.offset, "");
  separator(in, multiline, first);
  text(in, "buffer: ");
  value(in, view.buffer);
}

static void promise_parts(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  JSValueConst result;
  JSPromiseStateEnum state = engine_promise(parts->object, &result);
  separator(in, multiline, first);
  if (state == JS_PROMISE_PENDING) {
    text(in, "<pending>");
    return;
  }
  if (state == JS_PROMISE_REJECTED) text(in, "<rejected> ");
  value(in, result);
}

static void property(Inspector* in, JSValueConst object, JSAtom atom) {
  JSValueConst found;
  key(in, atom);
  text(in, ": ");
  switch (engine_own_property(object, atom, &found)) {
    case property_data:
      value(in, found);
      return;
    case property_accessor: {
      bool getter, setter;
      engine_accessor(object, atom, &getter, &setter);
      text(in, getter && setter ? "[Getter/Setter]" : setter ? "[Setter]" : "[Getter]");
      return;
    }
    default: {
      // An element of an arguments object.
      JSValue item = JS_GetProperty(in->ctx, object, atom);
      value(in, item);
      JS_FreeValue(in->ctx, item);
    }
  }
}

static void properties(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  bool is_list = parts->kind == kind_array || parts->kind == kind_typed_array;
  uint32_t shown = 0, index;
  for (uint32_t i = 0; i < parts->key_count && !full(in); i++) {
    if (is_list && engine_atom_is_index(parts->keys[i].atom, &index)) continue;
    if (shown++ == max_entries) {
      more(in, parts->key_count - i, multiline, first);
      return;
    }
    // What an interface has of its own as accessors (isTrusted) says nothing.
    bool getter = false, setter;
    if (web_class_of(parts->object) != NULL)
      engine_accessor(parts->object, parts->keys[i].atom, &getter, &setter);
    if (getter) continue;
    separator(in, multiline, first);
    property(in, parts->object, parts->keys[i].atom);
  }
}

static void interface_pairs(Inspector* in, const WebClass* type, const void* data, bool multiline,
                            bool* first) {
  uint32_t i = 0, left = 0;
  JSValue name, content;
  for (; !full(in) && type->pair(data, i, &name, &content); i++) {
    if (i < max_entries) {
      separator(in, multiline, first);
      value(in, name);
      text(in, " => ");
      value(in, content);
    } else {
      left++;
    }
    JS_FreeValue(in->ctx, name);
    JS_FreeValue(in->ctx, content);
  }
  more(in, left, multiline, first);
}

// What a web API shows of its object.
static void interface_parts(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  const WebClass* type = web_class_of(parts->object);
  if (type == NULL) return;
  const void* data = web_class_data(parts->object, type);
  if (type->show == NULL) {
    if (type->pair != NULL) interface_pairs(in, type, data, multiline, first);
    return;
  }
  JSValue shown = JS_NewObjectProto(in->ctx, JS_NULL);
  type->show(data, shown);
  uint32_t position = 0;
  JSAtom atom;
  JSValueConst unused;
  EngineProperty kind;
  while (engine_next_property(shown, &position, &atom, &unused, &kind) && !full(in)) {
    separator(in, multiline, first);
    property(in, shown, atom);
  }
  JS_FreeValue(in->ctx, shown);
}

static void all_parts(Inspector* in, const Parts* parts, bool multiline, bool* first) {
  switch (parts->kind) {
    case kind_array:
      array_items(in, parts, multiline, first);
      break;
    case kind_typed_array:
      view_items(in, parts, multiline, first);
      break;
    case kind_map:
    case kind_set:
      records(in, parts, multiline, first);
      break;
    case kind_array_buffer:
      buffer_parts(in, parts, multiline, first);
      break;
    case kind_data_view:
      view_parts(in, parts, multiline, first);
      break;
    case kind_promise:
      promise_parts(in, parts, multiline, first);
      break;
    case kind_other:
      interface_parts(in, parts, multiline, first);
      break;
    default:
      break;
  }
  properties(in, parts, multiline, first);
}

// Numbers and the like, and enough of them that one to a line would be tedious.
static bool has_short_items(const Parts* parts) {
  if (parts->kind == kind_typed_array) return true;
  const JSValue* elements;
  uint32_t present, length;
  if (parts->kind != kind_array ||
      !engine_dense_array(parts->object, &elements, &present, &length) || present <= 6)
    return false;
  for (uint32_t i = 0; i < present && i < max_entries; i++) {
    EngineKind kind = engine_kind(elements[i]);
    if (kind == kind_string ? engine_string(elements[i]).length > 16
                            : kind > kind_string || kind == kind_bigint)
      return false;
  }
  return true;
}

static void between_brackets(Inspector* in, const Parts* parts, char open, char close) {
  size_t start = in->out->length;
  char bracket[2] = {open, 0};
  text(in, bracket);
  bool first = true;
  text(in, " ");
  // No need to write on when it does not fit a line.
  size_t max_length = in->max_length;
  if (max_length > start + 2 * line_width) in->max_length = start + 2 * line_width;
  all_parts(in, parts, false, &first);
  in->max_length = max_length;
  if (first) {
    in->out->length = start + 1;
    bracket[0] = close;
    text(in, bracket);
    return;
  }
  bool fits = in->out->length - start + 2 * (size_t)in->indent <= line_width &&
              memchr(in->out->data + start, '\n', in->out->length - start) == NULL;
  bracket[0] = close;
  if (fits) {
    text(in, " ");
  } else {
    in->out->length = start + 1;
    in->indent++;
    first = true;
    bool outer_fills = in->fills;
    in->fills = has_short_items(parts);
    all_parts(in, parts, true, &first);
    in->fills = outer_fills;
    in->indent--;
    text(in, "\n");
    for (int i = 0; i < in->indent; i++) text(in, "  ");
  }
  text(in, bracket);
}

// ---- Objects

// The name of the class that an object is an instance of, as a string, or undefined for a null
// prototype.
static JSValue class_of(Inspector* in, JSValueConst object, EngineKind kind) {
  if (JS_IsNull(engine_prototype(object))) return JS_UNDEFINED;
  JSValue name = engine_class_name(object);
  if (JS_IsString(name) && engine_string(name).length > 0) return name;
  JS_FreeValue(in->ctx, name);
  return kind == kind_plain || kind == kind_instance ? JS_NewString(in->ctx, "Object")
                                                     : engine_internal_class(object);
}

static bool is_named(JSValueConst name, const char* wanted) {
  EngineString s = engine_string(name);
  return !s.wide && s.length == strlen(wanted) && memcmp(s.data, wanted, s.length) == 0;
}

static void prefix(Inspector* in, JSValueConst object, EngineKind kind) {
  JSValue name = class_of(in, object, kind);
  bool has_size = kind == kind_map || kind == kind_set || kind == kind_typed_array;
  if (JS_IsUndefined(name)) {
    JSValue internal = engine_internal_class(object);
    text(in, "[");
    string(in, internal);
    text(in, ": null prototype] ");
    JS_FreeValue(in->ctx, internal);
    return;
  }
  bool usual = (kind == kind_plain && is_named(name, "Object")) ||
               (kind == kind_array && is_named(name, "Array"));
  if (!usual) {
    string(in, name);
    if (has_size) {
      count(in, "(",
            kind == kind_typed_array ? engine_view(object).length : engine_map_size(object), ")");
    } else if (kind == kind_array) {
      count(in, "(", engine_array_length(object), ")");
    }
    text(in, " ");
  }
  JS_FreeValue(in->ctx, name);
}

static void function(Inspector* in, JSValueConst f) {
  JSValueConst found;
  JSAtom atom = JS_NewAtom(in->ctx, "name");
  bool named = engine_own_property(f, atom, &found) == property_data && JS_IsString(found) &&
               engine_string(found).length > 0;
  JS_FreeAtom(in->ctx, atom);
  static const char* const kinds[] = {"[Function", "[class", "[AsyncFunction", "[GeneratorFunction",
                                      "[AsyncGeneratorFunction"};
  EngineFunction kind = engine_function(f);
  text(in, kinds[kind]);
  if (named) {
    text(in, kind == function_class ? " " : ": ");
    string(in, found);
  } else {
    text(in, " (anonymous)");
  }
  text(in, "]");
}

static bool string_part(JSValueConst object, const char* name, JSValueConst* found) {
  JSAtom atom = JS_NewAtom(engine_context, name);
  bool ok = engine_find_property(object, atom, found) == property_data && JS_IsString(*found);
  JS_FreeAtom(engine_context, atom);
  return ok;
}

static void error_head(Inspector* in, JSValueConst error) {
  JSValueConst name, message;
  if (engine_kind(error) == kind_dom_exception) {
    engine_dom_exception(error, &name, &message);
    text(in, "DOMException [");
    string(in, name);
    text(in, engine_string(message).length > 0 ? "]: " : "]");
    string(in, message);
    return;
  }
  if (string_part(error, "name", &name)) {
    string(in, name);
  } else {
    text(in, "Error");
  }
  if (string_part(error, "message", &message) && engine_string(message).length > 0) {
    text(in, ": ");
    string(in, message);
  }
}

static void frames(Inspector* in, JSValueConst error) {
  JSValue stack = engine_error_stack(error);
  if (JS_IsString(stack) && engine_string(stack).length > 0) {
    size_t start;
    text(in, "\n");
    start = in->out->length;
    string(in, stack);
    // No line end at the end, and every line as far in as the error is.
    Buffer* out = in->out;
    while (out->length > start && out->data[out->length - 1] == '\n') out->length--;
    if (in->indent > 0) {
      size_t length = out->length - start;
      char* copy = memory_plain_malloc(length + 1);
      memcpy(copy, out->data + start, length);
      out->length = start;
      for (size_t i = 0, line = 0; i <= length; i++) {
        if (i < length && copy[i] != '\n') continue;
        if (line > 0) text(in, "\n");
        for (int k = 0; k < in->indent; k++) text(in, "  ");
        buffer_add(out, copy + line, i - line);
        line = i + 1;
      }
      memory_plain_free(copy);
    }
  }
  JS_FreeValue(in->ctx, stack);
}

static void error(Inspector* in, const Parts* parts) {
  JSValue stack = engine_error_stack(parts->object);
  bool has_frames = JS_IsString(stack) && engine_string(stack).length > 0;
  JS_FreeValue(in->ctx, stack);
  if (!has_frames) text(in, "[");
  error_head(in, parts->object);
  if (has_frames) frames(in, parts->object);
  if (!has_frames) text(in, "]");
  Parts own = *parts;
  // `cause` and `errors` are shown although they are not enumerable; `name` and the like are in the
  // head already.
  JSAtom extra[2] = {JS_NewAtom(in->ctx, "cause"), JS_NewAtom(in->ctx, "errors")};
  JSValueConst found;
  bool any = own.key_count > 0;
  for (int i = 0; i < 2; i++)
    any = any || engine_own_property(own.object, extra[i], &found) == property_data;
  if (any) {
    text(in, " {");
    in->fills = false;
    in->indent++;
    bool first = true;
    properties(in, &own, true, &first);
    for (int i = 0; i < 2; i++) {
      if (engine_own_property(own.object, extra[i], &found) != property_data) continue;
      bool enumerable = false;
      for (uint32_t k = 0; k < own.key_count; k++)
        enumerable = enumerable || own.keys[k].atom == extra[i];
      if (enumerable) continue;
      separator(in, true, &first);
      text(in, i == 0 ? "[cause]: " : "[errors]: ");
      value(in, found);
    }
    in->indent--;
    text(in, "\n");
    for (int i = 0; i < in->indent; i++) text(in, "  ");
    text(in, "}");
  }
  for (int i = 0; i < 2; i++) JS_FreeAtom(in->ctx, extra[i]);
}

static void date(Inspector* in, JSValueConst d) {
  double ms = engine_date(d);
  if (isnan(ms)) {
    text(in, "Invalid Date");
    return;
  }
  // Civil date from days (proleptic Gregorian).
  int64_t t = (int64_t)ms;
  int64_t days = t / 86400000 - (t % 86400000 < 0);
  int64_t rest = t - days * 86400000;
  int64_t z = days + 719468;
  int64_t era = (z >= 0 ? z : z - 146096) / 146097;
  int64_t doe = z - era * 146097;
  int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  int64_t mp = (5 * doy + 2) / 153;
  int day = (int)(doy - (153 * mp + 2) / 5 + 1);
  int month = (int)(mp < 10 ? mp + 3 : mp - 9);
  int64_t year = yoe + era * 400 + (month <= 2);
  char out[48];
  const char* form = year < 0      ? "-%06d-%02d-%02dT%02d:%02d:%02d.%03dZ"
                     : year > 9999 ? "+%06d-%02d-%02dT%02d:%02d:%02d.%03dZ"
                                   : "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ";
  snprintf(out, sizeof(out), form, (int)(year < 0 ? -year : year), month, day,
           (int)(rest / 3600000), (int)(rest / 60000 % 60), (int)(rest / 1000 % 60),
           (int)(rest % 1000));
  text(in, out);
}

static void regexp(Inspector* in, JSValueConst r) {
  JSValue source = engine_regexp_source(r);
  text(in, "/");
  if (engine_string(source).length == 0) text(in, "(?:)");
  string(in, source);
  text(in, "/");
  text(in, engine_regexp_flags(r));
  JS_FreeValue(in->ctx, source);
}

static void boxed(Inspector* in, JSValueConst object) {
  JSValue internal = engine_internal_class(object);
  text(in, "[");
  string(in, internal);
  text(in, ": ");
  value(in, engine_boxed(object));
  text(in, "]");
  JS_FreeValue(in->ctx, internal);
}

static void too_deep(Inspector* in, JSValueConst object, EngineKind kind) {
  JSValue name = class_of(in, object, kind);
  text(in, "[");
  if (kind == kind_array) {
    text(in, "Array");
  } else if (JS_IsString(name)) {
    string(in, name);
  } else {
    text(in, "Object: null prototype");
  }
  text(in, "]");
  JS_FreeValue(in->ctx, name);
}

// True if the object is being written further out; then this place says so.
static bool circular(Inspector* in, JSValueConst object) {
  for (int i = 0; i < in->open_count; i++) {
    if (JS_VALUE_GET_PTR(in->open[i]) != JS_VALUE_GET_PTR(object)) continue;
    in->referred[i] = true;
    text(in, "[Circular *1]");
    return true;
  }
  return false;
}

static void object_body(Inspector* in, JSValueConst object, EngineKind kind) {
  Parts parts = {.object = object, .kind = kind};
  if (kind != kind_proxy &&
      !(kind == kind_array &&
        engine_dense_array(object, &(const JSValue*){0}, &(uint32_t){0}, &(uint32_t){0}) &&
        engine_count_properties(object) == 0)) {
    if (kind != kind_typed_array &&
        JS_GetOwnPropertyNames(in->ctx, &parts.keys, &parts.key_count, object,
                               JS_GPN_STRING_MASK | JS_GPN_SYMBOL_MASK | JS_GPN_ENUM_ONLY) < 0) {
      JS_FreeValue(in->ctx, JS_GetException(in->ctx));
      parts.key_count = 0;
    }
  }
  switch (kind) {
    case kind_error:
    case kind_dom_exception:
      error(in, &parts);
      break;
    case kind_function:
    case kind_date:
    case kind_regexp:
    case kind_boxed:
      if (kind == kind_function) function(in, object);
      if (kind == kind_date) date(in, object);
      if (kind == kind_regexp) regexp(in, object);
      if (kind == kind_boxed) boxed(in, object);
      // The characters of a String are its properties.
      if (parts.key_count > 0 && kind != kind_boxed) {
        text(in, " ");
        between_brackets(in, &parts, '{', '}');
      }
      break;
    default: {
      prefix(in, object, kind);
      bool is_list = kind == kind_array || kind == kind_typed_array;
      between_brackets(in, &parts, is_list ? '[' : '{', is_list ? ']' : '}');
    }
  }
  JS_FreePropertyEnum(in->ctx, parts.keys, parts.key_count);
}

static void object(Inspector* in, JSValueConst v) {
  if (circular(in, v)) return;
  EngineKind kind = engine_kind(v);
  bool is_leaf =
      kind == kind_date || kind == kind_regexp || kind == kind_boxed || kind == kind_function;
  bool is_error = kind == kind_error || kind == kind_dom_exception;
  if ((!is_leaf && !is_error && in->depth > max_depth) ||
      in->open_count >= (int)(sizeof(in->open) / sizeof(in->open[0]))) {
    too_deep(in, v, kind);
    return;
  }
  size_t start = in->out->length;
  int place = in->open_count++;
  in->open[place] = v;
  in->referred[place] = false;
  in->depth++;
  object_body(in, v, kind);
  in->depth--;
  in->open_count--;
  if (in->referred[place]) {
    static const char mark[] = "<ref *1> ";
    size_t length = in->out->length - start;
    buffer_reserve(in->out, sizeof(mark) - 1);
    memmove(in->out->data + start + sizeof(mark) - 1, in->out->data + start, length);
    memcpy(in->out->data + start, mark, sizeof(mark) - 1);
  }
}

static void value(Inspector* in, JSValueConst v) {
  if (full(in)) return;
  switch (engine_kind(v)) {
    case kind_undefined:
      text(in, "undefined");
      return;
    case kind_null:
      text(in, "null");
      return;
    case kind_boolean:
      text(in, JS_VALUE_GET_BOOL(v) ? "true" : "false");
      return;
    case kind_int:
    case kind_float:
      number(in, v);
      return;
    case kind_bigint:
      number(in, v);
      text(in, "n");
      return;
    case kind_string:
      quoted(in, engine_string(v));
      return;
    case kind_symbol:
      symbol(in, v);
      return;
    case kind_proxy: {
      JSValueConst target = engine_proxy_target(v);
      if (JS_IsUndefined(target)) {
        text(in, "<Revoked Proxy>");
      } else {
        object(in, target);
      }
      return;
    }
    case kind_function: {
      JSValueConst target = engine_proxy_target(v);
      if (JS_IsUndefined(target)) {
        text(in, "<Revoked Proxy>");
      } else {
        object(in, target);
      }
      return;
    }
    default:
      object(in, v);
      return;
  }
}

void inspect_value(Buffer* out, JSValueConst v, size_t max_length) {
  Inspector in = {.ctx = engine_context, .out = out, .max_length = max_length};
  value(&in, v);
}

void inspect_argument(Buffer* out, JSValueConst v, size_t max_length) {
  Inspector in = {.ctx = engine_context, .out = out, .max_length = max_length};
  if (JS_IsString(v)) {
    string(&in, v);
  } else {
    value(&in, v);
  }
}

void inspect_error_line(Buffer* out, JSValueConst v, size_t max_length) {
  Inspector in = {.ctx = engine_context, .out = out, .max_length = max_length};
  error_head(&in, v);
}
