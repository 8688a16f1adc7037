// What a tool throws reaches the script without a stack or a path of the host.
// must-end: completed ["cannot open the ledger", "cannot open the ledger", true, "not today"]
const caught = [];
for (const call of [t.throws, t.sync.throws, t.hidden, t.async_throws]) {
  try {
    await call();
  } catch (e) {
    if (/\/|\.cc|std::|0x/.test(e.stack.replaceAll('script.js', '').replace(/https?:/g, ''))) return e.stack;
    caught.push(call === t.hidden ? !e.message.includes('hunter2') : e.message);
  }
}
return caught;
