// The prototype of a built-in does not make something what it is not.
// must-end: completed "fine"
for (const C of [Map, Set, Date, RegExp, ArrayBuffer, Uint8Array, DataView, Promise]) {
  try {
    const text = await t.text(Object.create(C.prototype));
    return C.name + ' gave ' + text;
  } catch (e) {
    if (!(e instanceof Error)) return C.name + ' threw no error';
  }
}
return 'fine';
