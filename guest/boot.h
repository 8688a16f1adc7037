// The exports of the module, and the state of being made into an image.
#pragma once

#include <stdbool.h>

// True while modebox_boot runs: clocks and randomness are constants then, so
// that the image is the same every time.
extern bool guest_booting;
