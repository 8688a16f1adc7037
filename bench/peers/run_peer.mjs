// The npm package `run` as a peer, used as its README recommends for a server:
// one runner, kept, whose worker is warm. Line protocol as in run-peers.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createRunner, getHostFunctionContext } from 'run';

const runner = createRunner({
  continuationSecret: 'a secret that only this benchmark uses',
  limits: { timeoutMs: 60_000, memoryLimitBytes: 256 * 1024 * 1024, maxBridgeRequests: 100_000 },
});

async function evaluate(source, hostFunctions) {
  const result = await runner.run({ source, hostFunctions });
  if (result.status !== 'completed') throw new Error(`run ended as ${result.status}`);
  return result.value;
}

async function timed(work) {
  const began = performance.now();
  const value = await work();
  return [performance.now() - began, value];
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

const requests = {
  // A program is one expression; run takes the body of a function.
  async compute(path) {
    const source = `return (${readFileSync(path, 'utf8')}\n)`;
    return await timed(() => evaluate(source));
  },
  async start(count) {
    const times = [];
    for (let i = 0; i < Number(count); i++) {
      const [took, value] = await timed(() => evaluate('return 1+1'));
      if (value !== 2) throw new Error(`1+1 gave ${value}`);
      times.push(took);
    }
    return [median(times) * 1000, count];
  },
  // From a run to its continuation and on to its result.
  async pauses(path) {
    const source = readFileSync(path, 'utf8');
    const hostFunctions = {
      pay: {
        refund(id, cents) {
          const { interrupt, resume } = getHostFunctionContext();
          if (!resume) interrupt({ id, cents });
          return cents;
        },
      },
    };
    const times = [];
    let value;
    for (let i = 0; i < 40; i++) {
      const began = performance.now();
      const first = await runner.run({ source, hostFunctions });
      if (first.status !== 'interrupted') throw new Error(`run ended as ${first.status}`);
      const second = await runner.run({
        source,
        hostFunctions,
        continuation: first.continuation,
        resolutions: first.interruptions.map(({ id }) => ({ interruptionId: id, value: true })),
      });
      if (second.status !== 'completed') throw new Error(`run ended as ${second.status}`);
      times.push(performance.now() - began);
      value = second.value;
    }
    return [median(times) * 1000, value];
  },
  async calls(count) {
    const source = `let sum = 0; for (let i = 0; i < ${count}; i++) sum = await math.add(sum, i); return sum`;
    const [took, value] = await timed(() => evaluate(source, { math: { add: (a, b) => a + b } }));
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
