// Certificates for tests, made when they are needed.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace modebox::net::testing {

/// A server's certificate with its key, as PEM.
struct Identity {
  std::string certificate;
  std::string key;
};

/// A certificate authority that nobody trusts but who is given its pem().
class TestCa {
 public:
  TestCa();
  ~TestCa();
  TestCa(const TestCa&) = delete;
  TestCa& operator=(const TestCa&) = delete;

  std::string pem() const;
  struct Wish {
    std::vector<std::string> names = {};
    std::vector<std::string> addresses = {};
    /// From now.
    long valid_from_s = -3600;
    long valid_to_s = 3600;
    bool self_signed = false;
  };
  Identity issue(const Wish& wish) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace modebox::net::testing
