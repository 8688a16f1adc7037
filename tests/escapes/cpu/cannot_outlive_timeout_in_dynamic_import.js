// import() cannot be tried forever.
// must-end: Timeout | OutOfMemory
for (;;) {
  try {
    await import('x');
  } catch {
  }
}
