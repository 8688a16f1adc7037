/* What the TypeScript stripper takes for JavaScript: its wasm-bindgen imports, and the
 * functions that guest_module.h asks for. Guest code, like the C that scripts/wasm-to-c
 * makes of the stripper's wasm and with the same macros: it holds no pointer, only
 * numbers that it reads and writes guest memory with, so that whatever the stripper does
 * to the tables below stays in its own memory. The host sees one message and one answer.
 *
 * A JavaScript value is an entry of a table, by its number (wasm-bindgen's handle).
 * Strings and objects lie on the stripper's heap and are never freed: the slot is reset
 * after each use. What is not here (promises, closures, arrays, bigints) traps. */
#include "src/sandbox/wasm_runtime.h"

/* Memory of our own, taken by boot right after the pages that the module declares. */
#define MODULE_PAGES 40u
#define OWN_START (MODULE_PAGES << 16)
#define OWN_PAGES 1u
#define OWN_MAILBOX OWN_START
#define OWN_CANARY (OWN_START + 0x4000u)
#define OWN_LAST (OWN_START + 0x5000u)   /* the handle that was made last */
#define OWN_MODES (OWN_START + 0x5010u)  /* handles of the options of each mode */
#define OWN_VALUES (OWN_START + 0x6000u) /* the table: 16 bytes each */
#define MOST_VALUES 2048u

enum { UNDEFINED = 128, NULL_VALUE = 129, TRUE = 130, FALSE = 131, FIRST_VALUE = 132 };
enum value_kind { FREE, STRING, NUMBER, OBJECT, ERROR, SINGLE };
/* An object's properties: how many, then for each the handles of key and value. */
enum { MOST_PROPERTIES = 12, OBJECT_SIZE = 4 + 8 * MOST_PROPERTIES };

/* The module's exports: malloc(size, alignment), realloc(address, size, new size, alignment),
 * and what it is for. */
u32 modebox_stripper___wbindgen_export_2(GUEST_SELF_PARAMETER_ u32, u32);
u32 modebox_stripper___wbindgen_export_3(GUEST_SELF_PARAMETER_ u32, u32, u32, u32);
void modebox_stripper_transformSync(GUEST_SELF_PARAMETER_ u32, u32, u32);

#define SHIM GUEST_CODE static

/* The macro has variables of its own, which arguments must not be called like. */
SHIM void copy_bytes(GUEST_SELF_PARAMETER_ u32 target, u32 source, u32 count) {
  GUEST_MEMORY_COPY(target, source, count);
}
SHIM u32 allocate(GUEST_SELF_PARAMETER_ u32 size) {
  return modebox_stripper___wbindgen_export_2(GUEST_SELF_ size, 8);
}

/* The address of a handle's entry; a handle that is none traps. */
SHIM u32 entry_of(GUEST_SELF_PARAMETER_ u32 handle) {
  if (handle < FIRST_VALUE || handle - FIRST_VALUE >= MOST_VALUES) TRAP(UNREACHABLE);
  return OWN_VALUES + 16 * (handle - FIRST_VALUE);
}
SHIM u32 kind_of(GUEST_SELF_PARAMETER_ u32 handle) {
  if (handle >= UNDEFINED && handle < FIRST_VALUE) return SINGLE;
  const u32 kind = i32_load(GUEST_SELF_ entry_of(GUEST_SELF_ handle));
  if (kind == FREE) TRAP(UNREACHABLE);
  return kind;
}
SHIM u32 entry_of_kind(GUEST_SELF_PARAMETER_ u32 handle, u32 kind) {
  if (kind_of(GUEST_SELF_ handle) != kind) TRAP(UNREACHABLE);
  return entry_of(GUEST_SELF_ handle);
}

/* A free entry, looked for from the last one made on. */
SHIM u32 new_handle(GUEST_SELF_PARAMETER_ u32 kind) {
  u32 at = i32_load(GUEST_SELF_ OWN_LAST);
  for (u32 tried = 0; tried < MOST_VALUES; ++tried) {
    at = at + 1 < MOST_VALUES ? at + 1 : 0;
    const u32 entry = OWN_VALUES + 16 * at;
    if (i32_load(GUEST_SELF_ entry) != FREE) continue;
    i32_store(GUEST_SELF_ entry, kind);
    i32_store(GUEST_SELF_ OWN_LAST, at);
    return FIRST_VALUE + at;
  }
  return TRAP(UNREACHABLE);
}
SHIM u32 new_span(GUEST_SELF_PARAMETER_ u32 kind, u32 address, u32 length) {
  const u32 handle = new_handle(GUEST_SELF_ kind);
  const u32 entry = entry_of(GUEST_SELF_ handle);
  i32_store(GUEST_SELF_ entry + 8, address);
  i32_store(GUEST_SELF_ entry + 12, length);
  return handle;
}
SHIM u32 address_of(GUEST_SELF_PARAMETER_ u32 entry) { return i32_load(GUEST_SELF_ entry + 8); }
SHIM u32 length_of(GUEST_SELF_PARAMETER_ u32 entry) { return i32_load(GUEST_SELF_ entry + 12); }

SHIM u32 copy_of(GUEST_SELF_PARAMETER_ u32 address, u32 length) {
  const u32 copy = allocate(GUEST_SELF_ length + 1);
  copy_bytes(GUEST_SELF_ copy, address, length);
  return copy;
}
SHIM u32 new_text(GUEST_SELF_PARAMETER_ u32 kind, u32 address, u32 length) {
  return new_span(GUEST_SELF_ kind, copy_of(GUEST_SELF_ address, length), length);
}
SHIM u32 new_object(GUEST_SELF_PARAMETER) {
  const u32 object = allocate(GUEST_SELF_ OBJECT_SIZE);
  GUEST_MEMORY_FILL(object, 0, OBJECT_SIZE);
  return new_span(GUEST_SELF_ OBJECT, object, 0);
}

SHIM u32 same_text(GUEST_SELF_PARAMETER_ u32 left, u32 right) {
  const u32 a = entry_of_kind(GUEST_SELF_ left, STRING),
            b = entry_of_kind(GUEST_SELF_ right, STRING);
  const u32 length = length_of(GUEST_SELF_ a);
  if (length != length_of(GUEST_SELF_ b)) return 0;
  const u32 from = address_of(GUEST_SELF_ a), to = address_of(GUEST_SELF_ b);
  for (u32 i = 0; i < length; ++i) {
    if (i32_load8_u(GUEST_SELF_ from + i) != i32_load8_u(GUEST_SELF_ to + i)) return 0;
  }
  return 1;
}

/* Where an object keeps a property: the address of its key's handle, or 0. */
SHIM u32 property(GUEST_SELF_PARAMETER_ u32 object, u32 key) {
  const u32 block = address_of(GUEST_SELF_ entry_of_kind(GUEST_SELF_ object, OBJECT));
  const u32 count = i32_load(GUEST_SELF_ block);
  if (count > MOST_PROPERTIES) TRAP(UNREACHABLE);
  for (u32 i = 0; i < count; ++i) {
    const u32 at = block + 4 + 8 * i;
    if (same_text(GUEST_SELF_ i32_load(GUEST_SELF_ at), key)) return at;
  }
  return 0;
}
SHIM void add_property(GUEST_SELF_PARAMETER_ u32 object, u32 key, u32 value) {
  const u32 block = address_of(GUEST_SELF_ entry_of_kind(GUEST_SELF_ object, OBJECT));
  const u32 count = i32_load(GUEST_SELF_ block);
  if (count >= MOST_PROPERTIES) TRAP(UNREACHABLE);
  i32_store(GUEST_SELF_ block + 4 + 8 * count, key);
  i32_store(GUEST_SELF_ block + 8 + 8 * count, value);
  i32_store(GUEST_SELF_ block, count + 1);
}

SHIM u32 is_nullish(u32 handle) { return handle == UNDEFINED || handle == NULL_VALUE; }

/* --- the imports --- */

#define IMPORT(name) GUEST_CODE u32 GUEST_IMPORT_##name
#define IMPORT_VOID(name) GUEST_CODE void GUEST_IMPORT_##name

IMPORT(__wbindgen_string_new)(GUEST_SELF_PARAMETER_ u32 address, u32 length) {
  return new_text(GUEST_SELF_ STRING, address, length);
}
IMPORT(__wbindgen_error_new)(GUEST_SELF_PARAMETER_ u32 address, u32 length) {
  return new_text(GUEST_SELF_ ERROR, address, length);
}
IMPORT(__wbindgen_number_new)(GUEST_SELF_PARAMETER_ f64 value) {
  const u32 handle = new_handle(GUEST_SELF_ NUMBER);
  f64_store(GUEST_SELF_ entry_of(GUEST_SELF_ handle) + 8, value);
  return handle;
}
IMPORT(__wbg_new_405e22f390576ce2)(GUEST_SELF_PARAMETER) { return new_object(GUEST_SELF); }
IMPORT(__wbindgen_object_clone_ref)(GUEST_SELF_PARAMETER_ u32 handle) {
  if (kind_of(GUEST_SELF_ handle) == SINGLE) return handle;
  const u32 entry = entry_of(GUEST_SELF_ handle);
  const u32 copy = new_handle(GUEST_SELF_ i32_load(GUEST_SELF_ entry));
  i64_store(GUEST_SELF_ entry_of(GUEST_SELF_ copy) + 8, i64_load(GUEST_SELF_ entry + 8));
  return copy;
}
IMPORT_VOID(__wbindgen_object_drop_ref)(GUEST_SELF_PARAMETER_ u32 handle) {
  if (kind_of(GUEST_SELF_ handle) != SINGLE)
    i32_store(GUEST_SELF_ entry_of(GUEST_SELF_ handle), FREE);
}
IMPORT(__wbg_getwithrefkey_1dc361bd10053bfe)(GUEST_SELF_PARAMETER_ u32 object, u32 key) {
  const u32 at = property(GUEST_SELF_ object, key);
  if (at == 0) return UNDEFINED;
  return GUEST_IMPORT___wbindgen_object_clone_ref(GUEST_SELF_ i32_load(GUEST_SELF_ at + 4));
}
IMPORT_VOID(__wbg_set_3f1d0b984ed272ed)(GUEST_SELF_PARAMETER_ u32 object, u32 key, u32 value) {
  add_property(GUEST_SELF_ object, key, value);
}
IMPORT(__wbindgen_in)(GUEST_SELF_PARAMETER_ u32 key, u32 object) {
  return property(GUEST_SELF_ object, key) != 0;
}
IMPORT(__wbindgen_is_undefined)(GUEST_SELF_PARAMETER_ u32 handle) { return handle == UNDEFINED; }
IMPORT(__wbindgen_is_falsy)(GUEST_SELF_PARAMETER_ u32 handle) {
  return is_nullish(handle) || handle == FALSE;
}
IMPORT(__wbindgen_is_object)(GUEST_SELF_PARAMETER_ u32 handle) {
  return kind_of(GUEST_SELF_ handle) == OBJECT;
}
IMPORT(__wbindgen_is_string)(GUEST_SELF_PARAMETER_ u32 handle) {
  return kind_of(GUEST_SELF_ handle) == STRING;
}
IMPORT(__wbindgen_boolean_get)(GUEST_SELF_PARAMETER_ u32 handle) {
  return handle == TRUE ? 1 : handle == FALSE ? 0 : 2;
}
IMPORT(__wbindgen_jsval_loose_eq)(GUEST_SELF_PARAMETER_ u32 left, u32 right) {
  if (!is_nullish(left) && !is_nullish(right)) TRAP(UNREACHABLE);
  return is_nullish(left) && is_nullish(right);
}
IMPORT_VOID(__wbindgen_string_get)(GUEST_SELF_PARAMETER_ u32 into, u32 handle) {
  u32 address = 0, length = 0;
  if (kind_of(GUEST_SELF_ handle) == STRING) {
    const u32 entry = entry_of(GUEST_SELF_ handle);
    length = length_of(GUEST_SELF_ entry);
    address = modebox_stripper___wbindgen_export_2(GUEST_SELF_ length, 1);
    copy_bytes(GUEST_SELF_ address, address_of(GUEST_SELF_ entry), length);
  }
  i32_store(GUEST_SELF_ into, address);
  i32_store(GUEST_SELF_ into + 4, length);
}
IMPORT_VOID(__wbindgen_number_get)(GUEST_SELF_PARAMETER_ u32 into, u32 handle) {
  const u32 is_number = kind_of(GUEST_SELF_ handle) == NUMBER;
  f64_store(GUEST_SELF_ into + 8,
            is_number ? f64_load(GUEST_SELF_ entry_of(GUEST_SELF_ handle) + 8) : 0);
  i32_store(GUEST_SELF_ into, is_number);
}
/* A panic. */
IMPORT_VOID(__wbindgen_throw)(GUEST_SELF_PARAMETER_ u32 address, u32 length) {
  (void)address, (void)length;
  TRAP(UNREACHABLE);
}

/* Only reached with values that are never given, or by the asynchronous export, which
 * is never called. */
#define NOT_HERE(name, ...) \
  IMPORT(name)(__VA_ARGS__) { return TRAP(UNREACHABLE); }
#define NOT_HERE_0(name) NOT_HERE(name, GUEST_SELF_PARAMETER)
#define NOT_HERE_1(name) NOT_HERE(name, GUEST_SELF_PARAMETER_ u32 a)
#define NOT_HERE_2(name) NOT_HERE(name, GUEST_SELF_PARAMETER_ u32 a, u32 b)
#define NOT_HERE_3(name) NOT_HERE(name, GUEST_SELF_PARAMETER_ u32 a, u32 b, u32 c)

NOT_HERE_1(__wbindgen_is_bigint)
NOT_HERE_1(__wbindgen_is_function)
NOT_HERE_1(__wbindgen_cb_drop)
NOT_HERE_1(__wbg_isSafeInteger_343e2beeeece1bb0)
NOT_HERE_1(__wbg_length_e2d2a49132c1b256)
NOT_HERE_1(__wbg_length_a446193dc22c12f8)
NOT_HERE_1(__wbg_instanceof_Map_f3469ce2244d2430)
NOT_HERE_1(__wbg_instanceof_Uint8Array_17156bcf118086a9)
NOT_HERE_1(__wbg_instanceof_ArrayBuffer_e14585432e3737fc)
NOT_HERE_1(__wbg_toString_5285597960676b7b)
NOT_HERE_1(__wbg_next_25feadfc0913fea9)
NOT_HERE_1(__wbg_next_6574e1a8a62d1055)
NOT_HERE_1(__wbg_done_769e5ede4b31c67b)
NOT_HERE_1(__wbg_value_cd1ffa7b1ab794f1)
NOT_HERE_1(__wbg_isArray_a1eab7e0d067391b)
NOT_HERE_1(__wbg_buffer_609cc3eee51ed158)
NOT_HERE_1(__wbg_new_a12002a7f91c75be)
NOT_HERE_1(__wbg_entries_3265d4158b33e5dc)
IMPORT_VOID(__wbg_queueMicrotask_97d92b4fcc8a61c5)(GUEST_SELF_PARAMETER_ u32 a) {
  TRAP(UNREACHABLE);
}
NOT_HERE_1(__wbg_queueMicrotask_d3219def82552485)
NOT_HERE_1(__wbg_resolve_4851785c9c5f573d)
NOT_HERE(__wbindgen_bigint_from_i64, GUEST_SELF_PARAMETER_ u64 a)
NOT_HERE(__wbindgen_bigint_from_u64, GUEST_SELF_PARAMETER_ u64 a)
NOT_HERE_0(__wbg_iterator_9a24c88df860dc65)
NOT_HERE_0(__wbg_new_78feb108b6472713)
NOT_HERE_0(__wbg_static_accessor_GLOBAL_88a902d13a557d07)
NOT_HERE_0(__wbg_static_accessor_GLOBAL_THIS_56578be7e9f832b0)
NOT_HERE_0(__wbg_static_accessor_WINDOW_5de37043a91a9c40)
NOT_HERE_0(__wbg_static_accessor_SELF_37c5d418e4bf5819)
NOT_HERE_0(__wbindgen_memory)
NOT_HERE_2(__wbg_get_b9b93047fe3cf45b)
NOT_HERE_2(__wbg_get_67b2ba62fc30de12)
NOT_HERE_2(__wbg_new_23a2665fac83c611)
NOT_HERE_2(__wbg_newnoargs_105ed471475aaf50)
NOT_HERE_2(__wbg_call_672a4d21634d4a24)
NOT_HERE_2(__wbg_then_44b73946d2fb3e7d)
NOT_HERE_2(__wbindgen_jsval_eq)
IMPORT_VOID(__wbindgen_bigint_get_as_i64)(GUEST_SELF_PARAMETER_ u32 a, u32 b) { TRAP(UNREACHABLE); }
IMPORT_VOID(__wbindgen_debug_string)(GUEST_SELF_PARAMETER_ u32 a, u32 b) { TRAP(UNREACHABLE); }
NOT_HERE_3(__wbg_call_7cccdd69e0791ae2)
IMPORT_VOID(__wbg_set_37837023f3d740e8)(GUEST_SELF_PARAMETER_ u32 a, u32 b, u32 c) {
  TRAP(UNREACHABLE);
}
IMPORT_VOID(__wbg_set_65595bdd868b3009)(GUEST_SELF_PARAMETER_ u32 a, u32 b, u32 c) {
  TRAP(UNREACHABLE);
}
NOT_HERE_3(__wbindgen_closure_wrapper5432)

/* --- what the host calls --- */

#define EXPORT(type, name) GUEST_CODE type modebox_stripper_##name

/* A string of the C source, on the guest's heap. */
SHIM u32 new_name(GUEST_SELF_PARAMETER_ const char* text) {
  u32 length = 0;
  while (text[length] != 0) ++length;
  const u32 address = allocate(GUEST_SELF_ length + 1);
  for (u32 i = 0; i < length; ++i) i32_store8(GUEST_SELF_ address + i, (u8)text[i]);
  return new_span(GUEST_SELF_ STRING, address, length);
}
SHIM u32 get(GUEST_SELF_PARAMETER_ u32 object, const char* name) {
  const u32 at = property(GUEST_SELF_ object, new_name(GUEST_SELF_ name));
  return at == 0 ? UNDEFINED : i32_load(GUEST_SELF_ at + 4);
}
SHIM u32 options_of(GUEST_SELF_PARAMETER_ u32 transform) {
  const u32 options = new_object(GUEST_SELF);
  add_property(GUEST_SELF_ options, new_name(GUEST_SELF_ "mode"),
               new_name(GUEST_SELF_ transform ? "transform" : "strip-only"));
  if (!transform) return options;
  add_property(GUEST_SELF_ options, new_name(GUEST_SELF_ "sourceMap"), TRUE);
  return options;
}

/* The answer: eight words (whether it failed; the place, if so: line, column, last line,
 * its end; three lengths), then three texts: code, map or message, snippet. */
enum { ANSWER_WORDS = 8, ANSWER_TEXTS = 3 };
static const char* const stripped_names[ANSWER_TEXTS] = {"code", "map", ""};
static const char* const failed_names[ANSWER_TEXTS] = {"code", "message", "snippet"};
static const char* const place_names[4] = {"startLine", "startColumn", "endLine", "endColumn"};

SHIM u32 number_of(GUEST_SELF_PARAMETER_ u32 handle) {
  if (handle == UNDEFINED || kind_of(GUEST_SELF_ handle) != NUMBER) return 0;
  const f64 value = f64_load(GUEST_SELF_ entry_of(GUEST_SELF_ handle) + 8);
  return value >= 0 && value < 4294967296.0 ? (u32)value : 0;
}
SHIM u64 answer(GUEST_SELF_PARAMETER_ u32 result, u32 failed) {
  u32 texts[ANSWER_TEXTS], words[ANSWER_WORDS] = {failed};
  u32 size = 4 * ANSWER_WORDS;
  const u32 is_error = kind_of(GUEST_SELF_ result) == ERROR;
  for (u32 i = 0; i < ANSWER_TEXTS; ++i) {
    texts[i] = is_error ? (i == 1 ? result : (u32)UNDEFINED)
                        : get(GUEST_SELF_ result, (failed ? failed_names : stripped_names)[i]);
    if (texts[i] != UNDEFINED) words[5 + i] = length_of(GUEST_SELF_ entry_of(GUEST_SELF_ texts[i]));
    size += words[5 + i];
  }
  for (u32 i = 0; i < 4 && failed && !is_error; ++i) {
    words[1 + i] = number_of(GUEST_SELF_ get(GUEST_SELF_ result, place_names[i]));
  }
  const u32 start = allocate(GUEST_SELF_ size);
  for (u32 i = 0; i < ANSWER_WORDS; ++i) i32_store(GUEST_SELF_ start + 4 * i, words[i]);
  u32 at = start + 4 * ANSWER_WORDS;
  for (u32 i = 0; i < ANSWER_TEXTS; ++i) {
    if (texts[i] == UNDEFINED) continue;
    const u32 entry = entry_of(GUEST_SELF_ texts[i]);
    copy_bytes(GUEST_SELF_ at, address_of(GUEST_SELF_ entry), length_of(GUEST_SELF_ entry));
    at += length_of(GUEST_SELF_ entry);
  }
  return (u64)start << 32 | size;
}

/* The message: a byte, 1 for transform, and the source. */
EXPORT(u64, enter)(GUEST_SELF_PARAMETER_ u32 address, u32 length) {
  if (length == 0) TRAP(UNREACHABLE);
  const u32 transform = i32_load8_u(GUEST_SELF_ address) & 1;
  const u32 source = new_span(GUEST_SELF_ STRING, address + 1, length - 1);
  const u32 options = GUEST_IMPORT___wbindgen_object_clone_ref(
      GUEST_SELF_ i32_load(GUEST_SELF_ OWN_MODES + 4 * transform));
  GUEST_STACK_POINTER -= 16;
  const u32 into = GUEST_STACK_POINTER;
  modebox_stripper_transformSync(GUEST_SELF_ into, source, options);
  const u32 failed = i32_load(GUEST_SELF_ into + 8);
  const u32 result = i32_load(GUEST_SELF_ into + (failed ? 4 : 0));
  GUEST_STACK_POINTER = into + 16;
  return answer(GUEST_SELF_ result, failed != 0);
}
EXPORT(u32, input)(GUEST_SELF_PARAMETER_ u32 length) { return allocate(GUEST_SELF_ length); }
EXPORT(u32, mailbox)(GUEST_SELF_PARAMETER) { return OWN_MAILBOX; }
EXPORT(u32, canary)(GUEST_SELF_PARAMETER) { return OWN_CANARY; }

/* What a first use would leave behind anyway is left in the image. */
SHIM void warm_up(GUEST_SELF_PARAMETER_ u32 mode, const char* source) {
  u32 length = 1;
  i32_store8(GUEST_SELF_ OWN_MAILBOX, (u8)mode);
  for (; source[length - 1] != 0; ++length) {
    i32_store8(GUEST_SELF_ OWN_MAILBOX + length, (u8)source[length - 1]);
  }
  (void)modebox_stripper_enter(GUEST_SELF_ OWN_MAILBOX, length);
}
/* A heap that is there from the start, as zeros: its pages are copied at a reset, while those
 * that the module asks for later are new, and fault, in each use. */
#define HEAP (12u << 20)
SHIM void take_heap(GUEST_SELF_PARAMETER) {
  const u32 block = allocate(GUEST_SELF_ HEAP);
  (void)modebox_stripper___wbindgen_export_3(GUEST_SELF_ block, HEAP, 8, 8);
}

EXPORT(void, boot)(GUEST_SELF_PARAMETER) {
  if (GUEST_MEMORY_GROW(OWN_PAGES) != MODULE_PAGES) TRAP(UNREACHABLE);
  take_heap(GUEST_SELF);
  i32_store(GUEST_SELF_ OWN_MODES, options_of(GUEST_SELF_ 0));
  i32_store(GUEST_SELF_ OWN_MODES + 4, options_of(GUEST_SELF_ 1));
  warm_up(GUEST_SELF_ 0, "const a: string = 'b' as any; enum C { D } let");
  warm_up(GUEST_SELF_ 0,
          "interface A { b: number } async <T>(c: A): Promise<T> => { return c!; };");
  warm_up(GUEST_SELF_ 1, "enum A { B = 1 }");
}
