// The npm package `quickjs-wasi` as a peer: the module is compiled once, every
// evaluation gets a virtual machine of its own. Line protocol as in run-peers.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { QuickJS } from 'quickjs-wasi';

const bytes = readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'));
const wasm = await WebAssembly.compile(bytes);
const urlExtension = await WebAssembly.compile(
  readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/url.so')),
);
const booted = await QuickJS.create({ wasm });
const snapshot = booted.snapshot();
booted.dispose();

// Both documented ways to a fresh machine; `start` reports the faster one.
const ways = {
  create: () => QuickJS.create({ wasm }),
  restore: () => QuickJS.restore(snapshot, { wasm }),
};

async function evaluate(way, source) {
  const vm = await ways[way]();
  try {
    return vm.evalCode(source).consume((handle) => vm.dump(handle));
  } finally {
    vm.dispose();
  }
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

async function start(way, count) {
  const times = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    const value = await evaluate(way, '1+1');
    times.push(performance.now() - began);
    if (value !== 2) throw new Error(`1+1 gave ${value}`);
  }
  return median(times) * 1000;
}

const requests = {
  async compute(path) {
    const source = readFileSync(path, 'utf8');
    const began = performance.now();
    const value = await evaluate('create', source);
    return [performance.now() - began, value];
  },
  // Per URL; only the evaluation is counted. The extension is compiled once, too.
  async urls(path) {
    const source = readFileSync(path, 'utf8');
    const times = [];
    let value;
    for (let i = 0; i < 5; i++) {
      const vm = await QuickJS.create({ wasm, extensions: [{ name: 'url', wasm: urlExtension }] });
      const began = performance.now();
      value = vm.evalCode(source).consume((handle) => vm.dump(handle));
      times.push(performance.now() - began);
      vm.dispose();
    }
    return [(median(times) * 1000) / 10_000, value];
  },
  async start(count) {
    const created = await start('create', Number(count));
    const restored = await start('restore', Number(count));
    return [Math.min(created, restored), created < restored ? 'create' : 'restore'];
  },
  async calls(count) {
    const vm = await QuickJS.create({ wasm });
    vm.newFunction('add', (a, b) => {
      const deferred = vm.newPromise();
      deferred.resolve(vm.newNumber(a.toNumber() + b.toNumber()));
      return deferred.handle;
    }).consume((add) => vm.setProp(vm.global, 'add', add));
    const source = `(async () => { let sum = 0; for (let i = 0; i < ${count}; i++) sum = await add(sum, i); return sum })()`;
    const began = performance.now();
    const promise = vm.evalCode(source);
    vm.executePendingJobs();
    const result = await vm.resolvePromise(promise);
    const took = performance.now() - began;
    const value = vm.dump(result.value);
    vm.dispose();
    return [(took * 1000) / Number(count), value];
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [request, argument] = line.split(' ');
  try {
    const [took, value] = await requests[request](argument);
    console.log(`${took.toFixed(4)} ${value}`);
  } catch (error) {
    console.log(`error: ${String(error.message).replaceAll('\n', ' ')}`);
  }
}
process.exit(0);
