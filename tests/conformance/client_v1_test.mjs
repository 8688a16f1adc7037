// The official SDK's client of the handshake's era, as most agents have it, and `modebox mcp`.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describeClient } from './client_cases.mjs';

async function open(project, { stdio, url }, ask) {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: ask ? { elicitation: {} } : {} });
  if (ask) client.setRequestHandler(ElicitRequestSchema, (request) => ask(request.params));
  const transport = stdio ? new StdioClientTransport(stdio) : new StreamableHTTPClientTransport(url);
  let version;
  const connecting = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (negotiated) => {
    version = negotiated;
    connecting?.(negotiated);
  };
  await client.connect(transport);
  return {
    version: () => version,
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    close: () => client.close(),
  };
}

describeClient('sdk 1', '2025-11-25', open);
