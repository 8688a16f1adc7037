// Which files are taken for a configuration.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "src/config/config.h"

namespace modebox::config {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class LoadTest : public testing::Test {
 protected:
  LoadTest() {
    std::string name = fs::temp_directory_path() / "modebox-load-XXXXXX";
    folder_ = fs::canonical(mkdtemp(name.data()));
  }
  ~LoadTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  static std::string refusal(const std::string& path) {
    const Result<Config> config = load_config(path);
    return config ? "" : config.error().message;
  }

  fs::path folder_;
};

constexpr const char* one_tool = R"({"tools": {"t": {"command": ["./t"]}}})";

TEST_F(LoadTest, ProgramsRunInTheFolderThatHoldsTheFile) {
  fs::create_directory(folder_ / "sub");
  const std::string path = write("sub/modebox.json", one_tool);
  EXPECT_EQ(load_config(path)->tools[0].command.folder, folder_ / "sub");
  EXPECT_EQ(load_config(folder_ / "sub/../sub/modebox.json")->tools[0].command.folder,
            folder_ / "sub");
  fs::create_symlink(path, folder_ / "link.json");
  EXPECT_EQ(load_config(folder_ / "link.json")->tools[0].command.folder, folder_);
}

TEST_F(LoadTest, AFileWithoutAFolderInItsNameIsInTheCurrentOne) {
  write("modebox.json", one_tool);
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  const Result<Config> config = load_config("modebox.json");
  fs::current_path(before);
  EXPECT_EQ(config->tools[0].command.folder, folder_);
}

TEST_F(LoadTest, MistakesNameTheFileAsItWasGiven) {
  const std::string path = write("modebox.json", "{\n\"a\": 1}");
  EXPECT_THAT(refusal(path), HasSubstr(path + ":2:1: The file must not have the key \"a\"."));
}

TEST_F(LoadTest, WhatIsNoRegularFileIsRefusedWithoutWaiting) {
  const std::string fifo = folder_ / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const auto message = [](const std::string& path, const std::string& why) {
    return "The configuration \"" + path + "\" can not be read: " + why + ".";
  };
  EXPECT_EQ(refusal(fifo), message(fifo, "it is not a regular file"));
  EXPECT_EQ(refusal("/dev/zero"), message("/dev/zero", "it is not a regular file"));
  EXPECT_EQ(refusal(folder_), message(folder_, "it is a folder"));
  EXPECT_EQ(refusal(folder_ / "none"), message(folder_ / "none", "No such file or directory"));
  EXPECT_EQ(refusal(""), message("", "No such file or directory"));
}

TEST_F(LoadTest, ANameWithANulIsNotCutThere) {
  write("modebox.json", "{}");
  EXPECT_THAT(refusal((folder_ / "modebox.json").string() + '\0' + "x"), HasSubstr("a NUL in it"));
}

TEST_F(LoadTest, AFileThatMayNotBeReadIsRefused) {
  const std::string path = write("modebox.json", "{}");
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  chmod(path.c_str(), 0);
  EXPECT_THAT(refusal(path), HasSubstr("Permission denied"));
}

TEST_F(LoadTest, AFileBeyondOneMebibyteIsRefused) {
  EXPECT_EQ(refusal(write("a", "{}" + std::string(max_config_bytes - 2, ' '))), "");
  EXPECT_THAT(refusal(write("b", "{}" + std::string(max_config_bytes - 1, ' '))),
              HasSubstr("it is larger than 1 MiB"));
}

TEST_F(LoadTest, NoDescriptorIsLeftOpen) {
  const auto next = [] {
    const int number = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(number);
    return number;
  };
  const int before = next();
  EXPECT_EQ(refusal(write("a", "{}")), "");
  EXPECT_NE(refusal(folder_), "");
  EXPECT_EQ(next(), before);
}

TEST_F(LoadTest, SchemasThatAreFilesAreReadFromTheFolder) {
  const std::string path =
      write("modebox.json", R"({"tools": {"t": {"command": ["./t"], "input": "in.json"}}})");
  EXPECT_THAT(refusal(path), HasSubstr("The JSON Schema \"" + (folder_ / "in.json").string() +
                                       "\" can not be read: No such file"));
  write("in.json", R"({"type": "object", "required": ["a"]})");
  const Result<Config> config = load_config(path);
  ASSERT_TRUE(config.ok());
  EXPECT_THAT(make_toolbox(*config)->declarations(), HasSubstr("input: { a: unknown }"));
  write("in.json", R"({"type": "strnig"})");
  EXPECT_THAT(make_toolbox(*load_config(path)).error().message, HasSubstr("$.type must be one of"));
  for (const char* text : {"{", "\"{}\"", ""}) {
    write("in.json", text);
    EXPECT_THAT(refusal(path), HasSubstr("can not be read"));
  }
}

}  // namespace
}  // namespace modebox::config
