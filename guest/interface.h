// What all classes of the web's interfaces have in common (Web IDL).
#pragma once

#include "guest/engine.h"

typedef struct {
  const char* name;
  JSClassDef definition;   // with finalizer and gc_mark
  JSCFunction* construct;  // called as constructor only; this value is new.target
  int length;              // of the constructor
  const JSCFunctionListEntry* members;
  int member_count;
  const JSCFunctionListEntry* statics;
  int static_count;
} Interface;

// Registers the class, while the image is made, and gives its constructor, which no global holds
// yet.
JSValue interface_boot(JSClassID* id, const Interface* interface);
// Its objects iterate by that method: Symbol.iterator is the same function.
void interface_make_iterable(JSClassID id, const char* method);
// Makes the constructor a global.
void interface_expose(JSValueConst constructor, const char* name);

// A property of a dictionary (`init`): absent if the value is undefined. False if reading it threw.
// Runs script code.
bool interface_member(JSValueConst dictionary, const char* name, JSValue* value);
// Is the value a dictionary? undefined and null are empty ones. If not: a TypeError.
bool interface_is_dictionary(JSValueConst value, const char* what);

#define INTERFACE_METHOD(name, length, function, magic)                       \
  {                                                                           \
    name, JS_PROP_C_W_E, JS_DEF_CFUNC, magic, {                               \
      .func = { length, JS_CFUNC_generic_magic, {.generic_magic = function} } \
    }                                                                         \
  }
#define INTERFACE_GETTER(name, function, magic) \
  JS_CGETSET_MAGIC_DEF2(name, function, NULL, magic, JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE)
#define INTERFACE_TAG(name) JS_PROP_STRING_DEF("[Symbol.toStringTag]", name, JS_PROP_CONFIGURABLE)
