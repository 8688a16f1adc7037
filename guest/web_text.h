// Text as the web's interfaces take and give it: byte strings, strings without
// lone surrogates, UTF-8 that may be broken.
#pragma once

#include "guest/buffer.h"
#include "guest/engine.h"

// Appends a value as a string whose characters are bytes (Web IDL: ByteString). False, with a
// TypeError that names `what`, if one is not. Converting runs script code.
bool web_byte_string(Buffer* out, JSValueConst value, const char* what);
// The same of a string, without an error. Runs no script code.
bool web_bytes_of_string(Buffer* out, JSValueConst string);
// Appends a value as UTF-8, with U+FFFD for lone surrogates (Web IDL: USVString). Runs script code.
bool web_utf8(Buffer* out, JSValueConst value);
// The string that bytes are in UTF-8, as TextDecoder reads it: what is no UTF-8 becomes U+FFFD,
// a byte order mark at the front is left out.
JSValue web_decode_utf8(const uint8_t* bytes, size_t length);
// Are they UTF-8, without a byte that reading them as text would change?
bool web_is_utf8(const uint8_t* bytes, size_t length);
