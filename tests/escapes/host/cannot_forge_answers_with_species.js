// Symbol.species of promises does not concern calls.
// must-end: completed "real" | Uncaught | Stalled
Object.defineProperty(Promise, Symbol.species, {
  get() {
    return function (executor) {
      executor(() => {}, () => {});
    };
  },
});
return await t.echo('real');
