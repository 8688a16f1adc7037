// Cannot outlive the time limit in the finally of an async generator.
// must-end: Timeout
async function* numbers() {
  try {
    yield 1;
  } finally {
    for (;;) {
      try {
        for (;;) {}
      } catch {
      }
    }
  }
}
for (;;) {
  try {
    for await (const n of numbers()) break;
  } catch {
  }
}
