// structuredClone, as the HTML standard has it for the types that exist here.
// Not made of the codec: class instances become plain objects, boxed primitives
// and other properties of arrays are kept, which the boundary does not do.
#include "guest/clone.h"

#include <stdio.h>

#include "guest/engine.h"

typedef struct {
  JSContext* ctx;
  JSValue done;  // a Map from object to clone
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

static JSValue buffer(Cloner* c, JSValueConst from) {
  EngineBuffer bytes = engine_buffer(from);
  if (!bytes.usable) return refuse(c, "a detached ArrayBuffer");
  JSValue to = JS_NewArrayBufferCopy(c->ctx, bytes.data, bytes.length);
  if (!JS_IsException(to)) remember(c, from, to);
  return to;
}

static JSValue view(Cloner* c, JSValueConst from) {
  EngineView v = engine_view(from);
  if (!v.usable) return refuse(c, "a view of a detached ArrayBuffer");
  JSValue bytes = clone(c, v.buffer);
  if (JS_IsException(bytes)) return JS_EXCEPTION;
  JSValue to;
  if (v.element < 0) {
    to = engine_new_data_view(bytes, v.offset, v.length);
  } else {
    JSValue arguments[] = {bytes, JS_NewUint32(c->ctx, v.offset), JS_NewUint32(c->ctx, v.length)};
    to = JS_NewTypedArray(c->ctx, 3, (JSValueConst*)arguments, (JSTypedArrayEnum)v.element);
  }
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
    case kind_instance:
      return properties(c, value, JS_NewObject(c->ctx));
    case kind_array:
      return array(c, value);
    case kind_error:
      return error(c, value);
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

// The buffers to detach once all is cloned. Undefined if there are none.
static JSValue transfer_list(Cloner* c, JSValueConst options) {
  if (!JS_IsObject(options)) return JS_UNDEFINED;
  JSValue list = JS_GetPropertyStr(c->ctx, options, "transfer");
  if (JS_IsException(list) || JS_IsUndefined(list)) return list;
  int64_t length;
  JSValue copy = engine_new_array(0);
  if (!JS_IsObject(list) || JS_GetLength(c->ctx, list, &length) < 0) length = 0;
  for (int64_t i = 0; i < length; i++) {
    JSValue item = JS_GetPropertyInt64(c->ctx, list, i);
    if (JS_IsException(item) || !JS_IsArrayBuffer(item)) {
      if (!JS_IsException(item))
        refuse(c, "something in the transfer list that is not an ArrayBuffer");
      JS_FreeValue(c->ctx, item);
      JS_FreeValue(c->ctx, copy);
      copy = JS_EXCEPTION;
      break;
    }
    engine_push(copy, item);
  }
  JS_FreeValue(c->ctx, list);
  return copy;
}

static JSValue structured_clone(JSContext* ctx, JSValueConst this_value, int argc,
                                JSValueConst* argv) {
  (void)this_value;
  if (argc < 1) return JS_ThrowTypeError(ctx, "structuredClone needs a value to clone");
  Cloner c = {.ctx = ctx, .done = JS_UNDEFINED};
  JSValue transfer = transfer_list(&c, argc > 1 ? argv[1] : JS_UNDEFINED);
  if (JS_IsException(transfer)) return JS_EXCEPTION;
  c.done = engine_new_map(false);
  JSValue result = clone(&c, argv[0]);
  JS_FreeValue(ctx, c.done);
  const JSValue* items;
  uint32_t count, length;
  if (!JS_IsException(result) && JS_IsObject(transfer) &&
      engine_dense_array(transfer, &items, &count, &length)) {
    for (uint32_t i = 0; i < count; i++) JS_DetachArrayBuffer(ctx, items[i]);
  }
  JS_FreeValue(ctx, transfer);
  return result;
}

void clone_boot(void) {
  JSContext* ctx = engine_context;
  JSValue global = JS_GetGlobalObject(ctx);
  JS_DefinePropertyValueStr(ctx, global, "structuredClone",
                            JS_NewCFunction(ctx, structured_clone, "structuredClone", 1),
                            JS_PROP_C_W_E);
  JS_FreeValue(ctx, global);
}
