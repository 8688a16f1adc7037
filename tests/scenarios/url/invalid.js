// What is no URL is a TypeError with code, input and base.
// expect: completed [true, "ERR_INVALID_URL", "Invalid URL", "no url", "no base", ["code", "input", "base"], "about:blank"]
const url = new URL('about:blank');
try {
  url.href = '//';
} catch {
}
try {
  new URL('no url', 'no base');
} catch (e) {
  return [e instanceof TypeError, e.code, e.message, e.input, e.base, Object.keys(e), url.href];
}
