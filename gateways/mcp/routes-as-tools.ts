/** What the city says of its routes, as whoever calls tools can follow it: `POST /v1/location/move` is `city_move go`. */
import { bornName, type RouteName, tools } from './tools.ts';

interface Way {
  readonly method: string;
  /** The path of the route, with a group for each of its fields. */
  readonly path: RegExp;
  readonly fields: readonly string[];
  /** Tool and action. */
  readonly name: string;
}

const ways: readonly Way[] = tools.flatMap(({ name, actions }) =>
  Object.entries(actions).map(([action, route]) => ({ ...wayOf(route), name: `${name} ${action}` })),
);

function wayOf(route: RouteName): Omit<Way, 'name'> {
  const [method = '', path = ''] = route.split(' ');
  const fields = [...path.matchAll(/:(\w+)/g)].map(([, field]) => field ?? '');
  return { method, fields, path: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`) };
}

const mention = /\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w:<>/-]*[\w>])(?:\?(\w+)=(\w+))?/g;
/** A path names a field so, where any value may stand. */
const anyValue = /^(<.*>|:.*)$/;

/** What the page says, a tool says. */
const birthPage = 'GET /skill/birth.md';

/** The same sentence. A route without a tool stays as it is: it is for `city_call_api`, or for the Portal. */
export const routesAsTools = (text: string): string =>
  text
    .replace(birthPage, bornName)
    .replace(mention, (asWritten, method: string, path: string, name?: string, value?: string) => {
      const way = ways.find((one) => one.method === method && one.path.test(path));
      if (way === undefined) return asWritten;
      const values = way.path.exec(path)?.slice(1) ?? [];
      const given = way.fields.flatMap((field, n) =>
        anyValue.test(values[n] ?? ':') ? [] : [`${field}: ${values[n]}`],
      );
      if (name !== undefined) given.push(`${name}: ${value}`);
      return given.length === 0 ? way.name : `${way.name}(${given.join(', ')})`;
    });
