/** Portal stations, as the operator, anybody and visitors see them. Requests of the stations themselves are in `station-work.ts`. */
import { z } from 'zod';
import { command } from '../../../actors/registry.ts';
import { commons, locationActor, stationActor } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import { type FeedEvent, readJson } from '../../../engine/command.ts';
import { contentHash } from '../../../engine/ids.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import {
  AskedPrint,
  RegisteredStation,
  Station,
  StationEvent,
  StationEvents,
  StationMessage,
  Stations,
} from '../../answers/stations.ts';
import { LookUpLimit } from '../../limits/look-up-limit.ts';
import type { SlidingLog } from '../../limits/sliding-log.ts';
import { tokenHash } from '../../route/auth.ts';
import { withKey } from '../../route/keyed-command.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { DisplayName, Page, Text } from '../../schema/fields.ts';
import { NewPlaceId, OfStation } from '../../schema/station-fields.ts';
import type { GatewaySettings } from '../../settings.ts';
import { handedOut, newToken, unkept } from '../../souls/new-tokens.ts';
import type { Heartbeats } from '../../stations/heartbeats.ts';

/** The token is made here and only its hash enters the city (J7). */
const register = (heartbeats: Heartbeats): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/portals/register',
    summary: 'Register a portal station for a place of the city; the answer gives its token, once',
    caller: 'operator',
    body: z.strictObject({
      name: DisplayName,
      place: DisplayName.meta({ description: 'Where it stands in the world outside, in words' }),
      location: NewPlaceId.meta({ description: 'The place of the city that it opens on' }),
    }),
    answer: RegisteredStation,
    status: 201,
    refusals: ['not_found', 'pod_shut_down', 'tier_capacity_exceeded', 'already_exists'],
    perform: async ({ body, key }, city) => {
      const token = newToken('sta');
      const hash = tokenHash(token);
      const outcome = await city.submit(
        command(
          locationActor(commons),
          { type: 'register_station', ...body, token: hash },
          { caller: 'operator', reply: view('station_registered', { token: hash }), ...unkept(key) },
        ),
      );
      if (outcome.type === 'applied') heartbeats.expect(readJson(outcome.json).id);
      return handedOut(outcome, { token });
    },
  });

const close = defineRoute({
  method: 'DELETE',
  path: '/v1/portals/:id',
  summary: 'Close a portal station for good: what waits to be printed there fails, its token opens nothing any more',
  caller: 'operator',
  params: OfStation,
  answer: Station,
  refusals: ['not_found', 'invalid_state'],
  command: ({ params: { id } }) =>
    command(stationActor(id), { type: 'close' }, { caller: 'operator', reply: view('station', { id }) }),
});

const getStations = defineRoute({
  method: 'GET',
  path: '/v1/portals',
  summary: 'The active portal stations',
  caller: 'public',
  query: Page,
  answer: Stations,
  view: ({ query: { limit, cursor } }) => view('stations', { limit, cursor: cursor ?? null }),
});

/** An event has more fields than are shown. */
const ShownFields = z.object(StationEvent.shape);

const shownOf = ({ json }: FeedEvent): AnswerOf<typeof StationEvent> => ShownFields.parse(JSON.parse(json));

/** Messages at a portal are for the world: anybody may read them. Prints are not among them. */
const getActivity = (looks: LookUpLimit): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/portals/:id/activity',
    summary:
      'What was said and printed at a portal station, newest first; words of residents and visitors, without what was printed',
    caller: 'public',
    isCounted: true,
    params: OfStation,
    query: Page,
    answer: StationEvents,
    refusals: ['not_found'],
    perform: async ({ params: { id }, query: { limit, cursor } }, city) => {
      const station = await city.view(view('station', { id }));
      if (station.type === 'refused') return station;
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const found = await looks.run(async () => ({
        events: await city.letters(stationActor(id), before, limit + 1),
      }));
      if ('code' in found) return found;
      const items = found.events.slice(0, limit).map(shownOf);
      const next_cursor = found.events.length > limit ? String(items.at(-1)?.seq) : null;
      return { type: 'shown', value: { items, next_cursor } };
    },
  });

/** Rate-limited, so that nobody fills a room, or a printer's queue, with the requests of a minute. */
const broadcast = (visits: SlidingLog): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/portals/:id/broadcast',
    summary: 'Say something, free, to everyone at the place of the city that the portal station opens on',
    caller: 'visitor',
    params: OfStation,
    body: z.strictObject({ message: Text }),
    answer: StationMessage,
    status: 201,
    refusals: ['not_found', 'invalid_state'],
    refusedWhen: { invalid_state: 'the station is inactive or closed' },
    perform: async ({ caller, params: { id: station }, body, key }, city) => {
      const event = { type: 'broadcast', station, text: body.message } as const;
      const reply = view('portal_broadcast', {});
      return (
        visits.take(caller.id) ??
        city.submit(withKey(command(caller.actor, event, { caller: caller.actor, reply }), key))
      );
    },
  });

const print = (visits: SlidingLog): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/portals/:id/print',
    summary:
      'Have something printed at the portal station, for `PRINT_COST` out of your wallet; it comes back when that fails',
    caller: 'visitor',
    params: OfStation,
    body: z.strictObject({ content: Text }),
    answer: AskedPrint,
    status: 201,
    refusals: ['not_found', 'insufficient_credits', 'invalid_state'],
    refusedWhen: { invalid_state: 'the station is inactive or closed' },
    perform: async ({ caller, params: { id: station }, body: { content }, key }, city) => {
      const event = { type: 'print', station, content: contentHash(content) } as const;
      const reply = view('print_queued', { actor: caller.actor });
      const asked = command(caller.actor, event, { caller: caller.actor, reply, contents: [content] });
      return visits.take(caller.id) ?? city.submit(withKey(asked, key));
    },
  });

/** `visits`: the rate limit of visitors' messages and prints. */
export const stationRoutes = (
  heartbeats: Heartbeats,
  visits: SlidingLog,
  { activityLookUpsMax }: Pick<GatewaySettings, 'activityLookUpsMax'>,
): readonly Route[] => [
  register(heartbeats),
  close,
  getStations,
  getActivity(new LookUpLimit(activityLookUpsMax)),
  broadcast(visits),
  print(visits),
];
