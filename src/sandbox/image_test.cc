// Booting gives the same image every time; its file can not be written to.
#include "src/sandbox/image.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/sandbox/sha256.h"
#include "src/sandbox/test_guest.h"

namespace modebox::sandbox {
namespace {

std::string hash(std::string_view text) { return sha256_hex(std::as_bytes(std::span(text))); }

TEST(Sha256Test, KnownAnswers) {
  EXPECT_EQ(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ImageTest, BootingTwiceGivesTheSame) {
  const Result<BootedImage> again = boot(hostile_module);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value().image.hash, hostile_image().hash);
  EXPECT_EQ(again.value().image.stack_pointer, hostile_image().stack_pointer);
}

TEST(ImageTest, TheContentBeginsAfterTheNullZoneAndTheStack) {
  const Image& image = hostile_image();
  EXPECT_EQ(image.start, 262144u);
  EXPECT_EQ(image.size(), 9 * wasm_page);
  EXPECT_TRUE(all_zero({image.page(image.start - 4096), 4096}));
  EXPECT_EQ(image.page(image.start), image.content.data());
}

TEST(ImageTest, NobodyCanChangeTheFile) {
  ImageFile file(hostile_image());
  const Result<int> fd = file.descriptor();
  ASSERT_TRUE(fd.ok());
  EXPECT_EQ(pwrite(*fd, "x", 1, 0), -1);
  EXPECT_EQ(ftruncate(*fd, 0), -1);
  EXPECT_EQ(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0), MAP_FAILED);
  EXPECT_EQ(fcntl(*fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

TEST(ImageTest, TheEmbeddedImageIsWhatItsHashSays) {
  const Image& image = embedded_image();
  std::vector<std::byte> memory(image.start);
  memory.insert(memory.end(), image.content.begin(), image.content.end());
  memory.insert(memory.end(), image.zeros_after, std::byte{0});
  EXPECT_EQ(memory.size() % wasm_page, 0u);
  EXPECT_GT(image.sample.size(), 1000u);
  memory.insert(memory.end(), image.sample.begin(), image.sample.end());
  EXPECT_EQ(sha256_hex(memory), image_hash());
}

TEST(ImageTest, TheFileHoldsTheImage) {
  ImageFile file(embedded_image());
  const Result<int> fd = file.descriptor();
  ASSERT_TRUE(fd.ok());
  std::vector<std::byte> memory(embedded_image().size() + 1);
  ASSERT_EQ(pread(*fd, memory.data(), memory.size(), 0), static_cast<ssize_t>(memory.size() - 1));
  memory.pop_back();
  const auto sample = embedded_image().sample;
  memory.insert(memory.end(), sample.begin(), sample.end());
  EXPECT_EQ(sha256_hex(memory), image_hash());
}

}  // namespace
}  // namespace modebox::sandbox
