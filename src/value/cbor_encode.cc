// One walk. A node that more than one reference leads to might occur again, so
// its offset is kept; when it does occur again, a reference with a placeholder
// for the number is written. At the end, what occurred again gets its tag 28
// and the numbers are filled in. Values that share nothing cost no table.
#include "src/value/cbor_encode.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "src/value/cbor_writer.h"
#include "src/value/node.h"
#include "src/value/path.h"

namespace modebox::value {
namespace {

constexpr std::size_t tag_bytes = 2;  // tag 28 as it is inserted
constexpr std::size_t number_at = 3;  // in a reference: after tag 29 and 0x1a
constexpr std::byte shared_tag[] = {std::byte{0xd8}, std::byte{28}};
constexpr std::byte placeholder[] = {std::byte{0xd8}, std::byte{29}, std::byte{0x1a}, std::byte{0},
                                     std::byte{0},    std::byte{0},  std::byte{0}};

/// Functions that call each other a thousand deep are kept apart, so that none
/// pays the stack of another.
#define SMALL_FRAME [[gnu::noinline]]

class Encoder {
 public:
  Encoder(std::vector<std::byte>& out, const EncodeLimits& limits)
      : out_(out), writer_(out), start_(out.size()), limits_(limits) {}

  Status run(const Value& root) {
    const bool whole = item(root, nullptr);
    if (whole) number_shared();
    if (whole && out_.size() - start_ <= limits_.max_bytes) return done();
    if (problem_.empty()) too_large();
    out_.resize(start_);
    return Error{problem_};
  }

 private:
  struct Occurrence {
    std::size_t offset = 0;
    bool again = false;
  };
  struct Reference {
    std::size_t offset;
    const Node* target;
  };
  using Into = PathStep::Into;

  SMALL_FRAME bool too_large() {
    problem_ = "the value takes more than " + std::to_string(limits_.max_bytes) +
               " bytes when it is encoded";
    return false;
  }

  SMALL_FRAME bool too_deep(const PathStep* path) {
    problem_ = path_text(path) + " is nested deeper than " + std::to_string(limits_.max_depth) +
               " containers";
    return false;
  }

  bool fits(std::size_t more) {
    return out_.size() - start_ + more <= limits_.max_bytes || too_large();
  }

  SMALL_FRAME bool item(const Value& value, const PathStep* path) {
    switch (value.kind()) {
      case Kind::undefined:
        Access::is_hole(value) ? writer_.hole() : writer_.undefined();
        break;
      case Kind::null:
        writer_.null();
        break;
      case Kind::boolean:
        writer_.boolean(Access::inline_text(value)[0] != 0);
        break;
      case Kind::number:
        writer_.number(Access::number(value));
        break;
      case Kind::bigint:
        return bigint(value.as_bigint());
      case Kind::string:
        return string(Access::text(value));
      default:
        return node(value, path);
    }
    return fits(0);
  }

  SMALL_FRAME bool node(const Value& value, const PathStep* path) {
    const Node& node = *Access::pointer(value);
    if (may_occur_again(node) && occurred(node)) return fits(0);
    if (!holds_values(node.kind)) return leaf(value);
    if (++depth_ > limits_.max_depth) return too_deep(path);
    const bool whole = container(value, path);
    --depth_;
    return whole;
  }

  /// Writes a reference if the node has been written; else takes note of where it is.
  SMALL_FRAME bool occurred(const Node& node) {
    const auto [found, first] = occurrences_.try_emplace(&node, Occurrence{out_.size()});
    if (first) return false;
    found->second.again = true;
    references_.push_back({out_.size(), &node});
    writer_.raw(placeholder);
    return true;
  }

  /// Only a node with one reference to it is sure to occur once.
  static bool may_occur_again(const Node& node) {
    return node.count.load(std::memory_order_relaxed) > 1 ||
           node.owner.load(std::memory_order_relaxed) != nullptr;
  }

  SMALL_FRAME bool leaf(const Value& value) {
    switch (value.kind()) {
      case Kind::date:
        writer_.tag(tag::date);
        writer_.number(value.as_date());
        return fits(0);
      case Kind::regexp:
        if (!fits(value.regexp_source().size() + value.regexp_flags().size())) return false;
        writer_.tag(tag::regexp);
        writer_.array(2);
        writer_.string(value.regexp_source());
        writer_.string(value.regexp_flags());
        return fits(0);
      case Kind::array_buffer:
        if (!fits(value.size())) return false;
        writer_.bytes(value.bytes());
        return fits(0);
      default:
        return view(Access::node<ViewNode>(value));
    }
  }

  SMALL_FRAME bool view(const ViewNode& view) {
    const auto& buffer = Access::node<BufferNode>(view.buffer);
    const bool whole = view.length * element_size(view.type) == buffer.bytes.size();
    if (view.kind == Kind::typed_array && whole && !may_occur_again(buffer)) {
      if (!fits(buffer.bytes.size())) return false;
      writer_.tag(typed_array_tag(view.type));
      writer_.bytes(buffer.bytes);
      return fits(0);
    }
    writer_.tag(tag::view);
    writer_.array(4);
    writer_.uint(view.kind == Kind::data_view ? 0 : typed_array_tag(view.type));
    if (!node(view.buffer, nullptr)) return false;
    writer_.uint(view.byte_offset);
    writer_.uint(view.length);
    return fits(0);
  }

  SMALL_FRAME bool string(std::string_view text) {
    if (!fits(text.size())) return false;
    writer_.string(text);
    return fits(0);
  }

  SMALL_FRAME bool bigint(const BigInt& number) {
    if (!fits(number.magnitude().size())) return false;
    writer_.tag(number.negative() ? tag::negative_bigint : tag::bigint);
    const auto magnitude = number.magnitude();
    if (!number.negative()) {
      writer_.bytes(std::as_bytes(magnitude));
      return fits(0);
    }
    // A negative n is written as -1 - n.
    std::vector<std::uint8_t> less(magnitude.begin(), magnitude.end());
    for (auto byte = less.rbegin(); (*byte)-- == 0; ++byte) {
    }
    const bool leading_zero = less.front() == 0;
    writer_.bytes(std::as_bytes(std::span(less).subspan(leading_zero ? 1 : 0)));
    return fits(0);
  }

  SMALL_FRAME bool container(const Value& value, const PathStep* path) {
    switch (value.kind()) {
      case Kind::array:
        return array(Access::node<ArrayNode>(value), path);
      case Kind::set:
        return set(value, path);
      case Kind::map:
        writer_.tag(tag::map);
        break;
      case Kind::error:
        writer_.tag(tag::error);
        break;
      default:
        break;
    }
    return entries(value, path);
  }

  SMALL_FRAME bool entries(const Value& value, const PathStep* path) {
    const bool map = value.is_map();
    PathStep key_step{path, Into::map_key, nullptr, 0};
    PathStep step{path, map ? Into::map_value : Into::property, nullptr, 0};
    writer_.map(value.size());
    for (const Entry& entry : value.entries()) {
      step.key = &entry.key;
      if (!item(entry.key, &key_step) || !item(entry.value, &step)) return false;
      ++key_step.index;
    }
    return fits(0);
  }

  SMALL_FRAME bool set(const Value& value, const PathStep* path) {
    PathStep step{path, Into::member, nullptr, 0};
    writer_.tag(tag::set);
    writer_.array(value.size());
    for (const Value& member : value.members()) {
      if (!item(member, &step)) return false;
      ++step.index;
    }
    return fits(0);
  }

  SMALL_FRAME bool array(const ArrayNode& node, const PathStep* path) {
    const std::size_t present = present_elements(node);
    if (is_very_sparse(node.length, present)) return sparse_array(node, present, path);
    PathStep step{path, Into::element, nullptr, 0};
    writer_.array(node.length);
    for (const Value& element : node.dense) {
      if (!item(element, &step)) return false;
      ++step.index;
    }
    if (node.sparse) {
      for (const auto& [index, element] : *node.sparse) {
        for (; step.index < index; ++step.index) writer_.hole();
        if (!item(element, &step)) return false;
        ++step.index;
      }
    }
    for (; step.index < node.length; ++step.index) writer_.hole();
    return fits(0);
  }

  static std::size_t present_elements(const ArrayNode& node) {
    std::size_t present = node.sparse ? node.sparse->size() : 0;
    for (const Value& element : node.dense) present += Access::is_hole(element) ? 0 : 1;
    return present;
  }

  SMALL_FRAME bool sparse_array(const ArrayNode& node, std::size_t present, const PathStep* path) {
    PathStep step{path, Into::element, nullptr, 0};
    writer_.tag(tag::sparse_array);
    writer_.array(2);
    writer_.uint(node.length);
    writer_.array(2 * present);
    const auto pair = [&](std::uint64_t index, const Value& element) {
      step.index = index;
      writer_.uint(index);
      return item(element, &step);
    };
    for (std::size_t i = 0; i < node.dense.size(); ++i) {
      if (!Access::is_hole(node.dense[i]) && !pair(i, node.dense[i])) return false;
    }
    if (!node.sparse) return fits(0);
    for (const auto& [index, element] : *node.sparse) {
      if (!pair(index, element)) return false;
    }
    return fits(0);
  }

  /// Inserts tag 28 where something occurs that occurs again, and puts the
  /// numbers into the references.
  void number_shared() {
    if (references_.empty()) return;
    std::vector<std::pair<std::size_t, const Node*>> shared;
    for (const auto& [node, occurrence] : occurrences_) {
      if (occurrence.again) shared.emplace_back(occurrence.offset, node);
    }
    std::sort(shared.begin(), shared.end());
    std::unordered_map<const Node*, std::uint32_t> numbers;
    for (const auto& [offset, node] : shared) {
      numbers.emplace(node, static_cast<std::uint32_t>(numbers.size()));
    }
    for (const Reference& reference : references_) {
      std::uint32_t number = numbers.at(reference.target);
      for (std::size_t i = 4; i > 0; --i, number >>= 8) {
        out_[reference.offset + number_at + i - 1] = static_cast<std::byte>(number & 0xff);
      }
    }
    insert_tags(shared);
  }

  /// From the end backwards, so that each byte moves once.
  void insert_tags(const std::vector<std::pair<std::size_t, const Node*>>& shared) {
    std::size_t from = out_.size();
    out_.resize(out_.size() + shared.size() * tag_bytes);
    std::size_t to = out_.size();
    for (auto place = shared.rbegin(); place != shared.rend(); ++place) {
      const std::size_t size = from - place->first;
      to -= size;
      std::copy_backward(out_.begin() + static_cast<std::ptrdiff_t>(place->first),
                         out_.begin() + static_cast<std::ptrdiff_t>(from),
                         out_.begin() + static_cast<std::ptrdiff_t>(to + size));
      to -= tag_bytes;
      std::copy(std::begin(shared_tag), std::end(shared_tag),
                out_.begin() + static_cast<std::ptrdiff_t>(to));
      from = place->first;
    }
  }

  std::vector<std::byte>& out_;
  CborWriter writer_;
  const std::size_t start_;
  const EncodeLimits& limits_;
  std::size_t depth_ = 0;
  std::unordered_map<const Node*, Occurrence> occurrences_;
  std::vector<Reference> references_;
  std::string problem_;
};

}  // namespace

Status encode_to(std::vector<std::byte>& out, const Value& value, const EncodeLimits& limits) {
  return Encoder(out, limits).run(value);
}

Result<std::vector<std::byte>> encode(const Value& value, const EncodeLimits& limits) {
  std::vector<std::byte> out;
  Status status = encode_to(out, value, limits);
  if (!status) return std::move(status).error();
  return out;
}

}  // namespace modebox::value
