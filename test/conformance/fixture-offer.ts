/**
 * What the conformance suite wants to find behind a door: the tools, resources and prompts that its scenarios describe. Tools with a
 * fixed result are offered to the door's direct way too, as those of the city are.
 */
import { setTimeout as passed } from 'node:timers/promises';
import {
  type CallToolResult,
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import type { Offer } from '../../gateways/mcp/offer.ts';
import { textOf } from '../../gateways/mcp/shown-answer.ts';
import { serverInfo } from '../../gateways/mcp/texts.ts';
import { type AskingTool, inputTools, promptAsking, stateCodec } from './fixture-inputs.ts';

/** One red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
/** One sample of silence. */
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==';

const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
});

const fixedTools: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: { content: [textOf('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      textOf('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: {
    content: [textOf('This tool intentionally returns an error for testing')],
    isError: true,
  },
};

const progressing: AskingTool = async ({ mcpReq: { _meta, notify } }) => {
  const progressToken = _meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progress > 0) await passed(50);
    if (progressToken === undefined) continue;
    await notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
  }
  return { content: [textOf('All of it is done.')] };
};

const logging: AskingTool = async ({ mcpReq }) => {
  await mcpReq.log('info', 'The tool runs.');
  return { content: [textOf('It has been logged for whoever asks for it.')] };
};

const tools: Readonly<Record<string, AskingTool>> = {
  test_tool_with_progress: progressing,
  test_logging_tool: logging,
  ...inputTools,
};

const listedTools = [...Object.keys(fixedTools), ...Object.keys(tools)].map((name) => ({
  name,
  description: 'A tool that the suite calls',
  inputSchema: { type: 'object' as const, properties: {} },
}));

const contents: readonly ReadResourceResult['contents'][number][] = [
  {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', mimeType: 'image/png', blob: png },
];

/** What is at an address: one of the fixed, or one of the template. */
function contentAt(uri: string): ReadResourceResult['contents'][number] {
  const found = contents.find((one) => one.uri === uri);
  if (found !== undefined) return found;
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: 'application/json', text };
}

type Message = GetPromptResult['messages'][number];
const said = (content: Message['content']): Message => ({ role: 'user', content });

interface FixedPrompt {
  /** Names of its arguments. */
  readonly takes: readonly string[];
  readonly messages: (...given: string[]) => Message[];
}

const prompts: Readonly<Record<string, FixedPrompt>> = {
  test_simple_prompt: { takes: [], messages: () => [said(textOf('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    takes: ['arg1', 'arg2'],
    messages: (arg1, arg2) => [said(textOf(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    takes: ['resourceUri'],
    messages: (uri = '') => [
      said(embedded(uri, 'text/plain', 'Embedded resource content for testing.')),
      said(textOf('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: { takes: [], messages: () => [said(image), said(textOf('Please analyze the image above.'))] },
};
const askingPrompt = 'test_input_required_result_prompt';

const listedPrompts = [...Object.entries(prompts), [askingPrompt, { takes: [] }] as const].map(([name, { takes }]) => ({
  name,
  description: 'A prompt that the suite asks for',
  arguments: takes.map((argument) => ({ name: argument, required: true })),
}));

function messagesOf(name: string, given: Readonly<Record<string, string>>): Message[] {
  const prompt = prompts[name];
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No such prompt.');
  return prompt.messages(...prompt.takes.map((argument) => given[argument] ?? ''));
}

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} };
const listed = { ttlMs: 60_000, cacheScope: 'public' as const };

/** The fixtures, in place of what the city offers. */
export class FixtureOffer implements Pick<Offer, 'call' | 'serverFor'> {
  async call(name: string): Promise<CallToolResult | undefined> {
    return fixedTools[name];
  }

  serverFor(): Server {
    const server = new Server(serverInfo, { capabilities, requestState: { verify: stateCodec.verify } });
    this.#offerTools(server);
    offerResources(server);
    offerPrompts(server);
    return server;
  }

  #offerTools(server: Server): void {
    server.setRequestHandler('tools/list', () => ({ tools: listedTools, ...listed }));
    server.setRequestHandler('tools/call', async ({ params: { name } }, context) => {
      const result = (await this.call(name)) ?? (await tools[name]?.(context, server.getClientCapabilities() ?? {}));
      if (result !== undefined) return result;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No such tool.');
    });
  }
}

function offerResources(server: Server): void {
  const resources = contents.map(({ uri, mimeType }) => ({ uri, name: uri, mimeType }));
  const resourceTemplates = [{ uriTemplate: 'test://template/{id}/data', name: 'template' }];
  server.setRequestHandler('resources/list', () => ({ resources, ...listed }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates, ...listed }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [contentAt(uri)], ...listed }));
}

function offerPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts, ...listed }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }, context) =>
    name === askingPrompt ? promptAsking(context) : { messages: messagesOf(name, given) },
  );
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
}
