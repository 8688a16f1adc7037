// Iterators see what is changed while they go on.
// expect: completed [["a", "c"], ["a", "n1", "n2"], ["x", "y"]]
const out = [];
const removing = new URLSearchParams('a=1&b=2&c=3');
out.push([]);
for (const [name] of removing) {
  out[0].push(name);
  removing.delete(name);
}
const growing = new URLSearchParams('a=1');
out.push([]);
growing.forEach((value, name) => {
  out[1].push(name);
  if (out[1].length < 3) growing.append('n' + out[1].length, '');
});
const url = new URL('http://h/?x=1&z=2');
out.push([]);
for (const name of url.searchParams.keys()) {
  out[2].push(name);
  url.search = '?x=1&y=2';
}
out;
