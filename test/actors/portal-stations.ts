/** Portal stations, for tests: the operator registers one, residents and visitors use it, it answers what it prints. */

import type { StationContext } from '../../actors/kinds/portal-station/messages.ts';
import type { PrintContext } from '../../actors/kinds/print/messages.ts';
import { command, type MessageTo } from '../../actors/registry.ts';
import { commons, locationActor, printActor, stationActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import type { Outcome } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import type { World } from '../world.ts';
import { visits } from './visitors-and-souls.ts';

type City = World['city'];

const content = 'A poem.';

/** The operator registers a station for this place. */
export const registers = (city: City, location: string = commons, name = 'Library'): Promise<Outcome> => {
  const token = contentHash(`token of ${name} ${city.state.counters.turn}`);
  return city.submit(
    command(
      locationActor(commons),
      { type: 'register_station', name, place: 'Main Street', location, token },
      { caller: 'operator', reply: view('station_registered', { token }) },
    ),
  );
};

/** Registers a station and returns its id. Throws when it was refused. */
export async function stationIn(city: City, location: string = commons, name = 'Library'): Promise<string> {
  const outcome = await registers(city, location, name);
  if (outcome.type !== 'applied') throw new Error(`no station: ${outcome.code}`);
  return String(JSON.parse(outcome.json)['id']);
}

/** Sends a message to the actor of a station, as its program would. */
export const tells = (city: City, station: string, event: MessageTo<'portal-station'>): Promise<Outcome> =>
  city.submit(command(stationActor(station), event, { caller: stationActor(station) }));

export const answers = (
  city: City,
  station: string,
  print: string,
  status: 'printed' | 'failed' = 'printed',
): Promise<Outcome> => tells(city, station, { type: 'answer_print', print, status });

export const speaking = (text = 'Hello, world.'): Message => ({ type: 'portal_message', text });
export const printing: Message = { type: 'portal_print', content: contentHash(content) };

export const broadcasts = (city: City, visitor: string, station: string, text = 'Hello, city.'): Promise<Outcome> =>
  visits(city, visitor, { type: 'broadcast', station, text }, view('portal_broadcast', {}));

export const prints = (city: City, visitor: string, station: string): Promise<Outcome> =>
  visits(city, visitor, { type: 'print', station, content: contentHash(content) }, view('visitor', { id: visitor }), [
    content,
  ]);

/** Fills a visitor's wallet; millicredits. */
export const grants = (city: City, visitor: string, amount: number): Promise<Outcome> =>
  city.submit(command(visitorActor(visitor), { type: 'grant', amount }, { caller: 'operator' }));

/** Every print that has not left, in the order in which they were asked for. */
export function printsIn(city: City): readonly { readonly state: string; readonly context: PrintContext }[] {
  return [...city.state.images.values()]
    .filter(({ id }) => id.startsWith('print:'))
    .map(({ state, context }) => ({ state, context: context as PrintContext }));
}

/** The newest print. */
export const newestPrint = (city: City): string => must(printsIn(city).at(-1), 'a print').context.id;

export const printState = (city: City, print: string): string | undefined =>
  city.state.images.get(printActor(print))?.state;

export function keptStation(city: City, station: string): { readonly state: string; readonly context: StationContext } {
  const { state, context } = must(city.state.images.get(stationActor(station)), station);
  return { state, context: context as StationContext };
}

/** Names of the stations that the view shows under a state. */
export async function stationsOf(city: City, state: 'active' | 'inactive' | 'closed'): Promise<unknown> {
  const viewed = await city.view(view('station_names', { state, limit: 10, after: null }));
  return viewed.type === 'shown' ? Object(viewed.value)['items'] : viewed.code;
}
