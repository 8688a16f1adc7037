// A view whose buffer a getter grows after the buffer was written had no bytes to stand on: the whole
// run ended as a fault of the engine. It is an error of that call.
// expect: completed ["TypeError", "$[0][2] is a view whose buffer grew while it was read, which can not leave the sandbox", "fine"]
const buffer = new ArrayBuffer(4, { maxByteLength: 64 });
const tracking = new Uint8Array(buffer);
let caught;
try {
  await t.echo([buffer, { get grow() { buffer.resize(64); return 1; } }, tracking]);
} catch (e) {
  caught = e;
}
[caught.name, caught.message, await t.echo('fine')];
