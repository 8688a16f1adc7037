// See console_table.h. Two passes: the cells' texts are made and measured,
// then the lines are drawn. Runs no script code.
#include "guest/console_table.h"

#include <string.h>

#include "guest/codec.h"
#include "guest/inspect.h"
#include "guest/memory.h"

enum { max_rows = 1000, max_columns = 64, max_cell = 256 };

typedef struct {
  uint32_t offset, length;  // in `text`
} Cell;

typedef struct {
  JSContext* ctx;
  Buffer text;
  JSAtom columns[max_columns];
  uint32_t column_count;
  bool has_values;  // some rows are not objects: a last column for them
  Cell* cells;      // per row: its name, its value, then max_columns cells
  uint32_t row_count;
} Table;

static Cell* cell(Table* t, uint32_t row, uint32_t column) {
  return &t->cells[row * (max_columns + 2) + column];
}

static Cell text_of(Table* t, JSValueConst value) {
  uint32_t start = (uint32_t)t->text.length;
  inspect_value(&t->text, value, start + max_cell);
  // A cell is one line.
  for (uint32_t i = start; i < t->text.length; i++) {
    if (t->text.data[i] == '\n') t->text.data[i] = ' ';
  }
  return (Cell){.offset = start, .length = (uint32_t)t->text.length - start};
}

static Cell text_of_key(Table* t, JSAtom key) {
  char digits[12];
  uint32_t start = (uint32_t)t->text.length;
  encode_characters(&t->text, engine_atom_string(key, digits), max_cell);
  return (Cell){.offset = start, .length = (uint32_t)t->text.length - start};
}

static bool has_parts(JSValueConst value) {
  EngineKind kind = engine_kind(value);
  return kind == kind_plain || kind == kind_array || kind == kind_instance;
}

static uint32_t column_of(Table* t, JSAtom key) {
  for (uint32_t i = 0; i < t->column_count; i++) {
    if (t->columns[i] == key) return i;
  }
  if (t->column_count == max_columns) return max_columns;
  t->columns[t->column_count] = JS_DupAtom(t->ctx, key);
  return t->column_count++;
}

// An own part that is data; a getter gives undefined.
static JSValue part(Table* t, JSValueConst object, JSAtom key) {
  JSValueConst found;
  switch (engine_own_property(object, key, &found)) {
    case property_data:
      return JS_DupValue(t->ctx, found);
    case property_accessor:
      return JS_UNDEFINED;
    default:
      return JS_GetProperty(t->ctx, object, key);
  }
}

static bool keys_of(Table* t, JSValueConst object, JSPropertyEnum** keys, uint32_t* count) {
  return JS_GetOwnPropertyNames(t->ctx, keys, count, object,
                                JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) == 0;
}

static void add_row(Table* t, JSAtom name, JSValueConst row) {
  uint32_t number = t->row_count++;
  memset(cell(t, number, 0), 0, (max_columns + 2) * sizeof(Cell));
  *cell(t, number, 0) = text_of_key(t, name);
  JSPropertyEnum* keys;
  uint32_t count;
  if (!has_parts(row) || !keys_of(t, row, &keys, &count)) {
    t->has_values = true;
    *cell(t, number, 1) = text_of(t, row);
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t column = column_of(t, keys[i].atom);
    if (column == max_columns) continue;
    JSValue value = part(t, row, keys[i].atom);
    *cell(t, number, column + 2) = text_of(t, value);
    JS_FreeValue(t->ctx, value);
  }
  JS_FreePropertyEnum(t->ctx, keys, count);
}

static uint32_t width_of(Table* t, Cell c) {
  uint32_t width = 0;
  for (uint32_t i = 0; i < c.length; i++) width += (t->text.data[c.offset + i] & 0xc0) != 0x80;
  return width;
}

// ---- Drawing. Columns are: the row's name, the properties, the value.

typedef struct {
  uint32_t count;
  uint32_t place[max_columns + 2];  // in a row's cells
  uint32_t width[max_columns + 2];
  Cell title[max_columns + 2];
} Layout;

static void lay_out(Table* t, Layout* l, Cell index_title, Cell value_title) {
  l->count = 0;
  l->place[l->count] = 0;
  l->title[l->count++] = index_title;
  for (uint32_t i = 0; i < t->column_count; i++) {
    l->place[l->count] = i + 2;
    l->title[l->count++] = text_of_key(t, t->columns[i]);
  }
  if (t->has_values) {
    l->place[l->count] = 1;
    l->title[l->count++] = value_title;
  }
  for (uint32_t i = 0; i < l->count; i++) {
    l->width[i] = width_of(t, l->title[i]);
    for (uint32_t row = 0; row < t->row_count; row++) {
      uint32_t width = width_of(t, *cell(t, row, l->place[i]));
      if (width > l->width[i]) l->width[i] = width;
    }
  }
}

static void add(Buffer* out, const char* text) { buffer_add(out, text, strlen(text)); }

static void rule(Buffer* out, const Layout* l, const char* left, const char* middle,
                 const char* right) {
  add(out, left);
  for (uint32_t i = 0; i < l->count; i++) {
    if (i > 0) add(out, middle);
    for (uint32_t k = 0; k < l->width[i] + 2; k++) add(out, "\u2500");
  }
  add(out, right);
}

static void line(Buffer* out, Table* t, const Layout* l, const Cell* row, const Cell* titles) {
  add(out, "\n\u2502");
  for (uint32_t i = 0; i < l->count; i++) {
    Cell c = titles != NULL ? titles[i] : row[l->place[i]];
    add(out, " ");
    buffer_add(out, t->text.data + c.offset, c.length);
    for (uint32_t k = width_of(t, c); k < l->width[i] + 1; k++) add(out, " ");
    add(out, "\u2502");
  }
}

static void draw(Buffer* out, Table* t) {
  Cell titles[2];
  static const char* const names[2] = {"(index)", "Values"};
  for (int i = 0; i < 2; i++) {
    titles[i] = (Cell){.offset = (uint32_t)t->text.length, .length = (uint32_t)strlen(names[i])};
    add(&t->text, names[i]);
  }
  Layout l;
  lay_out(t, &l, titles[0], titles[1]);
  rule(out, &l, "\u250c", "\u252c", "\u2510");
  line(out, t, &l, NULL, l.title);
  rule(out, &l, "\n\u251c", "\u253c", "\u2524");
  for (uint32_t i = 0; i < t->row_count && out->length < 65536; i++)
    line(out, t, &l, cell(t, i, 0), NULL);
  rule(out, &l, "\n\u2514", "\u2534", "\u2518");
}

bool console_table(Buffer* out, JSValueConst data) {
  Table t = {.ctx = engine_context};
  JSPropertyEnum* keys;
  uint32_t count;
  if (!has_parts(data) || !keys_of(&t, data, &keys, &count)) return false;
  uint32_t rows = count < max_rows ? count : max_rows;
  t.cells = memory_plain_malloc((rows * (max_columns + 2) + 1) * sizeof(Cell));
  uint8_t few[512];
  t.text = buffer_over(few, sizeof(few));
  for (uint32_t i = 0; i < rows; i++) {
    JSValue row = part(&t, data, keys[i].atom);
    add_row(&t, keys[i].atom, row);
    JS_FreeValue(t.ctx, row);
  }
  JS_FreePropertyEnum(t.ctx, keys, count);
  draw(out, &t);
  for (uint32_t i = 0; i < t.column_count; i++) JS_FreeAtom(t.ctx, t.columns[i]);
  memory_plain_free(t.cells);
  buffer_free(&t.text);
  return true;
}
