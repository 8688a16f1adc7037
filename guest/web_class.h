// Classes as Web IDL describes them: members are enumerable, the constructor wants `new`, and no
// method works on an object of another class. Errors carry a code, with the names that Node uses.
#pragma once

#include "guest/engine.h"

// Members of an interface, for tables of JSCFunctionListEntry.
#define WEB_METHOD(name, length, function) JS_CFUNC_DEF2(name, length, function, JS_PROP_C_W_E)
#define WEB_ATTRIBUTE(name, get, set, magic) \
  JS_CGETSET_MAGIC_DEF2(name, get, set, magic, JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE)
#define WEB_TAG(name) JS_PROP_STRING_DEF("[Symbol.toStringTag]", name, JS_PROP_CONFIGURABLE)
#define WEB_COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

// Makes the class and its prototype, once, while the image is made. `parent` is what the prototype
// inherits from, borrowed.
JSClassID web_class(const JSClassDef* definition, JSValueConst parent,
                    const JSCFunctionListEntry* members, int count);
// The global constructor of a class.
void web_constructor(JSClassID id, const char* name, JSCFunction* function, int length,
                     const JSCFunctionListEntry* statics, int count);

// Throws a TypeError with a `code`.
JSValue web_type_error(JSContext* ctx, const char* code, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// What is inside of `this`, or NULL and a TypeError.
void* web_this(JSContext* ctx, JSValueConst this_value, JSClassID id, const char* name);
