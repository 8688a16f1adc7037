// A iterator is refused with its path.
// expect: completed [true, true, true]
const bad = [][Symbol.iterator]();
try {
  await t.echo({ items: [1, 2, 3, { callback: bad }] });
} catch (e) {
  const path = e.message.includes('$.items[3].callback') || e.message.includes('$[0].items[3].callback');
  return [e instanceof TypeError, path || e.message, e.message.includes('an object') || e.message];
}
