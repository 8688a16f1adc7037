// Tools do not care what this is, and cannot be constructed.
// must-end: completed [1, 2, 3, 4, "TypeError"]
const echo = t.echo;
let name = 'none';
try {
  new t.echo(1);
} catch (e) {
  name = e.name;
}
[await echo(1), await echo.call(null, 2), await Reflect.apply(echo, Symbol(), [3]), await echo.bind({})(4), name];
