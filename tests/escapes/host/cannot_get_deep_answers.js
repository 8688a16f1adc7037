// An answer nested too deep is an error of that call.
// limit: timeoutMs=20000
// must-end: completed ["fine", "caught", "fine"]
const attempt = async (f) => {
  try {
    return Array.isArray(await f()) ? 'fine' : 'odd';
  } catch (e) {
    return e instanceof Error ? 'caught' : 'odd';
  }
};
return [await attempt(() => t.deep(500)), await attempt(() => t.deep(5000)), await attempt(() => t.doubling(200))];
