// See web_iterable.h (https://webidl.spec.whatwg.org/#js-iterable). A list may change while it is
// gone through: what is held is how many pairs have been given.
#include "guest/web_iterable.h"

#include <stdio.h>
#include <string.h>

#include "guest/host.h"

enum { max_iterables = 4 };
static struct {
  const WebClass* type;
  WebClass iterator;
  char name[40];  // of the iterator
  // The tables have to last: a function is made when it is first looked at.
  JSCFunctionListEntry methods[5], iterator_members[2];
} iterables[max_iterables];
static int iterable_count;

typedef struct {
  JSValue list;
  uint32_t given;
  int what;
} Iterator;

// What a method gives, in the low bits of its magic number; the rest is the place in `iterables`.
enum { give_entries, give_keys, give_values, what_bits = 2 };

static int what_of(int magic) { return magic & ((1 << what_bits) - 1); }

static JSValue for_each(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                        int magic) {
  const WebClass* type = iterables[magic].type;
  const void* data = web_class_this(ctx, this_value, type);
  if (data == NULL) return JS_EXCEPTION;
  if (argc < 1 || !JS_IsFunction(ctx, argv[0]))
    return web_type_error(ctx, "ERR_INVALID_ARG_TYPE",
                          "The \"callback\" argument must be of type function");
  JSValue name, value;
  for (uint32_t i = 0; type->pair(data, i, &name, &value); i++) {
    JSValueConst arguments[] = {value, name, this_value};
    JSValue result = JS_Call(ctx, argv[0], argc > 1 ? argv[1] : JS_UNDEFINED, 3, arguments);
    JS_FreeValue(ctx, name);
    JS_FreeValue(ctx, value);
    if (JS_IsException(result)) return result;
    JS_FreeValue(ctx, result);
  }
  return JS_UNDEFINED;
}

static JSValue iterate(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                       int magic) {
  (void)argc, (void)argv;
  int place = magic >> what_bits;
  if (web_class_this(ctx, this_value, iterables[place].type) == NULL) return JS_EXCEPTION;
  Iterator* iterator = js_malloc(ctx, sizeof(Iterator));
  *iterator = (Iterator){.list = JS_DupValue(ctx, this_value), .what = what_of(magic)};
  return web_class_new(&iterables[place].iterator, JS_UNDEFINED, iterator);
}

static JSValue iterator_next(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                             int* done, int magic) {
  (void)argc, (void)argv;
  *done = false;
  Iterator* iterator = web_class_this(ctx, this_value, &iterables[magic].iterator);
  if (iterator == NULL) return JS_EXCEPTION;
  const WebClass* type = iterables[magic].type;
  JSValue name, value;
  if (!type->pair(web_class_data(iterator->list, type), iterator->given, &name, &value)) {
    *done = true;
    return JS_UNDEFINED;
  }
  iterator->given++;
  if (iterator->what == give_entries) {
    JSValue both = engine_new_array(2);
    engine_push(both, name);
    engine_push(both, value);
    return both;
  }
  JS_FreeValue(ctx, iterator->what == give_keys ? value : name);
  return iterator->what == give_keys ? name : value;
}

static void iterator_finalize(JSRuntime* runtime, void* data) {
  Iterator* iterator = data;
  JS_FreeValueRT(runtime, iterator->list);
  js_free_rt(runtime, iterator);
}

static void iterator_mark(JSRuntime* runtime, void* data, JS_MarkFunc* mark) {
  JS_MarkValue(runtime, ((Iterator*)data)->list, mark);
}

static void define_iterator(int place) {
  WebClass* iterator = &iterables[place].iterator;
  char* name = iterables[place].name;
  snprintf(name, sizeof(iterables[place].name), "%s Iterator", iterables[place].type->name);
  JSCFunctionListEntry members[] = {JS_ITERATOR_NEXT_DEF("next", 0, iterator_next, (int16_t)place),
                                    WEB_TAG(name)};
  members[0].prop_flags = JS_PROP_C_W_E;
  memcpy(iterables[place].iterator_members, members, sizeof(members));
  *iterator = (WebClass){.name = name,
                         .is_iterator = true,
                         .finalize = iterator_finalize,
                         .mark = iterator_mark,
                         .members = iterables[place].iterator_members,
                         .member_count = WEB_COUNT(members)};
  web_class_define(iterator);
}

void web_iterable_define(const WebClass* type, JSValueConst prototype) {
  int place = iterable_count++;
  if (place == max_iterables) host_broken("too many iterable interfaces");
  iterables[place].type = type;
  define_iterator(place);
  int16_t bits = (int16_t)(place << what_bits);
  const JSCFunctionListEntry methods[] = {
      WEB_METHOD_MAGIC("entries", 0, iterate, (int16_t)(bits | give_entries)),
      WEB_METHOD_MAGIC("forEach", 1, for_each, (int16_t)place),
      WEB_METHOD_MAGIC("keys", 0, iterate, (int16_t)(bits | give_keys)),
      WEB_METHOD_MAGIC("values", 0, iterate, (int16_t)(bits | give_values)),
      // The same function, not another one.
      JS_ALIAS_DEF("[Symbol.iterator]", "entries"),
  };
  memcpy(iterables[place].methods, methods, sizeof(methods));
  JS_SetPropertyFunctionList(engine_context, prototype, iterables[place].methods,
                             WEB_COUNT(methods));
}
