// Beast's reader of messages, for heads only: where a body ends is decided by who reads the head.
// Internal to request_parser.cc and response_parser.cc.
#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <cstdint>
#include <limits>
#include <string_view>

namespace modebox::net {

/// What a kind of head does not have is left as it is here: a request no status, an answer no
/// method, and neither any body.
template <bool is_request>
class HeadReader : public boost::beast::http::basic_parser<is_request> {
 protected:
  using StringView = boost::beast::string_view;
  using ErrorCode = boost::beast::error_code;

  HeadReader() {
    this->skip(true);
    // The bytes are counted before they come here.
    this->header_limit(std::numeric_limits<std::uint32_t>::max());
    this->body_limit(boost::none);
  }

  static std::string_view view(StringView text) { return {text.data(), text.size()}; }

 private:
  void on_request_impl(boost::beast::http::verb, StringView, StringView, int, ErrorCode&) override {
  }
  void on_response_impl(int, StringView, int, ErrorCode&) override {}
  void on_header_impl(ErrorCode&) final {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, ErrorCode&) final {}
  std::size_t on_body_impl(StringView piece, ErrorCode&) final { return piece.size(); }
  void on_chunk_header_impl(std::uint64_t, StringView, ErrorCode&) final {}
  std::size_t on_chunk_body_impl(std::uint64_t, StringView piece, ErrorCode&) final {
    return piece.size();
  }
  void on_finish_impl(ErrorCode&) final {}
};

}  // namespace modebox::net
