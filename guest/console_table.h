// console.table: rows and columns of an object's parts, in the style of Node's.
#pragma once

#include <stdbool.h>

#include "guest/buffer.h"
#include "guest/engine.h"

// Appends the table. False, and nothing appended, if the value is not one that has rows.
bool console_table(Buffer* out, JSValueConst data);
