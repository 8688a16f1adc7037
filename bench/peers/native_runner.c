// Native QuickJS-ng as a peer: evaluates program files in fresh runtimes and
// tells the time of the evaluation alone (creating and freeing the runtime is
// not counted). Speaks the line protocol of run-peers: `compute PATH` on
// standard input is answered by `MILLISECONDS CHECKSUM` on standard output.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "quickjs.h"

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  long end = ftell(file);
  rewind(file);
  char* text = malloc(end + 1);
  *size = fread(text, 1, end, file);
  text[*size] = 0;
  fclose(file);
  return text;
}

static void compute(const char* path) {
  size_t size;
  char* source = read_file(path, &size);
  if (!source) {
    printf("error: can not read %s\n", path);
    return;
  }
  JSRuntime* runtime = JS_NewRuntime();
  JSContext* context = JS_NewContext(runtime);
  double began = now_ms();
  JSValue value = JS_Eval(context, source, size, path, JS_EVAL_TYPE_GLOBAL);
  double took = now_ms() - began;
  if (JS_IsException(value)) value = JS_GetException(context);
  const char* text = JS_ToCString(context, value);
  printf("%.4f %s\n", took, text ? text : "error: no text");
  JS_FreeCString(context, text);
  JS_FreeValue(context, value);
  JS_FreeContext(context);
  JS_FreeRuntime(runtime);
  free(source);
}

int main(void) {
  char line[4096];
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "compute ", 8) == 0) {
      compute(line + 8);
    } else {
      printf("error: unknown request %s\n", line);
    }
  }
  return 0;
}
