// The rules of ContinuationStore as a test that every store has to pass, for
// those who write one of their own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "modebox/continuation_store.h"

namespace modebox::testing {

/// Opens the store under test anew: each call gives an object of its own that
/// shares what is remembered with the others, as another process would have it.
using OpenStore = std::function<std::shared_ptr<ContinuationStore>()>;

/// Tries every rule, from several threads too; the store may hold anything
/// before. Returns a sentence for each rule that was broken: none is a pass.
/// Takes a few seconds at most.
std::vector<std::string> check_continuation_store(const OpenStore& open);

}  // namespace modebox::testing
