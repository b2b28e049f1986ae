/** Finds the route of a path, as uWebSockets does: a segment that is named goes before one that is a parameter. */
import { decoded } from '../transport/path-parameters.ts';
import type { Method, Route } from './route.ts';

export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly named: Map<string, Node>;
  parameter: Node | undefined;
  readonly routes: Map<string, Route>;
}

const newNode = (): Node => ({ named: new Map(), parameter: undefined, routes: new Map() });
const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1);

export class RouteTable {
  readonly #root = newNode();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#place(route);
  }

  /** Undefined where there is none. */
  find(method: Method, path: string): FoundRoute | undefined {
    const segments = segmentsOf(path);
    const route = findBelow(this.#root, segments, 0, method);
    if (route === undefined) return undefined;
    const params: Record<string, string> = {};
    for (const [n, part] of segmentsOf(route.path).entries())
      if (part.startsWith(':')) params[part.slice(1)] = decoded(segments[n] ?? '');
    return { route, params };
  }

  #place(route: Route): void {
    let node = this.#root;
    for (const part of segmentsOf(route.path)) {
      const next = part.startsWith(':') ? node.parameter : node.named.get(part);
      const below = next ?? newNode();
      if (next === undefined && part.startsWith(':')) node.parameter = below;
      else if (next === undefined) node.named.set(part, below);
      node = below;
    }
    node.routes.set(route.method, route);
  }
}

function findBelow(node: Node, segments: readonly string[], at: number, method: Method): Route | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.routes.get(method);
  const named = node.named.get(segment);
  const found = named && findBelow(named, segments, at + 1, method);
  return found ?? (node.parameter && findBelow(node.parameter, segments, at + 1, method));
}
