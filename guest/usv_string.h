// Strings as the web's interfaces take them (Web IDL's USVString: no surrogate stands alone), and
// between the engine's form and UTF-8.
#pragma once

#include "guest/engine.h"

// ToString, then U+FFFD for each lone surrogate. A new string, or an exception. Runs script code.
JSValue usv_string(JSContext* ctx, JSValueConst value);

// The UTF-8 of a string, with U+FFFD for lone surrogates. The characters of an ASCII string are not
// copied, so this is valid while the string lives.
typedef struct {
  const char* data;
  size_t length;
  char* owned;
} Utf8;
Utf8 utf8_of(JSContext* ctx, JSValueConst string);
void utf8_free(JSContext* ctx, Utf8* text);

// A new string from bytes, read as the Encoding standard's "UTF-8 decode without BOM": what is
// ill-formed becomes U+FFFD, one for each maximal part of a sequence.
JSValue utf8_decode(JSContext* ctx, const uint8_t* bytes, size_t length);
// Are the bytes UTF-8?
bool utf8_is_well_formed(const uint8_t* bytes, size_t length);
