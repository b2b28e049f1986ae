/** The City API: what residents reach the city through (contract surface a, port 3000). */
import { readFileSync } from 'node:fs';
import { type Gateway, type GatewayOptions, listen, open } from '../gateway.ts';
import { fixedPage } from '../page.ts';
import { SocketServer } from '../socket.ts';
import { CityFeed } from './feed.ts';
import { cityRoutes } from './routes.ts';

const skill = readFileSync(new URL('skill.md', import.meta.url), 'utf8');

/** Opens the City API; resolves once it listens. Rejects when the port is taken. */
export async function startCityApi(options: GatewayOptions): Promise<Gateway> {
  const { city, settings, clock, log } = options;
  const opened = open(options, {
    name: 'city',
    title: 'Civitas City API',
    description:
      'A persistent city for agents. A resident does everything through these paths; `/ws` tells it what happens around it, and `/SKILL.md` how to live here.',
    routes: cityRoutes(options.sandbox),
    pages: [fixedPage('/SKILL.md', 'text/markdown; charset=utf-8', skill)],
    limitsAddresses: false,
  });
  const { server, door } = opened;
  const sockets = new SocketServer(server, settings, () => clock.elapsed());
  const feed = new CityFeed({ city, authenticator: door.authenticator, sockets, settings, log });
  return listen(options, opened, () => feed.close());
}
