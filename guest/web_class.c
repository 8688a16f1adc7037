// See web_class.h. An object's class id tells its interface, so that no script can pass anything
// else off as one.
#include "guest/web_class.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "guest/host.h"
#include "guest/web_iterable.h"

enum { max_classes = 64 };
static WebClass* classes[max_classes];  // by id - first_class; NULL: a class of somebody else
static JSClassID first_class;
static uint32_t class_count;

const WebClass* web_class_of(JSValueConst value) {
  if (!JS_IsObject(value)) return NULL;
  JSClassID id = JS_GetClassID(value);
  return id >= first_class && id - first_class < class_count ? classes[id - first_class] : NULL;
}

static void finalize(JSRuntime* runtime, JSValueConst value) {
  const WebClass* type = web_class_of(value);
  void* data = JS_GetOpaque(value, type->id);
  if (data != NULL && type->finalize != NULL) type->finalize(runtime, data);
}

static void mark(JSRuntime* runtime, JSValueConst value, JS_MarkFunc* mark_function) {
  const WebClass* type = web_class_of(value);
  void* data = JS_GetOpaque(value, type->id);
  if (data != NULL && type->mark != NULL) type->mark(runtime, data, mark_function);
}

static JSValue illegal_constructor(JSContext* ctx, JSValueConst new_target, int argc,
                                   JSValueConst* argv) {
  (void)new_target, (void)argc, (void)argv;
  return JS_ThrowTypeError(ctx, "Illegal constructor");
}

static void define_global(const char* name, JSValue value, int flags) {
  JSValue global = JS_GetGlobalObject(engine_context);
  JS_DefinePropertyValueStr(engine_context, global, name, value, flags);
  JS_FreeValue(engine_context, global);
}

static JSValue new_prototype(const WebClass* type) {
  JSContext* ctx = engine_context;
  if (type->is_iterator) return JS_NewObjectProto(ctx, engine_iterator_prototype());
  if (type->parent == NULL) return JS_NewObject(ctx);
  JSValue parent = JS_GetClassProto(ctx, type->parent->id);
  JSValue prototype = JS_NewObjectProto(ctx, parent);
  JS_FreeValue(ctx, parent);
  return prototype;
}

static void define_constructor(WebClass* type, JSValueConst prototype) {
  JSContext* ctx = engine_context;
  JSCFunction* constructor = type->constructor ? type->constructor : illegal_constructor;
  type->function = type->parent != NULL
                       ? JS_NewCFunction3(ctx, constructor, type->name, type->constructor_length,
                                          JS_CFUNC_constructor, 0, type->parent->function, 0)
                       : JS_NewCFunction2(ctx, constructor, type->name, type->constructor_length,
                                          JS_CFUNC_constructor, 0);
  JS_SetPropertyFunctionList(ctx, type->function, type->statics, type->static_count);
  JS_SetConstructor(ctx, type->function, prototype);
  if (!type->is_hidden) web_class_expose(type);
}

void web_class_define(WebClass* type) {
  JSContext* ctx = engine_context;
  JS_NewClassID(engine_runtime, &type->id);
  if (class_count == 0) first_class = type->id;
  class_count = type->id - first_class + 1;
  if (class_count > max_classes) host_broken("too many interfaces");
  classes[type->id - first_class] = type;
  const JSClassDef definition = {
      .class_name = type->name, .finalizer = finalize, .gc_mark = type->mark ? mark : NULL};
  JS_NewClass(engine_runtime, type->id, &definition);
  JSValue prototype = new_prototype(type);
  JS_SetPropertyFunctionList(ctx, prototype, type->members, type->member_count);
  JS_SetClassProto(ctx, type->id, prototype);
  if (type->pair != NULL) web_iterable_define(type, prototype);
  if (!type->is_iterator) define_constructor(type, prototype);
}

void web_class_expose(const WebClass* type) {
  define_global(type->name, JS_DupValue(engine_context, type->function),
                JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
}

void web_function_define(const char* name, JSCFunction* function, int length) {
  define_global(name, JS_NewCFunction(engine_context, function, name, length), JS_PROP_C_W_E);
}

static JSValue accessor(const char* prefix, const char* name, JSCFunction* function, int length) {
  char full[64];
  snprintf(full, sizeof(full), "%s %s", prefix, name);
  return JS_NewCFunction(engine_context, function, full, length);
}

void web_attribute_define(const char* name, JSCFunction* getter, JSCFunction* setter) {
  JSContext* ctx = engine_context;
  JSValue global = JS_GetGlobalObject(ctx);
  JSAtom atom = JS_NewAtom(ctx, name);
  JS_DefinePropertyGetSet(ctx, global, atom, accessor("get", name, getter, 0),
                          setter != NULL ? accessor("set", name, setter, 1) : JS_UNDEFINED,
                          JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE);
  JS_FreeAtom(ctx, atom);
  JS_FreeValue(ctx, global);
}

JSValue web_class_new(const WebClass* type, JSValueConst new_target, void* data) {
  JSValue object = engine_construct(new_target, type->id);
  if (!JS_IsException(object)) JS_SetOpaque(object, data);
  return object;
}

void* web_class_data(JSValueConst value, const WebClass* type) {
  const WebClass* own = web_class_of(value);
  for (const WebClass* c = own; c != NULL; c = c->parent) {
    if (c == type) return JS_GetOpaque(value, own->id);
  }
  return NULL;
}

void* web_class_this(JSContext* ctx, JSValueConst this_value, const WebClass* type) {
  void* data = web_class_data(this_value, type);
  if (data == NULL)
    web_type_error(ctx, "ERR_INVALID_THIS", "Value of \"this\" must be of type %s", type->name);
  return data;
}

void web_show(JSValueConst out, const char* name, JSValue value) {
  JS_DefinePropertyValueStr(engine_context, out, name, value, JS_PROP_C_W_E);
}

// ---- Arguments

bool web_has_arguments(JSContext* ctx, int argc, int wanted, const char* what) {
  if (argc >= wanted) return true;
  JS_ThrowTypeError(ctx, "%s needs %d argument%s, but only %d present", what, wanted,
                    wanted == 1 ? "" : "s", argc);
  return false;
}

bool web_dictionary(JSContext* ctx, int argc, JSValueConst* argv, int place, JSValueConst* object) {
  *object = JS_UNDEFINED;
  if (argc <= place || JS_IsUndefined(argv[place]) || JS_IsNull(argv[place])) return true;
  if (!JS_IsObject(argv[place])) {
    JS_ThrowTypeError(ctx, "argument %d must be an object", place + 1);
    return false;
  }
  *object = argv[place];
  return true;
}

JSValue web_member(JSContext* ctx, JSValueConst dictionary, const char* name) {
  if (!JS_IsObject(dictionary)) return JS_UNDEFINED;
  return JS_GetPropertyStr(ctx, dictionary, name);
}

bool web_boolean_member(JSContext* ctx, JSValueConst dictionary, const char* name, bool* out) {
  JSValue value = web_member(ctx, dictionary, name);
  if (JS_IsException(value)) return false;
  if (!JS_IsUndefined(value)) *out = JS_ToBool(ctx, value);
  JS_FreeValue(ctx, value);
  return true;
}

bool web_enforce_range(JSContext* ctx, JSValueConst value, double most, double* out) {
  double number;
  if (JS_ToFloat64(ctx, &number, value) < 0) return false;
  *out = trunc(number) + 0.0;
  if (isfinite(number) && *out >= 0 && *out <= most) return true;
  JS_ThrowTypeError(ctx, "a number from 0 to %.0f is wanted", most);
  return false;
}

static JSValue array_elements(JSContext* ctx, JSValueConst array, JSValue list) {
  // An accessor may change the length, so it is looked at each time.
  for (uint32_t i = 0; i < engine_array_length(array); i++) {
    JSValue item = JS_GetPropertyUint32(ctx, array, i);
    if (JS_IsException(item)) {
      JS_FreeValue(ctx, list);
      return JS_EXCEPTION;
    }
    engine_push(list, item);
  }
  return list;
}

JSValue web_sequence(JSContext* ctx, JSValueConst value, const char* what) {
  if (!JS_IsObject(value)) return JS_ThrowTypeError(ctx, "%s must be a sequence", what);
  if (engine_kind(value) == kind_array) return array_elements(ctx, value, engine_new_array(0));
  return engine_list_of(value);
}

bool web_bytes(JSContext* ctx, JSValueConst value, uint8_t** data, size_t* length) {
  EngineKind kind = engine_kind(value);
  EngineBuffer buffer;
  *data = NULL;
  *length = 0;
  if (kind == kind_array_buffer) {
    buffer = engine_buffer(value);
    *data = buffer.data;
    *length = buffer.usable ? buffer.length : 0;
  } else if (kind == kind_typed_array || kind == kind_data_view) {
    EngineView view = engine_view(value);
    buffer = engine_buffer(view.buffer);
    if (view.usable) {
      *data = buffer.data + view.offset;
      *length = (size_t)view.length * view.element_size;
    }
  } else {
    JS_ThrowTypeError(ctx, "an ArrayBuffer or a view of one is wanted");
    return false;
  }
  if (!buffer.resizable) return true;
  JS_ThrowTypeError(ctx, "a buffer that can be resized is not taken");
  return false;
}

// ---- Errors

JSValue web_type_error(JSContext* ctx, const char* code, const char* format, ...) {
  char message[160];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof(message), format, arguments);
  va_end(arguments);
  JS_ThrowTypeError(ctx, "%s", message);
  JSValue error = JS_GetException(ctx);
  JS_DefinePropertyValueStr(ctx, error, "code", JS_NewString(ctx, code), JS_PROP_C_W_E);
  return JS_Throw(ctx, error);
}

JSValue web_dom_exception(JSContext* ctx, const char* name, const char* message) {
  JS_ThrowDOMException(ctx, name, "%s", message);
  return JS_GetException(ctx);
}

static JSValue throw_job(JSContext* ctx, int argc, JSValueConst* argv) {
  (void)argc;
  return JS_Throw(ctx, JS_DupValue(ctx, argv[0]));
}

void web_report_exception(JSContext* ctx, JSValue error) {
  JS_EnqueueJob(ctx, throw_job, 1, (JSValueConst*)&error);
  JS_FreeValue(ctx, error);
}
