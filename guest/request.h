// Request: what is to be fetched.
#pragma once

#include "guest/body.h"
#include "guest/engine.h"

typedef struct {
  JSValue url;  // a string, as are method and redirect
  JSValue method;
  JSValue headers;  // a Headers
  JSValue redirect;
  JSValue signal;  // an AbortSignal, or undefined
  Body body;
} Request;

void request_boot(void);
void request_expose(void);

// What `new Request(input, init)` gives, or an exception. Runs script code.
JSValue request_from(JSValueConst input, JSValueConst init);
Request* request_of(JSValueConst value);
Body* request_body(JSValueConst value);
