// See engine.h. The engine's source is part of this file, so that its
// structures can be reached; it is compiled with patches (patches.py).
#include "quickjs.c"

#include "guest/engine.h"
#include "guest/host.h"
#include "guest/memory.h"

JSRuntime* engine_runtime;
JSContext* engine_context;

static const JSMallocFunctions engine_memory = {
    .js_calloc = memory_calloc,
    .js_malloc = memory_malloc,
    .js_free = memory_free,
    .js_realloc = memory_realloc,
    .js_malloc_usable_size = memory_usable_size,
};

static JSObject* object_of(JSValueConst value) { return JS_VALUE_GET_OBJ(value); }

static int engine_interrupt(JSRuntime* rt, void* opaque) {
  (void)rt, (void)opaque;
  modebox_poll(poll_interrupt);
  return 0;
}

// The engine's globals, less what can not be used here.
static void engine_make_globals(void) {
  JSContext* ctx = engine_context;
  JSAtom shared = JS_NewAtom(ctx, "SharedArrayBuffer");
  JS_DeleteProperty(ctx, ctx->global_obj, shared, 0);
  JS_FreeAtom(ctx, shared);
  // An ordinary object with the prototype Error.prototype, as Web IDL has it; the engine makes an
  // error.
  object_of(ctx->class_proto[JS_CLASS_DOM_EXCEPTION])->class_id = JS_CLASS_OBJECT;
}

void engine_boot(void) {
  engine_runtime = JS_NewRuntime2(&engine_memory, NULL);
  JS_SetGCThreshold(engine_runtime, SIZE_MAX);
  engine_context = JS_NewContext(engine_runtime);
  JS_SetInterruptHandler(engine_runtime, engine_interrupt, NULL);
  engine_make_globals();
}

// The garbage collector runs when this many bytes are taken. The room that is
// left bounds it, so that garbage is collected before the limit is hit; near
// the limit the steps do not get smaller than 1/64 of the limit, so that a
// script that lives there does not collect all the time.
static size_t engine_memory_limit;

size_t modebox_next_gc_threshold(size_t size) {
  size_t step = size >> 1;
  if (step > memory_left() / 2) step = memory_left() / 2;
  if (step < engine_memory_limit / 64) step = engine_memory_limit / 64;
  return size + step;
}

void engine_set_limits(size_t max_stack, size_t memory_limit) {
  engine_memory_limit = memory_limit;
  // The C stack has this much, and a margin that is not measured (scripts/build-guest).
  const size_t most = 4 << 20;
  engine_runtime->stack_size = max_stack < most ? max_stack : most;
}

void engine_start_run(uint64_t seed, size_t max_stack, size_t memory_limit) {
  JSContext* ctx = engine_context;
  ctx->random_state = seed != 0 ? seed : 0x9e3779b97f4a7c15u;
  // Neighbouring seeds give unlike numbers only after a few steps.
  for (int i = 0; i < 4; i++) xorshift64star(&ctx->random_state);
  ctx->time_origin = 0;
  ctx->interrupt_counter = JS_INTERRUPT_COUNTER_INIT;
  engine_set_limits(max_stack, memory_limit);
  size_t step = memory_limit / 4;
  if (step > 8 << 20) step = 8 << 20;
  engine_runtime->malloc_gc_threshold = engine_runtime->malloc_state.malloc_size + step;
}

// Only blocks that are not zero already are written to: what is not touched stays the image's.
static void wipe_block(JSMallocBlockHeader* block, size_t size) {
  uint64_t* word = (uint64_t*)block->user_data;
  for (size_t left = (size - sizeof(*block)) / sizeof(*word); left > 0; left--, word++) {
    if (*word != 0) *word = 0;
  }
  if (block->ref_count != 0) block->ref_count = 0;
}

void engine_wipe_free(void) {
  JSArenaState* state = &engine_runtime->arena_state;
  for (int i = 0; i < JS_ARENA_BLOCK_SIZE_COUNT; i++) {
    struct list_head* el;
    list_for_each(el, &state->free_arena_list[i]) {
      JSArena* arena = list_entry(el, JSArena, free_link);
      unsigned block = arena->first_free_block;
      while (block != JS_ARENA_FREE_NIL) {
        JSMallocBlockHeader* header = arena_get_block(arena, block, arena_block_sizes[i]);
        wipe_block(header, arena_block_sizes[i]);
        block = header->u.free_next;
      }
    }
  }
}

void engine_enter(void) { JS_UpdateStackTop(engine_runtime); }

// ---- Kinds of values

static EngineKind engine_object_kind(JSObject* p) {
  switch (p->class_id) {
    case JS_CLASS_OBJECT: {
      JSObject* proto = p->shape->proto;
      if (proto == NULL || proto == JS_VALUE_GET_OBJ(engine_context->class_proto[JS_CLASS_OBJECT]))
        return kind_plain;
      return kind_instance;
    }
    case JS_CLASS_ARGUMENTS:
    case JS_CLASS_MAPPED_ARGUMENTS:
      return kind_plain;
    case JS_CLASS_ARRAY:
      return kind_array;
    case JS_CLASS_ERROR:
      return kind_error;
    case JS_CLASS_DOM_EXCEPTION:
      return kind_dom_exception;
    case JS_CLASS_DATE:
      return kind_date;
    case JS_CLASS_REGEXP:
      return kind_regexp;
    case JS_CLASS_MAP:
      return kind_map;
    case JS_CLASS_SET:
      return kind_set;
    case JS_CLASS_ARRAY_BUFFER:
      return kind_array_buffer;
    case JS_CLASS_DATAVIEW:
      return kind_data_view;
    case JS_CLASS_PROMISE:
      return kind_promise;
    case JS_CLASS_NUMBER:
    case JS_CLASS_STRING:
    case JS_CLASS_BOOLEAN:
    case JS_CLASS_SYMBOL:
    case JS_CLASS_BIG_INT:
      return kind_boxed;
    default:
      break;
  }
  if (is_typed_array(p->class_id)) return kind_typed_array;
  if (JS_IsFunction(engine_context, JS_MKPTR(JS_TAG_OBJECT, p))) return kind_function;
  if (p->class_id == JS_CLASS_PROXY) return kind_proxy;
  return kind_other;
}

EngineKind engine_kind(JSValueConst value) {
  switch (JS_VALUE_GET_NORM_TAG(value)) {
    case JS_TAG_INT:
      return kind_int;
    case JS_TAG_BOOL:
      return kind_boolean;
    case JS_TAG_NULL:
      return kind_null;
    case JS_TAG_UNDEFINED:
      return kind_undefined;
    case JS_TAG_FLOAT64:
      return kind_float;
    case JS_TAG_STRING:
    case JS_TAG_STRING_ROPE:
      return kind_string;
    case JS_TAG_BIG_INT:
    case JS_TAG_SHORT_BIG_INT:
      return kind_bigint;
    case JS_TAG_SYMBOL:
      return kind_symbol;
    case JS_TAG_OBJECT:
      return engine_object_kind(object_of(value));
    default:
      return kind_other;
  }
}

bool engine_is_arguments(JSValueConst object) {
  int id = object_of(object)->class_id;
  return id == JS_CLASS_ARGUMENTS || id == JS_CLASS_MAPPED_ARGUMENTS;
}

bool engine_has_builtin_prototype(JSValueConst object) {
  JSObject* p = object_of(object);
  return p->shape->proto == JS_VALUE_GET_OBJ(engine_context->class_proto[p->class_id]);
}

bool engine_is_unshared(JSValueConst object) { return JS_REF_COUNT(object_of(object)) == 1; }

JSValue engine_class_name(JSValueConst object) {
  JSValueConst constructor, name;
  if (engine_find_property(object, JS_ATOM_constructor, &constructor) == property_data &&
      JS_IsFunction(engine_context, constructor) &&
      engine_own_property(constructor, JS_ATOM_name, &name) == property_data && JS_IsString(name)) {
    return js_dup(name);
  }
  return JS_UNDEFINED;
}

// ---- Strings

static EngineString engine_view_string(JSString* p) {
  return (EngineString){.data = strv(p), .length = p->len, .wide = p->is_wide_char};
}

EngineString engine_string(JSValueConst string) {
  if (JS_VALUE_GET_TAG(string) == JS_TAG_STRING_ROPE) {
    JSStringRope* rope = JS_VALUE_GET_STRING_ROPE(string);
    JSValue flat = js_linearize_string_rope(engine_context, string);
    if (JS_IsException(flat)) host_out_of_memory();
    // The rope keeps the flat text, so that it lives as long as the value. The engine does this
    // itself only for a rope that is referred to more than once.
    set_value(engine_context, &rope->left, flat);
    set_value(engine_context, &rope->right, js_empty_string(engine_runtime));
    return engine_view_string(JS_VALUE_GET_STRING(flat));
  }
  return engine_view_string(JS_VALUE_GET_STRING(string));
}

EngineString engine_atom_string(JSAtom atom, char digits[12]) {
  if (__JS_AtomIsTaggedInt(atom)) {
    size_t length = u32toa(digits, __JS_AtomToUInt32(atom));
    return (EngineString){.data = digits, .length = (uint32_t)length, .wide = false};
  }
  return engine_view_string(engine_runtime->atom_array[atom]);
}

bool engine_atom_is_symbol(JSAtom atom) {
  return !__JS_AtomIsTaggedInt(atom) &&
         engine_runtime->atom_array[atom]->atom_type != JS_ATOM_TYPE_STRING;
}

bool engine_atom_is_index(JSAtom atom, uint32_t* index) {
  return JS_AtomIsArrayIndex(engine_context, index, atom);
}

JSValue engine_new_latin1(const void* bytes, size_t length) {
  if (length == 0) return js_empty_string(engine_runtime);
  return js_new_string8_len(engine_context, bytes, (int)length);
}

JSValue engine_new_string(uint64_t length, bool wide, void** units) {
  *units = NULL;
  if (length == 0) return js_empty_string(engine_runtime);
  if (length > JS_STRING_LEN_MAX)
    return JS_ThrowRangeError(engine_context, "Invalid string length");
  JSString* string = js_alloc_string(engine_context, (int)length, wide);
  if (!wide) str8(string)[length] = '\0';
  *units = wide ? (void*)str16(string) : (void*)str8(string);
  return JS_MKPTR(JS_TAG_STRING, string);
}

int engine_compare_strings(JSValueConst a, JSValueConst b) {
  EngineString left = engine_string(a), right = engine_string(b);
  if (left.wide == right.wide && left.length == right.length && left.data == right.data) return 0;
  uint32_t length = left.length < right.length ? left.length : right.length;
  if (!left.wide && !right.wide) {
    int order = memcmp(left.data, right.data, length);
    if (order != 0) return order;
  } else {
    for (uint32_t i = 0; i < length; i++) {
      int l = left.wide ? ((const uint16_t*)left.data)[i] : ((const uint8_t*)left.data)[i];
      int r = right.wide ? ((const uint16_t*)right.data)[i] : ((const uint8_t*)right.data)[i];
      if (l != r) return l - r;
    }
  }
  return left.length < right.length ? -1 : left.length > right.length;
}

// ---- Properties

EngineProperty engine_own_property(JSValueConst object, JSAtom key, JSValueConst* value) {
  JSObject* p = object_of(object);
  JSProperty* pr;
  JSShapeProperty* prs = find_own_property(&pr, p, key);
  if (prs == NULL) return p->class_id == JS_CLASS_PROXY ? property_accessor : property_absent;
  switch (prs->flags & JS_PROP_TMASK) {
    case JS_PROP_NORMAL:
      *value = pr->u.value;
      return property_data;
    case JS_PROP_VARREF:
      *value = *pr->u.var_ref->pvalue;
      return property_data;
    case JS_PROP_AUTOINIT:
      // A built-in part that is made when it is first needed.
      if (JS_AutoInitProperty(engine_context, p, key, pr, prs) < 0) return property_absent;
      return engine_own_property(object, key, value);
    default:
      return property_accessor;
  }
}

void engine_accessor(JSValueConst object, JSAtom key, bool* getter, bool* setter) {
  JSProperty* pr;
  *getter = *setter = false;
  JSShapeProperty* prs = find_own_property(&pr, object_of(object), key);
  if (prs == NULL || (prs->flags & JS_PROP_TMASK) != JS_PROP_GETSET) return;
  *getter = pr->u.getset.getter != NULL;
  *setter = pr->u.getset.setter != NULL;
}

EngineProperty engine_find_property(JSValueConst object, JSAtom key, JSValueConst* value) {
  for (JSObject* p = object_of(object); p != NULL; p = p->shape->proto) {
    EngineProperty found = engine_own_property(JS_MKPTR(JS_TAG_OBJECT, p), key, value);
    if (found != property_absent) return found;
  }
  return property_absent;
}

bool engine_next_property(JSValueConst object, uint32_t* position, JSAtom* key, JSValueConst* value,
                          EngineProperty* kind) {
  JSObject* p = object_of(object);
  JSShape* sh = p->shape;
  JSShapeProperty* props = get_shape_prop(sh);
  for (; *position < (uint32_t)sh->prop_count; ++*position) {
    JSShapeProperty* prs = &props[*position];
    if (prs->atom == JS_ATOM_NULL || !(prs->flags & JS_PROP_ENUMERABLE) ||
        engine_atom_is_symbol(prs->atom))
      continue;
    JSProperty* pr = &p->prop[(*position)++];
    *key = prs->atom;
    *kind = property_data;
    switch (prs->flags & JS_PROP_TMASK) {
      case JS_PROP_NORMAL:
        *value = pr->u.value;
        break;
      case JS_PROP_VARREF:
        *value = *pr->u.var_ref->pvalue;
        break;
      default:
        *value = JS_UNDEFINED;
        *kind = property_accessor;
        break;
    }
    return true;
  }
  return false;
}

uint32_t engine_count_properties(JSValueConst object) {
  JSShape* sh = object_of(object)->shape;
  JSShapeProperty* props = get_shape_prop(sh);
  uint32_t count = 0;
  for (int i = 0; i < sh->prop_count; i++) {
    if (props[i].atom != JS_ATOM_NULL && (props[i].flags & JS_PROP_ENUMERABLE) &&
        !engine_atom_is_symbol(props[i].atom)) {
      count++;
    }
  }
  return count;
}

bool engine_has_index_keys(JSValueConst object) {
  JSObject* p = object_of(object);
  if (p->is_exotic) return true;
  JSShape* sh = p->shape;
  JSShapeProperty* props = get_shape_prop(sh);
  uint32_t index;
  for (int i = 0; i < sh->prop_count; i++) {
    if (props[i].atom != JS_ATOM_NULL && JS_AtomIsArrayIndex(engine_context, &index, props[i].atom))
      return true;
  }
  return false;
}

// ---- What only inspection asks for

EngineFunction engine_function(JSValueConst function) {
  JSFunctionBytecode* b = JS_GetFunctionBytecode(function);
  if (b == NULL) return function_plain;
  switch (b->func_kind) {
    case JS_FUNC_ASYNC:
      return function_async;
    case JS_FUNC_GENERATOR:
      return function_generator;
    case JS_FUNC_ASYNC_GENERATOR:
      return function_async_generator;
    default:
      break;
  }
  bool is_class = b->source != NULL && b->source_len >= 5 && memcmp(b->source, "class", 5) == 0;
  return is_class ? function_class : function_plain;
}

bool engine_is_script_function(JSValueConst object) {
  return JS_GetFunctionBytecode(object) != NULL;
}

JSValue engine_internal_class(JSValueConst object) {
  return JS_AtomToString(engine_context,
                         engine_runtime->class_array[object_of(object)->class_id].class_name);
}

JSPromiseStateEnum engine_promise(JSValueConst promise, JSValueConst* result) {
  JSPromiseData* s = JS_GetOpaque(promise, JS_CLASS_PROMISE);
  if (s == NULL) return JS_PROMISE_PENDING;
  *result = s->promise_result;
  return s->promise_state;
}

JSValueConst engine_boxed(JSValueConst object) { return object_of(object)->u.object_data; }

JSValueConst engine_proxy_target(JSValueConst proxy) {
  while (JS_IsObject(proxy) && object_of(proxy)->class_id == JS_CLASS_PROXY) {
    JSProxyData* s = JS_GetOpaque(proxy, JS_CLASS_PROXY);
    if (s == NULL || s->is_revoked) return JS_UNDEFINED;
    proxy = s->target;
  }
  return proxy;
}

JSValueConst engine_prototype(JSValueConst object) {
  JSObject* proto = object_of(object)->shape->proto;
  return proto != NULL ? JS_MKPTR(JS_TAG_OBJECT, proto) : JS_NULL;
}

// ---- Classes and iteration

JSValue engine_construct(JSValueConst new_target, JSClassID class_id) {
  return js_create_from_ctor(engine_context, new_target, (int)class_id);
}

JSValueConst engine_iterator_prototype(void) {
  return engine_context->class_proto[JS_CLASS_ITERATOR];
}

int engine_iterate(JSValueConst object, EngineIteration* iteration) {
  JSContext* ctx = engine_context;
  JSValue method = JS_GetProperty(ctx, object, JS_ATOM_Symbol_iterator);
  if (JS_IsException(method)) return -1;
  if (JS_IsUndefined(method) || JS_IsNull(method)) return 0;
  if (!JS_IsFunction(ctx, method)) {
    JS_FreeValue(ctx, method);
    return -2;
  }
  JSValue iterator = JS_GetIterator2(ctx, object, method);
  JS_FreeValue(ctx, method);
  if (JS_IsException(iterator)) return -1;
  JSValue next = JS_GetProperty(ctx, iterator, JS_ATOM_next);
  if (JS_IsException(next)) {
    JS_FreeValue(ctx, iterator);
    return -1;
  }
  iteration->iterator = iterator;
  iteration->next = next;
  return 1;
}

int engine_iterate_next(const EngineIteration* iteration, JSValue* value) {
  int done;
  *value = JS_IteratorNext(engine_context, iteration->iterator, iteration->next, 0, NULL, &done);
  if (JS_IsException(*value)) return -1;
  return !done;
}

void engine_iterate_end(EngineIteration* iteration) {
  JS_FreeValue(engine_context, iteration->iterator);
  JS_FreeValue(engine_context, iteration->next);
}

// ---- Arrays

uint32_t engine_array_length(JSValueConst array) {
  JSValue length = object_of(array)->prop[0].u.value;
  if (JS_VALUE_GET_TAG(length) == JS_TAG_INT) return (uint32_t)JS_VALUE_GET_INT(length);
  return (uint32_t)JS_VALUE_GET_FLOAT64(length);
}

bool engine_dense_array(JSValueConst array, const JSValue** elements, uint32_t* count,
                        uint32_t* length) {
  JSObject* p = object_of(array);
  if (!p->fast_array) return false;
  *elements = p->u.array.u.values;
  *count = p->u.array.count;
  *length = engine_array_length(array);
  return true;
}

JSValue engine_new_array(uint32_t count) {
  JSValue array = JS_NewArray(engine_context);
  if (count > 0) expand_fast_array(engine_context, object_of(array), count);
  return array;
}

void engine_push(JSValueConst array, JSValue value) {
  add_fast_array_element(engine_context, object_of(array), value, 0);
}

// ---- Map, Set, Date, RegExp, BigInt, Error

uint32_t engine_map_size(JSValueConst map) { return object_of(map)->u.map_state->record_count; }

bool engine_next_record(JSValueConst map, void** position, JSValueConst* key, JSValueConst* value) {
  JSMapState* s = object_of(map)->u.map_state;
  struct list_head* el = *position != NULL ? *position : s->records.next;
  for (; el != &s->records; el = el->next) {
    JSMapRecord* record = list_entry(el, JSMapRecord, link);
    if (record->empty) continue;
    *key = record->key;
    *value = record->value;
    *position = el->next;
    return true;
  }
  return false;
}

JSValue engine_new_map(bool is_set) {
  JSContext* ctx = engine_context;
  JSValue map = JS_NewObjectClass(ctx, JS_CLASS_MAP + is_set);
  JSMapState* s = js_mallocz(ctx, sizeof(*s));
  init_list_head(&s->records);
  JS_SetOpaqueInternal(map, s);
  s->hash_size = 1;
  s->hash_table = js_malloc(ctx, sizeof(s->hash_table[0]) * s->hash_size);
  init_list_head(&s->hash_table[0]);
  s->record_count_threshold = 4;
  return map;
}

void engine_map_set(JSValueConst map, JSValue key, JSValue value) {
  JSContext* ctx = engine_context;
  JSMapState* s = object_of(map)->u.map_state;
  JSValueConst normal = map_normalize_key_const(ctx, key);
  JSMapRecord* record = map_find_record(ctx, s, normal);
  if (record != NULL) {
    JS_FreeValue(ctx, record->value);
  } else {
    record = map_add_record(ctx, s, normal);
  }
  record->value = value;
  JS_FreeValue(ctx, key);
}

bool engine_map_get(JSValueConst map, JSValueConst key, JSValueConst* value) {
  JSMapState* s = object_of(map)->u.map_state;
  JSMapRecord* record =
      map_find_record(engine_context, s, map_normalize_key_const(engine_context, key));
  if (record == NULL) return false;
  *value = record->value;
  return true;
}

double engine_date(JSValueConst date) {
  JSValue value = object_of(date)->u.object_data;
  if (JS_VALUE_GET_TAG(value) == JS_TAG_INT) return JS_VALUE_GET_INT(value);
  return JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(value)) ? JS_VALUE_GET_FLOAT64(value) : NAN;
}

JSValue engine_regexp_source(JSValueConst regexp) {
  return js_regexp_get_source(engine_context, regexp);
}

const char* engine_regexp_flags(JSValueConst regexp) {
  static char text[9];
  static const struct {
    int bit;
    char letter;
  } letters[] = {{LRE_FLAG_INDICES, 'd'},      {LRE_FLAG_GLOBAL, 'g'}, {LRE_FLAG_IGNORECASE, 'i'},
                 {LRE_FLAG_MULTILINE, 'm'},    {LRE_FLAG_DOTALL, 's'}, {LRE_FLAG_UNICODE, 'u'},
                 {LRE_FLAG_UNICODE_SETS, 'v'}, {LRE_FLAG_STICKY, 'y'}};
  JSString* bytecode = object_of(regexp)->u.regexp.bytecode;
  int flags = bytecode != NULL ? lre_get_flags(str8(bytecode)) : 0;
  char* out = text;
  for (size_t i = 0; i < countof(letters); i++) {
    if (flags & letters[i].bit) *out++ = letters[i].letter;
  }
  *out = '\0';
  return text;
}

JSValue engine_new_regexp(JSValueConst source, JSValueConst flags) {
  JSValue bytecode = js_compile_regexp(engine_context, source, flags);
  if (JS_IsException(bytecode)) return JS_EXCEPTION;
  return js_regexp_constructor_internal(engine_context, JS_UNDEFINED, js_dup(source), bytecode);
}

const uint32_t* engine_bigint(JSValueConst bigint, uint32_t* count, uint32_t small[1]) {
  if (JS_VALUE_GET_TAG(bigint) == JS_TAG_SHORT_BIG_INT) {
    small[0] = (uint32_t)JS_VALUE_GET_SHORT_BIG_INT(bigint);
    *count = 1;
    return small;
  }
  JSBigInt* p = JS_VALUE_GET_PTR(bigint);
  *count = p->len;
  return p->tab;
}

JSValue engine_new_bigint(const uint8_t* bytes, size_t length, bool negative) {
  while (length > 0 && bytes[0] == 0) bytes++, length--;
  // One limb more than the bytes need, for the sign.
  size_t limbs = length / 4 + 1;
  if (limbs > JS_BIGINT_MAX_SIZE) return JS_ThrowRangeError(engine_context, "BigInt is too large");
  JSBigInt* p = js_bigint_new(engine_context, (int)limbs);
  if (p == NULL) return JS_EXCEPTION;
  memset(p->tab, 0, limbs * sizeof(p->tab[0]));
  for (size_t i = 0; i < length; i++)
    p->tab[i / 4] |= (uint32_t)bytes[length - 1 - i] << (i % 4 * 8);
  if (negative) {
    for (size_t i = 0; i < limbs; i++) p->tab[i] = ~p->tab[i];
  }
  return JS_CompactBigInt(engine_context, js_bigint_normalize(engine_context, p));
}

static int engine_error_class(JSValueConst name) {
  EngineString text = engine_string(name);
  if (text.wide) return -1;
  for (int i = 0; i < JS_NATIVE_ERROR_COUNT; i++) {
    if (strlen(native_error_name[i]) == text.length &&
        memcmp(native_error_name[i], text.data, text.length) == 0)
      return i;
  }
  return -1;
}

JSValue engine_new_error(JSValueConst name) {
  JSContext* ctx = engine_context;
  int number = JS_IsString(name) ? engine_error_class(name) : -1;
  if (number >= 0)
    return JS_NewObjectProtoClass(ctx, ctx->native_error_proto[number], JS_CLASS_ERROR);
  JSValue error = JS_NewObjectClass(ctx, JS_CLASS_ERROR);
  JSValueConst known;
  if (JS_IsString(name) && !(engine_find_property(error, JS_ATOM_name, &known) == property_data &&
                             JS_IsString(known) && js_same_value(ctx, known, name))) {
    JS_DefinePropertyValue(ctx, error, JS_ATOM_name, js_dup(name),
                           JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  }
  return error;
}

JSValue engine_error_stack(JSValueConst error) {
  if (engine_kind(error) == kind_dom_exception) {
    JSValueConst stack;
    if (engine_own_property(error, JS_ATOM_stack, &stack) == property_data && JS_IsString(stack))
      return js_dup(stack);
    return JS_UNDEFINED;
  }
  if (engine_kind(error) != kind_error) return JS_UNDEFINED;
  JSValue stack = object_of(error)->u.object_data;
  return JS_IsString(stack) ? js_dup(stack) : JS_UNDEFINED;
}

void engine_set_error_stack(JSValueConst error, JSValue stack) {
  set_value(engine_context, &object_of(error)->u.object_data, stack);
}

// ---- Buffers and views

EngineBuffer engine_buffer(JSValueConst buffer) {
  JSArrayBuffer* abuf = object_of(buffer)->u.array_buffer;
  if (abuf == NULL || abuf->detached || abuf->shared) return (EngineBuffer){.usable = false};
  return (EngineBuffer){.data = abuf->data,
                        .length = (uint32_t)abuf->byte_length,
                        .usable = true,
                        .resizable = array_buffer_is_resizable(abuf),
                        .immutable = abuf->immutable};
}

JSValue engine_new_buffer_like(JSValueConst buffer, bool hollow) {
  JSContext* ctx = engine_context;
  JSArrayBuffer* from = object_of(buffer)->u.array_buffer;
  if (!hollow) {
    uint64_t most = (uint64_t)from->max_byte_length;
    return js_array_buffer_constructor3(ctx, JS_UNDEFINED, (uint64_t)from->byte_length,
                                        array_buffer_is_resizable(from) ? &most : NULL,
                                        JS_CLASS_ARRAY_BUFFER, from->data, js_array_buffer_realloc,
                                        NULL, true);
  }
  static uint8_t nothing;
  JSValue value = js_array_buffer_constructor3(ctx, JS_UNDEFINED, (uint64_t)from->byte_length, NULL,
                                               JS_CLASS_ARRAY_BUFFER, &nothing, NULL, NULL, false);
  object_of(value)->u.array_buffer->max_byte_length = from->max_byte_length;
  return value;
}

bool engine_can_move_buffer(JSValueConst from_value, JSValueConst to_value) {
  const JSArrayBuffer* from = object_of(from_value)->u.array_buffer;
  return !from->detached && !from->immutable &&
         from->byte_length == object_of(to_value)->u.array_buffer->byte_length;
}

void engine_move_buffer(JSValueConst from_value, JSValueConst to_value) {
  JSArrayBuffer* from = object_of(from_value)->u.array_buffer;
  JSArrayBuffer* to = object_of(to_value)->u.array_buffer;
  to->data = from->data;
  to->opaque = from->opaque;
  to->realloc_func = from->realloc_func;
  js_array_buffer_update_typed_arrays(to);
  from->realloc_func = NULL;
  JS_DetachArrayBuffer(engine_context, from_value);
}

EngineView engine_view(JSValueConst view) {
  JSObject* p = object_of(view);
  JSTypedArray* ta = p->u.typed_array;
  EngineView out = {.buffer = JS_MKPTR(JS_TAG_OBJECT, ta->buffer),
                    .offset = ta->offset,
                    .tracks_length = ta->track_rab};
  EngineBuffer buffer = engine_buffer(out.buffer);
  if (p->class_id == JS_CLASS_DATAVIEW) {
    out.element = -1;
    out.element_size = 1;
    out.length =
        ta->track_rab && buffer.length >= ta->offset ? buffer.length - ta->offset : ta->length;
    out.usable =
        buffer.usable && ta->offset <= buffer.length && out.length <= buffer.length - ta->offset;
    return out;
  }
  out.element = p->class_id - JS_CLASS_UINT8C_ARRAY;
  out.element_size = (uint8_t)(1 << typed_array_size_log2(p->class_id));
  out.usable = buffer.usable && !typed_array_is_oob(p);
  out.length = out.usable ? p->u.array.count : 0;
  return out;
}

JSValue engine_new_bytes(size_t length, uint8_t** data) {
  JSContext* ctx = engine_context;
  JSValue buffer = js_array_buffer_constructor1(ctx, JS_UNDEFINED, length, NULL);
  if (JS_IsException(buffer)) return JS_EXCEPTION;
  *data = object_of(buffer)->u.array_buffer->data;
  return js_new_uint8array(ctx, buffer);
}

JSValue engine_new_view_like(JSValueConst view, JSValueConst buffer) {
  JSContext* ctx = engine_context;
  EngineView v = engine_view(view);
  JSValueConst arguments[] = {buffer, JS_NewUint32(ctx, v.offset),
                              v.tracks_length ? JS_UNDEFINED : JS_NewUint32(ctx, v.length)};
  if (v.element < 0) return js_dataview_constructor(ctx, JS_UNDEFINED, 3, arguments);
  return JS_NewTypedArray(ctx, 3, arguments, (JSTypedArrayEnum)v.element);
}

JSValue engine_new_data_view(JSValueConst buffer, uint32_t offset, uint32_t length) {
  JSValue arguments[] = {unsafe_unconst(buffer), JS_NewUint32(engine_context, offset),
                         JS_NewUint32(engine_context, length)};
  return js_dataview_constructor(engine_context, JS_UNDEFINED, 3, vc(arguments));
}

// ---- Classes of the web APIs

JSValue engine_list_of(JSValueConst iterable) {
  JSContext* ctx = engine_context;
  JSValue method = JS_GetProperty(ctx, iterable, JS_ATOM_Symbol_iterator);
  if (JS_IsException(method)) return JS_EXCEPTION;
  if (!JS_IsFunction(ctx, method)) {
    JS_FreeValue(ctx, method);
    return JS_ThrowTypeError(ctx, "a sequence must be iterable");
  }
  uint32_t unused;
  JSValue list = js_array_from_iterator(ctx, &unused, iterable, method);
  JS_FreeValue(ctx, method);
  return list;
}

void engine_dom_exception(JSValueConst exception, JSValueConst* name, JSValueConst* message) {
  const JSDOMExceptionData* data = JS_GetOpaque(exception, JS_CLASS_DOM_EXCEPTION);
  *name = data->name;
  *message = data->message;
}

JSValue engine_new_dom_exception(JSValueConst name, JSValueConst message, JSValueConst stack) {
  JSContext* ctx = engine_context;
  JSValueConst arguments[] = {message, name};
  JSValue exception = js_domexception_constructor0(ctx, JS_UNDEFINED, 2, arguments, 0);
  if (JS_IsString(stack))
    JS_DefinePropertyValue(ctx, exception, JS_ATOM_stack, js_dup(stack),
                           JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  return exception;
}

// ---- Promises and jobs

JSValue engine_new_promise(void) {
  JSContext* ctx = engine_context;
  JSValue promise = JS_NewObjectClass(ctx, JS_CLASS_PROMISE);
  JSPromiseData* s = js_mallocz(ctx, sizeof(*s));
  s->promise_state = JS_PROMISE_PENDING;
  init_list_head(&s->promise_reactions[0]);
  init_list_head(&s->promise_reactions[1]);
  s->promise_result = JS_UNDEFINED;
  JS_SetOpaqueInternal(promise, s);
  return promise;
}

void engine_settle(JSValueConst promise, JSValue value, bool rejected) {
  fulfill_or_reject_promise(engine_context, promise, value, rejected);
  JS_FreeValue(engine_context, value);
}

bool engine_promise_is_handled(JSValueConst promise) {
  JSPromiseData* s = JS_GetOpaque(promise, JS_CLASS_PROMISE);
  return s == NULL || s->is_handled;
}

bool engine_has_jobs(void) { return !list_empty(&engine_runtime->job_list); }

// ---- Stacks

// The run's source while it is parsed: where its lines begin, and, if it is not
// ASCII, how many bytes less its UTF-16 form has up to each block.
enum { block_size = 64 };
static const uint8_t* source_start;
static const uint8_t* source_end;
static uint32_t* line_starts;
static uint32_t line_count, line_found;
static uint32_t* surplus;

// Bytes that are more than code units: all but the first byte of a character, and of four bytes one
// less.
static uint32_t surplus_of(const uint8_t* from, const uint8_t* to) {
  uint32_t count = 0;
  for (; from < to; from++) count += ((*from & 0xc0) == 0x80) - (*from >= 0xf0);
  return count;
}

static bool is_line_end(const uint8_t* p) {
  if (*p == '\n') return true;
  if (*p == '\r') return p + 1 == source_end || p[1] != '\n';
  // U+2028 and U+2029, at their last byte.
  return (*p == 0xa8 || *p == 0xa9) && p - source_start >= 2 && p[-1] == 0x80 && p[-2] == 0xe2;
}

void engine_begin_source(const char* source, size_t length) {
  source_start = (const uint8_t*)source;
  source_end = source_start + length;
  uint32_t capacity = 64;
  bool ascii = true;
  line_starts = memory_plain_malloc(capacity * sizeof(uint32_t));
  line_starts[0] = 0;
  line_count = 1;
  line_found = 0;
  for (const uint8_t* p = source_start; p < source_end; p++) {
    ascii = ascii && *p < 0x80;
    if (*p >= 0x20 && *p != 0xa8 && *p != 0xa9) continue;
    if (!is_line_end(p)) continue;
    if (line_count == capacity) {
      capacity *= 2;
      line_starts = memory_plain_realloc(line_starts, capacity * sizeof(uint32_t));
    }
    line_starts[line_count++] = (uint32_t)(p + 1 - source_start);
  }
  surplus = NULL;
  if (ascii) return;
  size_t blocks = length / block_size + 1;
  surplus = memory_plain_malloc(blocks * sizeof(uint32_t));
  surplus[0] = 0;
  for (size_t i = 1; i < blocks; i++) {
    const uint8_t* block = source_start + (i - 1) * block_size;
    surplus[i] = surplus[i - 1] + surplus_of(block, block + block_size);
  }
}

static int last_line, last_column;

void engine_place_syntax_error(const char* source_name) {
  JSValue error = engine_runtime->current_exception;
  if (engine_kind(error) != kind_error || last_line == 0) return;
  JSValue known = object_of(error)->u.object_data;
  if (JS_IsString(known) && !JS_IsEmptyString(known)) return;
  DynBuf text;
  js_dbuf_init(engine_context, &text);
  dbuf_put(&text, (const uint8_t*)"    at ", 7);
  dbuf_put(&text, (const uint8_t*)source_name, strlen(source_name));
  dbuf_printf(&text, ":%d:%d", last_line, last_column);
  engine_set_error_stack(error, JS_NewStringLen(engine_context, (const char*)text.buf, text.size));
  dbuf_free(&text);
}

void engine_end_source(void) {
  memory_plain_free(line_starts);
  memory_plain_free(surplus);
  source_start = source_end = NULL;
}

static uint32_t units_before(uint32_t offset) {
  if (surplus == NULL) return offset;
  uint32_t block = offset / block_size;
  return offset - surplus[block] -
         surplus_of(source_start + block * block_size, source_start + offset);
}

static void modebox_position(const uint8_t* ptr, int* line, int* col) {
  if (source_start == NULL || ptr < source_start || ptr > source_end) return;
  uint32_t offset = (uint32_t)(ptr - source_start);
  // Mostly it is the same line as last time, or the next.
  uint32_t low = line_found;
  if (offset < line_starts[low]) low = 0;
  uint32_t high = line_count;
  if (low + 1 == high || offset < line_starts[low + 1])
    high = low + 1;
  else if (low + 2 == high || offset < line_starts[low + 2])
    high = ++low + 1;
  while (low + 1 < high) {
    uint32_t middle = low + (high - low) / 2;
    if (offset < line_starts[middle])
      high = middle;
    else
      low = middle;
  }
  line_found = low;
  *line = last_line = (int)low + 1;
  *col = last_column = (int)(units_before(offset) - units_before(line_starts[low])) + 1;
}

JSValue engine_stack_here(void) {
  JSValue error = JS_NewError(engine_context);
  JSValue stack = engine_error_stack(error);
  JS_FreeValue(engine_context, error);
  return stack;
}

void engine_site_take(EngineSite* site) {
  site->count = 0;
  JSStackFrame* sf = engine_runtime->current_stack_frame;
  for (; sf != NULL && site->count < engine_site_frames; sf = sf->prev_frame) {
    JSFunctionBytecode* b = JS_GetFunctionBytecode(sf->cur_func);
    if (b == NULL || sf->cur_pc == NULL) continue;
    JS_REF_COUNT(b)++;
    site->functions[site->count] = b;
    site->places[site->count++] = (uint32_t)(sf->cur_pc - b->byte_code_buf - 1);
  }
}

void engine_site_free(EngineSite* site) {
  for (uint32_t i = 0; i < site->count; i++)
    JS_FreeValue(engine_context, JS_MKPTR(JS_TAG_FUNCTION_BYTECODE, site->functions[i]));
  site->count = 0;
}

JSValue engine_site_text(const EngineSite* site) {
  JSContext* ctx = engine_context;
  StringBuffer text;
  string_buffer_init(ctx, &text, 64);
  for (uint32_t i = 0; i < site->count; i++) {
    JSFunctionBytecode* b = site->functions[i];
    bool named = b->func_name != JS_ATOM_NULL && b->func_name != JS_ATOM_empty_string &&
                 b->func_name != JS_ATOM__eval_;
    if (i > 0) string_buffer_putc8(&text, '\n');
    string_buffer_puts8(&text, "    at ");
    if (named) {
      string_buffer_concat_value_free(&text, JS_AtomToString(ctx, b->func_name));
      string_buffer_puts8(&text, " (");
    }
    if (b->filename != JS_ATOM_NULL)
      string_buffer_concat_value_free(&text, JS_AtomToString(ctx, b->filename));
    int column, line = find_line_num(ctx, b, site->places[i], &column);
    char digits[32];
    snprintf(digits, sizeof(digits), named ? ":%d:%d)" : ":%d:%d", line, column);
    string_buffer_puts8(&text, digits);
  }
  return string_buffer_end(&text);
}

bool engine_stack_overflows(size_t bytes) { return js_check_stack_overflow(engine_runtime, bytes); }
