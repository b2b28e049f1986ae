/** A whole city in this process, with both gateways, whose journal checks every batch that it is given. */
import type { Test } from 'tap';
import { placeActor } from '../../actors/rules/place/names.ts';
import type { CityEngine } from '../../engine/city.ts';
import { isTopic, parseActorId } from '../../engine/ids.ts';
import type { Batch, Journal } from '../../engine/ports.ts';
import { startCityApi } from '../../gateways/city/start-city-api.ts';
import { openStations } from '../../gateways/portal/open-stations.ts';
import { portalRoutes } from '../../gateways/portal/portal-routes.ts';
import { InspectionStreams } from '../../gateways/portal/routes/inspection.ts';
import { type PortalOptions, startPortal } from '../../gateways/portal/start-portal.ts';
import type { Route } from '../../gateways/route/route.ts';
import { openVisitors } from '../../gateways/visitors/open-visitors.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { MemoryStore } from '../../persistence/memory/persistence.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { booksOn } from '../gateways/kept-books.ts';
import { offeredParrot } from '../gateways/parrot-service.ts';
import { type Answer, cheapPasswords, operatorToken, optionsOf, post } from '../gateways/started-gateways.ts';
import { found, openWorld } from '../world.ts';
import { type Plain, type TextInput, textInputsOf } from './text-inputs.ts';

const perMinute = 1_000_000_000;
const unlimited = {
  residentRatePerMinute: perMinute,
  strangerRatePerMinute: perMinute,
  socketFramesPerMinute: perMinute,
  visitorRatePerMinute: perMinute,
  stationRatePerMinute: perMinute,
  stationVisitsPerMinute: 1_000_000,
  anonymousWritesPerMinute: perMinute,
  ...cheapPasswords,
};
/** Millicredits and ticks that no siege uses up; of who dies again and again, all together have less than can be counted. */
const credits = 1_000_000_000_000;
const creditsOfMortals = 10_000_000;
const lifespan = 100_000;

export interface CheckedCity {
  /** The port of the City API. */
  readonly port: number;
  /** The routes of the City API. */
  readonly routes: readonly Route[];
  readonly textInputs: readonly TextInput[];
  /** What a field holds when nothing is put into it. */
  readonly plain: Plain;
  callerOf(route: Route): { readonly port: number; readonly token: string };
  /** Founds another resident where the caller has died of its request. */
  afterwards(status: number, token: string): Promise<void>;
  /** What has gone wrong so far, if anything. */
  fault(): string | undefined;
  /** Asserts that plain requests work, and that the books balance. */
  isWell(): Promise<void>;
}

/** A city whose faults are noted wherever they show. */
async function noted(t: Test) {
  const { services, calls } = offeredParrot({ callsPerMinute: perMinute });
  const faults: string[] = [];
  // Nobody has asked for anything in the batches before it is open.
  let open: CityEngine | undefined;
  const store = new MemoryStore();
  const books = booksOn(t, store);
  const { city } = await openWorld({
    store,
    services: calls.performer(),
    env: { MAX_LIFESPAN_TICKS: String(lifespan) },
    journalOf: (journal) =>
      books.journalOf(
        watched(journal, (batch) => void faults.push(...(open === undefined ? [] : faultsIn(batch, open)))),
      ),
    onFatal: (reason, _evidence, cause) => void faults.push(`fatal: ${reason} ${String(cause)}`),
  });
  open = city;
  return { city, faults, postings: books.postings, services };
}

function portalOptionsOf(city: CityEngine, errors: object[]) {
  const tables = {
    credentials: new MemoryCredentials(),
    tickRows: new MemoryTickRows(),
    chronicle: new MemoryChronicleRows(),
  };
  const options = { ...optionsOf(city, unlimited, errors), control: city, manualTicks: true };
  return { ...options, ...tables, failingServices: () => ({}) };
}

/**
 * `ada` is at home, `bo` stands in a pod of its own, `cleo` comes, goes and dies, `eve`, who is born when first asked for, ends its
 * token.
 */
export async function checkedCity(t: Test): Promise<CheckedCity> {
  const { city, faults, postings, services } = await noted(t);
  const errors: object[] = [];
  const portalOptions = { ...portalOptionsOf(city, errors), postings };
  const [api, portal] = await Promise.all([
    startCityApi({ ...optionsOf(city, unlimited, errors), postings, services, portalPort: () => 3002 }),
    startPortal(portalOptions),
  ]);
  t.teardown(() => Promise.all([api.close(), portal.close()]));
  const ids = await allLive(city);
  const asks = (name: string, path: string, body: object): Promise<Answer> =>
    post(`http://127.0.0.1:${api.port}${path}`, `token of ${name}`, body);
  for (const name of workshops)
    t.equal((await asks('ada', '/v1/house/rooms', { name, purpose: 'workshop' })).status, 201);
  const [mill, spare] = [await builds(asks, 'Mill'), await builds(asks, 'Spare')];
  t.equal((await asks('bo', '/v1/location/move', { exit_id: mill.exit })).status, 200);
  const ofPortal = portalRoutesOf(portalOptions);
  const station = await stationAt(portal.port, mill.id);
  let visitor = await visitorToken(portal.port, 'register');
  const plain = plainly(ids.dora, mill.id, spare.id, station.id);
  return {
    port: api.port,
    routes: api.routes,
    plain,
    textInputs: [...api.routes, ...ofPortal].flatMap((route) => textInputsOf(route, plain)),
    callerOf: (route) => {
      if (route.caller === 'station') return { port: portal.port, token: station.token };
      if (route.caller === 'visitor') return { port: portal.port, token: visitor };
      if (ofPortal.includes(route)) return { port: portal.port, token: operatorToken };
      return { port: api.port, token: `token of ${callerNameOf(route)}` };
    },
    afterwards: async (status, token) => {
      if (status === 410 && token === 'token of cleo') await livesIn(city, 'cleo');
      if (status === 401 && token === 'token of eve') await livesIn(city, 'eve');
      if (status === 401 && token === visitor) visitor = await visitorToken(portal.port, 'login');
    },
    fault: () => faults[0] ?? (errors.length === 0 ? undefined : JSON.stringify(errors[0])),
    isWell: async () => {
      const said = await asks('bo', '/v1/mesh/broadcast', { message: 'All well.' });
      t.equal(said.status, 201, 'plain requests work');
      t.equal((await asks('ada', '/v1/house/rooms/den/invite', { residents: [ids.bo] })).status, 200);
      t.match(city.state.totals(), { credits: 0, burn: 0, overdrawn: [] }, 'and the books balance');
      t.same([faults, errors, city.health.quarantined], [[], [], []]);
    },
  };
}

const workshops = ['den', 'attic', 'lab'];

async function allLive(city: CityEngine) {
  const [ada, bo] = [await livesIn(city, 'ada'), await livesIn(city, 'bo')];
  return { ada, bo, cleo: await livesIn(city, 'cleo'), dora: await livesIn(city, 'dora') };
}

const livesIn = (city: CityEngine, name: string): Promise<string> =>
  found(city, name, name === 'cleo' ? creditsOfMortals : credits, lifespan);

/** What the Portal serves. */
function portalRoutesOf(options: PortalOptions): readonly Route[] {
  const { accounts } = openVisitors(options);
  const stations = openStations(options);
  stations.heartbeats.close();
  const inspections = new InspectionStreams(options.control, () => undefined);
  return portalRoutes({ ...options, accounts, cityUrl: undefined, inspections, stations: stations.routes });
}

async function visitorToken(port: number, way: 'register' | 'login'): Promise<string> {
  const body = { handle: 'vic', password: 'knocks three times' };
  const { body: entry } = await post(`http://127.0.0.1:${port}/v1/visitors/${way}`, '', body);
  return String(entry['token']);
}

/** Registers a station at the place where `bo` is. */
async function stationAt(port: number, location: string) {
  const body = { name: 'Library', place: 'Main Street', location };
  const { body: made } = await post(`http://127.0.0.1:${port}/v1/portals/register`, operatorToken, body);
  return { id: String(made['id']), token: String(made['token']) };
}

const isOfHome = ({ path, at }: Route): boolean =>
  (at !== 'anywhere' && at !== 'portal') || /^\/v1\/(house|workshops\/|deploy)/.test(path);

/** A pod of `bo`, reached from the Commons. */
async function builds(asks: (name: string, path: string, body: object) => Promise<Answer>, name: string) {
  await asks('bo', '/v1/location/move', { exit_id: 'commons' });
  const { body } = await asks('bo', '/v1/workshops', { name, tier: 'large', funding: { initial_credits: 1_000_000 } });
  const source = String(body['id']);
  const funding = { initial_credits: 1_000_000 };
  const deployed = await asks('bo', '/v1/deploy', {
    source,
    tier: 'large',
    connections: [{ from: 'current' }],
    funding,
  });
  const [way] = deployed.body['connections'] as readonly { readonly exit_id: string }[];
  return { id: source, exit: String(way?.exit_id) };
}

/** What a field holds when nothing is put into it. */
const plainly =
  (resident: string, pod: string, spare: string, station: string): Plain =>
  (field) => {
    if (/v1\/portals\/:id\/.* id$/.test(field)) return station;
    if (/(transfer|representative) (id|podId)$/.test(field)) return spare;
    if (/house\/rooms\/:name name$/.test(field)) return 'attic';
    if (/house\/.*name$/.test(field)) return 'den';
    if (/workshops\/:id.* id$/.test(field) || /\.source$/.test(field)) return 'lab';
    if (/residents\/:id/.test(field) || /\.(to|heir|agent_id|representative|residents|allowed)(\[\])*$/.test(field))
      return resident;
    if (/\.(from|from_pod|location)$/.test(field)) return 'current';
    if (/to_pod$/.test(field)) return spare;
    if (/ (id|podId)$/.test(field)) return pod;
    if (/exit_id$/.test(field)) return 'commons';
    if (/request_id$/.test(field)) return 'req_aaaaaaaaaaaaaaaa';
    return 'plain';
  };

function watched(journal: Journal, look: (batch: Batch) => void): Journal {
  return {
    append: (batch) => {
      look(batch);
      return journal.append(batch);
    },
    read: (after) => journal.read(after),
  };
}

/** Texts of a batch that the database would refuse, and audiences that are no actor, place or public. */
function faultsIn(batch: Batch, city: CityEngine): string[] {
  const audiences = batch.events.flatMap(({ type, audience }) =>
    audience.filter((entry) => !isMeant(entry, city)).map((entry) => `${type} is told to ${JSON.stringify(entry)}`),
  );
  const lines = [
    ...batch.events.flatMap(({ type, json }) => [type, json]),
    ...batch.followings.flatMap(({ actor, topic }) => [actor, topic ?? '']),
    ...[...batch.actors, ...batch.accounts.map(([id]) => ({ id }))].map(({ id }) => id),
  ].filter((line) => /[\n\0]|\p{Surrogate}/u.test(line));
  const texts = [
    ...batch.keys.flatMap(({ key, json }) => [key, json ?? '']),
    ...batch.contents.map(({ text }) => text),
  ];
  const unstorable = texts.filter((text) => /\0|\p{Surrogate}/u.test(text));
  return [...audiences, ...[...lines, ...unstorable].map((text) => `written: ${JSON.stringify(text.slice(0, 200))}`)];
}

/** Everyone, the public, those at a place that there is, or an actor that there is. */
function isMeant(entry: string, { state }: CityEngine): boolean {
  if (entry === 'all' || entry === 'public') return true;
  if (entry.startsWith('at:')) return isTopic(entry) && state.images.has(placeActor(entry.slice(3)));
  const actor = parseActorId(entry.replace(/^to:/, ''));
  return actor !== undefined && state.images.has(actor);
}

function callerNameOf(route: Route): string {
  if (route.path === '/v1/me/token') return 'eve';
  if (/\/(move|shutdown)$/.test(route.path)) return 'cleo';
  return isOfHome(route) ? 'ada' : 'bo';
}
