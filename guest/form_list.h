// A list of names and values, as application/x-www-form-urlencoded has them: what is inside of a
// URLSearchParams object. All strings are without lone surrogates (usv_string.h).
#pragma once

#include "guest/engine.h"

typedef struct {
  JSValue name;
  JSValue value;
} FormPair;

// Starts as zeros.
typedef struct {
  FormPair* pairs;
  uint32_t count;
  uint32_t capacity;
} FormList;

void form_clear(JSRuntime* rt, FormList* list);
// Takes both strings.
void form_append(JSContext* ctx, FormList* list, JSValue name, JSValue value);
// Drops the pairs from `from` on that have the name and, unless it is undefined, the value.
void form_remove(JSContext* ctx, FormList* list, uint32_t from, JSValueConst name,
                 JSValueConst value);
// The first pair from `from` on that has the name; `count` if there is none.
uint32_t form_find(const FormList* list, uint32_t from, JSValueConst name);
// By names, in code units; pairs of equal names stay in their order.
void form_sort(JSContext* ctx, FormList* list);

// Appends what the bytes hold. False, and an exception, if that is longer than strings can be.
bool form_parse(JSContext* ctx, FormList* list, const char* bytes, size_t length);
// A new string, ASCII; an exception if it is longer than strings can be.
JSValue form_serialize(JSContext* ctx, const FormList* list);
