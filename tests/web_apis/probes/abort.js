await probeInterface('AbortController', { members: ['signal', 'abort'], make: () => new AbortController() });
await probeInterface('AbortSignal', {
  parent: 'EventTarget', illegal: true,
  members: ['aborted', 'reason', 'throwIfAborted', 'onabort'], statics: ['abort', 'timeout', 'any'],
  make: () => new AbortController().signal,
});
await probe('a new signal', () => { const s = new AbortController().signal; return [s.aborted, s.reason, s.onabort, s instanceof EventTarget]; });
await probe('signal is one object', () => { const c = new AbortController(); return c.signal === c.signal; });
await probe('abort()', () => { const c = new AbortController(); const r = c.abort(); return [r, c.signal.aborted, c.signal.reason.name, c.signal.reason.code, c.signal.reason.message, c.signal.reason instanceof DOMException]; });
for (const [name, reason] of [['a string', 'why'], ['null', null], ['0', 0], ['undefined', undefined], ['false', false], ['an error', new RangeError('x')]])
  await probe(`abort(${name})`, () => { const c = new AbortController(); c.abort(reason); return c.signal.reason; });
await probe('abort twice', () => { const c = new AbortController(); let n = 0; c.signal.addEventListener('abort', () => n++); c.abort(1); c.abort(2); return [n, c.signal.reason]; });
await probe('the abort event', () => { const c = new AbortController(); let out; c.signal.addEventListener('abort', (e) => (out = [e.type, e.isTrusted, e.bubbles, e.cancelable, e.target === c.signal, e.constructor === Event])); c.abort(); return out; });
await probe('aborted in the listener', () => { const c = new AbortController(); let out; c.signal.addEventListener('abort', () => (out = [c.signal.aborted, c.signal.reason])); c.abort(7); return out; });
await probe('abort in the listener', () => { const c = new AbortController(); const log = []; c.signal.addEventListener('abort', () => { log.push(1); c.abort(); }); c.signal.addEventListener('abort', () => log.push(2)); c.abort(); return log; });
await probe('onabort', () => { const c = new AbortController(); const log = []; c.signal.onabort = function (e) { log.push(this === c.signal, e.type); }; c.abort(); return log; });
await probe('onabort in order', () => { const c = new AbortController(); const log = []; c.signal.addEventListener('abort', () => log.push(1)); c.signal.onabort = () => log.push('old'); c.signal.addEventListener('abort', () => log.push(3)); c.signal.onabort = () => log.push('new'); c.abort(); return log; });
await probe('onabort = null', () => { const c = new AbortController(); const log = []; c.signal.onabort = () => log.push(1); c.signal.onabort = null; c.abort(); return [log, c.signal.onabort]; });
await probe('onabort and addEventListener of one function', () => { const c = new AbortController(); let n = 0; const f = () => n++; c.signal.onabort = f; c.signal.addEventListener('abort', f); c.abort(); return n; });
for (const value of [1, 'x', undefined, true]) await probe(`onabort = ${typeof value}`, () => { const { signal } = new AbortController(); signal.onabort = () => {}; signal.onabort = value; return signal.onabort; });
await probe('onabort = object', () => { const c = new AbortController(); const o = { handleEvent() { throw 1; } }; c.signal.onabort = o; c.abort(); return c.signal.onabort === o; });
await probe('removeEventListener of onabort', () => { const c = new AbortController(); let n = 0; const f = () => n++; c.signal.onabort = f; c.signal.removeEventListener('abort', f); c.abort(); return n; });
await probe('dispatchEvent of abort does not abort', () => { const { signal } = new AbortController(); let n = 0; signal.onabort = () => n++; signal.dispatchEvent(new Event('abort')); return [n, signal.aborted]; });
await probe('throwIfAborted', () => { const c = new AbortController(); const before = c.signal.throwIfAborted(); c.abort('why'); try { c.signal.throwIfAborted(); } catch (e) { return [before, e]; } });
await probe('throwIfAborted throws null', () => { try { AbortSignal.abort(null).throwIfAborted(); } catch (e) { return [e]; } });
await probe('AbortSignal.abort()', () => { const s = AbortSignal.abort(); return [s.aborted, s.reason.name, s.reason.code]; });
await probe('AbortSignal.abort(1)', () => AbortSignal.abort(1).reason);
await probe('AbortSignal.abort(undefined)', () => AbortSignal.abort(undefined).reason.name);
await probe('abort detached from its class', () => { const { abort } = AbortSignal; return abort(1).reason; });
await probe('AbortController.abort without this', () => { const { abort } = new AbortController(); abort(); });

await probe('AbortSignal.timeout()', () => AbortSignal.timeout());
for (const [name, delay] of [['-1', -1], ['NaN', NaN], ['Infinity', Infinity], ["'5'", '5'], ['null', null], ['undefined', undefined], ['{}', {}], ['1n', 1n], ['2 ** 53', 2 ** 53], ['2 ** 31', 2 ** 31], ['1.5', 1.5], ['-0.5', -0.5], ['true', true]])
  await probe(`AbortSignal.timeout(${name})`, () => AbortSignal.timeout(delay).aborted);
await probe('a timeout', async () => { const s = AbortSignal.timeout(5); let event; s.addEventListener('abort', (e) => (event = [e.type, e.isTrusted])); const before = s.aborted; await new Promise((r) => setTimeout(r, 40)); return [before, s.aborted, s.reason.name, s.reason.code, s.reason.message, event]; });
await probe('a timeout without a listener', async () => { const s = AbortSignal.timeout(5); await new Promise((r) => setTimeout(r, 40)); return [s.aborted, s.reason.name]; });

await probe('any of none', () => AbortSignal.any([]).aborted);
await probe('any()', () => AbortSignal.any());
for (const [name, value] of [['null', null], ['a number', 1], ['a signal', AbortSignal.abort()], ['an object', {}], ['an array of null', [null]], ['an array of objects', [{}]], ['a string', 'ab']]) await probe(`any of ${name}`, () => AbortSignal.any(value).aborted);
await probe('any of a set', () => AbortSignal.any(new Set([AbortSignal.abort(3)])).reason);
await probe('any of a generator', () => AbortSignal.any((function* () { yield AbortSignal.abort(3); })()).reason);
await probe('any takes the first reason', () => AbortSignal.any([new AbortController().signal, AbortSignal.abort(1), AbortSignal.abort(2)]).reason);
await probe('any is a new signal', () => { const s = AbortSignal.abort(); const a = AbortSignal.any([s]); return [a === s, a instanceof AbortSignal]; });
await probe('any follows', () => { const a = new AbortController(); const b = new AbortController(); const any = AbortSignal.any([a.signal, b.signal]); const log = []; any.onabort = (e) => log.push(e.isTrusted); b.abort('b'); a.abort('a'); return [any.aborted, any.reason, log]; });
await probe('any of any', () => { const a = new AbortController(); const any = AbortSignal.any([AbortSignal.any([a.signal]), AbortSignal.any([a.signal])]); let n = 0; any.onabort = () => n++; a.abort(1); return [any.reason, n]; });
await probe('any: order of events', () => { const c = new AbortController(); const log = []; const a = AbortSignal.any([c.signal]); a.onabort = () => log.push('a', b.aborted); const b = AbortSignal.any([a]); b.onabort = () => log.push('b'); c.signal.onabort = () => log.push('source', a.aborted, b.aborted); c.abort(); return log; });
await probe('any: the same reason object', () => { const c = new AbortController(); const a = AbortSignal.any([c.signal]); c.abort(); return a.reason === c.signal.reason; });
await probe('any: abort in the listener of the source', () => { const c = new AbortController(); const d = new AbortController(); const a = AbortSignal.any([c.signal, d.signal]); c.signal.onabort = () => d.abort('d'); c.abort('c'); return [a.reason, d.signal.reason]; });
