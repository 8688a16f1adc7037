#include "src/net/content_decoder.h"

#include <brotli/decode.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "src/net/field_names.h"
#include "src/net/http_error.h"

namespace modebox::net {
namespace {

constexpr std::size_t max_stages = 4;
constexpr std::size_t piece_bytes = 32 << 10;

Error undecodable(const std::string& coding) {
  return http_error(HttpErrorKind::protocol,
                    "The body of the server's answer is not valid " + coding + ".");
}

}  // namespace

class ContentDecoder::Stage {
 public:
  virtual ~Stage() = default;
  virtual Status feed(std::string_view encoded, const Out& out) = 0;
  virtual Status finish(const Out& out) = 0;
};

namespace {

class ZlibStage : public ContentDecoder::Stage {
 public:
  enum class Format { gzip, deflate };
  explicit ZlibStage(Format format) : format_(format) {}
  ~ZlibStage() override {
    if (open_) inflateEnd(&stream_);
  }

  Status feed(std::string_view encoded, const ContentDecoder::Out& out) override {
    if (encoded.empty()) return done();
    begun_ = true;
    if (format_ == Format::deflate && !open_) {
      // Its name means zlib's format; some servers send it bare. Two bytes tell.
      start_ += encoded;
      if (start_.size() < 2) return done();
      return inflate_all(std::exchange(start_, {}), out);
    }
    return inflate_all(encoded, out);
  }

  Status finish(const ContentDecoder::Out& out) override {
    if (!start_.empty()) {
      if (auto fed = inflate_all(std::exchange(start_, {}), out); !fed) return fed;
    }
    if (begun_ && !ended_) return undecodable(name());
    return done();
  }

 private:
  std::string name() const { return format_ == Format::gzip ? "gzip" : "deflate"; }

  bool open(std::string_view first) {
    int window = MAX_WBITS + 16;  // gzip only
    if (format_ == Format::deflate) {
      const auto a = static_cast<unsigned char>(first[0]);
      const auto b = static_cast<unsigned char>(first.size() > 1 ? first[1] : 0);
      const bool zlib = first.size() > 1 && (a & 0x0f) == 8 && (a * 256 + b) % 31 == 0;
      window = zlib ? MAX_WBITS : -MAX_WBITS;
    }
    open_ = inflateInit2(&stream_, window) == Z_OK;
    return open_;
  }

  Status inflate_all(std::string_view encoded, const ContentDecoder::Out& out) {
    if (!open_ && !open(encoded)) return undecodable(name());
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(encoded.data()));
    stream_.avail_in = static_cast<uInt>(encoded.size());  // pieces of a read: far below 4 GiB
    std::array<char, piece_bytes> piece;
    for (;;) {
      if (ended_) {
        // Another member may follow; anything else is padding.
        if (format_ != Format::gzip || stream_.avail_in == 0 || padding_ ||
            *stream_.next_in != 0x1f) {
          padding_ = padding_ || stream_.avail_in != 0;
          return done();
        }
        if (inflateReset(&stream_) != Z_OK) return undecodable(name());
        ended_ = false;
      }
      stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream_.avail_out = piece.size();
      const int result = inflate(&stream_, Z_NO_FLUSH);
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
        return undecodable(name());
      }
      ended_ = result == Z_STREAM_END;
      const std::size_t size = piece.size() - stream_.avail_out;
      if (size != 0) {
        if (auto taken = out({piece.data(), size}); !taken) return taken;
      }
      if (!ended_ && stream_.avail_in == 0 && stream_.avail_out != 0) return done();
      if (!ended_ && size == 0 && result == Z_BUF_ERROR) return done();
    }
  }

  const Format format_;
  z_stream stream_{};
  std::string start_;
  bool open_ = false, begun_ = false, ended_ = false, padding_ = false;
};

class BrotliStage : public ContentDecoder::Stage {
 public:
  BrotliStage() : state_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {}
  ~BrotliStage() override { BrotliDecoderDestroyInstance(state_); }

  Status feed(std::string_view encoded, const ContentDecoder::Out& out) override {
    if (encoded.empty() || ended_) return done();
    if (state_ == nullptr) return undecodable("br");
    begun_ = true;
    const auto* in = reinterpret_cast<const std::uint8_t*>(encoded.data());
    std::size_t left = encoded.size();
    std::array<char, piece_bytes> piece;
    for (;;) {
      auto* place = reinterpret_cast<std::uint8_t*>(piece.data());
      std::size_t room = piece.size();
      const auto result = BrotliDecoderDecompressStream(state_, &left, &in, &room, &place, nullptr);
      if (result == BROTLI_DECODER_RESULT_ERROR) return undecodable("br");
      if (room != piece.size()) {
        if (auto taken = out({piece.data(), piece.size() - room}); !taken) return taken;
      }
      ended_ = result == BROTLI_DECODER_RESULT_SUCCESS;
      if (result != BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) return done();
    }
  }

  Status finish(const ContentDecoder::Out&) override {
    if (begun_ && !ended_) return undecodable("br");
    return done();
  }

 private:
  BrotliDecoderState* state_;
  bool begun_ = false, ended_ = false;
};

std::unique_ptr<ContentDecoder::Stage> stage_for(std::string_view coding) {
  if (coding == "gzip" || coding == "x-gzip") {
    return std::make_unique<ZlibStage>(ZlibStage::Format::gzip);
  }
  if (coding == "deflate") return std::make_unique<ZlibStage>(ZlibStage::Format::deflate);
  if (coding == "br") return std::make_unique<BrotliStage>();
  return nullptr;
}

/// The items of all Content-Encoding headers in the order in which they were applied, in lower
/// case, without `identity`.
std::vector<std::string> codings_of(const HttpHeaders& headers) {
  std::vector<std::string> codings;
  std::string item;
  const auto end_item = [&] {
    if (!item.empty() && item != "identity") codings.push_back(item);
    item.clear();
  };
  for (const std::string_view value : headers.all("Content-Encoding")) {
    for (const char c : value) {
      if (c == ',') {
        end_item();
      } else if (c != ' ' && c != '\t') {
        item += lower_ascii(c);
      }
    }
    end_item();
  }
  return codings;
}

}  // namespace

ContentDecoder::ContentDecoder(std::size_t most_between, Out out)
    : most_between_(most_between), out_(std::move(out)) {}
ContentDecoder::~ContentDecoder() = default;

Result<std::unique_ptr<ContentDecoder>> ContentDecoder::for_headers(const HttpHeaders& headers,
                                                                    std::size_t most_between,
                                                                    Out out) {
  const auto codings = codings_of(headers);
  std::unique_ptr<ContentDecoder> none;
  if (codings.empty()) return none;
  std::unique_ptr<ContentDecoder> decoder(new ContentDecoder(most_between, std::move(out)));
  for (auto coding = codings.rbegin(); coding != codings.rend(); ++coding) {
    auto stage = stage_for(*coding);
    if (stage == nullptr) return none;
    decoder->stages_.push_back(std::move(stage));
  }
  if (codings.size() > max_stages) {
    return http_error(HttpErrorKind::protocol,
                      "The server's answer is encoded more often than is sane.");
  }
  return decoder;
}

Status ContentDecoder::give(std::size_t stage, std::string_view piece) {
  if (stage == stages_.size()) return out_(piece);
  if (stage > 0) {
    between_ += piece.size();
    if (between_ > most_between_) {
      return http_error(HttpErrorKind::too_large,
                        "The server's answer is larger between its codings than it may be at all.");
    }
  }
  return stages_[stage]->feed(
      piece, [this, stage](std::string_view decoded) { return give(stage + 1, decoded); });
}

Status ContentDecoder::feed(std::string_view encoded) { return give(0, encoded); }

Status ContentDecoder::finish() {
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const auto after = [this, i](std::string_view decoded) { return give(i + 1, decoded); };
    if (auto finished = stages_[i]->finish(after); !finished) return finished;
  }
  return done();
}

}  // namespace modebox::net
