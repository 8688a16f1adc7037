// See text_codec.h. Each decoder follows the standard's state machine; runs of ASCII take a short
// cut.
#include "guest/text_codec.h"

#include <string.h>

// ---- Labels (https://encoding.spec.whatwg.org/#names-and-labels)

static const struct {
  const char* label;
  Encoding encoding;
} labels[] = {
    {"unicode-1-1-utf-8", encoding_utf8},
    {"unicode11utf8", encoding_utf8},
    {"unicode20utf8", encoding_utf8},
    {"utf-8", encoding_utf8},
    {"utf8", encoding_utf8},
    {"x-unicode20utf8", encoding_utf8},
    {"csunicode", encoding_utf16le},
    {"iso-10646-ucs-2", encoding_utf16le},
    {"ucs-2", encoding_utf16le},
    {"unicode", encoding_utf16le},
    {"unicodefeff", encoding_utf16le},
    {"utf-16", encoding_utf16le},
    {"utf-16le", encoding_utf16le},
    {"unicodefffe", encoding_utf16be},
    {"utf-16be", encoding_utf16be},
    {"ansi_x3.4-1968", encoding_windows1252},
    {"ascii", encoding_windows1252},
    {"cp1252", encoding_windows1252},
    {"cp819", encoding_windows1252},
    {"csisolatin1", encoding_windows1252},
    {"ibm819", encoding_windows1252},
    {"iso-8859-1", encoding_windows1252},
    {"iso-ir-100", encoding_windows1252},
    {"iso8859-1", encoding_windows1252},
    {"iso88591", encoding_windows1252},
    {"iso_8859-1", encoding_windows1252},
    {"iso_8859-1:1987", encoding_windows1252},
    {"l1", encoding_windows1252},
    {"latin1", encoding_windows1252},
    {"us-ascii", encoding_windows1252},
    {"windows-1252", encoding_windows1252},
    {"x-cp1252", encoding_windows1252},
};

static bool is_space(char c) {
  return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
}

static bool is_label(const char* text, size_t length, const char* label) {
  if (strlen(label) != length) return false;
  for (size_t i = 0; i < length; i++) {
    char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i];
    if (c != label[i]) return false;
  }
  return true;
}

int text_codec_by_label(const char* label, size_t length) {
  while (length > 0 && is_space(label[0])) label++, length--;
  while (length > 0 && is_space(label[length - 1])) length--;
  for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++) {
    if (is_label(label, length, labels[i].label)) return (int)labels[i].encoding;
  }
  return -1;
}

const char* text_codec_name(Encoding encoding) {
  static const char* const names[] = {"utf-8", "utf-16le", "utf-16be", "windows-1252"};
  return names[encoding];
}

// ---- The sink

static void put_unit(TextSink* sink, uint32_t unit) {
  if (sink->units != NULL) {
    if (sink->narrow) {
      ((uint8_t*)sink->units)[sink->count] = (uint8_t)unit;
    } else {
      sink->units[sink->count] = (uint16_t)unit;
    }
  }
  sink->all |= unit;
  sink->count++;
}

// A character; the first one of a text is dropped if it is a byte order mark.
static void put(TextSink* sink, TextState* state, bool keep_bom, uint32_t c) {
  bool is_first = !state->bom_seen;
  state->bom_seen = true;
  if (is_first && c == 0xfeff && !keep_bom) return;
  if (c < 0x10000) {
    put_unit(sink, c);
  } else {
    put_unit(sink, 0xd7c0 + (c >> 10));
    put_unit(sink, 0xdc00 + (c & 0x3ff));
  }
}

static void put_ascii(TextSink* sink, const uint8_t* bytes, size_t length) {
  if (sink->units != NULL && sink->narrow) {
    memcpy((uint8_t*)sink->units + sink->count, bytes, length);
  } else if (sink->units != NULL) {
    for (size_t i = 0; i < length; i++) sink->units[sink->count + i] = bytes[i];
  }
  sink->count += length;
}

// How many bytes from the first are ASCII.
static size_t ascii_run(const uint8_t* bytes, size_t length) {
  size_t n = 0;
  uint64_t word;
  for (; length - n >= sizeof(word); n += sizeof(word)) {
    memcpy(&word, bytes + n, sizeof(word));
    if (word & 0x8080808080808080u) break;
  }
  while (n < length && bytes[n] < 0x80) n++;
  return n;
}

// ---- UTF-8 (https://encoding.spec.whatwg.org/#utf-8-decoder)

// The first byte of a character that is not ASCII. False if no character begins with it.
static bool begin_utf8(TextState* state, uint8_t byte) {
  if (byte < 0xc2 || byte > 0xf4) return false;
  state->needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  state->code_point = byte & (0x3fu >> state->needed);
  state->lower = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
  state->upper = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
  return true;
}

static void decode_utf8(TextState* state, const uint8_t* bytes, size_t length, bool last,
                        bool keep_bom, bool fatal, TextSink* sink) {
  for (size_t i = 0; i < length && !(fatal && sink->has_error);) {
    if (state->needed == 0) {
      size_t run = ascii_run(bytes + i, length - i);
      if (run > 0) {
        state->bom_seen = true;
        put_ascii(sink, bytes + i, run);
        i += run;
        continue;
      }
      if (!begin_utf8(state, bytes[i++])) {
        sink->has_error = true;
        put(sink, state, true, 0xfffd);
      }
      continue;
    }
    if (bytes[i] < state->lower || bytes[i] > state->upper) {
      // The byte is looked at again: it may begin a character.
      state->needed = state->seen = 0;
      sink->has_error = true;
      put(sink, state, true, 0xfffd);
      continue;
    }
    state->lower = 0x80;
    state->upper = 0xbf;
    state->code_point = state->code_point << 6 | (bytes[i++] & 0x3fu);
    if (++state->seen < state->needed) continue;
    state->needed = state->seen = 0;
    put(sink, state, keep_bom, state->code_point);
  }
  if (!last || state->needed == 0 || (fatal && sink->has_error)) return;
  sink->has_error = true;
  put(sink, state, true, 0xfffd);
}

// ---- UTF-16 (https://encoding.spec.whatwg.org/#shared-utf-16-decoder)

static void utf16_unit(TextState* state, uint16_t unit, bool keep_bom, TextSink* sink) {
  if (state->lead != 0) {
    uint32_t lead = state->lead;
    state->lead = 0;
    if ((unit & 0xfc00) == 0xdc00) {
      put(sink, state, keep_bom, 0x10000 + ((lead - 0xd800) << 10) + (unit - 0xdc00u));
      return;
    }
    sink->has_error = true;
    put(sink, state, true, 0xfffd);
  }
  if ((unit & 0xfc00) == 0xd800) {
    state->lead = unit;
  } else if ((unit & 0xfc00) == 0xdc00) {
    sink->has_error = true;
    put(sink, state, true, 0xfffd);
  } else {
    put(sink, state, keep_bom, unit);
  }
}

static void decode_utf16(bool big, TextState* state, const uint8_t* bytes, size_t length, bool last,
                         bool keep_bom, bool fatal, TextSink* sink) {
  for (size_t i = 0; i < length && !(fatal && sink->has_error); i++) {
    if (!state->has_byte) {
      state->has_byte = true;
      state->byte = bytes[i];
      continue;
    }
    state->has_byte = false;
    utf16_unit(state, (uint16_t)(big ? state->byte << 8 | bytes[i] : bytes[i] << 8 | state->byte),
               keep_bom, sink);
  }
  if (!last || (!state->has_byte && state->lead == 0) || (fatal && sink->has_error)) return;
  sink->has_error = true;
  put(sink, state, true, 0xfffd);
}

// ---- windows-1252 (https://encoding.spec.whatwg.org/index-windows-1252.txt)

static void decode_windows1252(const uint8_t* bytes, size_t length, TextSink* sink) {
  static const uint16_t upper[32] = {
      0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
      0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178};
  for (size_t i = 0; i < length; i++)
    put_unit(sink, bytes[i] >= 0x80 && bytes[i] < 0xa0 ? upper[bytes[i] - 0x80] : bytes[i]);
}

void text_codec_decode(Encoding encoding, TextState* state, const uint8_t* bytes, size_t length,
                       bool last, bool keep_bom, bool fatal, TextSink* sink) {
  switch (encoding) {
    case encoding_utf8:
      decode_utf8(state, bytes, length, last, keep_bom, fatal, sink);
      break;
    case encoding_windows1252:
      decode_windows1252(bytes, length, sink);
      break;
    default:
      decode_utf16(encoding == encoding_utf16be, state, bytes, length, last, keep_bom, fatal, sink);
      break;
  }
}
