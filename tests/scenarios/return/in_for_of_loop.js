// A return within a for-of loop closes the iterator.
// expect: completed ["b", "closed"]
const log = [];
const it = {
  *[Symbol.iterator]() {
    try {
      yield 'a';
      yield 'b';
    } finally {
      log.push('closed');
    }
  },
};
for (const x of it) {
  if (x === 'b') {
    log.unshift(x);
    return log;
  }
}
