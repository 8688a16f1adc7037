// The configuration as a file. Its name may come from a project that nobody has looked
// at, so nothing here waits for a pipe or reads a device.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "modebox/json.h"
#include "src/config/config.h"
#include "src/config/descriptor.h"
#include "src/value/path.h"

namespace modebox::config {
namespace {

/// A file that is read: its name, and what it is to whoever gets the message.
struct Source {
  std::string path;
  std::string_view what = "configuration";
};

Error refusal(const Source& source, const std::string& why) {
  return Error{"The " + std::string(source.what) + " " + value::quoted(source.path) +
               " can not be read: " + why + "."};
}

/// The file's bytes, at most one more than a configuration may have.
Result<std::string> bytes_of(int file, const Source& source) {
  std::string text(max_config_bytes + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t count = read(file, text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return refusal(source, std::strerror(errno));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

Result<std::string> text_of(const Source& source) {
  const std::string& path = source.path;
  if (path.find('\0') != std::string::npos) return refusal(source, "the name has a NUL in it");
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat facts = {};
  if (!file.is_open() || fstat(file.number(), &facts) != 0) {
    return refusal(source, std::strerror(errno));
  }
  if (S_ISDIR(facts.st_mode)) return refusal(source, "it is a folder");
  if (!S_ISREG(facts.st_mode)) return refusal(source, "it is not a regular file");
  Result<std::string> text = bytes_of(file.number(), source);
  if (text && text->size() > max_config_bytes) return refusal(source, "it is larger than 1 MiB");
  return text;
}

Result<std::string> folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(folder.c_str(), nullptr),
                                                         &std::free);
  if (real == nullptr) return refusal({path}, std::strerror(errno));
  return std::string(real.get());
}

/// Reads the schema of a tool if it is a file.
Status load_schema(SchemaConfig& schema, const std::string& folder) {
  if (schema.file.empty()) return done();
  const bool absolute = schema.file.front() == '/';
  const Source source{absolute ? schema.file : folder + "/" + schema.file, "JSON Schema"};
  Result<std::string> text = text_of(source);
  if (!text) return std::move(text).error();
  Result<Value> value = from_json(*text, {.max_depth = 256});
  if (!value) return refusal(source, value.error().message);
  schema.schema = *std::move(value);
  if (!schema.schema.is_string()) return done();
  return refusal(source, "a JSON Schema is an object or a boolean, not a string");
}

Status load_schemas(Config& config, const std::string& folder) {
  for (CommandToolConfig& tool : config.tools) {
    for (SchemaConfig* schema : {&tool.input, &tool.output}) {
      if (Status loaded = load_schema(*schema, folder); !loaded) return loaded;
    }
  }
  return done();
}

Status load_certificates(FetchConfig& fetch, const std::string& folder) {
  if (fetch.ca_file.empty()) return done();
  const bool absolute = fetch.ca_file.front() == '/';
  const Source source{absolute ? fetch.ca_file : folder + "/" + fetch.ca_file,
                      "file of certificates"};
  Result<std::string> text = text_of(source);
  if (!text) return std::move(text).error();
  fetch.options.extra_ca_pem = *std::move(text);
  return done();
}

}  // namespace

Result<Config> load_config(const std::string& path) {
  const Result<std::string> text = text_of({path});
  if (!text) return text.error();
  const Result<std::string> folder = folder_of(path);
  if (!folder) return folder.error();
  Result<Config> config = parse_config(*text, path, *folder);
  if (!config) return config;
  if (const Status loaded = load_schemas(*config, *folder); !loaded) return loaded.error();
  if (config->fetch) {
    if (const Status loaded = load_certificates(*config->fetch, *folder); !loaded) {
      return loaded.error();
    }
  }
  return config;
}

}  // namespace modebox::config
