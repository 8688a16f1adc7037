#include "guest/inspect.h"

JSValue inspect_value(JSValueConst value, size_t max_length) {
  (void)max_length;
  JSValue text = JS_ToString(engine_context, value);
  if (!JS_IsException(text)) return text;
  JS_FreeValue(engine_context, JS_GetException(engine_context));
  return JS_NewString(engine_context, "[object]");
}
