// The JSON reader on any text: an error or a value that JSON holds, which is
// written and read back as the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "modebox/json.h"
#include "src/value/cbor_decode.h"
#include "src/value/cbor_encode.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace modebox;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Value> value = from_json(text, {.max_memory = 4 << 20});
  if (!value) {
    require(!value.error().message.empty());
    return 0;
  }
  const auto written = to_json(*value, {.indent = size % 2 == 0 ? 0 : 2});
  require(written.ok());
  const Result<Value> again = from_json(*written);
  require(again.ok() && *again == *value);
  require(*value::decode(*value::encode(*value)) == *value);
  require(to_tagged_json(*value).ok());
  return 0;
}
