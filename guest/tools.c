// A tool is an object of a class of its own that can be called. Its number is
// all that it holds; what a call does is here, out of the script's reach.
//
// Calls are kept in a window: their ids count up, so a call's place is its id
// minus the id of the oldest one that is still open.
#include "guest/tools.h"

#include <string.h>

#include "guest/fetch.h"
#include "guest/host.h"
#include "guest/memory.h"
#include "guest/rejections.h"

typedef enum {
  tool_asynchronous,
  tool_synchronous,
  tool_fetch,  // asynchronous, behind the web's fetch
  tool_kinds,
} ToolKind;

typedef struct {
  const char* name;  // in `names`
  uint32_t length;
  ToolKind kind;
} Tool;

typedef struct {
  JSValue promise;  // undefined once settled
  uint32_t tool;
  EngineSite site;  // where the script made it
} Call;

static JSClassID tool_class;
static Tool* tools;
static uint32_t tool_count;
static char* names;
static size_t max_arguments;

static Call* calls;
static uint32_t call_capacity;
static uint32_t first_id = 1, next_id = 1;
static uint32_t settled;  // of the window's front
static uint32_t in_flight;

static JSValue tool_call(JSContext* ctx, JSValueConst function, JSValueConst this_value, int argc,
                         JSValueConst* argv, int flags);

void tools_boot(void) {
  static const JSClassDef definition = {.class_name = "Function", .call = tool_call};
  JS_NewClassID(engine_runtime, &tool_class);
  JS_NewClass(engine_runtime, tool_class, &definition);
  JSValue proto = JS_GetFunctionProto(engine_context);
  JS_SetClassProto(engine_context, tool_class, proto);
}

// ---- Calling

static void calls_push(JSValueConst promise, uint32_t tool) {
  uint32_t count = next_id - first_id;
  if (count == call_capacity) {
    uint32_t capacity = call_capacity ? call_capacity * 2 : 16;
    calls = memory_realloc(NULL, calls, capacity * sizeof(Call));
    call_capacity = capacity;
  }
  Call* call = &calls[count];
  call->promise = JS_DupValue(engine_context, promise);
  call->tool = tool;
  call->site.count = 0;
  if (!JS_IsUndefined(promise)) engine_site_take(&call->site);
  next_id++;
  in_flight++;
}

// Forgets the settled calls at the window's front, once they are half of it.
static void calls_compact(void) {
  uint32_t count = next_id - first_id;
  while (settled < count && JS_IsUndefined(calls[settled].promise)) settled++;
  if (settled * 2 < count) return;
  memmove(calls, calls + settled, (count - settled) * sizeof(Call));
  first_id += settled;
  settled = 0;
}

// The error that a failed answer stands for. The strings are the host's.
static JSValue answer_error(Reader* reader) {
  JSContext* ctx = engine_context;
  JSValue name = decode_string(reader);
  JSValue message = decode_string(reader);
  JSValue code = reader_null(reader) ? JS_UNDEFINED : decode_string(reader);
  JSValue data = decode_value(reader);
  if (JS_IsException(data)) {  // no memory for it
    JS_FreeValue(ctx, name);
    JS_FreeValue(ctx, message);
    JS_FreeValue(ctx, code);
    return JS_GetException(ctx);
  }
  JSValue error = engine_new_error(name);
  JS_DefinePropertyValueStr(ctx, error, "message", message,
                            JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  if (!JS_IsUndefined(code)) JS_DefinePropertyValueStr(ctx, error, "code", code, JS_PROP_C_W_E);
  if (!JS_IsUndefined(data)) JS_DefinePropertyValueStr(ctx, error, "data", data, JS_PROP_C_W_E);
  JS_FreeValue(ctx, name);
  return error;
}

// A value that an answer brings, or the error it fails with. *rejected tells which.
static JSValue answer(Reader* reader, bool* rejected) {
  uint64_t state = reader_uint(reader);
  *rejected = state != 0;
  if (state > 1) reader->bad = true;
  if (reader->bad) return JS_UNDEFINED;
  if (state == 1) return answer_error(reader);
  JSValue value = decode_value(reader);
  if (JS_IsException(value)) {
    *rejected = true;
    return JS_GetException(engine_context);
  }
  return value;
}

static JSValue call_failure(EncodeResult result, JSValue reason, const Tool* tool) {
  JSContext* ctx = engine_context;
  if (result == encode_threw) return JS_GetException(ctx);
  JSValue error;
  uint8_t storage[256];
  Buffer text = buffer_over(storage, sizeof(storage));
  if (result == encode_refused) {
    error = JS_NewTypeError(ctx, "%s", "");
    JS_DefinePropertyValueStr(ctx, error, "message", reason,
                              JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  } else {
    static const char before[] = "the arguments of ";
    buffer_add(&text, before, sizeof(before) - 1);
    buffer_add(&text, tool->name, tool->length);
    error = JS_NewRangeError(ctx, "%s", "");
    char rest[64];
    int length = snprintf(rest, sizeof(rest), " are larger than %u bytes", (unsigned)max_arguments);
    buffer_add(&text, rest, (size_t)length);
    JS_DefinePropertyValueStr(ctx, error, "message",
                              JS_NewStringLen(ctx, (const char*)text.data, text.length),
                              JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    JS_DefinePropertyValueStr(ctx, error, "code", JS_NewString(ctx, "RUN_TOO_LARGE"),
                              JS_PROP_C_W_E);
  }
  buffer_free(&text);
  return error;
}

static JSValue call_synchronously(const Buffer* message) {
  size_t length;
  uint8_t* reply = host_ask(message->data, message->length, &length);
  Reader reader = {.at = reply, .end = reply + length};
  bool rejected = false;
  if (reader_array(&reader) < 2) reader.bad = true;
  JSValue value = answer(&reader, &rejected);
  if (reader.bad) host_broken("malformed reply");
  memory_plain_free(reply);
  if (!rejected) return value;
  if (JS_IsError(value)) engine_set_error_stack(value, engine_stack_here());
  JS_Throw(engine_context, value);
  return JS_EXCEPTION;
}

// The promise, or for a synchronous tool the value.
static JSValue call(uint32_t number, int argc, JSValueConst* argv, uint32_t* id) {
  const Tool* tool = &tools[number];
  bool synchronous = tool->kind == tool_synchronous;
  *id = 0;
  uint8_t storage[1024];
  Buffer message = buffer_over(storage, sizeof(storage));
  // Room for the head, which is known only after the arguments: a getter among them can make calls
  // of its own.
  enum { head_room = 16 };
  buffer_reserve(&message, head_room);
  JSValue reason = JS_UNDEFINED;
  EncodeResult result = encode_arguments(&message, argc, argv, max_arguments, &reason);
  JSValue out;
  if (result != encode_ok) {
    out = call_failure(result, reason, tool);
    if (synchronous) {
      JS_Throw(engine_context, out);
      out = JS_EXCEPTION;
    } else {
      JSValue promise = engine_new_promise();
      rejections_from_tool(number);
      engine_settle(promise, out, true);
      rejections_from_tool(-1);
      out = promise;
    }
  } else {
    uint8_t head_bytes[head_room];
    Buffer head = buffer_over(head_bytes, sizeof(head_bytes));
    buffer_head(&head, cbor_array, 4);
    buffer_head(&head, cbor_uint, synchronous);
    buffer_head(&head, cbor_uint, next_id);
    buffer_head(&head, cbor_uint, number);
    uint8_t* start = message.data + head_room - head.length;
    memcpy(start, head.data, head.length);
    Buffer whole = {.data = start, .length = message.length - head_room + head.length};
    if (synchronous) {
      // Takes an id, without being in flight.
      JSValue nothing = JS_UNDEFINED;
      calls_push(nothing, number);
      in_flight--;
      calls_compact();
      out = call_synchronously(&whole);
    } else {
      out = engine_new_promise();
      *id = next_id;
      calls_push(out, number);
      host_send(whole.data, whole.length);
    }
  }
  buffer_free(&message);
  return out;
}

JSValue tools_call(uint32_t tool, int argc, JSValueConst* argv, uint32_t* id) {
  return call(tool, argc, argv, id);
}

static JSValue tool_call(JSContext* ctx, JSValueConst function, JSValueConst this_value, int argc,
                         JSValueConst* argv, int flags) {
  (void)this_value;
  if (flags & JS_CALL_FLAG_CONSTRUCTOR)
    return JS_ThrowTypeError(ctx, "a host function is not a constructor");
  if (engine_stack_overflows(8192))
    return JS_ThrowRangeError(ctx, "Maximum call stack size exceeded");
  uint32_t id;
  return call((uint32_t)(uintptr_t)JS_GetOpaque(function, tool_class), argc, argv, &id);
}

// ---- Settling

// The call of that id, if it is on its way.
static Call* find_call(uint64_t id) {
  if (id < first_id || id >= next_id) return NULL;
  Call* found = &calls[id - first_id];
  return JS_IsUndefined(found->promise) ? NULL : found;
}

// Takes the value.
static void settle(Call* settled_call, JSValue value, bool rejected) {
  JSValue promise = settled_call->promise;
  settled_call->promise = JS_UNDEFINED;
  in_flight--;
  engine_site_free(&settled_call->site);
  rejections_from_tool(settled_call->tool);
  engine_settle(promise, value, rejected);
  rejections_from_tool(-1);
  JS_FreeValue(engine_context, promise);
}

void tools_cancel(uint32_t id, JSValue reason) {
  Call* found = find_call(id);
  if (found == NULL) {
    JS_FreeValue(engine_context, reason);
    return;
  }
  uint8_t bytes[16];
  Buffer message = buffer_over(bytes, sizeof(bytes));
  buffer_head(&message, cbor_array, 2);
  buffer_head(&message, cbor_uint, 6);
  buffer_head(&message, cbor_uint, id);
  host_send(message.data, message.length);
  settle(found, reason, true);
  calls_compact();
}

bool tools_settle(Reader* reader) {
  uint32_t count = reader_array(reader);
  for (uint32_t i = 0; i < count && !reader->bad; i++) {
    uint32_t parts = reader_array(reader);
    uint64_t id = reader_uint(reader);
    bool rejected;
    JSValue value = answer(reader, &rejected);
    Call* found = reader->bad || parts < 3 ? NULL : find_call(id);
    if (found == NULL) {
      JS_FreeValue(engine_context, value);
      return false;
    }
    if (tools[found->tool].kind == tool_fetch) value = fetch_answer((uint32_t)id, value, &rejected);
    if (rejected && JS_IsError(value))
      engine_set_error_stack(value, engine_site_text(&found->site));
    settle(found, value, rejected);
  }
  calls_compact();
  return !reader->bad;
}

void tools_set_max_arguments(size_t limit) { max_arguments = limit; }

void tools_forget_calls(void) {
  fetch_forget_calls();
  for (uint32_t i = 0; i < next_id - first_id; i++) {
    JS_FreeValue(engine_context, calls[i].promise);
    engine_site_free(&calls[i].site);
  }
  first_id = next_id;
  settled = 0;
  in_flight = 0;
}

uint32_t tools_in_flight(void) { return in_flight; }

// ---- Defining

static JSValue new_tool(uint32_t number, JSAtom name) {
  JSContext* ctx = engine_context;
  JSValue function = JS_NewObjectClass(ctx, tool_class);
  JS_SetOpaque(function, (void*)(uintptr_t)number);
  JS_DefinePropertyValueStr(ctx, function, "name", JS_AtomToString(ctx, name), 0);
  JS_PreventExtensions(ctx, function);
  return function;
}

// The namespace object that holds the next part of a name, made when it is not there.
static JSValue namespace_in(JSValueConst holder, JSAtom name) {
  JSContext* ctx = engine_context;
  JSValueConst found;
  if (engine_own_property(holder, name, &found) == property_data &&
      engine_kind(found) == kind_plain)
    return JS_DupValue(ctx, found);
  JSValue space = JS_NewObjectProto(ctx, JS_NULL);
  JS_DefinePropertyValue(ctx, holder, name, JS_DupValue(ctx, space), JS_PROP_ENUMERABLE);
  return space;
}

static void define_tool(JSValueConst global, uint32_t number) {
  JSContext* ctx = engine_context;
  const Tool* tool = &tools[number];
  JSValue holder = JS_DupValue(ctx, global);
  const char* part = tool->name;
  const char* end = tool->name + tool->length;
  for (;;) {
    const char* dot = memchr(part, '.', (size_t)(end - part));
    JSAtom name = JS_NewAtomLen(ctx, part, (size_t)((dot != NULL ? dot : end) - part));
    if (dot == NULL) {
      JS_DefinePropertyValue(ctx, holder, name, new_tool(number, name), JS_PROP_ENUMERABLE);
      JS_FreeAtom(ctx, name);
      break;
    }
    JSValue next = namespace_in(holder, name);
    JS_FreeAtom(ctx, name);
    JS_FreeValue(ctx, holder);
    holder = next;
    part = dot + 1;
  }
  JS_FreeValue(ctx, holder);
}

// Namespaces take no more properties once all tools are there.
static void close_namespaces(JSValueConst global) {
  for (uint32_t i = 0; i < tool_count; i++) {
    JSValue holder = JS_DupValue(engine_context, global);
    const char* part = tools[i].name;
    const char* end = part + tools[i].length;
    const char* dot;
    while ((dot = memchr(part, '.', (size_t)(end - part))) != NULL) {
      JSAtom name = JS_NewAtomLen(engine_context, part, (size_t)(dot - part));
      JSValue next = namespace_in(holder, name);
      JS_FreeAtom(engine_context, name);
      JS_FreeValue(engine_context, holder);
      holder = next;
      JS_PreventExtensions(engine_context, holder);
      part = dot + 1;
    }
    JS_FreeValue(engine_context, holder);
  }
}

void tools_start_run(Reader* list, size_t limit) {
  max_arguments = limit;
  Reader start = *list;
  uint32_t count = reader_array(list);
  size_t names_size = 0, length;
  for (uint32_t i = 0; i < count && !list->bad; i++) {
    if (reader_array(list) != 2) list->bad = true;
    reader_text(list, &length);
    names_size += length;
    if (reader_uint(list) >= tool_kinds) list->bad = true;
  }
  if (list->bad || count == 0) return;
  tools = memory_malloc(NULL, count * sizeof(Tool));
  names = memory_malloc(NULL, names_size + 1);
  char* out = names;
  reader_array(&start);
  JSValue global = JS_GetGlobalObject(engine_context);
  for (tool_count = 0; tool_count < count; tool_count++) {
    reader_array(&start);
    const char* name = reader_text(&start, &length);
    memcpy(out, name, length);
    tools[tool_count] =
        (Tool){.name = out, .length = (uint32_t)length, .kind = (ToolKind)reader_uint(&start)};
    out += length;
    if (tools[tool_count].kind == tool_fetch)
      fetch_start_run(tool_count);
    else
      define_tool(global, tool_count);
  }
  close_namespaces(global);
  JS_FreeValue(engine_context, global);
}

// ---- Names

void tools_name(Buffer* text, uint32_t tool) {
  buffer_add(text, tools[tool].name, tools[tool].length);
}

void tools_name_in_flight(Buffer* text) {
  uint32_t named[3], count = 0, more = 0;
  for (uint32_t i = 0; i < next_id - first_id; i++) {
    if (JS_IsUndefined(calls[i].promise)) continue;
    bool known = false;
    for (uint32_t k = 0; k < count; k++) known = known || named[k] == calls[i].tool;
    if (known) continue;
    if (count == 3) {
      more++;
      continue;
    }
    if (count > 0) buffer_add(text, ", ", 2);
    tools_name(text, calls[i].tool);
    named[count++] = calls[i].tool;
  }
  if (more > 0) buffer_add(text, " and others", 11);
}
