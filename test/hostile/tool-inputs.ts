/**
 * Every place in the arguments of every tool where a caller may put something, read from the tool's own schema: each field of each action,
 * what is in it, and the names in it. A new action has its inputs without being named here.
 */
import { type Fields, fieldsOf, listOf, parseJson, textOf } from '../../client/wire.ts';
import { callApiName } from '../../gateways/mcp/call-api.ts';
import { type Action, type ListedTool, listTools } from '../../gateways/mcp/tool-list.ts';
import type { Route } from '../../gateways/route/route.ts';
import { type Plain, plainBodyOf, plainPartOf, textInputsOf } from './text-inputs.ts';

/** Arguments of a tool with one hostile value in them; all else is what its route takes. */
export interface ToolInput {
  readonly tool: string;
  /** Of which route it is meant to be a request. */
  readonly route: Route;
  readonly name: string;
  readonly gives: (value: unknown) => Fields;
}

/** One for each action, with nothing hostile in it. */
export const plainCallsOf = (routes: readonly Route[], plain: Plain): readonly ToolInput[] =>
  actionsOf(routes).map(([tool, action]) => {
    const given = plainArguments(action, plain);
    return { tool: tool.name, route: action.route, name: `${tool.name} ${action.name}`, gives: () => given };
  });

/** All inputs of the tools that are named by what they do. */
export function toolInputsOf(routes: readonly Route[], plain: Plain): readonly ToolInput[] {
  return actionsOf(routes).flatMap(([tool, action]) => {
    const { route } = action;
    const given = plainArguments(action, plain);
    const whole = `${tool.name} ${action.name}`;
    return placesOf(tool, action).map((place) => ({
      tool: tool.name,
      route,
      name: `${whole} ${place.join('.')}`,
      gives: (value: unknown) => fieldsOf(put(given, place, value)),
    }));
  });
}

/** The same requests by the tool for all the rest: each input of each route that takes a text there. */
export const callApiInputsOf = (routes: readonly Route[], plain: Plain): readonly ToolInput[] =>
  routes.flatMap((route) =>
    textInputsOf(route, plain)
      .filter(({ name }) => !/ (header .*|whole body|query key .*)$/.test(name))
      .map(({ name, asks }) => ({
        tool: callApiName,
        route,
        name: `${callApiName} ${name}`,
        gives: (value) => apiArguments(route, asks(typeof value === 'string' ? value : JSON.stringify(value))),
      })),
  );

function apiArguments({ method }: Route, { path, body }: { readonly path: string; readonly body: string | undefined }) {
  const [bare = '', query] = path.split(/\?(.*)/s);
  return {
    method,
    path: bare,
    ...(query !== undefined && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(body !== undefined && { body: parseJson(body) }),
  };
}

const actionsOf = (routes: readonly Route[]): readonly (readonly [ListedTool, Action])[] =>
  listTools(routes).flatMap((tool) => [...tool.actions.values()].map((action) => [tool, action] as const));

/** What its route takes, and no more. */
function plainArguments({ name, route, fields }: Action, plain: Plain): Fields {
  const params = fields
    .filter(({ part }) => part === 'params')
    .map((field) => [field.name, plainPartOf(route, field.name, plain)] as const);
  return {
    ...fieldsOf(plainBodyOf(route, plain)),
    ...besides[route.path],
    ...Object.fromEntries(params),
    action: name,
  };
}

/** What a route wants that its schema says of no single field. */
const besides: Readonly<Record<string, Fields>> = {
  '/v1/deploy': { connections: [{ from: 'nowhere' }], funding: { initial_credits: 100 } },
  '/v1/connections/update': { exit_description: 'A way' },
};

/** Names on the way from the arguments to a place in them; a number for the item of a list. */
type Place = readonly (string | number)[];

/** The name of a field that no schema names. */
const anyName = 'plain';

/** Those of the action's own fields; of what every tool takes, once for each tool. */
function placesOf({ shown, actions }: ListedTool, { name, fields }: Action): readonly Place[] {
  const properties = fieldsOf(shown.inputSchema.properties);
  const [first] = actions.keys();
  const common = first === name ? ['action', 'full', 'key', 'cause'] : [];
  return [...fields.map((field) => field.name), ...common].flatMap((field) =>
    placesIn(fieldsOf(properties[field])).map((place) => [field, ...place]),
  );
}

/** Of a schema: the value itself, and what is in it. */
function placesIn(schema: Fields): readonly Place[] {
  const below = (name: string | number, one: unknown) => placesIn(fieldsOf(one)).map((place) => [name, ...place]);
  const { items, properties, additionalProperties: values } = schema;
  const inside = [
    ...listOf(schema['anyOf']).flatMap((one) => placesIn(fieldsOf(one))),
    ...(items === undefined ? [] : below(0, items)),
    ...Object.entries(fieldsOf(properties)).flatMap(([name, one]) => below(name, one)),
    ...(typeof values === 'object' ? below(anyName, values) : []),
  ];
  return [...new Map([[], ...inside].map((place) => [place.join(), place])).values()];
}

/** `base` with this value there; where it stands in a map, also as a name beside it. */
function put(base: unknown, [at, ...rest]: Place, value: unknown): unknown {
  if (at === undefined) return value;
  if (typeof at === 'number') return [put(listOf(base)[at], rest, value)];
  const fields = fieldsOf(base);
  const given = { ...fields, [at]: put(fields[at], rest, value) };
  return at === anyName && textOf(value) !== ''
    ? Object.defineProperty(given, textOf(value), { value: 'plain', enumerable: true })
    : given;
}
