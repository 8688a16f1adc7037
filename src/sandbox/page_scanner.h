// The process's page scanner.
#pragma once

#include "src/sandbox/page_scan.h"

namespace modebox::sandbox {

/// Opened on first use, and again in a child made by fork.
const PageScanner& page_scanner();

}  // namespace modebox::sandbox
