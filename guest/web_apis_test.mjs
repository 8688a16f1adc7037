// What of the web APIs only the module's boundary shows: which random bytes are the host's, when the
// run waits for a timeout, and that having these APIs costs a run nothing.
import { test, describe } from "node:test";
import assert from "node:assert/strict";
import { openGuest } from "./harness.mjs";

const guest = openGuest(import.meta.url);

// A run that notes how many random bytes are asked for.
function start(source, options) {
  const run = guest.start(source, options);
  run.asked = [];
  const { call } = run;
  run.call = (pointer, length) => {
    const message = length > 0 ? run.memory.slice(pointer, pointer + length) : [];
    if (message[0] === 0x82 && message[1] === 3) run.asked.push(message.length);
    return call.call(run, pointer, length);
  };
  return run;
}

describe("random bytes", () => {
  test("are asked for when they are used, and are the host's", () => {
    const run = start("crypto.randomUUID() + [...crypto.getRandomValues(new Uint16Array(2))]", { seeded: false });
    const { value } = run.finish();
    assert.equal(value, "07070707-0707-4707-8707-0707070707071799,1799");
    assert.equal(run.asked.length, 2);
  });
  test("are not asked for before, nor for none", () => {
    const run = start("crypto.getRandomValues(new Uint8Array(0)); typeof crypto.randomUUID + Math.random()", { seeded: false });
    assert.equal(run.finish().kind, "completed");
    assert.deepEqual(run.asked, []);
  });
  test("are made of the user's seed, never asked for then", () => {
    const of = (seed) => {
      const run = start("crypto.randomUUID()", { seed });
      const { value } = run.finish();
      assert.deepEqual(run.asked, []);
      return value;
    };
    assert.equal(of(7), "5a76f94e-f7fa-48b3-922c-484f963d5c47");
    assert.equal(of(7), of(7));
    assert.notEqual(of(7), of(8));
  });
});

describe("a timeout", () => {
  const hang = () => {};
  test("is due on the run's clock while a call runs, listened to or not", () => {
    for (const listen of ["", "s.onabort = () => {};"]) {
      const run = guest.start(`const s = AbortSignal.timeout(40); ${listen} await t.hang(); s.aborted`, { tools: { "t.hang": hang } });
      assert.deepEqual(run.begin(), [0, 40]);
      run.clock = 40;
      assert.deepEqual(run.enter([1, []]), [0, null]);
      assert.deepEqual(run.enter([1, [[1, 0, 0]]]), [1, true]);
    }
  });
  test("does not hold a run that nothing else holds, unless somebody listens", () => {
    assert.equal(guest.run("AbortSignal.timeout(5); await new Promise(() => {})").kind, "Stalled");
    assert.equal(guest.run("await new Promise((r) => AbortSignal.timeout(5).addEventListener('abort', r)); 1").value, 1);
  });
  test("is forgotten when a session goes on", () => {
    const run = guest.start("globalThis.s = AbortSignal.timeout(5); s.onabort = () => {}; 1");
    assert.deepEqual(run.begin(), [1, 1]);
    run.clock = 100;
    const o = run.options;
    const again = (source) => run.enter([3, source, o.name, o.maxResult, o.maxArguments, o.maxStack, o.memoryLimit, false]);
    assert.deepEqual(again("await null; s.aborted"), [1, false]);
    assert.deepEqual(again("s.onabort = null; s = null; 2"), [1, 2]);
  });
});

describe("the image", () => {
  // Pages of 4 KiB that a run of `1+1` changes.
  test("a run that uses none of the web APIs changes few pages", () => {
    const run = guest.start("1+1", { seeded: false });
    run.begin();
    let changed = 0;
    for (let at = 0; at < guest.image.length; at += 4096) {
      if (Buffer.compare(run.memory.subarray(at, at + 4096), guest.image.subarray(at, at + 4096)) !== 0) changed++;
    }
    assert.ok(changed <= 32, `${changed} pages`);
  });
});
