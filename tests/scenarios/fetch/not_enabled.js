// Without a tool behind it there is no fetch.
// expect: completed ["undefined", "undefined", "undefined", "undefined"]
[typeof fetch, typeof Headers, typeof Request, typeof Response]
