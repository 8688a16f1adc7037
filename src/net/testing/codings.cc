#include "src/net/testing/codings.h"

#include <brotli/encode.h>
#include <zlib.h>

#include <cstdint>
#include <cstdlib>

namespace modebox::net::testing {
namespace {

std::string deflated(std::string_view text, int window) {
  z_stream stream{};
  if (deflateInit2(&stream, 9, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

std::string gzip(std::string_view text) { return deflated(text, MAX_WBITS + 16); }
std::string zlib(std::string_view text) { return deflated(text, MAX_WBITS); }
std::string bare_deflate(std::string_view text) { return deflated(text, -MAX_WBITS); }

std::string brotli(std::string_view text) {
  std::size_t size = BrotliEncoderMaxCompressedSize(text.size()) + 64;
  std::string out(size, '\0');
  if (BrotliEncoderCompress(5, 22, BROTLI_MODE_GENERIC, text.size(),
                            reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                            reinterpret_cast<std::uint8_t*>(out.data())) != BROTLI_TRUE) {
    std::abort();
  }
  out.resize(size);
  return out;
}

}  // namespace modebox::net::testing
