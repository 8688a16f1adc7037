#include "src/net/tls.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <boost/asio/ssl/error.hpp>
#include <cstdlib>
#include <vector>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

namespace ssl = boost::asio::ssl;

Error tls_error(const std::string& message) { return http_error(HttpErrorKind::tls, message); }

struct Free {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(X509* certificate) const { X509_free(certificate); }
};

/// The certificates of a PEM text. Nothing if a part can not be read, or there is none in what is
/// not empty.
std::optional<std::vector<std::unique_ptr<X509, Free>>> read_certificates(const std::string& pem) {
  std::vector<std::unique_ptr<X509, Free>> certificates;
  const std::unique_ptr<BIO, Free> bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  if (bio == nullptr) return {};
  while (X509* certificate = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)) {
    certificates.emplace_back(certificate);
  }
  const unsigned long error = ERR_peek_last_error();
  ERR_clear_error();
  const bool at_end =
      ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
  if (!at_end || (certificates.empty() && !pem.empty())) return {};
  return certificates;
}

bool exists(const char* path) {
  struct stat status {};
  return stat(path, &status) == 0;
}

/// The first of each that is there, as OpenSSL, Go and curl look for them.
void trust_system(X509_STORE* store) {
  const char* file = std::getenv("SSL_CERT_FILE");
  const char* folder = std::getenv("SSL_CERT_DIR");
  if (file == nullptr && folder == nullptr) {
    for (const char* path : {"/etc/ssl/certs/ca-certificates.crt",  // Debian, Arch, Gentoo, Alpine
                             "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora, RHEL
                             "/etc/pki/tls/certs/ca-bundle.crt",  // older ones of these
                             "/etc/ssl/ca-bundle.pem",            // openSUSE
                             "/etc/ssl/cert.pem"}) {              // Alpine, BSD
      if (exists(path)) {
        file = path;
        break;
      }
    }
    for (const char* path : {"/etc/ssl/certs", "/etc/pki/tls/certs"}) {
      if (file == nullptr && exists(path)) folder = path;
    }
  }
  // What can not be read is not trusted: the handshakes fail and say so.
  if (file != nullptr) X509_STORE_load_file(store, file);
  if (folder != nullptr) X509_STORE_load_path(store, folder);
  ERR_clear_error();
}

}  // namespace

Status check_ca(const std::string& pem) {
  if (!read_certificates(pem)) {
    return Error{"The extra certificates are not PEM text that holds certificates."};
  }
  return done();
}

Result<std::shared_ptr<ssl::context>> tls_context(const std::string& extra_ca_pem, bool system_ca) {
  SSL_CTX* handle = SSL_CTX_new(TLS_client_method());
  if (handle == nullptr) return tls_error("TLS can not be set up on this machine.");
  auto context = std::make_shared<ssl::context>(handle);  // owns it
  SSL_CTX_set_min_proto_version(handle, TLS1_2_VERSION);
  SSL_CTX_set_options(handle, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_session_cache_mode(handle, SSL_SESS_CACHE_OFF);
  static constexpr unsigned char protocols[] = "\x08http/1.1";
  SSL_CTX_set_alpn_protos(handle, protocols, sizeof protocols - 1);
  X509_STORE* store = SSL_CTX_get_cert_store(handle);
  if (system_ca) trust_system(store);
  const auto extra = read_certificates(extra_ca_pem);
  if (!extra) return tls_error("The extra certificates can not be read.");
  for (const auto& certificate : *extra) X509_STORE_add_cert(store, certificate.get());
  ERR_clear_error();
  return context;
}

Status expect_host(TlsStream& stream, const Host& host) {
  SSL* handle = stream.native_handle();
  bool set = false;
  if (host.address) {
    const auto bytes = host.address->bytes();
    set = X509_VERIFY_PARAM_set1_ip(SSL_get0_param(handle), bytes.data(), bytes.size()) == 1;
  } else {
    SSL_set_hostflags(handle,
                      X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    set = SSL_set1_host(handle, host.name.c_str()) == 1 &&
          SSL_set_tlsext_host_name(handle, host.name.c_str()) == 1;
  }
  return set ? done() : tls_error("TLS can not be set up on this machine.");
}

std::string tls_failure(TlsStream& stream, const boost::system::error_code& code) {
  const long verified = SSL_get_verify_result(stream.native_handle());
  ERR_clear_error();
  if (verified != X509_V_OK) return X509_verify_cert_error_string(verified);
  if (code.category() == boost::asio::error::get_ssl_category()) {
    const char* reason = ERR_reason_error_string(static_cast<unsigned long>(code.value()));
    if (reason != nullptr) return reason;
  }
  return "the connection was closed during the handshake";
}

}  // namespace modebox::net
