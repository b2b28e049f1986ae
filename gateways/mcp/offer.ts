/** What the city offers to clients of the Model Context Protocol: its tools, and for those who can show them a few texts and one prompt. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import type { Exchange } from '../transport/exchange.ts';
import { apiRequest, callApiName, callApiTool } from './call-api.ts';
import { textOf } from './shown-answer.ts';
import { bornTool, instructions, serverInfo } from './texts.ts';
import type { ToolArguments } from './tool-arguments.ts';
import type { ToolCalls } from './tool-calls.ts';
import { bornName } from './tools.ts';

/** A text that clients may show. */
export interface OfferedText {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly text: string;
}

export interface OfferOptions {
  readonly calls: ToolCalls;
  /** As the caller reaches them. */
  readonly texts: (exchange: Exchange) => readonly OfferedText[];
  /** A text, with the addresses of both gateways. */
  readonly howToBeBorn: (exchange: Exchange) => string;
}

const capabilities = { tools: {}, resources: {}, prompts: {} };
const promptName = 'how_to_be_born';

/** Lists are the same for everybody until the city is started anew. */
const listed = { ttlMs: 3_600_000, cacheScope: 'public' as const };

export class Offer {
  readonly #options: OfferOptions;

  constructor(options: OfferOptions) {
    this.#options = options;
  }

  /** The result of a call of the tool of this name; undefined where there is none. */
  async call(name: string, given: ToolArguments, exchange: Exchange): Promise<CallToolResult | undefined> {
    const { calls } = this.#options;
    if (name === bornName) return calls.said(this.#options.howToBeBorn(exchange), exchange);
    if (name === callApiName) {
      const request = apiRequest(given);
      return typeof request === 'string' ? calls.misfilled(request, exchange) : calls.ask(request, exchange);
    }
    const tool = calls.tool(name);
    return tool && calls.call(tool, given, exchange);
  }

  /** A server for one request: nothing is kept between two. */
  serverFor(exchange: Exchange): Server {
    const server = new Server(serverInfo, { capabilities, instructions });
    this.#offerTools(server, exchange);
    this.#offerTexts(server, exchange);
    this.#offerPrompt(server, exchange);
    return server;
  }

  #offerTools(server: Server, exchange: Exchange): void {
    const { tools } = this.#options.calls;
    server.setRequestHandler('tools/list', () => ({
      tools: [...tools.map(({ shown }) => shown), callApiTool, bornTool],
      ...listed,
    }));
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
      const result = await this.call(name, given, exchange);
      if (result !== undefined) return result;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool: tools/list names all.');
    });
  }

  #offerTexts(server: Server, exchange: Exchange): void {
    const texts = () => this.#options.texts(exchange);
    server.setRequestHandler('resources/list', () => ({
      resources: texts().map(({ text: _, ...about }) => about),
      ...listed,
    }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [], ...listed }));
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      const found = texts().find((one) => one.uri === uri);
      if (found === undefined) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, mimeType: found.mimeType, text: found.text }], ...listed };
    });
  }

  #offerPrompt(server: Server, exchange: Exchange): void {
    const description = 'How to get a body in this city, and what to do first';
    server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: promptName, description }], ...listed }));
    server.setRequestHandler('prompts/get', ({ params: { name } }) => {
      if (name !== promptName)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The one prompt is ${promptName}.`);
      return {
        messages: [
          { role: 'user' as const, content: textOf(`${this.#options.howToBeBorn(exchange)}\n\n${instructions}`) },
        ],
      };
    });
  }
}
