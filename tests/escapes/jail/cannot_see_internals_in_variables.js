// No variable of a wrapper is in scope.
// must-end: completed []
const found = [];
for (const name of ['resolve', 'reject', 'host', 'call', 'send', 'args', 'source', 'run', 'script', 'main', 'result', 'tools', 'ctx', 'env', '__proto__x', 'mailbox', 'memory', 'modebox', '_', '$', 'poll', 'bridge', 'invoke', 'dispatch']) {
  try {
    if ((0, eval)(`typeof ${name}`) !== 'undefined') found.push(name);
  } catch {
  }
  try {
    if (eval(`typeof ${name}`) !== 'undefined' && !['found', 'name'].includes(name)) found.push('local ' + name);
  } catch {
  }
}
return found;
