#include "guest/console.h"

#include "guest/codec.h"
#include "guest/host.h"
#include "guest/inspect.h"

static JSValue console_log(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv, int level) {
  (void)ctx, (void)this_value;
  static const char* const levels[] = {"log", "info", "warn", "error", "debug"};
  uint8_t storage[512];
  Buffer message = buffer_over(storage, sizeof(storage));
  buffer_head(&message, cbor_array, 3);
  buffer_head(&message, cbor_uint, 2);
  buffer_text(&message, levels[level], __builtin_strlen(levels[level]));
  JSValue text = inspect_value(argc > 0 ? argv[0] : JS_UNDEFINED, 65536);
  encode_string_cut(&message, text, 65536);
  JS_FreeValue(ctx, text);
  host_send(message.data, message.length);
  buffer_free(&message);
  return JS_UNDEFINED;
}

void console_boot(void) {
  JSContext* ctx = engine_context;
  JSValue global = JS_GetGlobalObject(ctx);
  JSValue console = JS_NewObject(ctx);
  static const char* const levels[] = {"log", "info", "warn", "error", "debug"};
  for (int i = 0; i < 5; i++)
    JS_DefinePropertyValueStr(ctx, console, levels[i],
                              JS_NewCFunctionMagic(ctx, console_log, levels[i], 0, JS_CFUNC_generic_magic, i),
                              JS_PROP_C_W_E);
  JS_DefinePropertyValueStr(ctx, global, "console", console, JS_PROP_C_W_E);
  JS_FreeValue(ctx, global);
}
