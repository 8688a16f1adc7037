// Response: what came back, or what a script makes itself.
#pragma once

#include "guest/body.h"
#include "guest/engine.h"

void response_boot(void);
void response_expose(void);

Body* response_body(JSValueConst value);
// The Response that an answer of the host stands for: a plain object with url, status, statusText,
// headers, body and redirected, each of which may be missing. Runs no script code. An exception if
// it is something else.
JSValue response_from_answer(JSValueConst answer);
