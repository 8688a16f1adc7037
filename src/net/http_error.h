// Why a request failed. Every error of this folder is a modebox::Error whose `code` is one
// of these words. Its message may be shown to a script: it says what to do and never an
// address that a name resolved to, or what is behind one. Those go to
// HttpClientOptions::log only.
#pragma once

#include <string>
#include <string_view>

#include "modebox/result.h"

namespace modebox::net {

enum class HttpErrorKind {
  /// The URL, a header or another part of the request is not one that is sent.
  invalid_request,
  /// No rule allows the host.
  refused_by_rules,
  /// The host's address is not public and is not listed.
  refused_address,
  /// The host has no address, or the lookup failed.
  dns,
  /// No connection to the host, or to the proxy, could be made; or it was lost.
  connect,
  /// No TLS connection, or the certificate is not the host's.
  tls,
  /// The request's time, or the time without a byte, is over.
  timeout,
  /// A limit on sizes.
  too_large,
  /// What came back is not HTTP, is cut, or can not be decoded.
  protocol,
  /// Too many redirects, or one that is not followed.
  redirects,
  cancelled,
};

/// As in the enumerator's name: `refused_by_rules`.
std::string_view to_string(HttpErrorKind kind);
/// The kind that an error's code names. `protocol` for a code that is none of these.
HttpErrorKind kind_of(const Error& error);
Error http_error(HttpErrorKind kind, std::string message);

}  // namespace modebox::net
