// Interfaces as Web IDL declares them, made from tables, and the conversions of arguments that the
// web APIs share. A file that implements an interface holds its table and the functions in it.
//
// Unless a comment says so, nothing here runs script code, and nothing looks at what a script can
// overwrite.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guest/engine.h"

typedef struct WebClass WebClass;
struct WebClass {
  const char* name;
  WebClass* parent;          // the interface it inherits from, defined before
  JSCFunction* constructor;  // of the kind JS_CFUNC_constructor; NULL: `new` is a TypeError
  int constructor_length;
  void (*finalize)(JSRuntime* runtime, void* data);
  void (*mark)(JSRuntime* runtime, void* data, JS_MarkFunc* mark);
  // What the console shows of it: adds properties to an object. Runs no script code. NULL: its
  // pairs, or nothing.
  void (*show)(const void* data, JSValueConst out);
  // Web IDL's iterable declaration: the pair of that number as the list is now, both owned; false
  // if it has not so many. The prototype gets the methods that go through them
  // (web_iterable.h). Runs no script code. NULL: it is not iterable.
  bool (*pair)(const void* data, uint32_t number, JSValue* name, JSValue* value);
  const JSCFunctionListEntry* members;  // of the prototype
  int member_count;
  const JSCFunctionListEntry* statics;  // of the constructor
  int static_count;
  bool is_hidden;    // it has no global until web_class_expose
  bool is_iterator;  // it has no constructor, and inherits from Iterator.prototype
  // The rest is filled in when it is defined.
  JSClassID id;
  JSValue function;  // the constructor
};

// The members of a table.
#define WEB_METHOD(name, length, function) JS_CFUNC_DEF2(name, length, function, JS_PROP_C_W_E)
#define WEB_READONLY(name, getter) \
  JS_CGETSET_DEF2(name, getter, NULL, JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE)
#define WEB_METHOD_MAGIC(name, length, function, magic)                       \
  {                                                                           \
    name, JS_PROP_C_W_E, JS_DEF_CFUNC, magic, {                               \
      .func = { length, JS_CFUNC_generic_magic, {.generic_magic = function} } \
    }                                                                         \
  }
#define WEB_READONLY_MAGIC(name, getter, magic) \
  JS_CGETSET_MAGIC_DEF2(name, getter, NULL, magic, JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE)
#define WEB_ATTRIBUTE(name, getter, setter) \
  JS_CGETSET_DEF2(name, getter, setter, JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE)
#define WEB_ATTRIBUTE_MAGIC(name, getter, setter, magic) \
  JS_CGETSET_MAGIC_DEF2(name, getter, setter, magic, JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE)
#define WEB_CONSTANT(name, value) JS_PROP_INT32_DEF(name, value, JS_PROP_ENUMERABLE)
#define WEB_TAG(name) JS_PROP_STRING_DEF("[Symbol.toStringTag]", name, JS_PROP_CONFIGURABLE)
#define WEB_COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

// Defines the interface and its global. While the image is made.
void web_class_define(WebClass* type);
// The global of one that is hidden.
void web_class_expose(const WebClass* type);
// A function of the global object. Enumerable, as Web IDL has them.
void web_function_define(const char* name, JSCFunction* function, int length);
// An attribute of the global object. Enumerable; the setter may be NULL.
void web_attribute_define(const char* name, JSCFunction* getter, JSCFunction* setter);

// A new object of the interface; `data` is its own and goes to `finalize`. With a new_target from
// the script its `prototype` is read (script code may run). Takes data only if it succeeds.
JSValue web_class_new(const WebClass* type, JSValueConst new_target, void* data);
// The data of an object of the interface or of one that inherits from it; NULL for anything else.
void* web_class_data(JSValueConst value, const WebClass* type);
// The same for `this`: NULL after having thrown a TypeError (ERR_INVALID_THIS).
void* web_class_this(JSContext* ctx, JSValueConst this_value, const WebClass* type);
// The most derived interface of an object; NULL if it has none.
const WebClass* web_class_of(JSValueConst value);

// Adds a property for `show`. Takes the value.
void web_show(JSValueConst out, const char* name, JSValue value);

// ---- Arguments

// Throws a TypeError if there are fewer arguments. `what` names the function.
bool web_has_arguments(JSContext* ctx, int argc, int wanted, const char* what);

// A dictionary: *object is the object, or undefined if there is none. False after a TypeError.
bool web_dictionary(JSContext* ctx, int argc, JSValueConst* argv, int place, JSValueConst* object);
// A member of a dictionary, undefined if it is not there. Runs getters of the script. Owned.
JSValue web_member(JSContext* ctx, JSValueConst dictionary, const char* name);
// A boolean member; *out is left alone if it is not there. Runs getters. False after an exception.
bool web_boolean_member(JSContext* ctx, JSValueConst dictionary, const char* name, bool* out);

// [EnforceRange]: a whole number from 0 to `most`. Runs script code (valueOf). False after a
// TypeError.
bool web_enforce_range(JSContext* ctx, JSValueConst value, double most, double* out);

// A sequence: a new array of its elements. Of an array they are taken as they stand (holes and
// accessors by reading them); anything else is iterated, which runs script code. JS_EXCEPTION after
// a TypeError, if it is no object or can not be iterated.
JSValue web_sequence(JSContext* ctx, JSValueConst value, const char* what);

// The bytes of a BufferSource, valid until script code runs: those of an ArrayBuffer or of the part
// that a view shows; none if it is detached. As Web IDL has it, what can be resized is refused.
// False after a TypeError.
bool web_bytes(JSContext* ctx, JSValueConst value, uint8_t** data, size_t* length);

// ---- Errors

// Throws a TypeError with a `code`.
JSValue web_type_error(JSContext* ctx, const char* code, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// A new DOMException. A script's Error.prepareStackTrace runs here, as for every error.
JSValue web_dom_exception(JSContext* ctx, const char* name, const char* message);
// What a callback threw that nobody can catch. It ends the run as an uncaught error when the
// microtasks run next. Takes the error.
void web_report_exception(JSContext* ctx, JSValue error);
