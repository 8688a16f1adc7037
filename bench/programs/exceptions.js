// Exceptions: throwing and catching through several frames, finally blocks.
(() => {
  class NotFound extends Error {
    constructor(id) {
      super(`no item ${id}`);
      this.id = id;
    }
  }
  const find = (id) => {
    if (id % 3 === 0) throw new NotFound(id);
    return id * 2;
  };
  const load = (id) => {
    try {
      return find(id);
    } finally {
      calls++;
    }
  };
  let calls = 0;
  let check = 0;
  for (let i = 0; i < 120000; i++) {
    try {
      check = (Math.imul(check, 31) + load(i)) | 0;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      check = (check + error.id + error.message.length) | 0;
    }
  }
  return (check + calls) >>> 0;
})()
