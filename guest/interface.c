#include "guest/interface.h"

JSValue interface_boot(JSClassID* id, const Interface* interface) {
  JSContext* ctx = engine_context;
  JS_NewClassID(engine_runtime, id);
  JS_NewClass(engine_runtime, *id, &interface->definition);
  JSValue proto = JS_NewObject(ctx);
  JS_SetPropertyFunctionList(ctx, proto, interface->members, interface->member_count);
  JSValue constructor = JS_NewCFunction2(ctx, interface->construct, interface->name,
                                         interface->length, JS_CFUNC_constructor, 0);
  if (interface->static_count > 0)
    JS_SetPropertyFunctionList(ctx, constructor, interface->statics, interface->static_count);
  JS_SetConstructor(ctx, constructor, proto);
  JS_SetClassProto(ctx, *id, proto);
  return constructor;
}

void interface_make_iterable(JSClassID id, const char* method) {
  JSContext* ctx = engine_context;
  JSValue proto = JS_GetClassProto(ctx, id);
  JSValue global = JS_GetGlobalObject(ctx);
  JSValue symbol = JS_GetPropertyStr(ctx, global, "Symbol");
  JSValue key = JS_GetPropertyStr(ctx, symbol, "iterator");
  JSAtom atom = JS_ValueToAtom(ctx, key);
  JS_DefinePropertyValue(ctx, proto, atom, JS_GetPropertyStr(ctx, proto, method),
                         JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  JS_FreeAtom(ctx, atom);
  JS_FreeValue(ctx, key);
  JS_FreeValue(ctx, symbol);
  JS_FreeValue(ctx, global);
  JS_FreeValue(ctx, proto);
}

void interface_expose(JSValueConst constructor, const char* name) {
  JSContext* ctx = engine_context;
  JSValue global = JS_GetGlobalObject(ctx);
  JS_DefinePropertyValueStr(ctx, global, name, JS_DupValue(ctx, constructor),
                            JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  JS_FreeValue(ctx, global);
}

bool interface_member(JSValueConst dictionary, const char* name, JSValue* value) {
  *value = JS_UNDEFINED;
  if (!JS_IsObject(dictionary)) return true;
  *value = JS_GetPropertyStr(engine_context, dictionary, name);
  return !JS_IsException(*value);
}

bool interface_is_dictionary(JSValueConst value, const char* what) {
  if (JS_IsObject(value) || JS_IsUndefined(value) || JS_IsNull(value)) return true;
  JS_ThrowTypeError(engine_context, "%s must be an object", what);
  return false;
}
