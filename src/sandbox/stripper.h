// The second guest: swc's type stripper, compiled from the wasm of its npm package. It
// runs in slots of its own, and has no authority at all: one message in, one answer out.
#pragma once

#include "src/sandbox/sandbox.h"

namespace modebox::sandbox {

/// The pool of the stripper. Its message is one byte (0 strip, 1 transform) and a source
/// in UTF-8; its answer is described in stripper_imports.c. A slot serves one message:
/// another one might find what the last one left.
Pool& stripper_pool();

}  // namespace modebox::sandbox
