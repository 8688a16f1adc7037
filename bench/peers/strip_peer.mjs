// Strips with swc's wasm in Node. First argument: the folder of @swc/wasm-typescript.
//   strip PATH   ->   microseconds, median of 200; length of what is left
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { transformSync } = createRequire(import.meta.url)(process.argv[2]);

for await (const line of createInterface({ input: process.stdin })) {
  const one = readFileSync(line.slice('strip '.length), 'utf8');
  const source = `{\n${one}}\n`.repeat(20);
  const times = [];
  let length = 0;
  for (let i = 0; i < 200; i++) {
    const start = process.hrtime.bigint();
    const { code } = transformSync(source, { mode: 'strip-only' });
    times.push(Number(process.hrtime.bigint() - start) / 1000);
    length = Buffer.byteLength(code);
  }
  console.log(times.sort((a, b) => a - b)[times.length >> 1], length);
}
