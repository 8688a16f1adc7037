// The decoders of the Encoding standard that TextDecoder has, without any JavaScript in them: bytes
// in pieces, in; UTF-16 code units, out.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { encoding_utf8, encoding_utf16le, encoding_utf16be, encoding_windows1252 } Encoding;

// The encoding that a label names, whatever its case and the white space around it; -1 if none here
// has it. The label is ASCII or it is none.
int text_codec_by_label(const char* label, size_t length);
// The encoding's name in lower case.
const char* text_codec_name(Encoding encoding);

// What a decoder remembers from one piece to the next. Zeroed at the start.
typedef struct {
  uint32_t code_point;   // UTF-8: the bits so far
  uint8_t needed, seen;  // UTF-8: continuation bytes of the character that was begun
  uint8_t lower, upper;  // UTF-8: what the next may be; 0: 80 to BF
  bool has_byte;         // UTF-16: half a code unit is waiting
  uint8_t byte;
  uint16_t lead;  // UTF-16: a lead surrogate is waiting; 0: none
  bool bom_seen;  // the first character has been looked at
} TextState;

// Where the units go: counted if `units` is NULL.
typedef struct {
  uint16_t* units;  // or, if narrow, bytes
  bool narrow;
  size_t count;
  uint32_t all;  // all units, or-ed: tells whether Latin-1 holds them
  bool has_error;
} TextSink;

// Decodes a piece; `last` is what ends the text. An error is U+FFFD in the sink; if `fatal`, it
// stops there. `keep_bom` leaves a byte order mark in the text.
void text_codec_decode(Encoding encoding, TextState* state, const uint8_t* bytes, size_t length,
                       bool last, bool keep_bom, bool fatal, TextSink* sink);
