// Symbol.toStringTag does not make something what it is not.
// must-end: completed "fine"
for (const tag of ['Map', 'Set', 'Date', 'RegExp', 'ArrayBuffer', 'Uint8Array', 'Error', 'DataView', 'Array']) {
  const text = await t.text({ a: 1, [Symbol.toStringTag]: tag });
  if (text !== '{"a": 1}') return tag + ' gave ' + text;
}
return 'fine';
