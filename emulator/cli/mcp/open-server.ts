import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { version } from '../../adapters/version.ts';
import { maskKeysIn } from '../../domain/test-control/exchange.ts';
import { BadInput, parseInput } from '../../domain/values/bad-input.ts';
import { callControl, type RemoteAddress, RemoteError } from '../../remote/control-call.ts';
import { boundedText, LARGEST_ANSWER } from './bounded-text.ts';
import { TOOLS, type Tool } from './tools.ts';

/** A server of the Model Context Protocol whose tools call the control API of a running emulator. */
export function openServer(address: RemoteAddress): Server {
  const server = new Server({ name: 'tryon-emulator', version: version() }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: Object.entries(TOOLS).map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }, { signal }) => {
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tool === undefined) return failed(`unknown tool ${name}; the tools are ${Object.keys(TOOLS).join(', ')}`);
    try {
      parseInput(`The input of ${name}`, tool.input, given);
      const world = typeof given['world'] === 'string' ? given['world'] : address.world;
      const call = <Answer>(method: string, path: string, body?: unknown) =>
        callControl<Answer>({ ...address, world }, method, path, body, signal);
      return { content: [{ type: 'text', text: boundedText(await tool.run(given, call)) }] };
    } catch (error) {
      if (error instanceof RemoteError || error instanceof BadInput) return failed(error.message);
      throw error;
    }
  });
  return server;
}

function described([name, { about, isReadOnly, input }]: [string, Tool]) {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return {
    name,
    description: about,
    inputSchema: { ...schema, type: 'object' as const },
    annotations: { readOnlyHint: isReadOnly },
  };
}

function failed(message: string) {
  return { content: [{ type: 'text' as const, text: maskKeysIn(message).slice(0, LARGEST_ANSWER) }], isError: true };
}
