// The text of paths.
#include "guest/codec_path.h"

#include <string.h>

#include "guest/codec_string.h"

void text_add(Buffer* out, const char* text) { buffer_add(out, text, strlen(text)); }

void text_add_string(Buffer* out, EngineString text, uint32_t max) {
  bool cut = text.length > max;
  if (cut) text.length = max;
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = unit_at(text, i);
    if (is_high(c) && i + 1 < text.length && is_low(unit_at(text, i + 1))) {
      c = 0x10000 + ((c & 0x3ff) << 10) + (unit_at(text, ++i) & 0x3ff);
    } else if ((c & 0xf800) == 0xd800) {
      c = 0xfffd;
    }
    uint8_t bytes[4];
    buffer_add(out, bytes, (size_t)(put_utf8(bytes, c) - bytes));
  }
  if (cut) text_add(out, "...");
}

static bool is_identifier(EngineString text) {
  if (text.length == 0 || text.length > 64) return false;
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = unit_at(text, i);
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    if (!letter && !(i > 0 && c >= '0' && c <= '9')) return false;
  }
  return true;
}

static void text_add_quoted(Buffer* out, EngineString text) {
  text_add(out, "\"");
  uint32_t max = text.length > 64 ? 64 : text.length;
  for (uint32_t i = 0; i < max; i++) {
    uint32_t c = unit_at(text, i);
    EngineString one = {.data = (const uint8_t*)text.data + (text.wide ? 2 * i : i),
                        .length = 1,
                        .wide = text.wide};
    if (c == '"' || c == '\\') text_add(out, "\\");
    if (c < 0x20) {
      static const char digits[] = "0123456789abcdef";
      char escape[] = {'\\', 'x', digits[c >> 4], digits[c & 15], 0};
      text_add(out, escape);
    } else if (is_high(c) && i + 1 < max && is_low(unit_at(text, i + 1))) {
      one.length = 2;
      text_add_string(out, one, 2);
      i++;
    } else {
      text_add_string(out, one, 1);
    }
  }
  text_add(out, text.length > max ? "...\"" : "\"");
}

static void text_add_number(Buffer* out, double number) {
  JSValue value = JS_NewFloat64(engine_context, number);
  JSValue string = JS_ToString(engine_context, value);
  text_add_string(out, engine_string(string), 32);
  JS_FreeValue(engine_context, string);
}

static void text_add_map_key(Buffer* out, JSValueConst key) {
  switch (engine_kind(key)) {
    case kind_string:
      text_add_quoted(out, engine_string(key));
      return;
    case kind_undefined:
      text_add(out, "undefined");
      return;
    case kind_null:
      text_add(out, "null");
      return;
    case kind_boolean:
      text_add(out, JS_VALUE_GET_BOOL(key) ? "true" : "false");
      return;
    case kind_int:
      text_add_number(out, JS_VALUE_GET_INT(key));
      return;
    case kind_float:
      text_add_number(out, JS_VALUE_GET_FLOAT64(key));
      return;
    default:
      text_add(out, "...");
      return;
  }
}

static void text_add_step(Buffer* out, const Step* step) {
  switch (step->kind) {
    case step_index: {
      text_add(out, "[");
      text_add_number(out, step->index);
      text_add(out, "]");
      return;
    }
    case step_key: {
      char digits[12];
      EngineString key = engine_atom_string(step->key, digits);
      if (is_identifier(key)) {
        text_add(out, ".");
        text_add_string(out, key, 64);
      } else {
        text_add(out, "[");
        text_add_quoted(out, key);
        text_add(out, "]");
      }
      return;
    }
    case step_map_value:
      text_add(out, ".get(");
      text_add_map_key(out, step->map_key);
      text_add(out, ")");
      return;
    case step_map_key:
      text_add(out, ".<key>");
      return;
    case step_word:
      text_add(out, step->word);
      return;
  }
}

void text_add_path(Buffer* out, const Step* innermost) {
  enum { outer_steps = 24, inner_steps = 8 };
  int total = 0;
  for (const Step* s = innermost; s != NULL; s = s->outer) total++;
  const Step* steps[outer_steps + inner_steps];
  int count = 0, from_inside = 0;
  bool is_cut = total > outer_steps + inner_steps;
  for (const Step* s = innermost; s != NULL; s = s->outer, from_inside++) {
    if (!is_cut || from_inside < inner_steps || from_inside >= total - outer_steps)
      steps[count++] = s;
  }
  for (int i = count; i-- > 0;) {
    text_add_step(out, steps[i]);
    if (is_cut && i == inner_steps) text_add(out, "...");
  }
}
