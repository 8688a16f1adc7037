// URLSearchParams. One that belongs to a URL is not tied to it: it notes that it was changed, and
// the URL asks for that before anything reads the URL (url.c).
#pragma once

#include "guest/form_list.h"

typedef struct {
  FormList list;
  bool changed;  // since its URL last asked
} SearchParams;

void url_search_params_boot(void);

// A new object over what the bytes hold; *params is what is inside of it. May fail with an
// exception.
JSValue search_params_new(const char* query, size_t length, SearchParams** params);
// What is inside of an object of this class, or NULL.
SearchParams* search_params_of(JSValueConst object);
