// See rejections.h. The list only grows when a promise is rejected; now and
// then those that were handled meanwhile are thrown out, so that a loop of
// caught rejections does not fill the memory.
#include "guest/rejections.h"

#include "guest/memory.h"

typedef struct {
  JSValue promise;
  int64_t tool;
} Rejection;

enum { least_sweep = 64 };

static Rejection* list;
static uint32_t count, capacity, sweep_at = least_sweep;
static int64_t current_tool = -1;

static void sweep(void) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (engine_promise_is_handled(list[i].promise)) {
      JS_FreeValue(engine_context, list[i].promise);
    } else {
      list[kept++] = list[i];
    }
  }
  count = kept;
  sweep_at = kept * 2 > least_sweep ? kept * 2 : least_sweep;
}

static void tracker(JSContext* ctx, JSValueConst promise, JSValueConst reason, bool is_handled,
                    void* opaque) {
  (void)reason, (void)opaque;
  if (is_handled) return;
  if (count >= sweep_at) sweep();
  if (count == capacity) {
    capacity = capacity ? capacity * 2 : 8;
    list = memory_realloc(NULL, list, capacity * sizeof(Rejection));
  }
  list[count++] = (Rejection){.promise = JS_DupValue(ctx, promise), .tool = current_tool};
}

void rejections_boot(void) { JS_SetHostPromiseRejectionTracker(engine_runtime, tracker, NULL); }

void rejections_from_tool(int64_t tool) { current_tool = tool; }

void rejections_forget(void) {
  while (count > 0) JS_FreeValue(engine_context, list[--count].promise);
}

bool rejections_first(JSValue* reason, int64_t* tool) {
  sweep();
  if (count == 0) return false;
  uint32_t first = 0;
  while (first < count && list[first].tool < 0) first++;
  if (first == count) first = 0;
  *reason = JS_PromiseResult(engine_context, list[first].promise);
  *tool = list[first].tool;
  return true;
}
