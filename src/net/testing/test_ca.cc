#include "src/net/testing/test_ca.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace modebox::net::testing {
namespace {

struct Free {
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using Certificate = std::unique_ptr<X509, Free>;
using Key = std::unique_ptr<EVP_PKEY, Free>;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "test CA: %s failed\n", what);
  std::abort();
}

template <typename Write>
std::string text(const Write& write) {
  const std::unique_ptr<BIO, Free> bio(BIO_new(BIO_s_mem()));
  require(write(bio.get()) == 1, "writing PEM");
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

void extend(X509* certificate, X509* issuer, int id, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str());
  require(extension != nullptr, "an extension");
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

Certificate blank(EVP_PKEY* key, const char* name, long from, long to) {
  Certificate certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  std::uint64_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), from);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), to);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name), -1, -1, 0);
  return certificate;
}

}  // namespace

struct TestCa::Parts {
  Key key;
  Certificate certificate;
};

TestCa::TestCa() : parts_(std::make_unique<Parts>()) {
  parts_->key.reset(EVP_EC_gen("P-256"));
  parts_->certificate = blank(parts_->key.get(), "modebox test CA", -7200, 7200);
  X509* own = parts_->certificate.get();
  X509_set_issuer_name(own, X509_get_subject_name(own));
  extend(own, own, NID_basic_constraints, "critical,CA:TRUE");
  extend(own, own, NID_key_usage, "critical,keyCertSign");
  require(X509_sign(own, parts_->key.get(), EVP_sha256()) != 0, "signing");
}

TestCa::~TestCa() = default;

std::string TestCa::pem() const {
  return text([&](BIO* bio) { return PEM_write_bio_X509(bio, parts_->certificate.get()); });
}

Identity TestCa::issue(const Wish& wish) const {
  const Key key(EVP_EC_gen("P-256"));
  const Certificate certificate =
      blank(key.get(), "modebox test server", wish.valid_from_s, wish.valid_to_s);
  X509* own = certificate.get();
  X509* issuer = wish.self_signed ? own : parts_->certificate.get();
  X509_set_issuer_name(own, X509_get_subject_name(issuer));
  std::string names;
  for (const auto& name : wish.names) names += (names.empty() ? "DNS:" : ",DNS:") + name;
  for (const auto& address : wish.addresses) names += (names.empty() ? "IP:" : ",IP:") + address;
  if (!names.empty()) extend(own, issuer, NID_subject_alt_name, names);
  EVP_PKEY* signer = wish.self_signed ? key.get() : parts_->key.get();
  require(X509_sign(own, signer, EVP_sha256()) != 0, "signing");
  return {text([&](BIO* bio) { return PEM_write_bio_X509(bio, own); }), text([&](BIO* bio) {
            return PEM_write_bio_PrivateKey(bio, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

}  // namespace modebox::net::testing
