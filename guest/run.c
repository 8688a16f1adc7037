// The exports: one run, from its start message over its answers to its outcome.
#include <string.h>

#include "guest/boot.h"
#include "guest/codec.h"
#include "guest/console.h"
#include "guest/engine.h"
#include "guest/host.h"
#include "guest/memory.h"
#include "guest/outcome.h"
#include "guest/timers.h"
#include "guest/tools.h"
#include "guest/web.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { page_size = 4096, mailbox_size = 16384 };

bool guest_booting;
static _Alignas(page_size) uint8_t mailbox[mailbox_size];
static _Alignas(page_size) uint8_t canary[page_size];
static uint8_t* large_input;

extern void __wasm_call_ctors(void);

EXPORT("modebox_boot") void modebox_boot(void);
void modebox_boot(void) {
  guest_booting = true;
  __wasm_call_ctors();
  engine_boot();
  tools_boot();
  timers_boot();
  console_boot();
  web_boot();
  outcome_boot();
  engine_wipe_free();
  guest_booting = false;
}

EXPORT("modebox_mailbox") uint8_t* modebox_mailbox(void);
uint8_t* modebox_mailbox(void) { return mailbox; }

EXPORT("modebox_canary") uint8_t* modebox_canary(void);
uint8_t* modebox_canary(void) { return canary; }

EXPORT("modebox_input") uint8_t* modebox_input(int32_t length);
uint8_t* modebox_input(int32_t length) {
  if (length >= 0 && length <= mailbox_size) return mailbox;
  memory_plain_free(large_input);
  // One byte more, because the source's end is marked by a zero.
  large_input = memory_plain_malloc((size_t)(uint32_t)length + 1);
  return large_input;
}

typedef struct {
  RunSettings settings;
  size_t max_arguments;
  size_t max_stack;
  size_t memory_limit;
} Limits;

static Limits read_limits(Reader* reader) {
  Limits limits;
  limits.settings.max_result = (size_t)reader_uint(reader);
  limits.max_arguments = (size_t)reader_uint(reader);
  limits.max_stack = (size_t)reader_uint(reader);
  limits.memory_limit = (size_t)reader_uint(reader);
  return limits;
}

static void set_limits(const Limits* limits) {
  memory_set_limit(limits->memory_limit);
  engine_set_limits(limits->max_stack, limits->memory_limit);
  engine_enter();
  tools_set_max_arguments(limits->max_arguments);
  outcome_set(&limits->settings);
}

// A run that was frozen goes on: under limits that may be smaller now, with the first answers.
static void resume(Reader* reader) {
  Limits limits = read_limits(reader);
  if (reader->bad) host_broken("malformed resume message");
  set_limits(&limits);
  if (!tools_settle(reader)) host_broken("malformed answers");
}

// A later run of a session, among the globals of the earlier ones.
static void start_again(Reader* reader) {
  size_t source_length, name_length;
  const char* source = reader_text(reader, &source_length);
  const char* name = reader_text(reader, &name_length);
  Limits limits = read_limits(reader);
  bool call_function_result = reader_bool(reader);
  if (reader->bad) host_broken("malformed start message");
  set_limits(&limits);
  outcome_forget_run();
  performance_forget_run();
  outcome_start_run(&limits.settings, source, source_length, name, name_length,
                    call_function_result);
}

// The run is about to be frozen.
static void tidy(void) {
  memory_plain_free(large_input);
  large_input = NULL;
  engine_wipe_free();
}

static void start(Reader* reader) {
  size_t source_length, name_length;
  const char* source = reader_text(reader, &source_length);
  const char* name = reader_text(reader, &name_length);
  Reader tools = *reader;
  uint32_t tool_count = reader_array(reader);
  for (uint32_t i = 0; i < tool_count && !reader->bad; i++) {
    size_t length;
    reader_array(reader);
    reader_text(reader, &length);
    reader_uint(reader);
  }
  Limits limits = read_limits(reader);
  uint64_t seed = reader_uint(reader);
  bool seeded = reader_bool(reader);
  bool call_function_result = reader_bool(reader);
  if (reader->bad) host_broken("malformed start message");
  memory_start_run(limits.memory_limit);
  engine_start_run(seed, limits.max_stack, limits.memory_limit);
  engine_enter();
  crypto_start_run(seed, seeded);
  tools_start_run(&tools, limits.max_arguments);
  outcome_start_run(&limits.settings, source, source_length, name, name_length,
                    call_function_result);
}

EXPORT("modebox_enter") uint64_t modebox_enter(uint8_t* message, int32_t length);
uint64_t modebox_enter(uint8_t* message, int32_t length) {
  Reader reader = {.at = message, .end = message + length};
  engine_enter();
  uint32_t parts = reader_array(&reader);
  uint64_t kind = reader_uint(&reader);
  if (parts == 11 && kind == 0) {
    start(&reader);
  } else if (parts == 2 && kind == 1) {
    if (!tools_settle(&reader)) host_broken("malformed answers");
  } else if (parts == 6 && kind == 2) {
    resume(&reader);
  } else if (parts == 8 && kind == 3) {
    start_again(&reader);
  } else if (parts == 1 && kind == 4) {
    tidy();
    return (uint64_t)(uintptr_t)mailbox << 32;
  } else {
    host_broken("unknown message");
  }
  const Buffer* outcome = outcome_advance();
  return (uint64_t)(uintptr_t)outcome->data << 32 | outcome->length;
}
