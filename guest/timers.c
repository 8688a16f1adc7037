// See timers.h. A binary heap by due time, then by the order of arming. Ids
// count up; the table from id to timer is a window like that of the host calls.
#include "guest/timers.h"

#include <math.h>
#include <string.h>

#include "guest/host.h"
#include "guest/memory.h"
#include "guest/web_class.h"

typedef struct {
  double due;
  uint64_t order;
  double interval;                        // negative: fires once
  uint32_t id;                            // 0: a native one, which is not in the table
  uint32_t place;                         // in the heap
  bool holds;                             // the run waits for it
  void (*end)(void* owner, bool is_due);  // of a native one
  void* owner;
  int argc;
  JSValue function;
  JSValue arguments[];
} Timer;

static Timer** heap;
static uint32_t heap_count, heap_capacity;
static uint32_t holding;  // how many in the heap hold the run
static Timer** window;    // by id - first_id; NULL once gone
static uint32_t window_count, window_capacity;
static uint32_t gone;  // of the window's front
static uint32_t first_id = 1;
static uint64_t next_order;

static bool before(const Timer* a, const Timer* b) {
  return a->due < b->due || (a->due == b->due && a->order < b->order);
}

static void put(Timer* timer, uint32_t place) {
  heap[place] = timer;
  timer->place = place;
}

static void sift_up(Timer* timer, uint32_t place) {
  while (place > 0 && before(timer, heap[(place - 1) / 2])) {
    put(heap[(place - 1) / 2], place);
    place = (place - 1) / 2;
  }
  put(timer, place);
}

static void sift_down(Timer* timer, uint32_t place) {
  for (;;) {
    uint32_t child = 2 * place + 1;
    if (child >= heap_count) break;
    if (child + 1 < heap_count && before(heap[child + 1], heap[child])) child++;
    if (!before(heap[child], timer)) break;
    put(heap[child], place);
    place = child;
  }
  put(timer, place);
}

static void heap_add(Timer* timer) {
  if (heap_count == heap_capacity) {
    heap_capacity = heap_capacity ? heap_capacity * 2 : 8;
    heap = memory_realloc(NULL, heap, heap_capacity * sizeof(Timer*));
  }
  holding += timer->holds;
  sift_up(timer, heap_count++);
}

static void heap_remove(Timer* timer) {
  Timer* last = heap[--heap_count];
  holding -= timer->holds;
  if (last == timer) return;
  uint32_t place = timer->place;
  sift_up(last, place);
  sift_down(last, last->place);
}

static void forget(Timer* timer) {
  window[timer->id - first_id] = NULL;
  while (gone < window_count && window[gone] == NULL) gone++;
  if (gone * 2 >= window_count) {
    memmove(window, window + gone, (window_count - gone) * sizeof(Timer*));
    window_count -= gone;
    first_id += gone;
    gone = 0;
  }
}

static void timer_free(Timer* timer) {
  for (int i = 0; i < timer->argc; i++) JS_FreeValue(engine_context, timer->arguments[i]);
  JS_FreeValue(engine_context, timer->function);
  memory_free(NULL, timer);
}

// Milliseconds as timers count them: whole, not negative, at most what a double counts exactly.
static int delay_of(JSContext* ctx, int argc, JSValueConst* argv, double* delay) {
  *delay = 0;
  if (argc < 2 || JS_IsUndefined(argv[1])) return 0;
  double number;
  if (JS_ToFloat64(ctx, &number, argv[1]) < 0) return -1;
  if (!(number > 0)) number = 0;
  if (number > 1e15) number = 1e15;
  *delay = floor(number);
  return 0;
}

static void remember(Timer* timer) {
  timer->id = first_id + window_count;
  if (window_count == window_capacity) {
    window_capacity = window_capacity ? window_capacity * 2 : 8;
    window = memory_realloc(NULL, window, window_capacity * sizeof(Timer*));
  }
  window[window_count++] = timer;
}

static JSValue set_timer(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                         int repeat) {
  (void)this_value;
  if (argc < 1 || !JS_IsFunction(ctx, argv[0]))
    return JS_ThrowTypeError(ctx, "the first argument of %s must be a function",
                             repeat ? "setInterval" : "setTimeout");
  double delay;
  if (delay_of(ctx, argc, argv, &delay) < 0) return JS_EXCEPTION;
  if (repeat && delay < 1) delay = 1;
  int extra = argc > 2 ? argc - 2 : 0;
  Timer* timer = memory_malloc(NULL, sizeof(Timer) + (size_t)extra * sizeof(JSValue));
  *timer = (Timer){.due = modebox_poll(poll_run_clock) + delay,
                   .order = next_order++,
                   .interval = repeat ? delay : -1,
                   .holds = true,
                   .argc = extra,
                   .function = JS_DupValue(ctx, argv[0])};
  for (int i = 0; i < extra; i++) timer->arguments[i] = JS_DupValue(ctx, argv[i + 2]);
  remember(timer);
  heap_add(timer);
  return JS_NewUint32(ctx, timer->id);
}

static JSValue clear_timer(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)this_value;
  double number = 0;
  if (argc > 0 && JS_ToFloat64(ctx, &number, argv[0]) < 0) return JS_EXCEPTION;
  // Whatever is not a timer's number is ignored, as everywhere.
  number = trunc(number);
  if (!(number >= first_id) || number >= (double)first_id + window_count) return JS_UNDEFINED;
  Timer* timer = window[(uint32_t)number - first_id];
  if (timer == NULL) return JS_UNDEFINED;
  heap_remove(timer);
  forget(timer);
  timer_free(timer);
  return JS_UNDEFINED;
}

// ---- Timers of the guest's own

NativeTimer* timers_native_set(double delay, void (*end)(void* owner, bool is_due), void* owner) {
  Timer* timer = memory_malloc(NULL, sizeof(Timer));
  *timer = (Timer){.due = modebox_poll(poll_run_clock) + delay,
                   .order = next_order++,
                   .interval = -1,
                   .end = end,
                   .owner = owner,
                   .function = JS_UNDEFINED};
  heap_add(timer);
  return (NativeTimer*)timer;
}

void timers_native_hold(NativeTimer* native, bool holds) {
  Timer* timer = (Timer*)native;
  holding = holding - timer->holds + holds;
  timer->holds = holds;
}

void timers_native_cancel(NativeTimer* native) {
  Timer* timer = (Timer*)native;
  heap_remove(timer);
  timer_free(timer);
}

static void end_native(Timer* timer, bool is_due) {
  void (*end)(void*, bool) = timer->end;
  void* owner = timer->owner;
  timers_native_cancel((NativeTimer*)timer);
  end(owner, is_due);
}

// ---- Running

bool timers_next(double* due) {
  if (heap_count == 0) return false;
  *due = heap[0]->due;
  return true;
}

uint64_t timers_round(void) { return next_order; }

bool timers_fire(double now, uint64_t round, JSValue* result) {
  if (heap_count == 0 || heap[0]->due > now || heap[0]->order >= round) return false;
  JSContext* ctx = engine_context;
  Timer* timer = heap[0];
  if (timer->end != NULL) {
    end_native(timer, true);
    *result = JS_UNDEFINED;
    return true;
  }
  JSValue function = JS_DupValue(ctx, timer->function);
  int argc = timer->argc;
  JSValue* arguments = NULL;
  if (argc > 0) {
    arguments = memory_malloc(NULL, (size_t)argc * sizeof(JSValue));
    for (int i = 0; i < argc; i++) arguments[i] = JS_DupValue(ctx, timer->arguments[i]);
  }
  heap_remove(timer);
  if (timer->interval >= 0) {
    timer->due = now + timer->interval;
    timer->order = next_order++;
    heap_add(timer);
  } else {
    forget(timer);
    timer_free(timer);
  }
  JSValue global = JS_GetGlobalObject(ctx);
  *result = JS_Call(ctx, function, global, argc, (JSValueConst*)arguments);
  JS_FreeValue(ctx, global);
  for (int i = 0; i < argc; i++) JS_FreeValue(ctx, arguments[i]);
  memory_free(NULL, arguments);
  JS_FreeValue(ctx, function);
  return true;
}

void timers_drop(void) {
  while (heap_count > 0) {
    Timer* timer = heap[0];
    if (timer->end != NULL) {
      end_native(timer, false);
      continue;
    }
    heap_remove(timer);
    forget(timer);
    timer_free(timer);
  }
}

bool timers_hold_the_run(void) { return holding > 0; }

static JSValue microtask(JSContext* ctx, int argc, JSValueConst* argv) {
  (void)argc;
  return JS_Call(ctx, argv[0], JS_UNDEFINED, 0, NULL);
}

static JSValue queue_microtask(JSContext* ctx, JSValueConst this_value, int argc,
                               JSValueConst* argv) {
  (void)this_value;
  if (argc < 1 || !JS_IsFunction(ctx, argv[0]))
    return JS_ThrowTypeError(ctx, "the argument of queueMicrotask must be a function");
  JS_EnqueueJob(ctx, microtask, 1, argv);
  return JS_UNDEFINED;
}

void timers_boot(void) {
  JSContext* ctx = engine_context;
  JSValue global = JS_GetGlobalObject(ctx);
  const int flags = JS_PROP_C_W_E;
  JS_DefinePropertyValueStr(
      ctx, global, "setTimeout",
      JS_NewCFunctionMagic(ctx, set_timer, "setTimeout", 1, JS_CFUNC_generic_magic, 0), flags);
  JS_DefinePropertyValueStr(
      ctx, global, "setInterval",
      JS_NewCFunctionMagic(ctx, set_timer, "setInterval", 1, JS_CFUNC_generic_magic, 1), flags);
  JS_FreeValue(ctx, global);
  web_function_define("clearTimeout", clear_timer, 0);
  web_function_define("clearInterval", clear_timer, 0);
  web_function_define("queueMicrotask", queue_microtask, 1);
}
