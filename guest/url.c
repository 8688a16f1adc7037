// See url.h. The parsed URL is ada's. Its searchParams object is made when it is first asked for
// and stays the same; what was changed through that is written into the URL before the next read of
// the URL, so that a loop of appends does not write the whole query each time.
#include "guest/url.h"

#include <ada_c.h>

#include "guest/url_search_params.h"
#include "guest/usv_string.h"
#include "guest/web_class.h"

typedef struct {
  ada_url url;
  JSValue search_params;  // undefined until it is asked for
  SearchParams* params;   // what is inside of it
} Url;

static WebClass url_class;

static Url* this_url(JSContext* ctx, JSValueConst this_value) {
  return web_class_this(ctx, this_value, &url_class);
}

static JSValue new_string(ada_string text) { return engine_new_latin1(text.data, text.length); }

// Writes what was changed through searchParams. False, and an exception, if the query would be
// longer than strings can be.
static bool write_changes(JSContext* ctx, Url* url) {
  if (url->params == NULL || !url->params->changed) return true;
  JSValue query = form_serialize(ctx, &url->params->list);
  if (JS_IsException(query)) return false;
  EngineString text = engine_string(query);
  ada_set_search(url->url, text.data, text.length);
  JS_FreeValue(ctx, query);
  url->params->changed = false;
  return true;
}

// Makes searchParams hold what the bytes do.
static bool read_query(JSContext* ctx, Url* url, const char* query, size_t length) {
  if (url->params == NULL) return true;
  form_clear(JS_GetRuntime(ctx), &url->params->list);
  url->params->changed = false;
  return form_parse(ctx, &url->params->list, query, length);
}

// The query without its question mark.
static ada_string query_of(const Url* url) {
  ada_string search = ada_get_search(url->url);
  if (search.length > 0) search.data++, search.length--;
  return search;
}

// ---- Making URLs

// Two strings that a URL is made of; the second is undefined if there is no base.
typedef struct {
  JSValue input;
  JSValue base;
} Source;

static bool read_source(JSContext* ctx, int argc, JSValueConst* argv, Source* source) {
  source->base = JS_UNDEFINED;
  if (argc < 1) {
    web_type_error(ctx, "ERR_MISSING_ARGS", "The \"url\" argument must be specified");
    return false;
  }
  source->input = usv_string(ctx, argv[0]);
  if (JS_IsException(source->input)) return false;
  if (argc > 1 && !JS_IsUndefined(argv[1])) {
    source->base = usv_string(ctx, argv[1]);
    if (JS_IsException(source->base)) {
      JS_FreeValue(ctx, source->input);
      return false;
    }
  }
  return true;
}

static void free_source(JSContext* ctx, Source* source) {
  JS_FreeValue(ctx, source->input);
  JS_FreeValue(ctx, source->base);
}

// NULL if it is not valid.
static ada_url parse(JSContext* ctx, const Source* source) {
  Utf8 input = utf8_of(ctx, source->input);
  ada_url url;
  if (JS_IsUndefined(source->base)) {
    url = ada_parse(input.data, input.length);
  } else {
    Utf8 base = utf8_of(ctx, source->base);
    url = ada_parse_with_base(input.data, input.length, base.data, base.length);
    utf8_free(ctx, &base);
  }
  utf8_free(ctx, &input);
  if (ada_is_valid(url)) return url;
  ada_free(url);
  return NULL;
}

static JSValue invalid(JSContext* ctx, JSValueConst input, JSValueConst base) {
  web_type_error(ctx, "ERR_INVALID_URL", "Invalid URL");
  JSValue error = JS_GetException(ctx);
  JS_DefinePropertyValueStr(ctx, error, "input", JS_DupValue(ctx, input), JS_PROP_C_W_E);
  if (!JS_IsUndefined(base))
    JS_DefinePropertyValueStr(ctx, error, "base", JS_DupValue(ctx, base), JS_PROP_C_W_E);
  return JS_Throw(ctx, error);
}

static void finalize(JSRuntime* rt, void* data) {
  Url* url = data;
  ada_free(url->url);
  JS_FreeValueRT(rt, url->search_params);
  js_free_rt(rt, url);
}

static void mark_references(JSRuntime* rt, void* data, JS_MarkFunc* mark) {
  JS_MarkValue(rt, ((Url*)data)->search_params, mark);
}

// Takes the parsed URL.
static JSValue new_url(JSContext* ctx, JSValueConst new_target, ada_url parsed) {
  Url* url = js_malloc(ctx, sizeof(Url));
  *url = (Url){.url = parsed, .search_params = JS_UNDEFINED};
  JSValue object = web_class_new(&url_class, new_target, url);
  if (JS_IsException(object)) finalize(JS_GetRuntime(ctx), url);
  return object;
}

static JSValue construct(JSContext* ctx, JSValueConst new_target, int argc, JSValueConst* argv) {
  Source source;
  if (!read_source(ctx, argc, argv, &source)) return JS_EXCEPTION;
  ada_url parsed = parse(ctx, &source);
  JSValue object =
      parsed != NULL ? new_url(ctx, new_target, parsed) : invalid(ctx, source.input, source.base);
  free_source(ctx, &source);
  return object;
}

static JSValue static_parse(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)this_value;
  Source source;
  if (!read_source(ctx, argc, argv, &source)) return JS_EXCEPTION;
  ada_url parsed = parse(ctx, &source);
  free_source(ctx, &source);
  return parsed != NULL ? new_url(ctx, JS_UNDEFINED, parsed) : JS_NULL;
}

static JSValue can_parse(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)this_value;
  Source source;
  if (!read_source(ctx, argc, argv, &source)) return JS_EXCEPTION;
  Utf8 input = utf8_of(ctx, source.input);
  bool can;
  if (JS_IsUndefined(source.base)) {
    can = ada_can_parse(input.data, input.length);
  } else {
    Utf8 base = utf8_of(ctx, source.base);
    can = ada_can_parse_with_base(input.data, input.length, base.data, base.length);
    utf8_free(ctx, &base);
  }
  utf8_free(ctx, &input);
  free_source(ctx, &source);
  return JS_NewBool(ctx, can);
}

// ---- Attributes

typedef enum {
  part_href,
  part_origin,
  part_protocol,
  part_username,
  part_password,
  part_host,
  part_hostname,
  part_port,
  part_pathname,
  part_search,
  part_search_params,
  part_hash,
  part_count,
} Part;

static JSValue origin(const Url* url) {
  ada_owned_string text = ada_get_origin(url->url);
  JSValue string = engine_new_latin1(text.data, text.length);
  ada_free_owned_string(text);
  return string;
}

static JSValue search_params(JSContext* ctx, Url* url) {
  if (JS_IsUndefined(url->search_params)) {
    ada_string query = query_of(url);
    JSValue made = search_params_new(query.data, query.length, &url->params);
    if (JS_IsException(made)) return made;
    url->search_params = made;
  }
  return JS_DupValue(ctx, url->search_params);
}

static JSValue read_part(JSContext* ctx, Url* url, Part part) {
  if (part == part_search_params) return search_params(ctx, url);
  if (!write_changes(ctx, url)) return JS_EXCEPTION;
  switch (part) {
    case part_origin:
      return origin(url);
    case part_protocol:
      return new_string(ada_get_protocol(url->url));
    case part_username:
      return new_string(ada_get_username(url->url));
    case part_password:
      return new_string(ada_get_password(url->url));
    case part_host:
      return new_string(ada_get_host(url->url));
    case part_hostname:
      return new_string(ada_get_hostname(url->url));
    case part_port:
      return new_string(ada_get_port(url->url));
    case part_pathname:
      return new_string(ada_get_pathname(url->url));
    case part_search:
      return new_string(ada_get_search(url->url));
    case part_hash:
      return new_string(ada_get_hash(url->url));
    default:
      return new_string(ada_get_href(url->url));
  }
}

static JSValue get_part(JSContext* ctx, JSValueConst this_value, int part) {
  Url* url = this_url(ctx, this_value);
  return url != NULL ? read_part(ctx, url, (Part)part) : JS_EXCEPTION;
}

// False, and an exception, for an href that is not valid. Elsewhere what is not valid changes
// nothing.
static bool write_part(JSContext* ctx, Url* url, Part part, JSValueConst value, Utf8 text) {
  const char* data = text.data;
  size_t length = text.length;
  switch (part) {
    case part_protocol:
      ada_set_protocol(url->url, data, length);
      return true;
    case part_username:
      ada_set_username(url->url, data, length);
      return true;
    case part_password:
      ada_set_password(url->url, data, length);
      return true;
    case part_host:
      ada_set_host(url->url, data, length);
      return true;
    case part_hostname:
      ada_set_hostname(url->url, data, length);
      return true;
    case part_port:
      ada_set_port(url->url, data, length);
      return true;
    case part_pathname:
      ada_set_pathname(url->url, data, length);
      return true;
    case part_hash:
      ada_set_hash(url->url, data, length);
      return true;
    case part_search: {
      ada_set_search(url->url, data, length);
      size_t mark = length > 0 && data[0] == '?';
      return read_query(ctx, url, data + mark, length - mark);
    }
    default: {
      if (!ada_set_href(url->url, data, length)) {
        invalid(ctx, value, JS_UNDEFINED);
        return false;
      }
      ada_string query = query_of(url);
      return read_query(ctx, url, query.data, query.length);
    }
  }
}

static JSValue set_part(JSContext* ctx, JSValueConst this_value, JSValueConst given, int part) {
  Url* url = this_url(ctx, this_value);
  if (url == NULL) return JS_EXCEPTION;
  JSValue value = usv_string(ctx, given);
  if (JS_IsException(value)) return value;
  // These two replace the query anyway.
  bool ok = part == part_href || part == part_search || write_changes(ctx, url);
  if (ok) {
    Utf8 text = utf8_of(ctx, value);
    ok = write_part(ctx, url, (Part)part, value, text);
    utf8_free(ctx, &text);
  }
  JS_FreeValue(ctx, value);
  return ok ? JS_UNDEFINED : JS_EXCEPTION;
}

static JSValue to_string(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)argc, (void)argv;
  return get_part(ctx, this_value, part_href);
}

// This may make searchParams, and writes what was changed through them: nothing that a script sees.
static void show(const void* data, JSValueConst out) {
  static const char* const names[part_count] = {"href",     "origin", "protocol",     "username",
                                                "password", "host",   "hostname",     "port",
                                                "pathname", "search", "searchParams", "hash"};
  JSContext* ctx = engine_context;
  for (int part = 0; part < part_count; part++) {
    JSValue value = read_part(ctx, (Url*)data, (Part)part);
    if (JS_IsException(value)) {
      JS_FreeValue(ctx, JS_GetException(ctx));
      value = JS_NewString(ctx, "<too long>");
    }
    web_show(out, names[part], value);
  }
}

// ----

static const JSCFunctionListEntry members[] = {
    WEB_METHOD("toString", 0, to_string),
    WEB_ATTRIBUTE_MAGIC("href", get_part, set_part, part_href),
    WEB_READONLY_MAGIC("origin", get_part, part_origin),
    WEB_ATTRIBUTE_MAGIC("protocol", get_part, set_part, part_protocol),
    WEB_ATTRIBUTE_MAGIC("username", get_part, set_part, part_username),
    WEB_ATTRIBUTE_MAGIC("password", get_part, set_part, part_password),
    WEB_ATTRIBUTE_MAGIC("host", get_part, set_part, part_host),
    WEB_ATTRIBUTE_MAGIC("hostname", get_part, set_part, part_hostname),
    WEB_ATTRIBUTE_MAGIC("port", get_part, set_part, part_port),
    WEB_ATTRIBUTE_MAGIC("pathname", get_part, set_part, part_pathname),
    WEB_ATTRIBUTE_MAGIC("search", get_part, set_part, part_search),
    WEB_READONLY_MAGIC("searchParams", get_part, part_search_params),
    WEB_ATTRIBUTE_MAGIC("hash", get_part, set_part, part_hash),
    WEB_METHOD("toJSON", 0, to_string),
    WEB_TAG("URL"),
};

static const JSCFunctionListEntry statics[] = {
    WEB_METHOD("canParse", 1, can_parse),
    WEB_METHOD("parse", 1, static_parse),
};

static WebClass url_class = {.name = "URL",
                             .constructor = construct,
                             .constructor_length = 1,
                             .finalize = finalize,
                             .mark = mark_references,
                             .show = show,
                             .members = members,
                             .member_count = WEB_COUNT(members),
                             .statics = statics,
                             .static_count = WEB_COUNT(statics)};

void url_boot(void) { web_class_define(&url_class); }
