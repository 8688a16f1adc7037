// What this process takes.
#pragma once

namespace modebox::bench {

double resident_kib();
/// The image that sandboxes are mapped from; 0 if no sandbox was made yet.
double image_mib();

}  // namespace modebox::bench
