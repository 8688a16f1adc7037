// The web APIs: what each needs at boot, and what a run does with them.
#pragma once

#include <stdbool.h>
#include <stdint.h>

void text_encoder_boot(void);
void text_decoder_boot(void);
void base64_boot(void);
void crypto_boot(void);
void performance_boot(void);

// While the image is made: all of them.
void web_boot(void);

// With the user's seed, random bytes are made of it from now on.
void crypto_start_run(uint64_t seed, bool seeded);
// The next run of a session has its own origin of time.
void performance_forget_run(void);
