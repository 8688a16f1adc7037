// Strings to CBOR: UTF-8, or bytes where surrogates stand alone, whole or cut.
#include "guest/codec_string.h"

#include <string.h>

#include "guest/codec.h"

// Bytes of the text in UTF-8 (lone surrogates as three), and whether there are lone surrogates.
static size_t utf8_size(EngineString text, bool* well_formed) {
  size_t size = text.length;
  *well_formed = true;
  if (!text.wide) {
    const uint8_t* bytes = text.data;
    for (uint32_t i = 0; i < text.length; i++) size += bytes[i] >> 7;
    return size;
  }
  const uint16_t* units = text.data;
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = units[i];
    if (c < 0x80) continue;
    size += c < 0x800 ? 1 : 2;
    if ((c & 0xf800) != 0xd800) continue;
    if (is_high(c) && i + 1 < text.length && is_low(units[i + 1])) {
      i++;  // two units, four bytes: 1 + 1 counted, 2 added
    } else {
      *well_formed = false;
    }
  }
  return size;
}

uint8_t* put_utf8(uint8_t* out, uint32_t c) {
  if (c < 0x80) {
    *out++ = (uint8_t)c;
  } else if (c < 0x800) {
    *out++ = (uint8_t)(0xc0 | c >> 6);
    *out++ = (uint8_t)(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    *out++ = (uint8_t)(0xe0 | c >> 12);
    *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3f));
    *out++ = (uint8_t)(0x80 | (c & 0x3f));
  } else {
    *out++ = (uint8_t)(0xf0 | c >> 18);
    *out++ = (uint8_t)(0x80 | (c >> 12 & 0x3f));
    *out++ = (uint8_t)(0x80 | (c >> 6 & 0x3f));
    *out++ = (uint8_t)(0x80 | (c & 0x3f));
  }
  return out;
}

static void write_characters(Buffer* out, EngineString text, size_t size) {
  uint8_t* place = buffer_reserve(out, size);
  if (!text.wide && size == text.length) {
    memcpy(place, text.data, size);
    return;
  }
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t c = unit_at(text, i);
    if (is_high(c) && i + 1 < text.length && is_low(unit_at(text, i + 1))) {
      c = 0x10000 + ((c & 0x3ff) << 10) + (unit_at(text, ++i) & 0x3ff);
    }
    place = put_utf8(place, c);
  }
}

void write_string(Buffer* out, EngineString text) {
  bool well_formed;
  size_t size = utf8_size(text, &well_formed);
  if (!well_formed) buffer_head(out, cbor_tag, 273);
  buffer_head(out, well_formed ? cbor_text : cbor_bytes, size);
  write_characters(out, text, size);
}

void encode_string(Buffer* out, JSValueConst string) { write_string(out, engine_string(string)); }

void encode_characters(Buffer* out, EngineString text, size_t max_bytes) {
  bool unused;
  // A code unit is at least one byte.
  if (text.length > max_bytes) text.length = (uint32_t)max_bytes;
  write_characters(out, text, utf8_size(text, &unused));
}

void encode_bytes_cut(Buffer* out, const uint8_t* bytes, size_t length, size_t max_bytes) {
  static const char marker[] = "... [cut]";
  bool cut = length > max_bytes;
  if (cut) {
    length = max_bytes - (sizeof(marker) - 1);
    // Not inside a character.
    while (length > 0 && (bytes[length] & 0xc0) == 0x80) length--;
  }
  bool well_formed = true;
  for (size_t i = 0; i + 1 < length && well_formed; i++)
    well_formed = bytes[i] != 0xed || bytes[i + 1] < 0xa0;
  if (!well_formed) buffer_head(out, cbor_tag, 273);
  buffer_head(out, well_formed ? cbor_text : cbor_bytes, length + (cut ? sizeof(marker) - 1 : 0));
  buffer_add(out, bytes, length);
  if (cut) buffer_add(out, marker, sizeof(marker) - 1);
}

void encode_string_cut(Buffer* out, JSValueConst string, size_t max_bytes) {
  EngineString text = engine_string(string);
  bool well_formed;
  if (text.length <= max_bytes && utf8_size(text, &well_formed) <= max_bytes) {
    write_string(out, text);
    return;
  }
  uint8_t few[512];
  Buffer bytes = buffer_over(few, sizeof(few));
  encode_characters(&bytes, text, max_bytes + 1);
  encode_bytes_cut(out, bytes.data, bytes.length, max_bytes);
  buffer_free(&bytes);
}
