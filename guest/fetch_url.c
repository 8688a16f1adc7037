#include "guest/fetch_url.h"

#include <string.h>

#include "guest/web_text.h"

JSValue fetch_url(JSValueConst input) {
  JSContext* ctx = engine_context;
  uint8_t room[512];
  Buffer text = buffer_over(room, sizeof(room));
  if (!web_utf8(&text, input)) {
    buffer_free(&text);
    return JS_EXCEPTION;
  }
  bool absolute = (text.length > 7 && memcmp(text.data, "http://", 7) == 0) ||
                  (text.length > 8 && memcmp(text.data, "https://", 8) == 0);
  JSValue url = JS_EXCEPTION;
  if (absolute) {
    url = JS_NewStringLen(ctx, (const char*)text.data, text.length);
  } else {
    JS_ThrowTypeError(ctx, "Failed to parse URL from %.*s",
                      (int)(text.length < 200 ? text.length : 200), text.data);
  }
  buffer_free(&text);
  return url;
}

JSValue fetch_url_without_fragment(JSValueConst url) {
  EngineString text = engine_string(url);
  // Canonical, so it is ASCII.
  const char* hash = text.wide ? NULL : memchr(text.data, '#', text.length);
  if (hash == NULL) return JS_DupValue(engine_context, url);
  return engine_new_latin1(text.data, (size_t)(hash - (const char*)text.data));
}

bool fetch_search_params(JSValueConst value, JSValue* text) {
  (void)value, (void)text;
  return false;
}
