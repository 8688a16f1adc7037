// crypto.getRandomValues and crypto.randomUUID. The bytes are the host's, asked for when they are
// used and never kept ahead: what a script can read of its memory, or what a frozen run holds,
// tells nothing about them. Only a run with a seed of the user's makes them itself (xoshiro256**,
// seeded by splitmix64), so that they are the same every time and go on after a pause.
#include <stdio.h>
#include <string.h>

#include "guest/buffer.h"
#include "guest/codec.h"
#include "guest/host.h"
#include "guest/memory.h"
#include "guest/web.h"
#include "guest/web_class.h"

enum { quota = 65536 };

static WebClass crypto_class;
static char present;  // the data of the only Crypto
static JSValue crypto;

static bool is_seeded;
static uint64_t state[4];
static uint64_t word;  // the bytes of it that are left come next
static int word_left;

void crypto_start_run(uint64_t seed, bool seeded) {
  // In a run without a seed nothing is written: the page stays the image's.
  if (!seeded) return;
  is_seeded = true;
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    state[i] = z ^ (z >> 31);
  }
  word_left = 0;
}

static uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

static uint64_t next_word(void) {
  uint64_t result = rotate(state[1] * 5, 7) * 9;
  uint64_t t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = rotate(state[3], 45);
  return result;
}

// At most `quota` bytes.
static void fill(uint8_t* out, size_t length) {
  if (length == 0) return;
  if (!is_seeded) {
    uint8_t few[16];
    Buffer message = buffer_over(few, sizeof(few));
    buffer_head(&message, cbor_array, 2);
    buffer_head(&message, cbor_uint, 3);
    buffer_head(&message, cbor_uint, length);
    size_t received;
    uint8_t* bytes = host_ask(message.data, message.length, &received);
    if (received != length) host_broken("another number of random bytes");
    memcpy(out, bytes, length);
    memory_plain_free(bytes);
    return;
  }
  for (size_t i = 0; i < length; i++) {
    if (word_left == 0) {
      word = next_word();
      word_left = 8;
    }
    out[i] = (uint8_t)word;
    word >>= 8;
    word_left--;
  }
}

static bool is_float(int element) {
  return element == JS_TYPED_ARRAY_FLOAT16 || element == JS_TYPED_ARRAY_FLOAT32 ||
         element == JS_TYPED_ARRAY_FLOAT64;
}

static JSValue crypto_get_random_values(JSContext* ctx, JSValueConst this_value, int argc,
                                        JSValueConst* argv) {
  if (web_class_this(ctx, this_value, &crypto_class) == NULL ||
      !web_has_arguments(ctx, argc, 1, "getRandomValues"))
    return JS_EXCEPTION;
  EngineKind kind = engine_kind(argv[0]);
  if (kind != kind_typed_array && kind != kind_data_view)
    return JS_ThrowTypeError(ctx, "the argument of getRandomValues must be a typed array");
  uint8_t* bytes;
  size_t length;
  if (!web_bytes(ctx, argv[0], &bytes, &length)) return JS_EXCEPTION;
  if (kind == kind_data_view || is_float(engine_view(argv[0]).element))
    return JS_ThrowDOMException(ctx, "TypeMismatchError",
                                "The data argument must be an integer-type TypedArray");
  if (length > quota)
    return JS_ThrowDOMException(ctx, "QuotaExceededError",
                                "The requested length exceeds 65,536 bytes");
  fill(bytes, length);
  return JS_DupValue(ctx, argv[0]);
}

static JSValue crypto_random_uuid(JSContext* ctx, JSValueConst this_value, int argc,
                                  JSValueConst* argv) {
  (void)argc, (void)argv;
  if (web_class_this(ctx, this_value, &crypto_class) == NULL) return JS_EXCEPTION;
  uint8_t bytes[16];
  fill(bytes, sizeof(bytes));
  bytes[6] = (uint8_t)((bytes[6] & 0x0f) | 0x40);
  bytes[8] = (uint8_t)((bytes[8] & 0x3f) | 0x80);
  char text[37];
  char* out = text;
  for (int i = 0; i < 16; i++) {
    if (i == 4 || i == 6 || i == 8 || i == 10) *out++ = '-';
    out += snprintf(out, 3, "%02x", bytes[i]);
  }
  return engine_new_latin1(text, 36);
}

static JSValue get_crypto(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)this_value, (void)argc, (void)argv;
  return JS_DupValue(ctx, crypto);
}

static const JSCFunctionListEntry members[] = {
    WEB_METHOD("getRandomValues", 1, crypto_get_random_values),
    WEB_METHOD("randomUUID", 0, crypto_random_uuid),
    WEB_TAG("Crypto"),
};

static WebClass crypto_class = {
    .name = "Crypto", .members = members, .member_count = WEB_COUNT(members)};

void crypto_boot(void) {
  web_class_define(&crypto_class);
  crypto = web_class_new(&crypto_class, JS_UNDEFINED, &present);
  web_attribute_define("crypto", get_crypto, NULL);
}
