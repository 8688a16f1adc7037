// Messages to the host. The host either takes a message, or answers it with a
// reply of known length that is fetched by a second call with a negative length.
#include "guest/host.h"

#include <stdlib.h>
#include <string.h>

#include "guest/memory.h"

void host_send(const void* message, size_t length) {
  if (modebox_call(message, (int32_t)length) != 0) host_broken("a reply where none was due");
}

uint8_t* host_ask(const void* message, size_t length, size_t* reply_length) {
  int32_t size = modebox_call(message, (int32_t)length);
  if (size <= 0) host_broken("no reply where one was due");
  uint8_t* reply = memory_plain_malloc((size_t)size);
  if (modebox_call(reply, -size) != size) host_broken("a reply of another length");
  *reply_length = (size_t)size;
  return reply;
}

_Noreturn void host_out_of_memory(void) {
  static const uint8_t message[] = {0x81, 0x04};
  modebox_call(message, sizeof(message));
  __builtin_trap();
}

_Noreturn void host_broken(const char* what) {
  static uint8_t message[260];
  size_t length = strlen(what);
  if (length > 255) length = 255;
  message[0] = 0x82;
  message[1] = 0x05;
  message[2] = 0x78;
  message[3] = (uint8_t)length;
  memcpy(message + 4, what, length);
  modebox_call(message, (int32_t)(4 + length));
  __builtin_trap();
}
