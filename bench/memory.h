// What this process takes.
#pragma once

namespace modebox::bench {

double resident_kib();

}  // namespace modebox::bench
