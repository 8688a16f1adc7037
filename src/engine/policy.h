// Which calls of a run need consent: what tools say of themselves, and what the
// run's patterns add. Decided once per run; also the fingerprint by which a
// continuation knows its tool set again.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "modebox/approval.h"
#include "modebox/engine.h"
#include "modebox/result.h"
#include "modebox/tool.h"

namespace modebox::engine {

struct ToolPolicy {
  Approval::Kind approval = Approval::Kind::never;
  bool source = false;
  bool sink = false;
};

/// One policy per tool, in their order. Fails, naming the tool, where a synchronous
/// tool would have to wait for consent.
Result<std::vector<ToolPolicy>> policies_of(const std::vector<Tool>& tools,
                                            const RunOptions& options);

/// The same for equal sets of names, policies and attachments, in any order.
std::string tool_set_hash(const std::vector<Tool>& tools, const std::vector<ToolPolicy>& policies,
                          const std::set<std::string>& attachments);

}  // namespace modebox::engine
