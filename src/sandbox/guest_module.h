/* What a guest module compiled from wasm and the C++ around it know about each
 * other: a module's description, the little state an instance has besides its
 * memory, and the functions the generated code calls. Plain C, because the
 * generated code is C.
 *
 * A guest function is only ever entered through guest_enter (switch.S), which
 * puts the base of the guest's memory where the generated code looks for it. */
#ifndef MODEBOX_SANDBOX_GUEST_MODULE_H_
#define MODEBOX_SANDBOX_GUEST_MODULE_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How far below the memory base an instance's state lies: in a page of its own
 * that no guest address reaches, since guest addresses only go up. */
#define GUEST_INSTANCE_OFFSET 4096

/* The state of an instance besides its memory. */
struct guest_instance {
  uint32_t stack_pointer; /* the module's one mutable global */
  uint32_t pages;         /* memory.size, in wasm pages of 64 KiB */
};

typedef void (*guest_function)(void);

struct guest_table_entry {
  guest_function function;
  uint32_t type; /* equal for equal signatures; 0 in empty entries */
};

struct guest_data_segment {
  uint32_t address;
  const uint8_t* bytes;
  uint32_t size;
};

/* A module: how its memory begins, and its exports (their wasm types are in
 * docs/boundary.md; null if it does not have one). Constant. */
struct guest_module {
  uint32_t initial_pages;
  uint32_t stack_pointer;
  const struct guest_data_segment* data;
  uint32_t data_count;
  guest_function boot;
  guest_function canary;
  guest_function enter;
  guest_function input;
  guest_function mailbox;
  guest_function initialize;
};

/* The order is that of TrapKind in sandbox.h. */
enum guest_trap_kind {
  GUEST_TRAP_UNREACHABLE = 1,
  GUEST_TRAP_OOB = 2,
  GUEST_TRAP_CALL_INDIRECT = 4,
  GUEST_TRAP_DIV_BY_ZERO = 5,
  GUEST_TRAP_INT_OVERFLOW = 5,
  GUEST_TRAP_INVALID_CONVERSION = 6,
};

/* Called by generated code, on the guest's stack. */
__attribute__((noreturn, cold)) void guest_trap(int kind);
uint32_t guest_import_call(uint32_t address, uint32_t length);
double guest_import_poll(uint32_t what);
uint32_t guest_memory_grow(uint32_t delta);
void guest_bulk_move(uint8_t* to, const uint8_t* from, uint64_t count);
void guest_bulk_fill(uint8_t* to, int value, uint64_t count);

#ifdef __cplusplus
}
#endif

#endif /* MODEBOX_SANDBOX_GUEST_MODULE_H_ */
