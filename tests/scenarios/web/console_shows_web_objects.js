// The console shows them as Node does, and runs nothing of the script's for it.
// virtual-clock: 0
// expect: completed 0
// log: log "AbortController { signal: AbortSignal { aborted: false } }"
// log: log "AbortSignal { aborted: true }"
// log: log "Event { type: 'x', defaultPrevented: false, cancelable: false, timeStamp: 0 }"
// log: log "A { n: 1 }"
// log: log "TextDecoder { encoding: 'utf-16le', fatal: false, ignoreBOM: false }"
// log: log "[DOMException [AbortError]: why]"
let calls = 0;
Object.defineProperty(AbortSignal.prototype, 'aborted', { get: () => calls++ });
console.log(new AbortController());
console.log(AbortSignal.abort());
console.log(new Event('x'));
console.log(new (class A extends EventTarget { n = 1; })());
console.log(new TextDecoder('utf-16'));
const e = new DOMException('why', 'AbortError');
delete e.stack;
console.log(e);
calls;
