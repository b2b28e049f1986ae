/** The caller's own house and its rooms. */
import { z } from 'zod';
import { purposes } from '../../../actors/kinds/room/messages.ts';
import { invitedMax } from '../../../actors/rules/place/guests.ts';
import { homeOf, innerPlace } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import { House, Room } from '../../answers/house.ts';
import type { Resident } from '../../route/auth.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Description, PlaceName, ResidentList } from '../../schema/place-fields.ts';
import { act, Texts } from './ask.ts';

const getHouse = defineRoute({
  method: 'GET',
  path: '/v1/house',
  summary: 'Your house, its rooms and what they cost; only at home',
  caller: 'resident',
  at: 'home',
  answer: House,
  view: ({ caller }) => view('house', { resident: caller.id }),
});

const Purpose = z
  .enum([...purposes, 'project-workspace'])
  .transform((purpose) => (purpose === 'project-workspace' ? 'workshop' : purpose))
  .meta({ override: { type: 'string', enum: [...purposes, 'project-workspace'] } });

const RoomParams = z.strictObject({ name: PlaceName });
const Guests = z.strictObject({ residents: ResidentList(invitedMax, { least: 1 }) });

const room = (caller: Resident, name: string) => view('room', { id: innerPlace(homeOf(caller.id), name) });

const addRoom = defineRoute({
  method: 'POST',
  path: '/v1/house/rooms',
  summary: 'Add a room to your house, for its upkeep at each tick (`ROOM_UPKEEP_WORKSHOP` and so on); only at home',
  caller: 'resident',
  at: 'home',
  body: z.strictObject({
    name: PlaceName,
    purpose: Purpose,
    config: z.strictObject({ description: Description.optional() }).optional(),
  }),
  answer: Room,
  status: 201,
  refusals: ['insufficient_credits', 'already_exists', 'invalid_state'],
  command: ({ caller, body: { name, purpose, config } }) => {
    const texts = new Texts();
    const description = texts.hashOrNull(config?.description);
    return act(caller, { type: 'add_room', name, purpose, description }, room(caller, name), texts);
  },
});

const removeRoom = defineRoute({
  method: 'DELETE',
  path: '/v1/house/rooms/:name',
  summary: 'Remove a room; who is inside may still leave it; only at home',
  caller: 'resident',
  at: 'home',
  params: RoomParams,
  answer: Room,
  refusals: ['pod_shut_down', 'invalid_state'],
  command: ({ caller, params: { name } }) => act(caller, { type: 'remove_room', name }, room(caller, name)),
});

const inviteToRoom = defineRoute({
  method: 'POST',
  path: '/v1/house/rooms/:name/invite',
  summary: 'Let residents into a room, and into your house for it; only at home',
  caller: 'resident',
  at: 'home',
  params: RoomParams,
  body: Guests,
  answer: Room,
  refusals: ['pod_shut_down', 'invalid_state'],
  command: ({ caller, params: { name }, body: { residents } }) =>
    act(caller, { type: 'invite', name, residents }, room(caller, name)),
});

const revokeFromRoom = defineRoute({
  method: 'POST',
  path: '/v1/house/rooms/:name/revoke',
  summary: 'Take invitations to a room back; who is inside may stay, and not return; only at home',
  caller: 'resident',
  at: 'home',
  params: RoomParams,
  body: Guests,
  answer: Room,
  refusals: ['pod_shut_down', 'invalid_state'],
  command: ({ caller, params: { name }, body: { residents } }) =>
    act(caller, { type: 'revoke', name, residents }, room(caller, name)),
});

export const houseRoutes: readonly Route[] = [getHouse, addRoom, removeRoom, inviteToRoom, revokeFromRoom];
