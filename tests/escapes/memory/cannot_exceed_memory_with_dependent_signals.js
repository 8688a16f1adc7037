// Signals times signals: the links between them are the script's memory.
// must-end: OutOfMemory
const sources = Array.from({ length: 2000 }, () => new AbortController().signal);
const kept = [];
for (;;) kept.push(AbortSignal.any(sources));
