// What only looks like an event, a signal or a target is none: brands are not properties.
// must-end: completed ["TypeError","TypeError","TypeError","TypeError","TypeError","TypeError"]
const attempt = (f) => {
  try {
    f();
    return 'taken';
  } catch (e) {
    return e.name;
  }
};
const fake = (type) => Object.create(type.prototype);
[
  attempt(() => new EventTarget().dispatchEvent(fake(Event))),
  attempt(() => new EventTarget().addEventListener.call(fake(EventTarget), 'x', () => {})),
  attempt(() => AbortSignal.any([fake(AbortSignal)])),
  attempt(() => fake(AbortSignal).throwIfAborted()),
  attempt(() => new EventTarget().dispatchEvent(new Proxy(new Event('x'), {}))),
  attempt(() => TextDecoder.prototype.decode.call(new TextEncoder(), new Uint8Array(1))),
];
