// An answer over its limit is an error of that call.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// must-end: completed ["caught", "caught", 1000]
const attempt = async (f) => {
  try {
    return (await f()).byteLength;
  } catch (e) {
    return e instanceof Error ? 'caught' : 'odd';
  }
};
return [await attempt(() => t.bytes(5000000)), await attempt(() => t.sync.bytes(5000000)), await attempt(() => t.bytes(1000))];
