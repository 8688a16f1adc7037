// Web IDL's iterable declaration: interfaces whose objects are lists of pairs.
#pragma once

#include "guest/web_class.h"

// Gives the prototype of an interface that has `pair` its methods entries, forEach, keys, values
// and [Symbol.iterator]. While the image is made.
void web_iterable_define(const WebClass* type, JSValueConst prototype);
