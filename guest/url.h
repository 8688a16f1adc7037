// URL, as the URL standard has it, on ada.
#pragma once

#include "guest/engine.h"

void url_boot(void);
