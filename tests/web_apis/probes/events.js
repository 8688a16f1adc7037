await probeInterface('Event', {
  members: ['type', 'target', 'srcElement', 'currentTarget', 'composedPath', 'eventPhase', 'stopPropagation', 'cancelBubble',
    'stopImmediatePropagation', 'bubbles', 'cancelable', 'returnValue', 'preventDefault', 'defaultPrevented', 'composed',
    'timeStamp', 'initEvent'],
  constants: ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'],
  make: () => new Event('x'),
});
await probeInterface('CustomEvent', { parent: 'Event', members: ['detail', 'initCustomEvent'], make: () => new CustomEvent('x') });
await probeInterface('EventTarget', {
  members: ['addEventListener', 'removeEventListener', 'dispatchEvent'], make: () => new EventTarget(),
});

const fields = (e) => [e.type, e.target, e.srcElement, e.currentTarget, e.eventPhase, e.bubbles, e.cancelable, e.composed,
  e.defaultPrevented, e.returnValue, e.cancelBubble, e.isTrusted, typeof e.timeStamp, e.composedPath()];
await probe('a new event', () => fields(new Event('x')));
await probe('a new event with everything', () => fields(new Event('x', { bubbles: 1, cancelable: 'yes', composed: {} })));
await probe('isTrusted', () => showDescriptor(new Event('x'), 'isTrusted'));
await probe('isTrusted is one getter', () => {
  const of = () => Object.getOwnPropertyDescriptor(new Event('x'), 'isTrusted').get;
  return of() === of();
});
await probe('new Event()', () => new Event());
await probe('new Event(undefined)', () => new Event(undefined).type);
await probe('new Event(null)', () => new Event(null).type);
await probe('new Event(Symbol())', () => new Event(Symbol()));
await probe('new Event(object)', () => new Event({ toString: () => 'abc' }).type);
await probe('new Event with a lone surrogate', () => new Event('\ud800').type);
for (const init of [null, undefined, {}, 1, 'x', true, () => {}]) await probe(`new Event('x', ${typeof init} ${init})`, () => fields(new Event('x', init)).length);
await probe('order of the members of EventInit', () => {
  const order = [];
  new Event('x', new Proxy({}, { get: (_, k) => void order.push(String(k)) }));
  return order;
});
await probe('order of the members of CustomEventInit', () => {
  const order = [];
  new CustomEvent('x', new Proxy({}, { get: (_, k) => void order.push(String(k)) }));
  return order;
});
await probe('detail', () => [new CustomEvent('x').detail, new CustomEvent('x', { detail: 0 }).detail, new CustomEvent('x', { detail: undefined }).detail, new CustomEvent('x', {}).detail]);
await probe('a CustomEvent is an Event', () => new CustomEvent('x') instanceof Event);
await probe('detail of an Event', () => Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail').get.call(new Event('x')));
await probe('initEvent', () => {
  const e = new Event('x');
  e.initEvent('y', true, true);
  return [e.type, e.bubbles, e.cancelable];
});
await probe('initEvent without arguments', () => new Event('x').initEvent());
await probe('preventDefault without cancelable', () => {
  const e = new Event('x');
  e.preventDefault();
  return [e.defaultPrevented, e.returnValue];
});
await probe('preventDefault', () => {
  const e = new Event('x', { cancelable: true });
  e.preventDefault();
  return [e.defaultPrevented, e.returnValue];
});
await probe('returnValue = false', () => {
  const e = new Event('x', { cancelable: true });
  e.returnValue = true;
  const before = e.defaultPrevented;
  e.returnValue = false;
  e.returnValue = true;
  return [before, e.defaultPrevented];
});
await probe('cancelBubble', () => {
  const e = new Event('x');
  e.cancelBubble = false;
  const before = e.cancelBubble;
  e.cancelBubble = true;
  e.cancelBubble = false;
  return [before, e.cancelBubble];
});
await probe('attributes are read-only', () => {
  const e = new Event('x');
  e.type = 'y';
  e.target = 1;
  return [e.type, e.target];
});
await probe('attributes can not be set in strict code', () => {
  'use strict';
  new Event('x').type = 'y';
});

// ---- Dispatch
const heard = (action, init) => {
  const log = [];
  const target = new EventTarget();
  const event = new Event('x', init);
  const result = action(target, (text) => () => log.push(text), log, event);
  return [log, result ?? target.dispatchEvent(event)];
};
await probe('listeners in order', () => heard((t, say) => void (t.addEventListener('x', say(1)), t.addEventListener('x', say(2)), t.addEventListener('y', say(3)))));
await probe('the same listener twice', () => heard((t, say) => { const f = say(1); t.addEventListener('x', f); t.addEventListener('x', f); }));
await probe('capture makes another listener', () => heard((t, say) => { const f = say(1); t.addEventListener('x', f); t.addEventListener('x', f, true); }));
await probe('capturing listeners come first', () => heard((t, say) => { t.addEventListener('x', say('b')); t.addEventListener('x', say('c'), { capture: true }); }));
await probe('once', () => heard((t, say, log, e) => { t.addEventListener('x', say(1), { once: true }); t.dispatchEvent(e); t.dispatchEvent(e); }));
await probe('once does not make another listener', () => heard((t, say) => { const f = say(1); t.addEventListener('x', f); t.addEventListener('x', f, { once: true }); t.dispatchEvent(new Event('x')); }));
await probe('removeEventListener', () => heard((t, say) => { const f = say(1); t.addEventListener('x', f); t.removeEventListener('x', f); }));
await probe('removing needs the same capture', () => heard((t, say) => { const f = say(1); t.addEventListener('x', f, true); t.removeEventListener('x', f); t.removeEventListener('x', f, { capture: false }); }));
await probe('removing with capture', () => heard((t, say) => { const f = say(1); t.addEventListener('x', f, { capture: true, once: true }); t.removeEventListener('x', f, true); }));
await probe('a listener removes the next', () => heard((t, say) => { const f = say(2); t.addEventListener('x', () => t.removeEventListener('x', f)); t.addEventListener('x', f); t.addEventListener('x', say(3)); }));
await probe('a listener removes itself', () => heard((t, say, log) => { const f = () => { log.push(1); t.removeEventListener('x', f); }; t.addEventListener('x', f); t.addEventListener('x', say(2)); t.dispatchEvent(new Event('x')); }));
await probe('a listener that is added during dispatch', () => heard((t, say) => { t.addEventListener('x', () => t.addEventListener('x', say('late'))); }));
await probe('a listener that is added again during dispatch', () => heard((t, say, log) => { const f = () => log.push('f'); t.addEventListener('x', () => { t.removeEventListener('x', f); t.addEventListener('x', f); }); t.addEventListener('x', f); }));
await probe('stopImmediatePropagation', () => heard((t, say) => { t.addEventListener('x', (e) => e.stopImmediatePropagation()); t.addEventListener('x', say(2)); }));
await probe('stopPropagation at the target', () => heard((t, say) => { t.addEventListener('x', (e) => e.stopPropagation()); t.addEventListener('x', say(2)); }));
await probe('stopped before it is dispatched', () => heard((t, say, log, e) => { t.addEventListener('x', say(1)); e.stopPropagation(); }));
await probe('stopImmediatePropagation is forgotten afterwards', () => heard((t, say, log, e) => { t.addEventListener('x', (e) => { log.push(1); e.stopImmediatePropagation(); }); t.dispatchEvent(e); }));
await probe('dispatchEvent gives false', () => heard((t) => void t.addEventListener('x', (e) => e.preventDefault()), { cancelable: true }));
await probe('dispatchEvent gives true', () => heard((t) => void t.addEventListener('x', (e) => e.preventDefault())));
await probe('a passive listener can not prevent', () => heard((t) => void t.addEventListener('x', (e) => e.preventDefault(), { passive: true }), { cancelable: true }));
await probe('handleEvent', () => heard((t, say, log) => { const o = { handleEvent(e) { log.push([this === o, e.type]); } }; t.addEventListener('x', o); }));
await probe('handleEvent is looked up late', () => heard((t, say, log) => { const o = {}; t.addEventListener('x', o); o.handleEvent = say('late'); }));
await probe('handleEvent of a function is not looked at', () => heard((t, say, log) => { const f = say('f'); f.handleEvent = say('h'); t.addEventListener('x', f); }));
await probe('this and argument of a listener', () => heard((t, say, log, e) => void t.addEventListener('x', function (...args) { log.push(this === t, args.length, args[0] === e); })));
await probe('an event while it is dispatched', () => heard((t, say, log, e) => void t.addEventListener('x', () => log.push(e.target === t, e.srcElement === t, e.currentTarget === t, e.eventPhase, e.composedPath().length, e.composedPath()[0] === t))));
await probe('an event after it was dispatched', () => { const t = new EventTarget(); const e = new Event('x'); t.dispatchEvent(e); return [e.target === t, e.currentTarget, e.eventPhase, e.composedPath(), e.isTrusted]; });
await probe('an event twice at once', () => heard((t, say, log, e) => void t.addEventListener('x', () => log.push(thrownBy(() => t.dispatchEvent(e))))));
await probe('an event inside another', () => heard((t, say, log) => { t.addEventListener('x', () => t.dispatchEvent(new Event('y'))); t.addEventListener('y', say('y')); t.addEventListener('x', say('x')); }));
await probe('initEvent during dispatch', () => heard((t, say, log, e) => void t.addEventListener('x', () => { e.initEvent('z'); log.push(e.type); })));
for (const [name, value] of [['nothing', undefined], ['null', null], ['a string', 'x'], ['an object', {}], ['a type', { type: 'x' }]])
  await probe(`dispatchEvent of ${name}`, () => new EventTarget().dispatchEvent(value));
await probe('dispatchEvent()', () => new EventTarget().dispatchEvent());
await probe('addEventListener()', () => new EventTarget().addEventListener());
await probe('addEventListener of one argument', () => new EventTarget().addEventListener('x'));
await probe('removeEventListener of one argument', () => new EventTarget().removeEventListener('x'));
for (const [name, value] of [['null', null], ['undefined', undefined], ['a number', 1], ['a string', 'f'], ['a boolean', false], ['a symbol', Symbol()]]) {
  await probe(`addEventListener of ${name}`, () => new EventTarget().addEventListener('x', value));
  await probe(`removeEventListener of ${name}`, () => new EventTarget().removeEventListener('x', value));
}
for (const options of [null, undefined, true, 0, 'x', {}, () => {}, 1n]) await probe(`addEventListener with options ${typeof options} ${options}`, () => new EventTarget().addEventListener('x', () => {}, options));
await probe('addEventListener of a symbol type', () => new EventTarget().addEventListener(Symbol(), () => {}));
await probe('a type is a string', () => heard((t, say, log, e) => { t.addEventListener({ toString: () => 'x' }, say(1)); }));
await probe('order of the members of AddEventListenerOptions', () => { const order = []; new EventTarget().addEventListener('x', () => {}, new Proxy({}, { get: (_, k) => void order.push(String(k)) })); return order; });
await probe('order of the members of EventListenerOptions', () => { const order = []; new EventTarget().removeEventListener('x', () => {}, new Proxy({}, { get: (_, k) => void order.push(String(k)) })); return order; });
await probe('signal', () => heard((t, say) => { const c = new AbortController(); t.addEventListener('x', say(1), { signal: c.signal }); t.dispatchEvent(new Event('x')); c.abort(); }));
await probe('signal that is aborted', () => heard((t, say) => { t.addEventListener('x', say(1), { signal: AbortSignal.abort() }); }));
await probe('signal that aborts during dispatch', () => heard((t, say) => { const c = new AbortController(); t.addEventListener('x', () => c.abort()); t.addEventListener('x', say(2), { signal: c.signal }); }));
for (const [name, value] of [['null', null], ['undefined', undefined], ['an object', {}], ['a number', 1]]) await probe(`signal: ${name}`, () => new EventTarget().addEventListener('x', () => {}, { signal: value }));
await probe('signal is undefined and the callback null', () => new EventTarget().addEventListener('x', null, { signal: undefined }));
await probe('a class that extends EventTarget', () => { class A extends EventTarget { n = 0; } const a = new A(); a.addEventListener('x', () => a.n++); a.dispatchEvent(new Event('x')); return [a.n, a instanceof EventTarget]; });
await probe('a class that extends Event', () => { class A extends Event { constructor() { super('a', { cancelable: true }); } } const a = new A(); return [a.type, a.cancelable, new EventTarget().dispatchEvent(a), a instanceof Event]; });
await probe('methods without this', () => { const { addEventListener } = new EventTarget(); addEventListener('x', () => {}); });
