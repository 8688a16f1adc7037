// The official SDK's newer client and `modebox mcp`: with a handshake, as it is by default, with the
// revision that it finds out itself, and with 2026-07-28 and nothing else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describeClient } from './client_cases.mjs';
import { makeProject, textOf } from './client_support.mjs';

const MODERN = '2026-07-28';

async function connect({ stdio, url }, mode, ask) {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: ask ? { elicitation: {} } : {}, versionNegotiation: { mode } },
  );
  if (ask) client.setRequestHandler('elicitation/create', (request) => ask(request.params));
  await client.connect(stdio ? new StdioClientTransport(stdio) : new StreamableHTTPClientTransport(url));
  return client;
}

const openAs = (mode) => async (project, transport, ask) => {
  const client = await connect(transport, mode, ask);
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    close: () => client.close(),
  };
};

describeClient('sdk 2, handshake', '2025-11-25', openAs('legacy'));
describeClient('sdk 2, auto', MODERN, openAs('auto'));
describeClient('sdk 2, pinned', MODERN, openAs({ pin: MODERN }));

describe('a question that outlives its server', () => {
  const request = { name: 'execute', arguments: { code: 'const receipt = await bank.pay({ n: 5 }); receipt' } };
  const unused = () => assert.fail('the client answers by hand');

  for (const over of ['stdio', 'HTTP']) {
    it(`is answered to the next one, once, over ${over}`, async () => {
      const project = makeProject();
      const start = async () => {
        const server = over === 'HTTP' ? await project.serve() : undefined;
        const client = await connect(server ?? { stdio: project.stdio }, { pin: MODERN }, unused);
        return { client, stop: () => Promise.all([client.close(), server?.end()]) };
      };
      try {
        const first = await start();
        const asked = await first.client.callTool(request, { allowInputRequired: true });
        assert.equal(asked.resultType, 'input_required');
        await first.stop();
        assert.deepEqual(project.paid(), []);

        const accepted = Object.keys(asked.inputRequests).map((key) => [key, { action: 'accept', content: {} }]);
        const again = { ...request, inputResponses: Object.fromEntries(accepted), requestState: asked.requestState };
        const second = await start();
        const results = await Promise.all([1, 2].map(() => second.client.callTool(again, { allowInputRequired: true })));
        for (const result of [...results, await second.client.callTool(again)]) {
          assert.notEqual(result.isError, true);
          assert.match(textOf(result), /a receipt/);
        }
        assert.deepEqual(project.paid(), ['{"n":5}']);

        const forged = { ...again, requestState: `${asked.requestState}x` };
        await assert.rejects(second.client.callTool(forged), { code: -32602 });
        const otherCall = { ...again, arguments: { code: 'await bank.pay({ n: 6 })' } };
        await assert.rejects(second.client.callTool(otherCall), { code: -32602 });
        await second.stop();

        const third = await start();
        assert.equal((await third.client.callTool(again)).isError, true);
        await third.stop();
        assert.deepEqual(project.paid(), ['{"n":5}']);
      } finally {
        await project.dispose();
      }
    });
  }
});
