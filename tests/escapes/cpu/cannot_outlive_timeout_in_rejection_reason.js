// The getters of a rejected promise's reason run within the script's time.
// must-end: Timeout | UnhandledRejection
Promise.reject({
  get message() {
    for (;;) {}
  },
  get stack() {
    for (;;) {}
  },
});
await 0;
'done';
