// A DOMException reaches the host as an error, by value and thrown.
// expect-error: Uncaught RUN_UNCAUGHT AbortError "This operation was aborted" at 6:32
const text = await t.text(new DOMException('m', 'TimeoutError'));
if (!text.startsWith('TimeoutError("m"')) throw new Error(text);
new AbortController().signal.throwIfAborted();
const controller = AbortSignal.abort();
controller.throwIfAborted();
