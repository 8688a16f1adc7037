// Values as CBOR: the form in which they cross the boundary. docs/boundary.md
// has the table of types. The host's twin is src/value/cbor.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guest/buffer.h"
#include "guest/engine.h"

// Containers inside each other that a message may have, on both sides.
enum { codec_max_depth = 1000 };

typedef enum {
  encode_ok,
  encode_refused,    // something can not leave the sandbox; *reason is a sentence
  encode_too_large,  // more than max_size bytes
  encode_threw,      // a getter or proxy of the script threw; the exception is pending
} EncodeResult;

// Appends a value. `path` is what the value is called in a refusal (`$`). Runs script code only if
// the value has getters or proxies. *reason is set, to an owned string, if refused. On failure the
// buffer is as it was.
EncodeResult encode_value(Buffer* out, JSValueConst value, const char* path, size_t max_size,
                          JSValue* reason);
// The same for an argument list: one array item whose elements are called `$[0]`, `$[1]`...
EncodeResult encode_arguments(Buffer* out, int count, JSValueConst* values, size_t max_size,
                              JSValue* reason);
// Appends a string: a text, or the tagged bytes of an ill-formed one.
void encode_string(Buffer* out, JSValueConst string);
// The same, cut to at most `max_bytes` with a marker at the end.
void encode_string_cut(Buffer* out, JSValueConst string, size_t max_bytes);
// Bytes of UTF-8 in which surrogates may stand alone, cut like that.
void encode_bytes_cut(Buffer* out, const uint8_t* bytes, size_t length, size_t max_bytes);
// Appends the characters of a string as such bytes, without a head, and no more than about
// `max_bytes`.
void encode_characters(Buffer* out, EngineString text, size_t max_bytes);

// Reading. A Reader never goes past its end; `bad` is set once something was wrong and stays set.
typedef struct {
  const uint8_t* at;
  const uint8_t* end;
  bool bad;
} Reader;

// The next item's head. *info is the low five bits, *argument the number that follows or is in
// them.
bool reader_head(Reader* reader, int* major, int* info, uint64_t* argument);
uint64_t reader_uint(Reader* reader);
uint32_t reader_array(Reader* reader);
bool reader_bool(Reader* reader);
// Borrowed bytes of a text (or of a byte string).
const char* reader_text(Reader* reader, size_t* length);
// The next item is null: skips it.
bool reader_null(Reader* reader);

// Decodes one value. JS_EXCEPTION, with the exception pending, if it can not be made (a BigInt that
// is too large, an invalid pattern). Sets reader->bad and gives undefined if the bytes are
// malformed.
JSValue decode_value(Reader* reader);
// A text or a tagged ill-formed string.
JSValue decode_string(Reader* reader);
