/** What the city offers to clients of the Model Context Protocol: its tools, and for those who can show them a few texts and one prompt. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import { apiRequest, callApiName, callApiTool } from './call-api.ts';
import { textOf } from './shown-answer.ts';
import { bornName, bornTool, howToBeBorn, instructions } from './texts.ts';
import type { ToolArguments } from './tool-arguments.ts';
import { type Calling, failed, type ToolCalls } from './tool-calls.ts';

/** A text that clients may show. */
export interface Text {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly text: () => string;
}

export interface Offer {
  readonly calls: ToolCalls;
  readonly texts: readonly Text[];
  /** The address of the City API and of the Portal Gateway, as the caller reaches them. */
  readonly addresses: () => { readonly api: string; readonly portal: string };
}

const name = 'civitas';
const version = '1.0.0';
const promptName = 'how_to_be_born';
/** Lists are the same for everybody until the city is started anew. */
const hourMs = 3_600_000;
const listed = { ttlMs: hourMs, cacheScope: 'public' as const };

/** A server for one request: nothing is kept between two. */
export function serverFor({ calls, texts, addresses }: Offer, calling: Calling): Server {
  const server = new Server(
    { name, version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  const born = () => {
    const { api, portal } = addresses();
    return howToBeBorn(api, portal);
  };
  server.setRequestHandler('tools/list', () => ({
    tools: [...calls.tools.map(({ shown }) => shown), callApiTool, bornTool],
    ...listed,
  }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const given: ToolArguments = params.arguments ?? {};
    if (params.name === bornName) return { content: [textOf(born())] };
    if (params.name === callApiName) {
      const request = apiRequest(given);
      return typeof request === 'string' ? failed(request) : calls.ask(request, calling);
    }
    const tool = calls.tool(params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool: tools/list names all.');
    return calls.call(tool, given, calling);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: texts.map(({ uri, name: title, description, mimeType }) => ({
      uri,
      name: title,
      description,
      mimeType,
    })),
    ...listed,
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = texts.find((one) => one.uri === uri);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: found.mimeType, text: found.text() }], ...listed };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: [{ name: promptName, description: 'How to get a body in this city, and what to do first' }],
    ...listed,
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    if (params.name !== promptName)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The one prompt is ${promptName}.`);
    return { messages: [{ role: 'user' as const, content: textOf(`${born()}\n\n${instructions}`) }] };
  });
  return server;
}
