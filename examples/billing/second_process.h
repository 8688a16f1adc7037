// Another process of this program, with the same environment.
#pragma once

#include <string>
#include <vector>

namespace billing {

/// Runs this program with these arguments, waits for it, and gives its exit code. Fails
/// with an exception if it can not be started.
int run_second_process(const std::vector<std::string>& arguments);

}  // namespace billing
