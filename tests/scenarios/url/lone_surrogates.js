// A surrogate that stands alone becomes U+FFFD.
// expect: completed ["http://h/%EF%BF%BD?%EF%BF%BD#%EF%BF%BD", "�=%F0%9F%8C%88", "%EF%BF%BD=3&b=2", "�"]
const url = new URL('http://h/\ud800?\udc00#\ud800');
const record = new URLSearchParams({ '\ud800': 1, b: 2, '\udc00': 3 });
const params = new URLSearchParams();
params.append('\udfff', '🌈');
[url.href, params.toString().replace('%EF%BF%BD', '\ufffd'), record.toString(), params.keys().next().value];
