// A script cannot settle its calls by tampering with Promise.
// must-end: completed "real" | Uncaught | Stalled
const Real = Promise;
globalThis.Promise = class extends Real {
  constructor(executor) {
    super((resolve, reject) => {
      executor(resolve, reject);
      resolve('forged');
    });
  }
};
Real.resolve = () => 'forged';
Real.prototype.constructor = globalThis.Promise;
return await t.echo('real');
