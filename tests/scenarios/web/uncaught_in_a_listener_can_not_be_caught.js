// No try around dispatchEvent or abort gets what a listener throws.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "handleEvent"
// log: log "not caught"
const controller = new AbortController();
controller.signal.addEventListener('abort', {});
try {
  controller.abort();
  console.log('not caught');
} catch {
  console.log('caught');
}
