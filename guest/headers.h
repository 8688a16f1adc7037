// Headers: names in lower case and values, sorted by name, each pair an entry
// of its own. Bytes, not characters.
#pragma once

#include "guest/engine.h"

// Once, while the image is made; later, for a run that may fetch.
void headers_boot(void);
void headers_expose(void);

JSValue headers_new(void);
// A new one with what a constructor's `init` says: another Headers, pairs, or a record. Runs script
// code.
JSValue headers_from(JSValueConst init);
JSValue headers_copy(JSValueConst headers);

// Appends to a Headers object, unless name or value can not be. Runs no script code.
bool headers_append(JSValueConst headers, const void* name, size_t name_length, const void* value,
                    size_t value_length);
bool headers_has(JSValueConst headers, const char* name);
// Scripts can not change it any more.
void headers_make_immutable(JSValueConst headers);
// [[name, value], ...], all strings.
JSValue headers_pairs(JSValueConst headers);

// A token of HTTP (RFC 9110, 5.6.2), such as a header's name or a method.
bool headers_is_token(const uint8_t* bytes, size_t length);
