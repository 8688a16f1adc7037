// TLS as this client speaks it: 1.2 or newer, the certificate always checked, against the host that
// was asked for.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <memory>
#include <string>

#include "modebox/result.h"
#include "src/net/host.h"

namespace modebox::net {

using TlsStream = boost::asio::ssl::stream<boost::asio::ip::tcp::socket&>;

/// Whether `pem` holds certificates and nothing that can not be read. Empty is fine.
Status check_ca(const std::string& pem);

/// With the certificates of `extra_ca_pem` trusted, and those of the system if `system_ca`:
/// SSL_CERT_FILE and SSL_CERT_DIR if set, else where distributions keep them. Thread-safe to share.
Result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const std::string& extra_ca_pem,
                                                               bool system_ca);

/// Sets what the handshake must prove: that the certificate is `host`'s. Fails if OpenSSL has no
/// memory.
Status expect_host(TlsStream& stream, const Host& host);

/// After a failed handshake: why, for whoever asked. Says nothing of what is at the other end
/// beyond it.
std::string tls_failure(TlsStream& stream, const boost::system::error_code& code);

}  // namespace modebox::net
