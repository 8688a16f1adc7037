#include "guest/fetch_url.h"

#include <ada_c.h>
#include <string.h>

#include "guest/url_search_params.h"
#include "guest/usv_string.h"

// Takes the parsed URL. `given` is what it was made of.
static JSValue text_of(ada_url url, const Utf8* given) {
  JSContext* ctx = engine_context;
  int shown = (int)(given->length < 200 ? given->length : 200);
  JSValue text = JS_EXCEPTION;
  if (!ada_is_valid(url)) {
    JS_ThrowTypeError(ctx, "Failed to parse URL from %.*s", shown, given->data);
  } else if (ada_has_credentials(url)) {
    // The text is not repeated: it holds a password.
    JS_ThrowTypeError(ctx, "Request: a URL can not hold a user name or password; use a header");
  } else {
    ada_string href = ada_get_href(url);
    text = engine_new_latin1(href.data, href.length);
  }
  ada_free(url);
  return text;
}

JSValue fetch_url(JSValueConst input) {
  JSContext* ctx = engine_context;
  JSValue string = usv_string(ctx, input);
  if (JS_IsException(string)) return string;
  Utf8 given = utf8_of(ctx, string);
  JSValue text = text_of(ada_parse(given.data, given.length), &given);
  utf8_free(ctx, &given);
  JS_FreeValue(ctx, string);
  return text;
}

JSValue fetch_url_without_fragment(JSValueConst url) {
  EngineString text = engine_string(url);
  // Canonical, so it is ASCII.
  const char* hash = text.wide ? NULL : memchr(text.data, '#', text.length);
  if (hash == NULL) return JS_DupValue(engine_context, url);
  return engine_new_latin1(text.data, (size_t)(hash - (const char*)text.data));
}

bool fetch_search_params(JSValueConst value, JSValue* text) {
  SearchParams* params = search_params_of(value);
  if (params == NULL) return false;
  *text = form_serialize(engine_context, &params->list);
  return true;
}
