// Cannot outlive the limits adding and deleting properties.
// must-end: Timeout | OutOfMemory
const o = {};
for (let i = 0; ; i++) {
  o['k' + i] = i;
  delete o['k' + (i - 1000)];
}
