// See console.h. Nothing here runs script code; a text is at most 64 KiB, and
// how much of all the text is kept is the host's business.
#include "guest/console.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "guest/codec.h"
#include "guest/console_table.h"
#include "guest/host.h"
#include "guest/inspect.h"
#include "guest/memory.h"

enum { max_text = 65536 };
typedef enum { level_log, level_info, level_warn, level_error, level_debug } Level;
static const char* const level_names[] = {"log", "info", "warn", "error", "debug"};

static uint32_t indentation;

// Counters and timers by label.
typedef struct {
  JSAtom name;
  double value;
} Label;
typedef struct {
  Label* items;
  uint32_t count, capacity;
} Labels;
static Labels counters, stopwatches;

static void text_add(Buffer* out, const char* text) { buffer_add(out, text, strlen(text)); }

// Every line as far in as the groups say.
static void indent(Buffer* text) {
  size_t width = indentation < 40 ? indentation * 2 : 80;
  uint8_t few[256];
  Buffer out = buffer_over(few, sizeof(few));
  size_t line = 0;
  for (size_t i = 0; i <= text->length; i++) {
    if (i < text->length && text->data[i] != '\n') continue;
    memset(buffer_reserve(&out, width), ' ', width);
    buffer_add(&out, text->data + line, i - line);
    if (i < text->length) buffer_byte(&out, '\n');
    line = i + 1;
    if (out.length > max_text) break;
  }
  text->length = 0;
  buffer_add(text, out.data, out.length);
  buffer_free(&out);
}

static void send(Level level, Buffer* text) {
  if (indentation > 0) indent(text);
  uint8_t few[512];
  Buffer message = buffer_over(few, sizeof(few));
  buffer_head(&message, cbor_array, 3);
  buffer_head(&message, cbor_uint, 2);
  buffer_text(&message, level_names[level], strlen(level_names[level]));
  encode_bytes_cut(&message, text->data, text->length, max_text);
  host_send(message.data, message.length);
  buffer_free(&message);
}

static double to_number(JSValueConst value) {
  EngineKind kind = engine_kind(value);
  double number = NAN;
  if (kind == kind_int || kind == kind_float || kind == kind_string || kind == kind_boolean ||
      kind == kind_null)
    JS_ToFloat64(engine_context, &number, value);
  return number;
}

static void add_number(Buffer* out, double number) {
  JSValue value = JS_NewNumber(engine_context, number);
  inspect_value(out, value, SIZE_MAX);
  JS_FreeValue(engine_context, value);
}

// One directive of a format string; false if the letter is none.
static bool directive(Buffer* out, uint32_t letter, JSValueConst value) {
  switch (letter) {
    case 's':
      inspect_argument(out, value, max_text);
      return true;
    case 'd':
      add_number(out, to_number(value));
      return true;
    case 'i':
      add_number(out, trunc(to_number(value)));
      return true;
    case 'f':
      add_number(out, to_number(value));
      return true;
    case 'j':
    case 'o':
    case 'O':
      inspect_value(out, value, max_text);
      return true;
    case 'c':
      return true;
    default:
      return false;
  }
}

// The first argument, if it is a format string. The number of arguments used.
static int format(Buffer* out, int argc, JSValueConst* argv) {
  if (argc < 2 || !JS_IsString(argv[0])) return 0;
  EngineString text = engine_string(argv[0]);
  int used = 1;
  uint32_t plain = 0;
  for (uint32_t i = 0; i + 1 < text.length && out->length < max_text; i++) {
    uint32_t c = text.wide ? ((const uint16_t*)text.data)[i] : ((const uint8_t*)text.data)[i];
    if (c != '%') continue;
    uint32_t letter =
        text.wide ? ((const uint16_t*)text.data)[i + 1] : ((const uint8_t*)text.data)[i + 1];
    EngineString before = {.data = (const uint8_t*)text.data + (text.wide ? 2 * plain : plain),
                           .length = i - plain,
                           .wide = text.wide};
    size_t start = out->length;
    encode_characters(out, before, max_text);
    if (letter == '%') {
      buffer_byte(out, '%');
    } else if (used >= argc || !directive(out, letter, argv[used])) {
      out->length = start;
      continue;
    } else {
      used++;
    }
    plain = i + 2;
    i++;
  }
  EngineString rest = {.data = (const uint8_t*)text.data + (text.wide ? 2 * plain : plain),
                       .length = text.length - plain,
                       .wide = text.wide};
  encode_characters(out, rest, max_text);
  return used;
}

static void add_arguments(Buffer* out, int argc, JSValueConst* argv) {
  for (int i = format(out, argc, argv); i < argc && out->length <= max_text; i++) {
    if (i > 0) buffer_byte(out, ' ');
    inspect_argument(out, argv[i], max_text + 1);
  }
}

#define CONSOLE(name)                                                                        \
  static JSValue name(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv, \
                      int magic)
#define UNUSED (void)ctx, (void)this_value, (void)argc, (void)argv, (void)magic

CONSOLE(console_log) {
  UNUSED;
  uint8_t few[512];
  Buffer text = buffer_over(few, sizeof(few));
  add_arguments(&text, argc, argv);
  send((Level)magic, &text);
  buffer_free(&text);
  return JS_UNDEFINED;
}

CONSOLE(console_dir) {
  UNUSED;
  uint8_t few[512];
  Buffer text = buffer_over(few, sizeof(few));
  inspect_value(&text, argc > 0 ? argv[0] : JS_UNDEFINED, max_text + 1);
  send(level_log, &text);
  buffer_free(&text);
  return JS_UNDEFINED;
}

CONSOLE(console_show_table) {
  uint8_t few[512];
  Buffer text = buffer_over(few, sizeof(few));
  if (argc < 1 || !console_table(&text, argv[0]))
    return console_log(ctx, this_value, argc, argv, magic);
  send(level_log, &text);
  buffer_free(&text);
  return JS_UNDEFINED;
}

CONSOLE(console_trace) {
  UNUSED;
  uint8_t few[512];
  Buffer text = buffer_over(few, sizeof(few));
  text_add(&text, argc > 0 ? "Trace: " : "Trace");
  add_arguments(&text, argc, argv);
  JSValue stack = engine_stack_here();
  if (JS_IsString(stack) && engine_string(stack).length > 0) {
    buffer_byte(&text, '\n');
    encode_characters(&text, engine_string(stack), max_text);
    while (text.length > 0 && text.data[text.length - 1] == '\n') text.length--;
  }
  JS_FreeValue(ctx, stack);
  send(level_error, &text);
  buffer_free(&text);
  return JS_UNDEFINED;
}

CONSOLE(console_assert) {
  UNUSED;
  if (argc > 0 && JS_ToBool(ctx, argv[0])) return JS_UNDEFINED;
  uint8_t few[512];
  Buffer text = buffer_over(few, sizeof(few));
  text_add(&text, argc > 1 ? "Assertion failed: " : "Assertion failed");
  add_arguments(&text, argc > 1 ? argc - 1 : 0, argv + 1);
  send(level_error, &text);
  buffer_free(&text);
  return JS_UNDEFINED;
}

CONSOLE(console_group) {
  if (argc > 0) console_log(ctx, this_value, argc, argv, level_log);
  (void)magic;
  if (indentation < 1000) indentation++;
  return JS_UNDEFINED;
}

CONSOLE(console_group_end) {
  UNUSED;
  if (indentation > 0) indentation--;
  return JS_UNDEFINED;
}

// The label that an argument names; reading it may run a toString of the script.
static int label_of(JSContext* ctx, int argc, JSValueConst* argv, JSAtom* label) {
  if (argc < 1 || JS_IsUndefined(argv[0])) {
    *label = JS_NewAtom(ctx, "default");
    return 0;
  }
  JSValue string = JS_ToString(ctx, argv[0]);
  if (JS_IsException(string)) return -1;
  *label = JS_ValueToAtom(ctx, string);
  JS_FreeValue(ctx, string);
  return 0;
}

static Label* find(Labels* labels, JSAtom name, bool add) {
  for (uint32_t i = 0; i < labels->count; i++) {
    if (labels->items[i].name == name) return &labels->items[i];
  }
  if (!add) return NULL;
  if (labels->count == labels->capacity) {
    labels->capacity = labels->capacity ? labels->capacity * 2 : 4;
    labels->items = memory_realloc(NULL, labels->items, labels->capacity * sizeof(Label));
  }
  labels->items[labels->count] = (Label){.name = JS_DupAtom(engine_context, name), .value = NAN};
  return &labels->items[labels->count++];
}

static void add_label(Buffer* text, JSAtom name) {
  char digits[12];
  encode_characters(text, engine_atom_string(name, digits), 1024);
  text_add(text, ": ");
}

CONSOLE(console_count) {
  (void)this_value;
  JSAtom name;
  if (label_of(ctx, argc, argv, &name) < 0) return JS_EXCEPTION;
  Label* label = find(&counters, name, true);
  label->value = magic || isnan(label->value) ? !magic : label->value + 1;
  if (!magic) {
    uint8_t few[128];
    Buffer text = buffer_over(few, sizeof(few));
    add_label(&text, name);
    add_number(&text, label->value);
    send(level_log, &text);
    buffer_free(&text);
  }
  JS_FreeAtom(ctx, name);
  return JS_UNDEFINED;
}

enum { time_start, time_log, time_end };

CONSOLE(console_time) {
  (void)this_value;
  JSAtom name;
  if (label_of(ctx, argc, argv, &name) < 0) return JS_EXCEPTION;
  Label* label = find(&stopwatches, name, magic == time_start);
  double now = modebox_poll(poll_run_clock);
  if (magic == time_start) {
    label->value = now;
  } else if (label != NULL && !isnan(label->value)) {
    uint8_t few[256];
    Buffer text = buffer_over(few, sizeof(few));
    add_label(&text, name);
    add_number(&text, now - label->value);
    text_add(&text, "ms");
    if (magic == time_log && argc > 1) {
      buffer_byte(&text, ' ');
      add_arguments(&text, argc - 1, argv + 1);
    }
    if (magic == time_end) label->value = NAN;
    send(level_log, &text);
    buffer_free(&text);
  }
  JS_FreeAtom(ctx, name);
  return JS_UNDEFINED;
}

void console_boot(void) {
  JSContext* ctx = engine_context;
  static const struct {
    const char* name;
    JSCFunctionMagic* function;
    int magic;
  } functions[] = {
      {"log", console_log, level_log},     {"info", console_log, level_info},
      {"warn", console_log, level_warn},   {"error", console_log, level_error},
      {"debug", console_log, level_debug}, {"dir", console_dir, 0},
      {"dirxml", console_log, level_log},  {"table", console_show_table, level_log},
      {"trace", console_trace, 0},         {"assert", console_assert, 0},
      {"group", console_group, 0},         {"groupCollapsed", console_group, 0},
      {"groupEnd", console_group_end, 0},  {"count", console_count, 0},
      {"countReset", console_count, 1},    {"time", console_time, time_start},
      {"timeLog", console_time, time_log}, {"timeEnd", console_time, time_end},
  };
  JSValue global = JS_GetGlobalObject(ctx);
  JSValue console = JS_NewObject(ctx);
  for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
    JSValue function = JS_NewCFunctionMagic(ctx, functions[i].function, functions[i].name, 0,
                                            JS_CFUNC_generic_magic, functions[i].magic);
    JS_DefinePropertyValueStr(ctx, console, functions[i].name, function, JS_PROP_C_W_E);
  }
  JS_DefinePropertyValueStr(ctx, global, "console", console,
                            JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  JS_FreeValue(ctx, global);
}
