// The constructor of everything leads to nothing of a host.
// must-end: completed "nothing" | completed "refused"
try {
  const global = this.constructor.constructor('return this')();
  return typeof global.process + typeof global.require + typeof global.Deno + typeof global.std + typeof global.os === 'undefined'.repeat(5) ? 'nothing' : 'reached';
} catch {
  return 'refused';
}
