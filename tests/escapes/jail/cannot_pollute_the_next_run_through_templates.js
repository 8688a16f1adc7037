// Template objects are those of one run.
// must-end: completed "first"
const tag = (strings) => {
  const was = marks.has(strings);
  marks.add(strings);
  return was;
};
const marks = new WeakSet();
return tag`x` ? 'again' : 'first';
