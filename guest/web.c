// See web.h.
#include "guest/web.h"

#include "guest/abort.h"
#include "guest/clone.h"
#include "guest/event_target.h"
#include "guest/fetch.h"
#include "guest/url.h"
#include "guest/url_search_params.h"

void web_boot(void) {
  event_target_boot();
  event_boot();
  abort_boot();
  text_encoder_boot();
  text_decoder_boot();
  base64_boot();
  crypto_boot();
  performance_boot();
  clone_boot();
  url_search_params_boot();
  url_boot();
  fetch_boot();
}
