/** The list of tools as clients get it, made once from the routes that a city has. */
import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Route } from '../route/route.ts';
import { type Field, fieldsOf, fieldsTogether } from './tool-fields.ts';
import { type RouteName, type Tool, tools } from './tools.ts';

/** An action of a tool, with its route. */
export interface Action {
  readonly name: string;
  readonly route: Route;
  readonly fields: readonly Field[];
}

export interface ListedTool {
  readonly name: string;
  readonly actions: ReadonlyMap<string, Action>;
  /** As `tools/list` answers it. */
  readonly shown: ShownTool;
}

/** Fields of every tool, besides those of its actions. */
export const ofEvery = {
  full: { type: 'boolean' },
  key: { type: 'string' },
  cause: { type: 'integer' },
} as const;

const nameOfRoute = ({ method, path }: Route): RouteName => `${method} ${path}`;

/** The tools whose routes are there: those of global services are not, in a city without any. */
export function listTools(routes: readonly Route[]): readonly ListedTool[] {
  const known = new Map(routes.map((route) => [nameOfRoute(route), route]));
  return tools.map((tool) => listed(tool, actionsOf(tool, known)));
}

function actionsOf(tool: Tool, known: ReadonlyMap<RouteName, Route>): readonly Action[] {
  return Object.entries(tool.actions).flatMap(([name, routeName]) => {
    const route = known.get(routeName);
    return route === undefined ? [] : [{ name, route, fields: fieldsOf(route) }];
  });
}

function listed({ name, about }: Tool, actions: readonly Action[]): ListedTool {
  const lines = actions.map((action) => `${usage(action)}: ${action.route.summary}`);
  const names = actions.map((action) => action.name);
  return {
    name,
    actions: new Map(actions.map((action) => [action.name, action])),
    shown: {
      name,
      description: `${about}.\n${lines.join('\n')}`,
      inputSchema: {
        type: 'object',
        properties: Properties.parse({
          action: { enum: names },
          ...fieldsTogether(actions.flatMap(({ fields }) => fields)),
          ...ofEvery,
        }),
        required: ['action'],
      },
      annotations: hintsOf(actions),
    },
  };
}

/** `say(message)`: its name with its fields, `?` for those that may be left out. */
export const usage = ({ name, fields }: Action): string =>
  `${name}(${fields.map((field) => `${field.name}${field.isRequired ? '' : '?'}`).join(', ')})`;

/** Schemas are plain JSON, which is all that may be sent. */
const Properties = z.record(z.string(), z.record(z.string(), z.json()));

/** A client asks before it calls a tool that destroys: one whose action takes something away or takes credits. */
const hintsOf = (actions: readonly Action[]): ShownTool['annotations'] => ({
  readOnlyHint: actions.every(({ route }) => route.method === 'GET'),
  destructiveHint: actions.some(({ route }) => route.method === 'DELETE' || spends(route)),
  openWorldHint: false,
});

/** Tolls, fees, rewards and gifts have no fixed price, but are refused to who cannot pay them. */
const spends = ({ price, refusals }: Route): boolean =>
  price !== undefined || refusals?.includes('insufficient_credits') === true;
