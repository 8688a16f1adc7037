// The sample of an image: what a script typical of agents changes in it, as it stands in
// a snapshot before compression. Snapshots are compressed with the sample as their
// prefix, since most of what runs change is the same in all of them. It is made once,
// when the library is built, and is part of the image's hash.
#include <string>
#include <string_view>

#include "src/sandbox/image.h"
#include "src/sandbox/sandbox.h"
#include "src/sandbox/sha256.h"
#include "src/sandbox/snapshot.h"

namespace modebox::sandbox {
namespace {

constexpr std::string_view script = R"(const items = [];
for (let i = 0; i < 8; i++) items.push({ id: i, name: `item ${i}` });
const byId = new Map(items.map((item) => [item.id, item]));
const total = (list) => list.reduce((sum, item) => sum + item.id, 0);
async function visit(item) {
  try { return await host.call(item.name, total(items)); } catch (error) { console.log(error.message); }
}
const found = await Promise.all(items.slice(0, 1).map(visit));
found.filter((item) => item).length + byId.size;
)";

/// Takes every call and answers none; time stands still.
class SampleHost : public Host {
 public:
  CallAnswer call(std::span<const std::byte>) noexcept override { return {}; }
  PollAnswer poll(PollKind) noexcept override { return {}; }
};

/// CBOR, as far as these two messages need it (docs/boundary.md).
void put_head(std::string& out, int major, std::uint32_t argument) {
  out += static_cast<char>(major << 5 | 26);
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(argument >> shift & 0xff);
}
void put_text(std::string& out, std::string_view text) {
  put_head(out, 3, static_cast<std::uint32_t>(text.size()));
  out += text;
}

std::string start_message() {
  constexpr char no = '\xf4';
  std::string out;
  put_head(out, 4, 11);
  put_head(out, 0, 0);
  put_text(out, script);
  put_text(out, "script.ts");
  put_head(out, 4, 1);
  put_head(out, 4, 2);
  put_text(out, "host.call");
  put_head(out, 0, 0);  // asynchronous
  // Limits: result, arguments, stack, memory; then the seed, and two things that are not wanted.
  for (const std::uint32_t number : {1u << 20, 1u << 20, 512u << 10, 64u << 20, 1u}) {
    put_head(out, 0, number);
  }
  return out + no + no;
}

std::string tidy_message() {
  std::string out;
  put_head(out, 4, 1);
  put_head(out, 0, 4);
  return out;
}

}  // namespace

Status take_sample(BootedImage& booted) {
  // Pools live for ever; there is one such call in a process.
  static Pool& pool = Pool::create(booted.image, 1);
  Result<Lease> lease = pool.acquire(64 << 20);
  if (!lease) return std::move(lease).error();
  SampleHost host;
  for (const std::string& message : {start_message(), tidy_message()}) {
    if (lease->slot().enter(std::as_bytes(std::span(message)), host).end != EntryEnd::returned) {
      return Error{"The sample script did not run."};
    }
  }
  Result<std::vector<std::byte>> sample = changes_of(lease->slot());
  if (!sample) return std::move(sample).error();
  booted.sample = *std::move(sample);
  booted.image.sample = booted.sample;
  std::vector<std::byte> all = booted.memory;
  all.insert(all.end(), booted.sample.begin(), booted.sample.end());
  booted.image.hash = sha256_hex(all);
  return done();
}

}  // namespace modebox::sandbox
