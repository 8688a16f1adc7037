// Cannot outlive the time limit setting from something that claims to be long.
// must-end: Timeout | completed
let name = 'none';
try {
  new Uint8Array(8000000).set({ length: 8000000, get 7999999() { for (;;) {} } });
} catch (e) {
  name = e.name;
}
name;
