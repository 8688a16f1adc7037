// Getters on Object.prototype do not change what tools answer.
// must-end: completed ["E_BOOM", "boom", "Error", [1, 2]]
Object.defineProperty(Object.prototype, 'get', { value: 1, configurable: true, writable: true });
Object.defineProperty(Object.prototype, 'code', { get: () => 'FORGED', configurable: true, set() {} });
let error;
try {
  await t.boom();
} catch (e) {
  error = e;
}
const list = await t.echo([1, 2]);
return [error.code, error.message, error.name, list];
