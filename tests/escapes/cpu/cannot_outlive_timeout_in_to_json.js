// Cannot outlive the limits with a toJSON that always finds more.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
const more = { toJSON: () => ({ a: { toJSON: more.toJSON } }) };
try {
  JSON.stringify(more);
} catch (e) {
  name = e.name;
}
name;
