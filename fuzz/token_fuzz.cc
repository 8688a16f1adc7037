// Foreign bytes as a token, as what is inside an authentic one, as the engine's state,
// and as frozen memory. None may crash, hang, or take more memory than allowed.
#include <cstdint>
#include <span>
#include <string_view>

#include "src/base/random.h"
#include "src/continuation/envelope.h"
#include "src/continuation/token.h"
#include "src/engine/run_state.h"
#include "src/sandbox/sandbox.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace modebox;
  static const continuation::Keyring keys = continuation::Keyring::random();
  constexpr std::size_t most = 1 << 20;
  const auto bytes = std::as_bytes(std::span(data, size));
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)continuation::open(keys, text, most);
  const std::string token = continuation::close_envelope(keys, continuation::TokenKind::run, bytes,
                                                         RandomSource::system());
  if (const auto opened = continuation::open(keys, token, most)) {
    (void)engine::decode_state(opened->state);
  }
  (void)engine::decode_state(bytes);
  if (auto lease = sandbox::Pool::process().acquire(1 << 20)) (void)lease->slot().thaw(bytes);
  return 0;
}
