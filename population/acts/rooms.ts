/** Rooms of one's own house, and calls on the rooms of others. */

import { Steady, whileChanging } from '../checks/change-tracker.ts';
import type { Room } from '../checks/expected-buildings.ts';
import { newsKey } from '../checks/expected-events.ts';
import { commons, fieldsOf, textOf } from '../client/wire.ts';
import type { Resident } from '../resident.ts';
import { purposes, roomUpkeep } from './prices.ts';

export async function addRoom(who: Resident): Promise<void> {
  const { chance, works } = who.at;
  const purpose = chance.share(0.7) ? 'workshop' : (chance.pick(purposes) ?? 'study');
  const name = `${purpose}-${chance.below(3)}`;
  const config = { description: 'A bench under the window.' };
  const outcome = await who.do('room', '/v1/house/rooms', { name, purpose, config });
  const id = `${who.home}/${name}`;
  const upkeep = roomUpkeep.get(purpose) ?? Number.NaN;
  if (outcome.type === 'unknown') {
    who.unpriced++;
    works.news.doubt('room.added', who.id);
  }
  if (outcome.type !== 'done') return;
  const expected = { id, name, purpose, status: 'open', upkeep_per_tick: upkeep / 1000, invited: [] };
  works.expect(`room of ${who.id}`, fieldsOf(outcome.body), expected);
  works.pods.addRoom({
    id,
    owner: who.id,
    name,
    purpose,
    invited: new Set(),
    version: 0,
    isOpen: true,
    code: new Steady(),
    terms: new Steady(),
  });
  works.count('rooms');
  works.news.expect(newsKey('room.added', id), [who.id]);
}

export async function removeRoom(who: Resident, room: Room): Promise<void> {
  const { works } = who.at;
  const path = `/v1/house/rooms/${room.name}`;
  const outcome = await whileChanging([room.terms], () => who.remove('remove room', path));
  if (outcome.type === 'unknown') {
    who.unpriced++;
    works.news.doubt('room.removed', who.id);
  }
  if (outcome.type === 'refused' && outcome.code !== 'pod_shut_down') return;
  room.isOpen = false;
  if (outcome.type === 'done') works.news.expect(newsKey('room.removed', room.id), [who.id], room.invited);
}

/** Lets somebody in, or in no more. */
export async function invite(who: Resident, room: Room): Promise<void> {
  const { chance, works } = who.at;
  const act = room.invited.size > 0 && chance.share(0.3) ? 'revoke' : 'invite';
  const whom = act === 'revoke' ? [...room.invited] : [...works.residents.keys()].filter((one) => one !== who.id);
  const guest = chance.pick(whom);
  if (guest === undefined) return;
  room.terms.begin();
  const outcome = await who.do(act, `/v1/house/rooms/${room.name}/${act}`, { residents: [guest] });
  if (outcome.type === 'done') {
    if (act === 'invite') room.invited.add(guest);
    else room.invited.delete(guest);
  }
  room.terms.end();
  const type = act === 'invite' ? 'room.invited' : 'room.revoked';
  if (outcome.type === 'unknown') works.news.doubt(type, who.id);
  if (outcome.type === 'refused' && outcome.code === 'pod_shut_down') room.isOpen = false;
  if (outcome.type !== 'done') return;
  works.expect(`${act} to ${room.id}`, fieldsOf(outcome.body), { invited: [...room.invited] });
  works.count('invitations');
  works.news.expect(newsKey(type, room.id), [who.id], [guest]);
}

/** From the Commons through the house of another into the room; whoever is not invited must not come far. */
export async function callOn(who: Resident, room: Room): Promise<void> {
  const { works, findings } = who.at;
  const isInvited = () => works.pods.roomsFor(who.id).some(({ owner }) => owner === room.owner);
  const was = isInvited();
  const rooms = works.pods.roomsOf(room.owner);
  const moments = rooms.map(({ terms }) => terms.moment);
  const unchanged = () => isInvited() === was && rooms.every(({ terms }, at) => terms.moment === moments[at]);
  const outcome = await who.travel(`city-housing/${room.owner}`);
  const isTold = outcome.type === 'done' || outcome.type === 'refused';
  const isKept =
    outcome.type === 'refused' && ['not_invited', 'exit_not_found', 'pod_shut_down'].includes(outcome.code);
  if (isTold && unchanged() && was !== (outcome.type === 'done') && (was ? isKept : true))
    findings.add(
      'wrongly_admitted',
      () => `${who.id}, ${was ? '' : 'not '}invited to ${room.id}, came to the house: ${JSON.stringify(outcome)}`,
    );
  if (outcome.type !== 'done') return;
  const entered = await who.travel(room.id);
  if (entered.type === 'done') works.count('guests');
  else await who.walk('commons');
}

/** Into a room of one's own house, or out of it. */
export async function step(who: Resident, room: Room): Promise<void> {
  const outcome = await who.travel(room.id);
  if (outcome.type === 'refused' && outcome.code === 'pod_shut_down') room.isOpen = false;
}

/** The owner of the house or room at which the resident stands, if it is somebody else's. */
export function hostOf(who: Resident): string | undefined {
  const parts = textOf(who.place).split('/');
  return who.place !== commons && parts[0] === 'city-housing' && parts[1] !== who.id ? parts[1] : undefined;
}
