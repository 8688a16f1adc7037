// console: text of values, made inside the script's limits, sent to the host.
#pragma once

#include "guest/engine.h"

void console_boot(void);
