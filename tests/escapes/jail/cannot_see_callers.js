// Neither caller nor callee leads out of the script.
// must-end: completed "fine"
function sloppy() {
  const seen = [];
  try {
    seen.push(sloppy.caller);
  } catch {
  }
  try {
    seen.push(arguments.callee.caller);
  } catch {
  }
  try {
    seen.push(sloppy.arguments);
  } catch {
  }
  return seen;
}
const getter = {
  get x() {
    return sloppy();
  },
};
const all = [...sloppy(), ...getter.x, ...[1].map(sloppy).flat(), ...(await Promise.resolve().then(sloppy))];
return all.every((x) => x === null || x === undefined) ? 'fine' : 'reached ' + String(all);
