// See url_search_params.h. As the URL standard has it. Arguments are converted, which can run any
// script, before the list is looked at; what is held across a call of script code is an index,
// never a pointer into the list.
#include "guest/url_search_params.h"

#include "guest/engine.h"
#include "guest/usv_string.h"
#include "guest/web_class.h"

static WebClass params_class;

static SearchParams* this_params(JSContext* ctx, JSValueConst this_value) {
  return web_class_this(ctx, this_value, &params_class);
}

// ---- What a constructor is given

// One pair of a sequence: anything iterable of exactly two.
static int read_pair(JSContext* ctx, FormList* list, JSValueConst item) {
  static const char tuple[] = "Each query pair must be an iterable [name, value] tuple";
  EngineIteration iteration;
  int begun = JS_IsObject(item) ? engine_iterate(item, &iteration) : 0;
  if (begun == 0 || begun == -2) web_type_error(ctx, "ERR_INVALID_TUPLE", tuple);
  if (begun <= 0) return -1;
  JSValue parts[2] = {JS_UNDEFINED, JS_UNDEFINED};
  uint32_t count = 0;
  JSValue value;
  int step;
  while ((step = engine_iterate_next(&iteration, &value)) > 0) {
    JSValue part = usv_string(ctx, value);
    JS_FreeValue(ctx, value);
    if (JS_IsException(part)) {
      step = -1;
      break;
    }
    if (count < 2) {
      parts[count] = part;
    } else {
      JS_FreeValue(ctx, part);
    }
    if (count < 3) count++;
  }
  engine_iterate_end(&iteration);
  if (step == 0 && count != 2) {
    web_type_error(ctx, "ERR_INVALID_TUPLE", tuple);
    step = -1;
  }
  if (step == 0) {
    form_append(ctx, list, parts[0], parts[1]);
    return 0;
  }
  JS_FreeValue(ctx, parts[0]);
  JS_FreeValue(ctx, parts[1]);
  return -1;
}

static int read_sequence(JSContext* ctx, FormList* list, EngineIteration* iteration) {
  JSValue item;
  int step;
  while ((step = engine_iterate_next(iteration, &item)) > 0) {
    int failed = read_pair(ctx, list, item);
    JS_FreeValue(ctx, item);
    if (failed < 0) return -1;
  }
  return step;
}

static bool has_replacement(JSValueConst string) {
  EngineString text = engine_string(string);
  if (!text.wide) return false;
  const uint16_t* units = text.data;
  for (uint32_t i = 0; i < text.length; i++) {
    if (units[i] == 0xfffd) return true;
  }
  return false;
}

// Two keys that differ in lone surrogates become one name, of which the later value counts.
// `places` is a Map from such names to where they are in the list.
static void put_record(JSContext* ctx, FormList* list, JSValue* places, JSValue name,
                       JSValue value) {
  if (has_replacement(name)) {
    JSValueConst known;
    if (JS_IsUndefined(*places)) *places = engine_new_map(false);
    if (engine_map_get(*places, name, &known)) {
      FormPair* pair = &list->pairs[JS_VALUE_GET_INT(known)];
      JS_FreeValue(ctx, pair->value);
      pair->value = value;
      JS_FreeValue(ctx, name);
      return;
    }
    engine_map_set(*places, JS_DupValue(ctx, name), JS_NewInt32(ctx, (int32_t)list->count));
  }
  form_append(ctx, list, name, value);
}

// 1: an own enumerable property; 0: none; -1: an exception.
static int is_enumerable(JSContext* ctx, JSValueConst object, JSAtom key) {
  JSPropertyDescriptor descriptor;
  int found = JS_GetOwnProperty(ctx, &descriptor, object, key);
  if (found <= 0) return found;
  JS_FreeValue(ctx, descriptor.value);
  JS_FreeValue(ctx, descriptor.getter);
  JS_FreeValue(ctx, descriptor.setter);
  return (descriptor.flags & JS_PROP_ENUMERABLE) != 0;
}

static int read_property(JSContext* ctx, FormList* list, JSValue* places, JSValueConst object,
                         JSAtom key) {
  int present = is_enumerable(ctx, object, key);
  if (present <= 0) return present;
  JSValue plain = JS_AtomToValue(ctx, key);
  JSValue name = usv_string(ctx, plain);  // a symbol is refused here
  JS_FreeValue(ctx, plain);
  if (JS_IsException(name)) return -1;
  JSValue found = JS_GetProperty(ctx, object, key);
  JSValue value = JS_IsException(found) ? found : usv_string(ctx, found);
  JS_FreeValue(ctx, found);
  if (JS_IsException(value)) {
    JS_FreeValue(ctx, name);
    return -1;
  }
  put_record(ctx, list, places, name, value);
  return 0;
}

static int read_record(JSContext* ctx, FormList* list, JSValueConst object) {
  JSPropertyEnum* keys;
  uint32_t count;
  if (JS_GetOwnPropertyNames(ctx, &keys, &count, object, JS_GPN_STRING_MASK | JS_GPN_SYMBOL_MASK) <
      0)
    return -1;
  JSValue places = JS_UNDEFINED;
  int failed = 0;
  for (uint32_t i = 0; i < count && failed == 0; i++)
    failed = read_property(ctx, list, &places, object, keys[i].atom);
  JS_FreeValue(ctx, places);
  JS_FreePropertyEnum(ctx, keys, count);
  return failed;
}

static int read_string(JSContext* ctx, FormList* list, JSValueConst init) {
  JSValue string = usv_string(ctx, init);
  if (JS_IsException(string)) return -1;
  Utf8 text = utf8_of(ctx, string);
  size_t mark = text.length > 0 && text.data[0] == '?';
  bool ok = form_parse(ctx, list, text.data + mark, text.length - mark);
  utf8_free(ctx, &text);
  JS_FreeValue(ctx, string);
  return ok ? 0 : -1;
}

static int read_init(JSContext* ctx, FormList* list, JSValueConst init) {
  if (JS_IsUndefined(init)) return 0;
  if (!JS_IsObject(init)) return read_string(ctx, list, init);
  EngineIteration iteration;
  int begun = engine_iterate(init, &iteration);
  if (begun == -2) web_type_error(ctx, "ERR_ARG_NOT_ITERABLE", "Query pairs must be iterable");
  if (begun < 0) return -1;
  if (begun == 0) return read_record(ctx, list, init);
  int failed = read_sequence(ctx, list, &iteration);
  engine_iterate_end(&iteration);
  return failed;
}

// ---- Objects

// Takes the list.
static SearchParams* new_params(JSContext* ctx, FormList list) {
  SearchParams* params = js_malloc(ctx, sizeof(SearchParams));
  *params = (SearchParams){.list = list};
  return params;
}

static void finalize(JSRuntime* rt, void* data) {
  SearchParams* params = data;
  form_clear(rt, &params->list);
  js_free_rt(rt, params);
}

static JSValue construct(JSContext* ctx, JSValueConst new_target, int argc, JSValueConst* argv) {
  FormList list = {0};
  if (read_init(ctx, &list, argc > 0 ? argv[0] : JS_UNDEFINED) < 0) {
    form_clear(JS_GetRuntime(ctx), &list);
    return JS_EXCEPTION;
  }
  SearchParams* params = new_params(ctx, list);
  JSValue object = web_class_new(&params_class, new_target, params);
  if (JS_IsException(object)) finalize(JS_GetRuntime(ctx), params);
  return object;
}

JSValue search_params_new(const char* query, size_t length, SearchParams** params) {
  JSContext* ctx = engine_context;
  FormList list = {0};
  if (!form_parse(ctx, &list, query, length)) {
    form_clear(JS_GetRuntime(ctx), &list);
    return JS_EXCEPTION;
  }
  *params = new_params(ctx, list);
  return web_class_new(&params_class, JS_UNDEFINED, *params);
}

SearchParams* search_params_of(JSValueConst object) {
  return web_class_data(object, &params_class);
}

// ---- Methods

// The strings that a method was given; false, and an exception, if one of them can not be
// converted. The second is undefined if it is left out where it may be.
static bool strings(JSContext* ctx, int argc, JSValueConst* argv, bool needs_value, JSValue* name,
                    JSValue* value) {
  *name = *value = JS_UNDEFINED;
  if (argc < 1 + needs_value) {
    web_type_error(ctx, "ERR_MISSING_ARGS", "The \"name\"%s must be specified",
                   needs_value ? " and \"value\" arguments" : " argument");
    return false;
  }
  *name = usv_string(ctx, argv[0]);
  if (JS_IsException(*name)) return false;
  if (argc > 1 && (needs_value || !JS_IsUndefined(argv[1]))) {
    *value = usv_string(ctx, argv[1]);
    if (JS_IsException(*value)) {
      JS_FreeValue(ctx, *name);
      return false;
    }
  }
  return true;
}

static void free_strings(JSContext* ctx, JSValue name, JSValue value) {
  JS_FreeValue(ctx, name);
  JS_FreeValue(ctx, value);
}

static JSValue append(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  SearchParams* params = this_params(ctx, this_value);
  JSValue name, value;
  if (params == NULL || !strings(ctx, argc, argv, true, &name, &value)) return JS_EXCEPTION;
  form_append(ctx, &params->list, name, value);
  params->changed = true;
  return JS_UNDEFINED;
}

static JSValue delete (JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  SearchParams* params = this_params(ctx, this_value);
  JSValue name, value;
  if (params == NULL || !strings(ctx, argc, argv, false, &name, &value)) return JS_EXCEPTION;
  form_remove(ctx, &params->list, 0, name, value);
  params->changed = true;
  free_strings(ctx, name, value);
  return JS_UNDEFINED;
}

static JSValue get(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  SearchParams* params = this_params(ctx, this_value);
  JSValue name, unused;
  if (params == NULL || !strings(ctx, argc > 1 ? 1 : argc, argv, false, &name, &unused))
    return JS_EXCEPTION;
  const FormList* list = &params->list;
  uint32_t i = form_find(list, 0, name);
  JS_FreeValue(ctx, name);
  return i < list->count ? JS_DupValue(ctx, list->pairs[i].value) : JS_NULL;
}

static JSValue get_all(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  SearchParams* params = this_params(ctx, this_value);
  JSValue name, unused;
  if (params == NULL || !strings(ctx, argc > 1 ? 1 : argc, argv, false, &name, &unused))
    return JS_EXCEPTION;
  const FormList* list = &params->list;
  JSValue all = engine_new_array(0);
  for (uint32_t i = form_find(list, 0, name); i < list->count; i = form_find(list, i + 1, name))
    engine_push(all, JS_DupValue(ctx, list->pairs[i].value));
  JS_FreeValue(ctx, name);
  return all;
}

static JSValue has(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  SearchParams* params = this_params(ctx, this_value);
  JSValue name, value;
  if (params == NULL || !strings(ctx, argc, argv, false, &name, &value)) return JS_EXCEPTION;
  const FormList* list = &params->list;
  uint32_t i = form_find(list, 0, name);
  while (i < list->count && !JS_IsUndefined(value) &&
         engine_compare_strings(list->pairs[i].value, value) != 0)
    i = form_find(list, i + 1, name);
  free_strings(ctx, name, value);
  return JS_NewBool(ctx, i < list->count);
}

static JSValue set(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  SearchParams* params = this_params(ctx, this_value);
  JSValue name, value;
  if (params == NULL || !strings(ctx, argc, argv, true, &name, &value)) return JS_EXCEPTION;
  FormList* list = &params->list;
  uint32_t i = form_find(list, 0, name);
  if (i == list->count) {
    form_append(ctx, list, name, value);
  } else {
    JS_FreeValue(ctx, list->pairs[i].value);
    list->pairs[i].value = value;
    form_remove(ctx, list, i + 1, name, JS_UNDEFINED);
    JS_FreeValue(ctx, name);
  }
  params->changed = true;
  return JS_UNDEFINED;
}

static JSValue sort(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)argc, (void)argv;
  SearchParams* params = this_params(ctx, this_value);
  if (params == NULL) return JS_EXCEPTION;
  form_sort(ctx, &params->list);
  params->changed = true;
  return JS_UNDEFINED;
}

static JSValue to_string(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)argc, (void)argv;
  SearchParams* params = this_params(ctx, this_value);
  return params != NULL ? form_serialize(ctx, &params->list) : JS_EXCEPTION;
}

static JSValue size(JSContext* ctx, JSValueConst this_value) {
  SearchParams* params = this_params(ctx, this_value);
  return params != NULL ? JS_NewUint32(ctx, params->list.count) : JS_EXCEPTION;
}

static bool pair(const void* data, uint32_t number, JSValue* name, JSValue* value) {
  const FormList* list = &((const SearchParams*)data)->list;
  if (number >= list->count) return false;
  *name = JS_DupValue(engine_context, list->pairs[number].name);
  *value = JS_DupValue(engine_context, list->pairs[number].value);
  return true;
}

// ----

static const JSCFunctionListEntry members[] = {
    WEB_READONLY("size", size),
    WEB_METHOD("append", 2, append),
    WEB_METHOD("delete", 1, delete),
    WEB_METHOD("get", 1, get),
    WEB_METHOD("getAll", 1, get_all),
    WEB_METHOD("has", 1, has),
    WEB_METHOD("set", 2, set),
    WEB_METHOD("sort", 0, sort),
    WEB_METHOD("toString", 0, to_string),
    WEB_TAG("URLSearchParams"),
};

static WebClass params_class = {.name = "URLSearchParams",
                                .constructor = construct,
                                .finalize = finalize,
                                .pair = pair,
                                .members = members,
                                .member_count = WEB_COUNT(members)};

void url_search_params_boot(void) { web_class_define(&params_class); }
