// structuredClone, as the HTML standard has it for the types that exist here.
// Not made of the codec: class instances become plain objects, boxed primitives
// and other properties of arrays are kept, which the boundary does not do.
#include "guest/clone.h"

#include <stdio.h>

#include "guest/engine.h"
#include "guest/web_class.h"

typedef struct {
  JSContext* ctx;
  JSValue done;       // a Map from object to clone
  JSValue transfers;  // an array: each buffer that is transferred, and the hollow one for it
} Cloner;

static JSValue clone(Cloner* c, JSValueConst value);

static JSValue refuse(Cloner* c, const char* what) {
  return JS_ThrowDOMException(c->ctx, "DataCloneError", "%s can not be cloned", what);
}

static void remember(Cloner* c, JSValueConst from, JSValueConst to) {
  engine_map_set(c->done, JS_DupValue(c->ctx, from), JS_DupValue(c->ctx, to));
}

// Clones the own enumerable string-keyed properties into `to`, which is taken and given back.
static JSValue properties(Cloner* c, JSValueConst from, JSValue to) {
  JSPropertyEnum* keys;
  uint32_t count;
  remember(c, from, to);
  if (JS_GetOwnPropertyNames(c->ctx, &keys, &count, from, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) <
      0) {
    JS_FreeValue(c->ctx, to);
    return JS_EXCEPTION;
  }
  bool ok = true;
  for (uint32_t i = 0; i < count && ok; i++) {
    // A getter may have taken it away.
    int present = JS_GetOwnProperty(c->ctx, NULL, from, keys[i].atom);
    if (present == 0) continue;
    JSValue item = present > 0 ? JS_GetProperty(c->ctx, from, keys[i].atom) : JS_EXCEPTION;
    JSValue copy = JS_IsException(item) ? JS_EXCEPTION : clone(c, item);
    JS_FreeValue(c->ctx, item);
    ok = !JS_IsException(copy) &&
         JS_DefinePropertyValue(c->ctx, to, keys[i].atom, copy, JS_PROP_C_W_E) >= 0;
  }
  JS_FreePropertyEnum(c->ctx, keys, count);
  if (ok) return to;
  JS_FreeValue(c->ctx, to);
  return JS_EXCEPTION;
}

static JSValue array(Cloner* c, JSValueConst from) {
  JSValue to = engine_new_array(0);
  JS_SetLength(c->ctx, to, engine_array_length(from));
  return properties(c, from, to);
}

// Of Maps and Sets the records are copied first, since a getter inside them could change them.
static JSValue records(Cloner* c, JSValueConst from, bool is_set) {
  JSValue to = engine_new_map(is_set);
  remember(c, from, to);
  JSValue list = engine_new_array(engine_map_size(from) * 2);
  void* position = NULL;
  JSValueConst key, value;
  while (engine_next_record(from, &position, &key, &value)) {
    engine_push(list, JS_DupValue(c->ctx, key));
    engine_push(list, JS_DupValue(c->ctx, value));
  }
  const JSValue* items;
  uint32_t count, length;
  bool ok = engine_dense_array(list, &items, &count, &length);
  for (uint32_t i = 0; i < count && ok; i += 2) {
    JSValue key_copy = clone(c, items[i]);
    JSValue value_copy = JS_IsException(key_copy) ? JS_EXCEPTION : clone(c, items[i + 1]);
    ok = !JS_IsException(value_copy);
    if (ok) {
      engine_map_set(to, key_copy, value_copy);
    } else {
      JS_FreeValue(c->ctx, key_copy);
    }
  }
  JS_FreeValue(c->ctx, list);
  if (ok) return to;
  JS_FreeValue(c->ctx, to);
  return JS_EXCEPTION;
}

static JSValue error(Cloner* c, JSValueConst from) {
  JSContext* ctx = c->ctx;
  JSValue name = JS_GetPropertyStr(ctx, from, "name");
  if (JS_IsException(name)) return JS_EXCEPTION;
  // Only the built-in names are kept.
  JSValue to = engine_new_error(name);
  JS_FreeValue(ctx, name);
  JSAtom name_atom = JS_NewAtom(ctx, "name");
  JS_DeleteProperty(ctx, to, name_atom, 0);
  JS_FreeAtom(ctx, name_atom);
  remember(c, from, to);
  engine_set_error_stack(to, engine_error_stack(from));
  static const char* const parts[] = {"message", "cause", "errors"};
  for (int i = 0; i < 3; i++) {
    JSAtom atom = JS_NewAtom(ctx, parts[i]);
    JSValueConst found;
    JSValue copy = JS_UNDEFINED;
    bool present = engine_own_property(from, atom, &found) == property_data;
    if (present) copy = i == 0 ? JS_ToString(ctx, found) : clone(c, found);
    if (present && !JS_IsException(copy))
      JS_DefinePropertyValue(ctx, to, atom, JS_DupValue(ctx, copy),
                             JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    JS_FreeAtom(ctx, atom);
    if (JS_IsException(copy)) {
      JS_FreeValue(ctx, to);
      return JS_EXCEPTION;
    }
    JS_FreeValue(ctx, copy);
  }
  return to;
}

static JSValue regexp(Cloner* c, JSValueConst from) {
  JSValue source = engine_regexp_source(from);
  JSValue flags = JS_NewString(c->ctx, engine_regexp_flags(from));
  JSValue to = engine_new_regexp(source, flags);
  JS_FreeValue(c->ctx, source);
  JS_FreeValue(c->ctx, flags);
  if (!JS_IsException(to)) remember(c, from, to);
  return to;
}

// DOMException is serializable: its name, message and stack.
static JSValue dom_exception(Cloner* c, JSValueConst from) {
  JSValueConst name, message;
  engine_dom_exception(from, &name, &message);
  JSValue stack = engine_error_stack(from);
  JSValue to = engine_new_dom_exception(name, message, stack);
  JS_FreeValue(c->ctx, stack);
  remember(c, from, to);
  return to;
}

static JSValue buffer(Cloner* c, JSValueConst from) {
  if (!engine_buffer(from).usable) return refuse(c, "a detached ArrayBuffer");
  JSValue to = engine_new_buffer_like(from, false);
  remember(c, from, to);
  return to;
}

static JSValue view(Cloner* c, JSValueConst from) {
  EngineView v = engine_view(from);
  if (!v.usable) return refuse(c, "a view of a detached ArrayBuffer");
  JSValue bytes = clone(c, v.buffer);
  if (JS_IsException(bytes)) return JS_EXCEPTION;
  JSValue to = engine_new_view_like(from, bytes);
  JS_FreeValue(c->ctx, bytes);
  if (!JS_IsException(to)) remember(c, from, to);
  return to;
}

static JSValue boxed(Cloner* c, JSValueConst from) {
  if (engine_kind(engine_boxed(from)) == kind_symbol) return refuse(c, "a symbol");
  JSValue to = JS_ToObject(c->ctx, engine_boxed(from));
  if (!JS_IsException(to)) remember(c, from, to);
  return to;
}

static JSValue clone(Cloner* c, JSValueConst value) {
  EngineKind kind = engine_kind(value);
  if (kind == kind_symbol) return refuse(c, "a symbol");
  if (!JS_IsObject(value)) return JS_DupValue(c->ctx, value);
  JSValueConst known;
  if (engine_map_get(c->done, value, &known)) return JS_DupValue(c->ctx, known);
  if (engine_stack_overflows(1024))
    return JS_ThrowRangeError(c->ctx, "Maximum call stack size exceeded");
  switch (kind) {
    case kind_plain:
      if (engine_is_arguments(value)) return refuse(c, "an arguments object");
      // fallthrough
    case kind_instance:
      return properties(c, value, JS_NewObject(c->ctx));
    case kind_array:
      return array(c, value);
    case kind_error:
      return error(c, value);
    case kind_dom_exception:
      return dom_exception(c, value);
    case kind_date: {
      JSValue to = JS_NewDate(c->ctx, engine_date(value));
      remember(c, value, to);
      return to;
    }
    case kind_regexp:
      return regexp(c, value);
    case kind_map:
      return records(c, value, false);
    case kind_set:
      return records(c, value, true);
    case kind_array_buffer:
      return buffer(c, value);
    case kind_typed_array:
    case kind_data_view:
      return view(c, value);
    case kind_boxed:
      return boxed(c, value);
    case kind_function:
      return refuse(c, "a function");
    case kind_promise:
      return refuse(c, "a promise");
    case kind_proxy:
      return refuse(c, "a proxy");
    default:
      return refuse(c, "an object of this class");
  }
}

// ---- Transferring
//
// A transferred buffer is moved when all is cloned, so that it holds what getters wrote to it
// meanwhile and an error leaves it where it was. Its clone is there from the start, without bytes,
// so that views of it can be made.

static bool add_transfer(Cloner* c, JSValueConst item) {
  JSValueConst known;
  if (!JS_IsArrayBuffer(item)) {
    refuse(c, "something in the transfer list that is not an ArrayBuffer");
  } else if (engine_map_get(c->done, item, &known)) {
    refuse(c, "an ArrayBuffer that is twice in the transfer list");
  } else if (!engine_buffer(item).usable) {
    refuse(c, "a detached ArrayBuffer in the transfer list");
  } else {
    JSValue hollow = engine_new_buffer_like(item, true);
    engine_push(c->transfers, JS_DupValue(c->ctx, item));
    engine_push(c->transfers, JS_DupValue(c->ctx, hollow));
    remember(c, item, hollow);
    JS_FreeValue(c->ctx, hollow);
    return true;
  }
  return false;
}

static bool add_transfers(Cloner* c, JSValueConst options) {
  JSValue member = web_member(c->ctx, options, "transfer");
  if (JS_IsUndefined(member)) return true;
  JSValue list = JS_IsException(member) ? JS_EXCEPTION : web_sequence(c->ctx, member, "transfer");
  JS_FreeValue(c->ctx, member);
  if (JS_IsException(list)) return false;
  const JSValue* items;
  uint32_t count, length;
  bool ok = engine_dense_array(list, &items, &count, &length);
  for (uint32_t i = 0; i < count && ok; i++) {
    ok = JS_IsObject(items[i]);
    if (!ok) JS_ThrowTypeError(c->ctx, "transfer must hold only objects");
  }
  for (uint32_t i = 0; i < count && ok; i++) ok = add_transfer(c, items[i]);
  JS_FreeValue(c->ctx, list);
  return ok;
}

// Either all of them move or none.
static bool move_all(Cloner* c) {
  const JSValue* pairs;
  uint32_t count, length;
  engine_dense_array(c->transfers, &pairs, &count, &length);
  for (uint32_t i = 0; i < count; i += 2) {
    if (engine_can_move_buffer(pairs[i], pairs[i + 1])) continue;
    refuse(c, "an ArrayBuffer that was detached or resized meanwhile, or is immutable,");
    return false;
  }
  for (uint32_t i = 0; i < count; i += 2) engine_move_buffer(pairs[i], pairs[i + 1]);
  return true;
}

static JSValue structured_clone(JSContext* ctx, JSValueConst this_value, int argc,
                                JSValueConst* argv) {
  (void)this_value;
  JSValueConst options;
  if (!web_has_arguments(ctx, argc, 1, "structuredClone") ||
      !web_dictionary(ctx, argc, argv, 1, &options))
    return JS_EXCEPTION;
  Cloner c = {.ctx = ctx, .done = engine_new_map(false), .transfers = engine_new_array(0)};
  JSValue result = add_transfers(&c, options) ? clone(&c, argv[0]) : JS_EXCEPTION;
  if (!JS_IsException(result) && !move_all(&c)) {
    JS_FreeValue(ctx, result);
    result = JS_EXCEPTION;
  }
  JS_FreeValue(ctx, c.done);
  JS_FreeValue(ctx, c.transfers);
  return result;
}

void clone_boot(void) { web_function_define("structuredClone", structured_clone, 1); }
