// Where in a value something is, as text: `$[0].customer.get("a")`.
#pragma once

#include "guest/buffer.h"
#include "guest/engine.h"

// What a path is made of: innermost first, each on the C stack of who walks there.
typedef struct Step {
  const struct Step* outer;
  enum { step_index, step_key, step_map_key, step_map_value, step_word } kind;
  uint32_t index;
  JSAtom key;
  JSValueConst map_key;
  const char* word;
} Step;

void text_add(Buffer* out, const char* text);
// At most `max` code units, then "..."; lone surrogates become U+FFFD.
void text_add_string(Buffer* out, EngineString text, uint32_t max);
// All steps, outermost first. The middle of a very long path is left out.
void text_add_path(Buffer* out, const Step* innermost);
