/* The macros that the C written by scripts/wasm-to-c is made of: where the
 * memory is, how it is read and written, what a trap and an indirect call are.
 *
 * There are no bounds checks on loads and stores: a 32-bit address plus a 32-bit
 * constant always stays inside the 8 GiB that a slot reserves, and what is not the
 * guest's memory there faults (slot_memory.h). Bulk operations are checked.
 *
 * The memory base is, by variant (MODEBOX_GUEST_BASE):
 *   1 pinned     in a register that is kept for it; needs gcc
 *   2 parameter  the first parameter of every function; any compiler
 * A third one, %gs, ran no faster and costs two arch_prctl system calls (10 us each
 * on some virtual machines) per entry where user code can not set it.
 */
#ifndef MODEBOX_SANDBOX_WASM_RUNTIME_H_
#define MODEBOX_SANDBOX_WASM_RUNTIME_H_

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "src/sandbox/guest_module.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "modebox needs a little-endian machine"
#endif

typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16;
typedef int16_t s16;
typedef uint32_t u32;
typedef int32_t s32;
typedef uint64_t u64;
typedef int64_t s64;
typedef float f32;
typedef double f64;

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define TRAP(x) (guest_trap(GUEST_TRAP_##x), 0)
#define UNREACHABLE TRAP(UNREACHABLE)

/* Generated code has a section of its own: a stop signal ends a run only there. */
#define GUEST_CODE __attribute__((section("modebox_guest")))
#define FUNC_PROLOGUE
#define FUNC_EPILOGUE

#if MODEBOX_GUEST_BASE == 1
#if defined(__x86_64__)
register u8* guest_base __asm__("r15");
#elif defined(__aarch64__)
register u8* guest_base __asm__("x28");
#else
#error "no register is chosen for this machine: build with the parameter variant"
#endif
#elif MODEBOX_GUEST_BASE == 2
#define guest_base guest_self
#else
#error "MODEBOX_GUEST_BASE has to be 1 or 2"
#endif

/* GUEST_SELF_ and GUEST_SELF_PARAMETER_ stand before further arguments. */
#if MODEBOX_GUEST_BASE == 2
#define GUEST_SELF_PARAMETER u8* guest_self
#define GUEST_SELF_PARAMETER_ u8 *guest_self,
#define GUEST_SELF guest_self
#define GUEST_SELF_ guest_self,
#else
#define GUEST_SELF_PARAMETER void
#define GUEST_SELF_PARAMETER_
#define GUEST_SELF
#define GUEST_SELF_
#endif

#define GUEST_INSTANCE ((struct guest_instance*)(guest_base - GUEST_INSTANCE_OFFSET))
#define GUEST_STACK_POINTER (GUEST_INSTANCE->stack_pointer)
#define GUEST_MEMORY_PAGES (GUEST_INSTANCE->pages)
#define GUEST_MEMORY_GROW guest_memory_grow

static inline u32 GUEST_IMPORT_call(GUEST_SELF_PARAMETER_ u32 address, u32 length) {
  return guest_import_call(address, length);
}
static inline f64 GUEST_IMPORT_poll(GUEST_SELF_PARAMETER_ u32 what) {
  return guest_import_poll(what);
}

#define DEFINE_LOAD(name, t1, t2, t3)                                                       \
  typedef t1 name##_cell __attribute__((aligned(1), may_alias));                            \
  static inline __attribute__((always_inline)) t3 name(GUEST_SELF_PARAMETER_ u64 address) { \
    return (t3)(t2) * (const name##_cell*)(guest_base + address);                           \
  }
#define DEFINE_STORE(name, t1, t2)                                                          \
  typedef t1 name##_cell __attribute__((aligned(1), may_alias));                            \
  static inline __attribute__((always_inline)) void name(GUEST_SELF_PARAMETER_ u64 address, \
                                                         t2 value) {                        \
    *(name##_cell*)(guest_base + address) = (t1)value;                                      \
  }

DEFINE_LOAD(i32_load, u32, u32, u32)
DEFINE_LOAD(i64_load, u64, u64, u64)
DEFINE_LOAD(f32_load, f32, f32, f32)
DEFINE_LOAD(f64_load, f64, f64, f64)
DEFINE_LOAD(i32_load8_s, s8, s32, u32)
DEFINE_LOAD(i64_load8_s, s8, s64, u64)
DEFINE_LOAD(i32_load8_u, u8, u32, u32)
DEFINE_LOAD(i64_load8_u, u8, u64, u64)
DEFINE_LOAD(i32_load16_s, s16, s32, u32)
DEFINE_LOAD(i64_load16_s, s16, s64, u64)
DEFINE_LOAD(i32_load16_u, u16, u32, u32)
DEFINE_LOAD(i64_load16_u, u16, u64, u64)
DEFINE_LOAD(i64_load32_s, s32, s64, u64)
DEFINE_LOAD(i64_load32_u, u32, u64, u64)
DEFINE_STORE(i32_store, u32, u32)
DEFINE_STORE(i64_store, u64, u64)
DEFINE_STORE(f32_store, f32, f32)
DEFINE_STORE(f64_store, f64, f64)
DEFINE_STORE(i32_store8, u8, u32)
DEFINE_STORE(i32_store16, u16, u32)
DEFINE_STORE(i64_store8, u8, u64)
DEFINE_STORE(i64_store16, u16, u64)
DEFINE_STORE(i64_store32, u32, u64)

/* The bound and the type are checked; the mask keeps a mispredicted check from
 * reading a code address from beyond the table. */
#define GUEST_CALL_INDIRECT(t, type_number, x, ...)                                             \
  (LIKELY((x) < GUEST_TABLE_SIZE && guest_table[(x)&GUEST_TABLE_MASK].type == (type_number)) || \
       TRAP(CALL_INDIRECT),                                                                     \
   ((t)guest_table[(x)&GUEST_TABLE_MASK].function)(__VA_ARGS__))

#define GUEST_MEMORY_COPY(target, source, count)                               \
  do {                                                                         \
    const u64 size = (u64)GUEST_MEMORY_PAGES << 16;                            \
    const u64 to = (u32)(target), from = (u32)(source), length = (u32)(count); \
    if (UNLIKELY(to + length > size || from + length > size)) TRAP(OOB);       \
    guest_bulk_move(guest_base + to, guest_base + from, length);               \
  } while (0)

#define GUEST_MEMORY_FILL(target, value, count)                           \
  do {                                                                    \
    const u64 to = (u32)(target), length = (u32)(count);                  \
    if (UNLIKELY(to + length > (u64)GUEST_MEMORY_PAGES << 16)) TRAP(OOB); \
    guest_bulk_fill(guest_base + to, (int)(value), length);               \
  } while (0)

#endif /* MODEBOX_SANDBOX_WASM_RUNTIME_H_ */
