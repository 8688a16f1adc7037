// Hooks for stacks are called with nothing of the host.
// must-end: completed "fine" | Uncaught
const seen = [];
Error.prepareStackTrace = (e, frames) => {
  seen.push(frames);
  return 'hooked';
};
Error.stackTraceLimit = 1000;
new Error('x').stack;
await t.boom().catch((e) => e.stack);
for (const frames of seen) {
  for (const frame of Array.isArray(frames) ? frames : []) {
    for (const name of ['getThis', 'getFunction', 'getTypeName', 'getEvalOrigin']) {
      const value = typeof frame[name] === 'function' ? frame[name]() : undefined;
      if (typeof value === 'function' && !String(value).includes('native') && String(value) === '') return 'reached';
    }
    const file = typeof frame.getFileName === 'function' ? frame.getFileName() : null;
    if (file && file !== 'script.js' && file !== 'native') return 'file ' + file;
  }
}
return 'fine';
