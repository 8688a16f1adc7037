/* A guest that does what its message says, for the unit tests of the sandbox: the
 * first byte is the command, the rest its arguments. */
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef __SIZE_TYPE__ size_t;

#define EXPORT(name) __attribute__((export_name("modebox_" #name)))
__attribute__((import_module("modebox"), import_name("call"))) int host_call(const void*, int);
__attribute__((import_module("modebox"), import_name("poll"))) double host_poll(int);

static u8 mailbox[16384] __attribute__((aligned(4096)));
static u8 canary[4096] __attribute__((aligned(4096)));
static u8 output[4096];
static u8 ground[64 * 4096] __attribute__((aligned(4096)));
static u32 booted;

/* Opaque to the optimizer. */
static volatile u32 zero = 0;

EXPORT(boot) void boot(void) { booted = 42; }
EXPORT(mailbox) u8* get_mailbox(void) { return mailbox; }
EXPORT(canary) u8* get_canary(void) { return canary; }

/* Messages that do not fit the mailbox go to the end of memory. */
EXPORT(input) u8* input(u32 length) {
  const u32 pages = (length + 65535) / 65536;
  const size_t old = __builtin_wasm_memory_grow(0, pages);
  return old == (size_t)-1 ? 0 : (u8*)(old * 65536);
}

static u64 answer(u32 length) { return (u64)(u32)output << 32 | length; }
static u64 answer_number(double value) {
  __builtin_memcpy(output, &value, 8);
  return answer(8);
}

__attribute__((noinline)) static u32 recurse(u32 depth) {
  volatile u32 here[8];
  here[depth % 8] = depth;
  const u32 deeper = zero == 0 ? recurse(depth + 1) : depth;
  return deeper + here[(depth + 1) % 8];
}

/* Without an address taken, frames exist on the native stack only. */
__attribute__((noinline)) static u32 recurse_natively(u32 a, u32 b) {
  if (zero != 0) return a;
  return recurse_natively(a + 1, b * 3) * 7 + recurse_natively(a ^ b, a) + b;
}

static u32 add(u32 a, u32 b) { return a + b; }
static u32 subtract(u32 a, u32 b) { return a - b; }
static double scale(double a) { return a * 2; }
static u32 (*const volatile functions[2])(u32, u32) = {add, subtract};
static double (*const volatile scaler)(double) = scale;

static u32 word(const u8* at) {
  u32 value;
  __builtin_memcpy(&value, at, 4);
  return value;
}

static u64 arithmetic(const u8* message) {
  switch (message[1]) {
    case 'd':
      return answer_number((double)((int)word(message + 2) / (int)zero));
    case 'c': {
      volatile double big = 1e300;
      return answer_number((double)__builtin_wasm_trunc_s_i32_f64(big));
    }
    case 't': {
      volatile double tiny = 5e-324, half = 0.5, two = 2;
      return answer_number(tiny * two * half); /* 5e-324, or 0 when denormals are flushed */
    }
    case 'r': {
      volatile double one = 1, three = 3;
      return answer_number(one / three);
    }
  }
  return 0;
}

static u64 memory(const u8* message) {
  const u32 a = word(message + 2), b = word(message + 6);
  switch (message[1]) {
    case 'r':
      return answer_number(*(volatile u8*)a);
    case 'w':
      *(volatile u8*)a = (u8)b;
      return answer(0);
    case 'o': /* a large constant offset on top of an address */
      return answer_number(((volatile u8*)a)[0x7fffff00u]);
    case 'g':
      return answer_number((double)(int)__builtin_wasm_memory_grow(0, a));
    case 's':
      return answer_number((double)__builtin_wasm_memory_size(0));
    case 'm':
      __builtin_memmove((void*)a, (void*)b, word(message + 10));
      return answer(0);
    case 'f':
      __builtin_memset((void*)a, 7, b);
      return answer(0);
    case 'd': /* dirties b pages from a on */
      for (u32 i = 0; i < b; ++i) *(volatile u8*)(a + i * 4096) = (u8)(i + 1);
      return answer(0);
    case 'a':
      return answer_number((u32)ground);
  }
  return 0;
}

static u64 calls(const u8* message) {
  switch (message[1]) {
    case 'i': { /* an index into the function table, as a broken guest might have it */
      u32 (*volatile f)(u32, u32) = (u32(*)(u32, u32))word(message + 2);
      return answer_number(f(5, 3));
    }
    case 'g':
      return answer_number(functions[zero + 1](5, 3));
    case 'w': {
      u32 (*volatile f)(u32, u32) = (u32(*)(u32, u32))scaler;
      return answer_number(f(5, 3));
    }
    case 'h': { /* a host call with the rest of the message; gives back the reply */
      const int reply = host_call(message + 3, message[2]);
      if (reply > 0) host_call(output, -reply);
      return answer((u32)reply);
    }
    case 'p': { /* a host call with any pointer and length */
      return answer_number(host_call((void*)word(message + 2), (int)word(message + 6)));
    }
    case 't': /* a host call, and then a fault in the same entry */
      host_call(message, 1);
      return answer_number(*(volatile u8*)zero);
    case 'q':
      return answer_number(host_poll((int)word(message + 2)));
    case 'o': /* any output */
      return (u64)word(message + 2) << 32 | word(message + 6);
  }
  return 0;
}

static u64 loops(const u8* message) {
  switch (message[1]) {
    case 'f':
      while (zero == 0) {
      }
      return 0;
    case 'p':
      while (zero == 0) host_poll(0);
      return 0;
    case 'h':
      while (zero == 0) host_call(message, 1);
      return 0;
    case 'g':
      while (zero == 0) __builtin_wasm_memory_grow(0, 0);
      return 0;
    case 'm': /* most of the time in the host's memmove */
      while (zero == 0) __builtin_memmove(ground, ground + 1, sizeof(ground) - 1);
      return 0;
    case 'w': /* touches memory all the time */
      for (u32 i = 0; zero == 0; i = (i + 4097) % sizeof(ground)) ground[i] = (u8)i;
      return 0;
    case 'n': { /* a bounded piece of work */
      u32 sum = 0;
      for (u32 i = 0; i < word(message + 2); ++i) sum += ground[(i * 64) % sizeof(ground)]++;
      return answer_number(sum);
    }
  }
  return 0;
}

EXPORT(enter) u64 enter(u8* message, u32 length) {
  switch (message[0]) {
    case 'e': /* echo */
      __builtin_memcpy(output, message + 1, length - 1 > 4096 ? 4096 : length - 1);
      return answer(length - 1);
    case 'b':
      return answer_number(booted);
    case 'u':
      __builtin_trap();
    case 'a':
      return arithmetic(message);
    case 'm':
      return memory(message);
    case 'c':
      return calls(message);
    case 'l':
      return loops(message);
    case 's':
      return answer_number(recurse(0));
    case 'n':
      return answer_number(recurse_natively(1, 2));
    case 't': { /* the sum of a long message */
      double sum = 0;
      for (u32 i = 1; i < length; ++i) sum += message[i];
      return answer_number(sum);
    }
  }
  return 0;
}
