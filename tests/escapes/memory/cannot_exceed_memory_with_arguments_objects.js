// Cannot hold more memory than the limit in arguments objects.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const k = [];
const f = function () {
  k.push(arguments);
};
for (;;) f(1, 2, 3, 4, 5, 6, 7, 8);
