// What every client must be able to do with `modebox mcp`, whichever its version, its era of the
// protocol and its transport.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isAlive, makeProject, textOf, until } from './client_support.mjs';

const PAY = 'const receipt = await bank.pay({ n: 5 }); receipt';

/**
 * `open(project, transport, ask)` connects: `transport` is `{ stdio }` or `{ url }`; `ask(params)`
 * answers an elicitation, and without it the client has no such capability. It gives
 * `{ version, list(), call(name, args, options), close() }`.
 */
export function describeClient(name, version, open) {
  for (const over of ['stdio', 'HTTP']) {
    describe(`${name} over ${over}`, () => {
      let project;
      let opened;
      beforeEach(() => {
        project = makeProject();
        opened = [];
      });
      afterEach(async () => {
        await Promise.all(opened.map((client) => client.close()));
        await project.dispose();
      });
      const connect = async (ask) => {
        const transport = over === 'stdio' ? { stdio: project.stdio } : { url: (await project.serve()).url };
        const client = await open(project, transport, ask);
        opened.push(client);
        return client;
      };
      const execute = (client, code, more) => client.call('execute', { code, ...more });

      it('connects, lists the tools and reads declarations', async () => {
        const client = await connect();
        assert.equal(client.version(), version);
        assert.deepEqual(await client.list(), ['execute', 'types']);
        assert.match(textOf(await client.call('types', {})), /bank/);
      });

      it('runs scripts, also such that fail', async () => {
        const client = await connect();
        assert.match(textOf(await execute(client, '6 * 7')), /42/);
        const failed = await execute(client, 'const a = 1;\nnull.x');
        assert.equal(failed.isError, true);
        assert.match(textOf(failed), /TypeError/);
      });

      it('asks for consent and goes on once it is given', async () => {
        const asked = [];
        const client = await connect((params) => {
          asked.push(params);
          assert.deepEqual(project.paid(), []);
          return { action: 'accept', content: {} };
        });
        const result = await execute(client, PAY);
        assert.match(textOf(result), /a receipt/);
        assert.notEqual(result.isError, true);
        assert.equal(asked.length, 1);
        assert.match(asked[0].message, /bank\.pay[\s\S]*n: 5/);
        assert.deepEqual(asked[0].requestedSchema.properties, {});
        assert.deepEqual(project.paid(), ['{"n":5}']);
      });

      for (const [action, words] of [['decline', /declined/], ['cancel', /dismissed/]]) {
        it(`calls nothing after ${action}`, async () => {
          const client = await connect(() => ({ action }));
          const result = await execute(client, PAY);
          assert.equal(result.isError, true);
          assert.match(textOf(result), words);
          assert.deepEqual(project.paid(), []);
        });
      }

      it('is told what to do where nobody can be asked', async () => {
        const client = await connect();
        const result = await execute(client, PAY);
        assert.equal(result.isError, true);
        assert.match(textOf(result), /consent[\s\S]*bank\.pay[\s\S]*approveTool/);
        assert.deepEqual(project.paid(), []);
      });

      it('hears of the call that is being made, and can cancel it', async () => {
        const client = await connect();
        const told = [];
        const cancel = new AbortController();
        const result = client.call('execute', { code: 'await slow.wait({})' }, { onprogress: (one) => told.push(one), signal: cancel.signal });
        const refused = assert.rejects(result);
        await until(() => told.length > 0 && project.waiting());
        assert.match(told[0].message, /slow\.wait/);
        assert.ok(isAlive(project.waiting()));
        cancel.abort();
        await refused;
        await until(() => !isAlive(project.waiting()));
        assert.match(textOf(await execute(client, '1 + 1')), /2/);
      });

      it('keeps what a session has', async () => {
        const client = await connect();
        await execute(client, 'let n = 41', { session: 'a' });
        assert.match(textOf(await execute(client, 'n + 1', { session: 'a' })), /42/);
        assert.equal((await execute(client, 'n + 1', { session: 'b' })).isError, true);
      });
    });
  }
}
