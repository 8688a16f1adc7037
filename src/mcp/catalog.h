// What a model is told of the tools: a few words at first, declarations when it asks, and the
// functions `tools.*` with which a script asks for itself.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/result.h"
#include "modebox/toolbox.h"
#include "src/mcp/output_store.h"

namespace modebox::mcp {

/// The tools of a toolbox as they were when it was made; later changes do not show. Cheap to make
/// and to copy: what is searched is prepared at the first search. Thread-safe.
class Catalog {
 public:
  /// Bytes of the text of `types`.
  static constexpr std::size_t usual_bytes = std::size_t{8} << 10;

  /// `approve` as in RunOptions: what is told of these tools says that they need consent.
  explicit Catalog(const Toolbox& tools, std::vector<std::string> approve = {});

  /// For the server's `instructions`: what execute does, and how to find functions. Fewer than
  /// 1,900 bytes. `servers`: namespaces whose functions are known only when they are asked for.
  std::string instructions(const std::vector<std::string>& servers = {}) const;

  /// The descriptions of the two tools in tools/list, for clients that show no instructions. Fewer
  /// than 600 bytes each; the same for all toolboxes.
  static std::string execute_description();
  static std::string types_description();

  /// The text of the tool `types`. `query` is words, or the name of a function, or a pattern such
  /// as `mail.*`; `server` is the first part of names. Empty: all. Few tools are declared; of many,
  /// names with a line each, or groups with counts. With a query or a server those that fit best
  /// are declared, as far as `max_bytes` goes; the others follow as a line each. No
  /// declaration is cut: one that is too large is left out, and the text says how to get it.
  std::string types(std::string_view query = {}, std::string_view server = {},
                    std::size_t max_bytes = usual_bytes) const;

  /// Adds what scripts may ask: `tools.search(query, limit?)`, an array of {name, description},
  /// best first; `tools.describe(name)`, declarations of one function or of a pattern's; and, with
  /// a store, `tools.output(id, start?, end?)`, a text that was cut, or a part of it as
  /// String.prototype.slice gives it. Fails, with a text for who configures, if a tool is named
  /// `tools` or `tools.x`.
  Status add_to(Toolbox& tools, std::shared_ptr<const OutputStore> outputs = nullptr) const;

 private:
  std::string own_functions() const;

  friend class TypesText;
  struct State;

  std::shared_ptr<State> state_;
};

}  // namespace modebox::mcp
