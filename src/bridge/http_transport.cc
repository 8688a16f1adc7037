#include "src/bridge/http_transport.h"
namespace modebox::bridge {
std::shared_ptr<Transport> make_http_transport(const std::shared_ptr<Loop>&, HttpOptions) {
  return nullptr;
}
}  // namespace modebox::bridge
