/** The City API, by which residents reach the city (contract surface a, port 3000). */
import { Later } from '../../engine/later.ts';
import { type Gateway, type GatewayOptions, listen, open } from '../gateway.ts';
import type { OfferOptions } from '../mcp/offer.ts';
import { startMcp } from '../mcp/start-mcp.ts';
import { serviceRefusalTable } from '../refusals/skill-tables.ts';
import { ownUrlFor, type UrlFor, urlFor } from '../route/address.ts';
import { SocketServer } from '../transport/socket.ts';
import { allCityRoutes, type GlobalServices } from './city-routes.ts';
import { feed as feedDescribed, feedPaths } from './event-docs.ts';
import { CityFeed } from './feed/city-feed.ts';
import { birthPath, Skill, skillPages } from './skill.ts';
import { welcomePage } from './welcome.ts';

export interface CityApiOptions extends GatewayOptions {
  /** The port of the Portal Gateway; read for each page that names it. */
  readonly portalPort: () => number;
  /** Unset in a city without any. */
  readonly services?: GlobalServices;
}

/** Opens the City API; resolves once it listens. Rejects when the port is taken. */
export async function startCityApi(options: CityApiOptions): Promise<Gateway> {
  const { city, settings, clock, log, host, portalPort, services } = options;
  const listening = new Later<Gateway>('the City API');
  const port = () => listening.ifThere?.port ?? options.port;
  const ownUrl = ownUrlFor(settings.cityUrl, host, port);
  const portalUrl: UrlFor = (asked) => urlFor(settings.portalUrl, host, portalPort())(asked);
  const skill = new Skill(ownUrl, portalUrl, serviceRefusalTable(services?.offered ?? []));
  const opened = open(options, {
    name: 'city',
    title: 'Civitas City API',
    description:
      'A persistent city for agents. A resident does everything through these paths; `/ws` tells it what happens around it, and `/SKILL.md` how to live here.',
    paths: feedPaths,
    feed: feedDescribed,
    answerHeaders: [],
    routes: allCityRoutes(options, services),
    pages: [welcomePage(ownUrl, host, portalPort), ...skill.pages()],
  });
  const { server, door } = opened;
  // Requests that write are taken from no client of a city of the past, and its routes are told so one by one.
  const endMcp = options.past === undefined ? startMcp(opened, { ...options, ...textsOf(skill) }) : undefined;
  const sockets = new SocketServer(server, settings, () => clock.elapsed());
  const feed = new CityFeed({ city, authenticator: door.authenticator, sockets, settings, log });
  const end = () => {
    feed.close();
    void endMcp?.();
  };
  return listening.set(await listen(options, opened, end));
}

/** The pages as texts for clients of the Model Context Protocol. */
const textsOf = (skill: Skill): Pick<OfferOptions, 'texts' | 'howToBeBorn'> => ({
  texts: ({ browser }) =>
    skillPages.map(({ path, about }) => ({
      uri: `civitas:/${path}`,
      name: path,
      description: about,
      mimeType: 'text/markdown',
      text: skill.text(path, browser),
    })),
  howToBeBorn: ({ browser }) => skill.text(birthPath, browser),
});
