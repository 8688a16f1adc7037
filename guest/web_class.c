// See web_class.h.
#include "guest/web_class.h"

#include <stdarg.h>
#include <stdio.h>

JSClassID web_class(const JSClassDef* definition, JSValueConst parent,
                    const JSCFunctionListEntry* members, int count) {
  JSContext* ctx = engine_context;
  JSClassID id = 0;
  JS_NewClassID(engine_runtime, &id);
  JS_NewClass(engine_runtime, id, definition);
  JSValue proto = JS_NewObjectProto(ctx, parent);
  JS_SetPropertyFunctionList(ctx, proto, members, count);
  JS_SetClassProto(ctx, id, proto);
  return id;
}

void web_constructor(JSClassID id, const char* name, JSCFunction* function, int length,
                     const JSCFunctionListEntry* statics, int count) {
  JSContext* ctx = engine_context;
  JSValue constructor = JS_NewCFunction2(ctx, function, name, length, JS_CFUNC_constructor, 0);
  JS_SetPropertyFunctionList(ctx, constructor, statics, count);
  JSValue proto = JS_GetClassProto(ctx, id);
  JS_SetConstructor(ctx, constructor, proto);
  JS_FreeValue(ctx, proto);
  JSValue global = JS_GetGlobalObject(ctx);
  JS_DefinePropertyValueStr(ctx, global, name, constructor,
                            JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  JS_FreeValue(ctx, global);
}

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

void* web_this(JSContext* ctx, JSValueConst this_value, JSClassID id, const char* name) {
  void* inside = JS_GetOpaque(this_value, id);
  if (inside == NULL)
    web_type_error(ctx, "ERR_INVALID_THIS", "Value of \"this\" must be of type %s", name);
  return inside;
}
