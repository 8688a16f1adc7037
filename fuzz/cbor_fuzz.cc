// The decoder of values and the message reader, on any bytes: an error or a
// whole value, within the budget, that encodes to bytes which decode to the
// same value.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "modebox/json.h"
#include "src/value/cbor_decode.h"
#include "src/value/cbor_encode.h"
#include "src/value/cbor_reader.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace modebox;
  const auto bytes = std::as_bytes(std::span(data, size));
  value::CborReader reader(bytes);
  const bool passed = reader.raw().size() == size && reader.ok();
  const Result<Value> value = value::decode(bytes, {.max_memory = 4 << 20});
  if (!value) {
    require(!value.error().message.empty());
    return 0;
  }
  require(passed);
  const auto again = value::encode(*value);
  require(again.ok());
  const Result<Value> twice = value::decode(*again, {.max_memory = 16 << 20});
  require(twice.ok() && *twice == *value);
  require(*value::encode(*twice) == *value::encode(*value::decode(*value::encode(*twice))));
  require(describe(*value, {.max_bytes = 2000}).size() < 200'000);
  (void)to_json(*value, {.max_bytes = 100'000});
  const auto tagged = to_tagged_json(*value, {.max_bytes = 100'000});
  if (tagged) require(from_json(*tagged, {.max_depth = 5000}).ok());
  return 0;
}
