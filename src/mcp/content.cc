#include "src/mcp/content.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "modebox/text.h"
#include "src/mcp/base64.h"

namespace modebox::mcp {
namespace {

constexpr std::size_t most_uri_bytes = 8192;
constexpr std::size_t most_mime_type_bytes = 255;
constexpr std::size_t most_words_bytes = 16384;
constexpr double largest_size = 9007199254740991.0;

constexpr auto types =
    std::to_array<std::string_view>({"text", "image", "audio", "resource", "resource_link"});

bool looks_like_block(const Value& value) {
  const Value& type = value["type"];
  return value.is_object() && type.is_string() &&
         std::find(types.begin(), types.end(), type.as_string()) != types.end();
}

bool looks_like_list(const Value& value) {
  if (!value.is_array() || value.size() == 0) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!looks_like_block(value[i])) return false;  // at the latest at the first hole
  }
  return true;
}

bool looks_like_result(const Value& value) {
  if (!value.is_object() || !looks_like_list(value["content"])) return false;
  const auto entries = value.entries();
  return std::all_of(entries.begin(), entries.end(), [](const Entry& entry) {
    const std::string_view key = entry.key.as_string();
    return key == "content" || key == "isError" || key == "structuredContent" || key == "_meta";
  });
}

/// `type/subtype` of token characters (RFC 9110, 5.6.2), then parameters of printable ASCII.
bool is_mime_type(std::string_view text) {
  const std::string_view essence = text.substr(0, text.find(';'));
  const auto is_token = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
      constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             marks.find(c) != marks.npos;
    });
  };
  const std::size_t slash = essence.find('/');
  return text.size() <= most_mime_type_bytes && slash != essence.npos &&
         is_token(essence.substr(0, slash)) && is_token(essence.substr(slash + 1)) &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

/// A scheme (RFC 3986, 3.1), then anything without blanks and control characters.
bool is_uri(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos || colon == 0 || text.size() > most_uri_bytes) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::string_view scheme = text.substr(0, colon);
  return is_letter(scheme[0]) &&
         std::all_of(scheme.begin(), scheme.end(),
                     [&](char c) {
                       return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
                              c == '.';
                     }) &&
         std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; });
}

/// Whether bytes may be a file of that type, as far as its first bytes tell.
bool begins_as(std::string_view mime_type, std::string_view bytes) {
  if (mime_type == "image/png") return bytes.starts_with("\x89PNG\r\n\x1a\n");
  if (mime_type == "image/jpeg") return bytes.starts_with("\xff\xd8\xff");
  if (mime_type == "image/gif") return bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a");
  if (mime_type == "image/webp") return bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP";
  return true;
}
constexpr std::size_t first_bytes = 12;

/// Makes blocks; the first problem is kept, and then everything is refused.
class Checker {
 public:
  explicit Checker(const ContentLimits& limits) : data_left_(limits.max_data_bytes) {}

  const std::string& problem() const { return problem_; }

  void add(const Value& given) {
    const std::string_view type = given["type"].as_string();
    Value block = Value::object({{"type", type}});
    if (type == "text") {
      add_text(block, given, "text", required);
    } else if (type == "image" || type == "audio") {
      add_media(block, given, type);
    } else if (type == "resource") {
      add_resource(block, given["resource"]);
    } else {
      add_link(block, given);
    }
    add_annotations(block, given);
    // An empty text says nothing, and some models refuse it.
    if (type != "text" || !text_of(block).empty()) blocks_.push_back(std::move(block));
  }

  std::vector<ContentBlock> take() { return std::move(blocks_); }

 private:
  enum Need { optional, required };

  void refuse(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  void add_text(Value& block, const Value& given, std::string_view key, Need need,
                std::size_t most = std::string_view::npos) {
    const Value& text = given[key];
    if (text.is_undefined() && need == optional) return;
    if (!text.is_string() || text.as_string().size() > most) {
      return refuse("\"" + std::string(key) + "\" must be a string" +
                    (text.is_string() ? ", and shorter." : "."));
    }
    block.set(key, to_utf8_lossy(text.as_string()));
  }

  void add_mime_type(Value& block, const Value& given, Need need) {
    const Value& type = given["mimeType"];
    if (type.is_undefined() && need == optional) return;
    if (!type.is_string() || !is_mime_type(type.as_string())) {
      return refuse("\"mimeType\" must be a media type such as \"image/png\".");
    }
    block.set("mimeType", type);
  }

  void add_uri(Value& block, const Value& given) {
    const Value& uri = given["uri"];
    if (!uri.is_string() || !is_uri(to_utf8_lossy(uri.as_string()))) {
      return refuse("\"uri\" must be a URI.");
    }
    block.set("uri", to_utf8_lossy(uri.as_string()));
  }

  /// Gives the first bytes of the data.
  std::string add_data(Value& block, const Value& data, std::string_view key) {
    const std::string name = "\"" + std::string(key) + "\"";
    const bool is_bytes =
        data.kind() == Kind::array_buffer ||
        (data.kind() == Kind::typed_array && (data.element_type() == ElementType::uint8 ||
                                              data.element_type() == ElementType::uint8_clamped));
    if (!is_bytes && !data.is_string()) {
      refuse(name + " must be base64 text or a Uint8Array.");
      return {};
    }
    const std::optional<std::size_t> size =
        is_bytes ? data.bytes().size() : base64_size(data.as_string());
    if (!size) {
      refuse(name + " is not valid base64 (with padding, without line ends).");
      return {};
    }
    if (*size > data_left_) {
      refuse("The data is too large.");
      return {};
    }
    data_left_ -= *size;
    const std::string text = is_bytes ? to_base64(data.bytes()) : std::string(data.as_string());
    block.set(key, text);
    return base64_beginning(text, first_bytes);
  }

  void add_media(Value& block, const Value& given, std::string_view type) {
    const std::string beginning = add_data(block, given["data"], "data");
    add_mime_type(block, given, required);
    if (!problem_.empty()) return;
    const std::string_view mime_type = block["mimeType"].as_string();
    if (!mime_type.starts_with(std::string(type) + "/")) {
      return refuse("\"mimeType\" of type \"" + std::string(type) + "\" must begin with \"" +
                    std::string(type) + "/\".");
    }
    if (beginning.empty()) return refuse("\"data\" is empty.");
    if (!begins_as(mime_type, beginning)) {
      refuse("\"data\" does not begin as " + std::string(mime_type) + " does.");
    }
  }

  void add_resource(Value& block, const Value& given) {
    if (!given.is_object()) return refuse("\"resource\" must be an object.");
    Value resource = Value::object();
    add_uri(resource, given);
    add_mime_type(resource, given, optional);
    const bool has_text = !given["text"].is_undefined();
    if (has_text == !given["blob"].is_undefined()) {
      return refuse("\"resource\" must have either \"text\" or \"blob\".");
    }
    if (has_text) {
      add_text(resource, given, "text", required);
    } else {
      add_data(resource, given["blob"], "blob");
    }
    block.set("resource", resource);
  }

  void add_link(Value& block, const Value& given) {
    add_uri(block, given);
    add_text(block, given, "name", required, most_words_bytes);
    add_text(block, given, "title", optional, most_words_bytes);
    add_text(block, given, "description", optional, most_words_bytes);
    add_mime_type(block, given, optional);
    const Value& size = given["size"];
    if (size.is_undefined()) return;
    const bool fits = size.is_number() && size.as_number() >= 0 &&
                      size.as_number() <= largest_size &&
                      size.as_number() == std::floor(size.as_number());
    if (!fits) return refuse("\"size\" must be a number of bytes.");
    block.set("size", size);
  }

  void add_annotations(Value& block, const Value& given) {
    const Value& annotations = given["annotations"];
    if (annotations.is_undefined()) return;
    if (!annotations.is_object()) return refuse("\"annotations\" must be an object.");
    Value kept = Value::object();
    add_audience(kept, annotations["audience"]);
    const Value& priority = annotations["priority"];
    if (!priority.is_undefined()) {
      if (!priority.is_number() || !(priority.as_number() >= 0 && priority.as_number() <= 1)) {
        return refuse("\"priority\" must be a number from 0 to 1.");
      }
      kept.set("priority", priority);
    }
    add_text(kept, annotations, "lastModified", optional, 64);
    if (kept.size() > 0) block.set("annotations", kept);
  }

  void add_audience(Value& kept, const Value& audience) {
    if (audience.is_undefined()) return;
    Value list = Value::array();
    for (std::size_t i = 0; audience.is_array() && i < std::min<std::size_t>(audience.size(), 3);
         ++i) {
      const Value& role = audience[i];
      if (role.is_string() && (role.as_string() == "user" || role.as_string() == "assistant")) {
        list.push(role);
      }
    }
    if (!audience.is_array() || list.size() != audience.size()) {
      return refuse("\"audience\" must be an array of \"user\" and \"assistant\".");
    }
    kept.set("audience", list);
  }

  std::vector<ContentBlock> blocks_;
  std::string problem_;
  std::size_t data_left_;
};

}  // namespace

ContentBlock text_block(std::string_view text) {
  return Value::object({{"type", "text"}, {"text", to_utf8_lossy(text)}});
}

Value text_result(std::string_view text, bool is_error) {
  Value result = Value::object({{"content", Value::array({text_block(text)})}});
  if (is_error) result.set("isError", true);
  return result;
}

std::string_view text_of(const ContentBlock& block) {
  const Value& text = block["text"];
  return text.is_string() ? text.as_string() : std::string_view();
}

Content content_of(const Value& value, const ContentLimits& limits) {
  Content content;
  Value list;
  if (looks_like_block(value)) {
    list = Value::array({value});
  } else if (looks_like_list(value)) {
    list = value;
  } else if (looks_like_result(value)) {
    list = value["content"];
  } else {
    return content;
  }
  if (list.size() > limits.max_blocks) {
    content.problem = "There are more than " + std::to_string(limits.max_blocks) + " blocks.";
    return content;
  }
  Checker checker(limits);
  for (std::size_t i = 0; i < list.size() && checker.problem().empty(); ++i) checker.add(list[i]);
  content.problem = checker.problem();
  if (!content.problem.empty()) return content;
  content.blocks = checker.take();
  content.is_error = value["isError"].is_boolean() && value["isError"].as_boolean();
  return content;
}

}  // namespace modebox::mcp
