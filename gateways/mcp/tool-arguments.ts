/** The arguments of a tool, as a model gives them: which action is meant, and what of the rest goes where in a request. */
import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import type { Method } from '../route/route.ts';
import type { Field, Part } from './tool-fields.ts';
import { type Action, type ListedTool, ofEvery, usage } from './tool-list.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A request to a route, made of the arguments of a tool. */
export interface ToolRequest {
  readonly method: Method;
  readonly path: string;
  /** As in a URL, without its question mark. */
  readonly query: string;
  /** JSON text; empty when there is none. */
  readonly body: string;
  /** `Idempotency-Key`; empty when there is none. */
  readonly key: string;
  /** `X-Cause-Seq`; empty when there is none. */
  readonly cause: string;
  /** All of the answer is wanted. */
  readonly isFull: boolean;
}

type Common = Pick<ToolRequest, 'key' | 'cause' | 'isFull'>;

const Common = z.object({
  full: z.boolean().optional(),
  key: z.string().optional(),
  cause: z.int().optional(),
});

const nothingCommon: Common = { key: '', cause: '', isFull: false };

/** The headers that any tool can send along, and how much it wants to read. */
export function commonOf(given: ToolArguments): Common | string {
  if (!('full' in given || 'key' in given || 'cause' in given)) return nothingCommon;
  const common = Common.safeParse(given);
  if (!common.success) return '`full` is true or false, `key` a text, `cause` the seq of an event.';
  const { full = false, key = '', cause } = common.data;
  return { key, cause: cause === undefined ? '' : String(cause), isFull: full };
}

/** The request that is meant; or what to do instead, in a sentence. */
export function understood(tool: ListedTool, given: ToolArguments): ToolRequest | string {
  const action = actionOf(tool, given['action']);
  if (typeof action === 'string') return action;
  const common = commonOf(given);
  if (typeof common === 'string') return common;
  const unknown = Object.keys(given).filter((name) => !isKnown(action, name));
  const missing = action.fields.filter(({ name, isRequired }) => isRequired && given[name] === undefined);
  if (unknown.length > 0 || missing.length > 0) return misfilled(tool, action, unknown, missing);
  const long = action.fields.find(({ name, part }) => part !== 'body' && isLong(given[name]));
  if (long !== undefined) return `${long.name} is longer than ${wordCharsMax} characters; nothing has happened.`;
  const { method, path } = action.route;
  return { method, path: pathOf(path, action, given), ...contentsOf(action, given), ...common };
}

function actionOf({ name, actions }: ListedTool, asked: unknown): Action | string {
  const [only, ...others] = actions.values();
  if (asked === undefined && only !== undefined && others.length === 0) return only;
  const action = typeof asked === 'string' ? actions.get(asked) : undefined;
  if (action !== undefined) return action;
  const usages = [...actions.values()].map(usage).join('; ');
  const meant = typeof asked === 'string' ? actions.get(closest(asked.slice(0, 64), [...actions.keys()])) : undefined;
  const hint = meant === undefined ? '' : ` Nearest: ${usage(meant)}.`;
  return `${name} has no such action; nothing has happened.${hint} It has: ${usages}.`;
}

/** About what a path or a query over HTTP may have. */
export const wordCharsMax = 2_000;
const isLong = (value: unknown): boolean =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length > wordCharsMax;

const isKnown = ({ fields }: Action, name: string): boolean =>
  name === 'action' || Object.hasOwn(ofEvery, name) || fields.some((field) => field.name === name);

const namesMax = 8;
const nameChars = 64;

function misfilled(tool: ListedTool, action: Action, unknown: readonly string[], missing: readonly Field[]): string {
  const names = unknown.slice(0, namesMax).map((name) => JSON.stringify(name.slice(0, nameChars)));
  const parts = [
    ...(missing.length > 0 ? [`needs ${missing.map(({ name }) => name).join(', ')}`] : []),
    ...(names.length > 0 ? [`does not take ${names.join(', ')}`] : []),
  ];
  return `${tool.name} ${action.name} ${parts.join(' and ')}; nothing has happened. Call it as ${usage(action)}.`;
}

/** The path of the route, with the fields that it names. */
const pathOf = (path: string, { fields }: Action, given: ToolArguments): string =>
  fields
    .filter(({ part }) => part === 'params')
    .reduce((before, { name }) => before.replace(`:${name}`, () => encodeURIComponent(wordOf(given[name]))), path);

function contentsOf({ fields }: Action, given: ToolArguments): Pick<ToolRequest, 'query' | 'body'> {
  const query = ofPart(fields, 'query', given).map(([name, value]): [string, string] => [name, wordOf(value)]);
  const body = ofPart(fields, 'body', given);
  return {
    query: query.length === 0 ? '' : new URLSearchParams(query).toString(),
    body: body.length === 0 ? '' : JSON.stringify(Object.fromEntries(body)),
  };
}

const ofPart = (fields: readonly Field[], part: Part, given: ToolArguments): [string, unknown][] =>
  fields
    .filter((field) => field.part === part && given[field.name] !== undefined)
    .map(({ name }): [string, unknown] => [name, given[name]]);

/** A value in a path or a query. Lone surrogates, which no URL can hold, become U+FFFD. */
const wordOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Surrogate}/gu, '\ufffd');
