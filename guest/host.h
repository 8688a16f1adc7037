// The two functions of the host that the guest can call, and what is built on
// them. Everything else of the outside world is answered inside (libc.c).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__attribute__((import_module("modebox"), import_name("call"))) int32_t modebox_call(
    const void* pointer, int32_t length);
__attribute__((import_module("modebox"), import_name("poll"))) double modebox_poll(int32_t what);

enum { poll_interrupt = 0, poll_wall_clock = 1, poll_run_clock = 2 };

// Ends the run: the memory it may use is spent. Does not return, needs no memory.
_Noreturn void host_out_of_memory(void);
// Ends the run: the guest itself is broken. Does not return.
_Noreturn void host_broken(const char* what);
// Sends a message whose answer is empty.
void host_send(const void* message, size_t length);
// Sends a message and fetches its reply into a block of memory_plain_malloc, which the caller
// frees.
uint8_t* host_ask(const void* message, size_t length, size_t* reply_length);
