// The exports: one run, from its start message over its answers to its outcome.
#include <string.h>

#include "guest/boot.h"
#include "guest/clone.h"
#include "guest/codec.h"
#include "guest/console.h"
#include "guest/engine.h"
#include "guest/host.h"
#include "guest/memory.h"
#include "guest/outcome.h"
#include "guest/timers.h"
#include "guest/tools.h"

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
  clone_boot();
  outcome_boot();
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
    reader_bool(reader);
  }
  RunSettings settings;
  settings.max_result = (size_t)reader_uint(reader);
  size_t max_arguments = (size_t)reader_uint(reader);
  uint64_t max_stack = reader_uint(reader);
  uint64_t memory_limit = reader_uint(reader);
  uint64_t seed = reader_uint(reader);
  reader_bool(reader);
  if (reader->bad) host_broken("malformed start message");
  memory_start_run((size_t)memory_limit);
  engine_start_run(seed, (size_t)max_stack, (size_t)memory_limit);
  engine_enter();
  tools_start_run(&tools, max_arguments);
  outcome_start_run(&settings, source, source_length, name, name_length);
}

EXPORT("modebox_enter") uint64_t modebox_enter(uint8_t* message, int32_t length);
uint64_t modebox_enter(uint8_t* message, int32_t length) {
  Reader reader = {.at = message, .end = message + length};
  engine_enter();
  uint32_t parts = reader_array(&reader);
  uint64_t kind = reader_uint(&reader);
  if (parts == 10 && kind == 0) {
    start(&reader);
  } else if (parts == 2 && kind == 1) {
    if (!tools_settle(&reader)) host_broken("malformed answers");
  } else {
    host_broken("unknown message");
  }
  const Buffer* outcome = outcome_advance();
  return (uint64_t)(uintptr_t)outcome->data << 32 | outcome->length;
}
