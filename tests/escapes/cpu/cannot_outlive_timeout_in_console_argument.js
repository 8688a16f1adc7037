// What the console prints is formatted within the script's time.
// must-end: Timeout | completed
console.log({
  get x() {
    for (;;) {}
  },
  toString() {
    for (;;) {}
  },
});
'done';
