// The seam to name lookup. A client resolves a host once for each connection, judges
// what comes back, and connects to exactly an address that it judged.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "modebox/result.h"
#include "src/net/address.h"

namespace modebox::net {

/// Thread-safe.
class Resolver {
 public:
  virtual ~Resolver() = default;
  /// The addresses of a name, in the order in which to try them. May block: it runs on a
  /// thread for lookups, and nobody waits for it beyond the request's time. Never called with
  /// an address or `localhost`. An empty list is an error too.
  virtual Result<std::vector<Address>> resolve(const std::string& name) = 0;

  /// The system's (getaddrinfo): /etc/hosts, DNS.
  static std::shared_ptr<Resolver> system();
};

/// For tests: answers by script, one list after the other; the last one stays.
class ScriptedResolver : public Resolver {
 public:
  void add(const std::string& name, std::vector<Address> answer);
  Result<std::vector<Address>> resolve(const std::string& name) override;
  /// How many lookups were made of a name.
  int lookups(const std::string& name) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<std::vector<Address>>> answers_;
  std::map<std::string, int> lookups_;
};

}  // namespace modebox::net
