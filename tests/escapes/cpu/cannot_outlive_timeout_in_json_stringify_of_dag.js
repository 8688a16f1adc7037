// Cannot outlive the limits printing a graph that doubles per level.
// must-end: Timeout | OutOfMemory | completed
let d = [1];
for (let i = 0; i < 30; i++) d = [d, d];
let name = 'none';
try {
  JSON.stringify(d);
} catch (e) {
  name = e.name;
}
name;
