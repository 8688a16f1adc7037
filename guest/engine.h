// Everything that depends on QuickJS's inside, behind small functions. engine.c
// includes the engine's source and is the only file that knows its structures;
// when the engine is updated, it is the only file to look at.
//
// No function here runs script code unless its comment says so. Values follow
// QuickJS's rule: JSValue is owned, JSValueConst borrowed.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quickjs.h"

// The one runtime and context of the guest.
extern JSRuntime* engine_runtime;
extern JSContext* engine_context;

// Makes runtime and context, once, while the image is made.
void engine_boot(void);

// Sets what is a run's own: randomness, stack, the point where garbage is collected.
void engine_start_run(uint64_t seed, size_t max_stack, size_t memory_limit);
// Sets stack and memory alone: a run that goes on may have smaller limits.
void engine_set_limits(size_t max_stack, size_t memory_limit);
// Overwrites what the engine's freed blocks still hold, so that a frozen run is small and keeps
// nothing that the script has let go.
void engine_wipe_free(void);
// Tells the engine where the stack begins. At every entry, in the frame that everything else runs
// under.
void engine_enter(void);

// ---- Kinds of values

typedef enum {
  kind_undefined,
  kind_null,
  kind_boolean,
  kind_int,
  kind_float,
  kind_bigint,
  kind_string,
  kind_symbol,
  kind_plain,     // prototype is Object.prototype or null; arguments objects too
  kind_instance,  // an object of the class Object with another prototype
  kind_array,
  kind_error,
  kind_dom_exception,
  kind_date,
  kind_regexp,
  kind_map,
  kind_set,
  kind_array_buffer,
  kind_typed_array,
  kind_data_view,
  kind_proxy,
  kind_function,
  kind_promise,
  kind_boxed,  // new String("x") and the like
  kind_other,  // WeakMap, generators, iterators: what has a class of its own
} EngineKind;

EngineKind engine_kind(JSValueConst value);
// An arguments object, which is kind_plain otherwise.
bool engine_is_arguments(JSValueConst object);
// Of an array, Map, Set, Date, RegExp, buffer or view: is its prototype the built-in one?
bool engine_has_builtin_prototype(JSValueConst object);
// Is it referred to once only (so that a walk can not meet it again)?
bool engine_is_unshared(JSValueConst object);
// The name of the class that an object's constructor has, as a string or undefined. Looks only at
// data properties.
JSValue engine_class_name(JSValueConst object);

// ---- Strings

typedef struct {
  const void* data;  // Latin-1 bytes, or UTF-16 code units if wide
  uint32_t length;   // in code units
  bool wide;
} EngineString;

// The characters of a string (which is flattened if it was concatenated), valid while the value
// lives.
EngineString engine_string(JSValueConst string);
// The same for a property key; `digits` holds the text of an integer key.
EngineString engine_atom_string(JSAtom atom, char digits[12]);
bool engine_atom_is_symbol(JSAtom atom);
bool engine_atom_is_index(JSAtom atom, uint32_t* index);
JSValue engine_new_latin1(const void* bytes, size_t length);
// A new string of so many code units, which the caller writes to *units (bytes, or uint16_t if
// wide) before it does anything else. Fails with a RangeError if that is more than strings can
// have.
JSValue engine_new_string(uint64_t length, bool wide, void** units);
// By code units: negative, 0 or positive.
int engine_compare_strings(JSValueConst a, JSValueConst b);

// ---- Properties

typedef enum {
  property_absent,
  property_data,
  property_accessor,  // reading it runs script code
} EngineProperty;

// An own property, or one found along the prototypes. Proxies count as accessors. *value is
// borrowed.
EngineProperty engine_own_property(JSValueConst object, JSAtom key, JSValueConst* value);
EngineProperty engine_find_property(JSValueConst object, JSAtom key, JSValueConst* value);

// Of an accessor: which halves it has.
void engine_accessor(JSValueConst object, JSAtom key, bool* getter, bool* setter);

// Own string-keyed enumerable properties in order of creation, one after the other: *position
// starts at 0. Integer keys are out of order here; engine_has_index_keys tells. False at the end.
// An accessor gives property_accessor.
bool engine_next_property(JSValueConst object, uint32_t* position, JSAtom* key, JSValueConst* value,
                          EngineProperty* kind);
uint32_t engine_count_properties(JSValueConst object);
bool engine_has_index_keys(JSValueConst object);

// ---- What only inspection asks for

typedef enum {
  function_plain,
  function_class,
  function_async,
  function_generator,
  function_async_generator,
} EngineFunction;
EngineFunction engine_function(JSValueConst function);
// Does calling it run code of a script at once: is it no built-in or bound function, and no proxy?
bool engine_is_script_function(JSValueConst object);
// The class's name inside the engine (`WeakMap`, `Generator`), a new string.
JSValue engine_internal_class(JSValueConst object);
JSPromiseStateEnum engine_promise(JSValueConst promise, JSValueConst* result);
JSValueConst engine_boxed(JSValueConst object);
// What the innermost proxy stands for; undefined if one of them is revoked.
JSValueConst engine_proxy_target(JSValueConst proxy);
JSValueConst engine_prototype(JSValueConst object);

// ---- Classes and iteration

// What a constructor makes: an object of the class, with the prototype that new_target has. Runs
// script code.
JSValue engine_construct(JSValueConst new_target, JSClassID class_id);
JSValueConst engine_iterator_prototype(void);

// Going through what has [Symbol.iterator], as `for` does, except that nothing is closed when it
// ends early. Runs script code.
typedef struct {
  JSValue iterator;
  JSValue next;
} EngineIteration;
// 1: begun; 0: the object has no such method; -1: it failed with an exception; -2: what it has is
// no function. engine_iterate_end has to follow only if it was begun.
int engine_iterate(JSValueConst object, EngineIteration* iteration);
// 1: *value is the next one; 0: there are no more; -1: an exception.
int engine_iterate_next(const EngineIteration* iteration, JSValue* value);
void engine_iterate_end(EngineIteration* iteration);

// ---- Arrays

// The elements of an array without holes up to `count`; those from there to `length` are holes.
// False for an array that is stored sparsely.
bool engine_dense_array(JSValueConst array, const JSValue** elements, uint32_t* count,
                        uint32_t* length);
uint32_t engine_array_length(JSValueConst array);
// A new array with room for `count` elements, and adding one at its end.
JSValue engine_new_array(uint32_t count);
void engine_push(JSValueConst array, JSValue value);

// ---- Map, Set, Date, RegExp, BigInt, Error

uint32_t engine_map_size(JSValueConst map);
// Records in order; *position starts NULL. For a Set, *value is undefined.
bool engine_next_record(JSValueConst map, void** position, JSValueConst* key, JSValueConst* value);
void engine_map_set(JSValueConst map, JSValue key, JSValue value);
// The value under a key, borrowed; false if there is none.
bool engine_map_get(JSValueConst map, JSValueConst key, JSValueConst* value);
JSValue engine_new_map(bool is_set);

double engine_date(JSValueConst date);
// Source text and flags, new strings.
JSValue engine_regexp_source(JSValueConst regexp);
const char* engine_regexp_flags(JSValueConst regexp);
// May fail with an exception (SyntaxError).
JSValue engine_new_regexp(JSValueConst source, JSValueConst flags);

// Two's complement limbs of a BigInt, least significant first. `small` holds those of a short one.
const uint32_t* engine_bigint(JSValueConst bigint, uint32_t* count, uint32_t small[1]);
// From big-endian magnitude bytes, inverted if `negative` (value = -1 - n). May fail with a
// RangeError.
JSValue engine_new_bigint(const uint8_t* bytes, size_t length, bool negative);

// A new error of the named built-in class (any other name makes an Error that has `name`). Strings
// are owned.
JSValue engine_new_error(JSValueConst name);
// The frames that were recorded when an error was made, a string, or undefined. Not the script's
// `stack` property.
JSValue engine_error_stack(JSValueConst error);
void engine_set_error_stack(JSValueConst error, JSValue stack);

// ---- Buffers and views

typedef struct {
  uint8_t* data;
  uint32_t length;
  bool usable;  // neither detached nor shared
  bool resizable;
  bool immutable;
} EngineBuffer;
EngineBuffer engine_buffer(JSValueConst buffer);
// A new buffer of the same length, resizable like it: with a copy of its bytes, or (`hollow`) with
// none at all. A hollow one must not be read before engine_move_buffer has filled it, nor reach the
// script; views of it may be made.
JSValue engine_new_buffer_like(JSValueConst buffer, bool hollow);
// Moves the bytes of a buffer into the hollow one that was made like it, and detaches it. It can
// not be done if it is detached or immutable, or has another length now.
bool engine_can_move_buffer(JSValueConst from, JSValueConst to);
void engine_move_buffer(JSValueConst from, JSValueConst to);

typedef struct {
  int element;  // JSTypedArrayEnum, or -1 for a DataView
  uint8_t element_size;
  JSValueConst buffer;  // borrowed
  uint32_t offset;      // in bytes
  uint32_t length;      // in elements
  bool usable;          // its buffer is there, and it lies inside
  bool tracks_length;   // it ends where its resizable buffer does
} EngineView;
EngineView engine_view(JSValueConst view);
// A new Uint8Array with a buffer of its own, of zeros. RangeError if that is too long for a buffer.
JSValue engine_new_bytes(size_t length, uint8_t** data);
// A view of the same kind and place as a usable one, of a buffer that is like its buffer.
JSValue engine_new_view_like(JSValueConst view, JSValueConst buffer);
// Over a buffer in which it is known to fit.
JSValue engine_new_data_view(JSValueConst buffer, uint32_t offset, uint32_t length);

// The elements that an iterable gives, as a new array. Runs script code. TypeError if it is none.
JSValue engine_list_of(JSValueConst iterable);
// Name and message of a DOMException, borrowed; and a new one of them, with the place where the
// script is now as its stack unless it is given one.
void engine_dom_exception(JSValueConst exception, JSValueConst* name, JSValueConst* message);
JSValue engine_new_dom_exception(JSValueConst name, JSValueConst message, JSValueConst stack);

// ---- Promises and jobs

JSValue engine_new_promise(void);
// Settles a promise of engine_new_promise with the value as it is (no `then` of it is looked at).
// Takes the value.
void engine_settle(JSValueConst promise, JSValue value, bool rejected);
bool engine_promise_is_handled(JSValueConst promise);
bool engine_has_jobs(void);

// ---- Stacks

// Between these two, positions of tokens in the given text are exact: lines as editors count them,
// columns in UTF-16.
void engine_begin_source(const char* source, size_t length);
void engine_end_source(void);
// Gives a syntax error that has no place (in a pattern, say) that of the token that was read last.
// Before the end.
void engine_place_syntax_error(const char* source_name);
// Where the script is now, as the text of an error's stack. A string.
JSValue engine_stack_here(void);

// Where a call was made, remembered cheaply: made into text only when it is asked for.
enum { engine_site_frames = 4 };
typedef struct {
  void* functions[engine_site_frames];
  uint32_t places[engine_site_frames];
  uint32_t count;
} EngineSite;
void engine_site_take(EngineSite* site);
void engine_site_free(EngineSite* site);
JSValue engine_site_text(const EngineSite* site);

// Is there less than `bytes` left on the script's stack?
bool engine_stack_overflows(size_t bytes);
