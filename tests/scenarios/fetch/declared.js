// A script may have a fetch of its own, and the web's is still there to be called from it.
// fetch: yes
// calls: fetch
// expect: completed [200, "fetch", ["GET https://api.test/a"]]
const sent = [];
const real = globalThis.fetch;
const fetch = (input, init = {}) => {
  sent.push((init.method ?? "GET") + " " + input);
  return real(input, init);
};
const response = await fetch("https://api.test/a");
[response.status, real.name, sent]
