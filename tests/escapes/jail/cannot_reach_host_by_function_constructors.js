// Every constructor of functions is refused, or gives code in the same sandbox.
// must-end: completed ["ok", "ok", "ok", "ok", "ok", "ok", "ok"]
const constructors = [
  Function,
  (() => {}).constructor,
  (async () => {}).constructor,
  (function* () {}).constructor,
  (async function* () {}).constructor,
  t.echo.constructor,
  console.log.constructor,
];
const results = [];
for (const C of constructors) {
  try {
    let value = C('return typeof process + typeof require + typeof Deno + typeof WebAssembly + typeof scriptArgs')();
    if (value && value.then) value = await value;
    if (value && value.next) value = (await value.next()).value;
    results.push(value === 'undefined'.repeat(5) ? 'ok' : value);
  } catch (e) {
    results.push(e instanceof Error ? 'ok' : 'odd');
  }
}
return results;
