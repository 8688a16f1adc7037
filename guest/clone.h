// structuredClone.
#pragma once

void clone_boot(void);
