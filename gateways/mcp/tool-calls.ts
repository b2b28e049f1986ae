/**
 * One call of a tool: from its arguments to a request to the route of its action, behind the same checks as every request, and from the
 * answer to what a model reads. Nothing is remembered between calls.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Log } from '../../engine/ports.ts';
import { errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { type Door, serve } from '../route/request.ts';
import type { Route } from '../route/route.ts';
import { type FoundRoute, RouteTable } from '../route/route-table.ts';
import type { Exchange } from '../transport/exchange.ts';
import { type InProcessAnswer, InProcessExchange, type InProcessRequest } from '../transport/in-process-exchange.ts';
import { shownAnswer, textOf } from './shown-answer.ts';
import { type ToolArguments, type ToolRequest, understood } from './tool-arguments.ts';
import { type ListedTool, listTools } from './tool-list.ts';
import { warningsFor } from './warnings.ts';

/** The caller, as the HTTP request of the tool call shows it. */
export type Calling = Pick<Exchange, 'id' | 'authorization' | 'address' | 'hasGone' | 'goneSignal' | 'admitted'>;

export class ToolCalls {
  readonly tools: readonly ListedTool[];
  readonly #door: Door;
  readonly #log: Log;
  readonly #routes: RouteTable;
  readonly #byName: ReadonlyMap<string, ListedTool>;

  constructor(door: Door, routes: readonly Route[], log: Log) {
    this.#door = door;
    this.#log = log;
    this.#routes = new RouteTable(routes);
    this.tools = listTools(routes);
    this.#byName = new Map(this.tools.map((tool) => [tool.name, tool]));
  }

  tool(name: string): ListedTool | undefined {
    return this.#byName.get(name);
  }

  /** The result for a model. Never rejects for an expected outcome. */
  async call(tool: ListedTool, given: ToolArguments, calling: Calling): Promise<CallToolResult> {
    const request = understood(tool, given);
    return typeof request === 'string' ? this.misfilled(request, calling) : this.ask(request, calling);
  }

  /** The result of a call that comes to no route. `why`: what to do instead. */
  misfilled = (why: string, calling: Calling): CallToolResult => ({ ...this.said(why, calling), isError: true });

  /** The same of one that is answered with a text of the city's own. */
  said(text: string, calling: Calling): CallToolResult {
    const limited = this.#limited(calling);
    return limited === undefined ? { content: [textOf(text)] } : shownAnswer(limited, undefined, false);
  }

  /** What comes to no route counts as a request all the same. */
  #limited({ authorization }: Calling): InProcessAnswer | undefined {
    const id = this.#door.authenticator.cachedId(authorization);
    const limited = id === undefined ? undefined : this.#door.residentLimit.take(id);
    return limited && errorAnswer(limited);
  }

  /** Asks the route, and shows its answer. */
  async ask(request: ToolRequest, calling: Calling): Promise<CallToolResult> {
    const found = this.#routes.find(request.method, request.path);
    const answer =
      found === undefined ? (this.#limited(calling) ?? notFound) : await this.#answerOf(found, request, calling);
    const warnings = await this.#warnings(calling);
    const shown = shownAnswer(answer, found?.route.answer, request.isFull);
    return warnings.length === 0 ? shown : { ...shown, content: [...shown.content, textOf(warnings.join('\n'))] };
  }

  #answerOf({ route, params }: FoundRoute, request: ToolRequest, from: Calling): Promise<InProcessAnswer> {
    const { query, body, key, cause } = asOverHttp(route, request);
    const tooLarge = this.#tooLarge(route, body);
    if (tooLarge !== undefined) return Promise.resolve(this.#limited(from) ?? tooLarge);
    const { id, authorization } = from;
    const asked: InProcessRequest = { id, authorization, query, key, cause, params, body, from };
    return new Promise((resolve) => {
      const exchange = new InProcessExchange(asked, this.#log, resolve);
      exchange.admitted = from.admitted;
      serve(this.#door, route, exchange);
    });
  }

  /** The body of a tool's call may be as large as that of any route: each route has its own limit still. */
  #tooLarge({ bodyBytesMax }: Route, body: string): InProcessAnswer | undefined {
    const { settings } = this.#door;
    const max = bodyBytesMax?.(settings) ?? settings.bodyBytesMax;
    return Buffer.byteLength(body) > max ? errorAnswer(refused('payload_too_large', { max_bytes: max })) : undefined;
  }

  async #warnings({ authorization }: Calling): Promise<readonly string[]> {
    const id = this.#door.authenticator.cachedId(authorization);
    return id === undefined ? [] : warningsFor(this.#door.city, id);
  }
}

/** Without what a request of HTTP to this route cannot carry, or what is not read from it there. */
function asOverHttp({ method, query: declared }: Route, request: ToolRequest): Omit<ToolRequest, 'method' | 'path'> {
  const query = declared === undefined ? '' : request.query;
  return method === 'GET' ? { ...request, query, body: '', key: '', cause: '' } : { ...request, query };
}

const notFound = errorAnswer(refused('not_found'));
