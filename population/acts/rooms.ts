/** Acts on rooms of one's own house, and visits to rooms of others. */

import { commons, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { Room } from '../../gateways/answers/house.ts';
import { ChangeTracker, whileChanging } from '../checks/change-tracker.ts';
import type { ExpectedRoom } from '../checks/expected-buildings.ts';
import { eventKey } from '../checks/expected-events.ts';
import type { Resident } from '../resident.ts';
import { roomPurposes, roomUpkeep } from './prices.ts';

export async function addRoom(who: Resident): Promise<void> {
  const { random, expectedState } = who.context;
  const purpose = random.withProbability(0.7) ? 'workshop' : (random.pick(roomPurposes) ?? 'study');
  const name = `${purpose}-${random.integerBelow(3)}`;
  const config = { description: 'A bench under the window.' };
  const outcome = await who.post('room', '/v1/house/rooms', { name, purpose, config });
  const id = `${who.home}/${name}`;
  const upkeep = roomUpkeep.get(purpose) ?? Number.NaN;
  if (outcome.type === 'unknown') {
    who.unpriced++;
    expectedState.events.noteUnknownOutcome('room.added', who.id);
  }
  if (outcome.type !== 'done') return;
  // The present tick; later ones are counted as upkeep.
  who.noteCharge(upkeep);
  const expected = { id, name, purpose, status: 'open', upkeep_per_tick: upkeep / 1000, invited: [] } as const;
  expectedState.checkAnswer<AnswerOf<typeof Room>>(`room of ${who.id}`, outcome.body, expected);
  expectedState.buildings.addRoom({
    id,
    owner: who.id,
    name,
    purpose,
    invited: new Set(),
    version: 0,
    isOpen: true,
    codeChanges: new ChangeTracker(),
    termsChanges: new ChangeTracker(),
  });
  expectedState.countAct('rooms');
  expectedState.events.mustBeHeard(eventKey('room.added', id), [who.id]);
}

export async function removeRoom(who: Resident, room: ExpectedRoom): Promise<void> {
  const { expectedState } = who.context;
  const path = `/v1/house/rooms/${room.name}`;
  const outcome = await whileChanging([room.termsChanges], () => who.delete('remove room', path));
  if (outcome.type === 'unknown') {
    who.unpriced++;
    expectedState.events.noteUnknownOutcome('room.removed', who.id);
  }
  if (outcome.type === 'refused' && outcome.code !== 'pod_shut_down') return;
  room.isOpen = false;
  if (outcome.type === 'done')
    expectedState.events.mustBeHeard(eventKey('room.removed', room.id), [who.id], room.invited);
}

/** Invites a guest, or takes an invitation back. */
export async function changeInvitation(who: Resident, room: ExpectedRoom): Promise<void> {
  const { random, expectedState } = who.context;
  const act = room.invited.size > 0 && random.withProbability(0.3) ? 'revoke' : 'invite';
  const whom =
    act === 'revoke' ? [...room.invited] : [...expectedState.residents.keys()].filter((one) => one !== who.id);
  const guest = random.pick(whom);
  if (guest === undefined) return;
  room.termsChanges.beginChange();
  const outcome = await who.post(act, `/v1/house/rooms/${room.name}/${act}`, { residents: [guest] });
  if (outcome.type === 'done') {
    if (act === 'invite') room.invited.add(guest);
    else room.invited.delete(guest);
  }
  room.termsChanges.endChange();
  const type = act === 'invite' ? 'room.invited' : 'room.revoked';
  if (outcome.type === 'unknown') expectedState.events.noteUnknownOutcome(type, who.id);
  if (outcome.type === 'refused' && outcome.code === 'pod_shut_down') room.isOpen = false;
  if (outcome.type !== 'done') return;
  expectedState.checkAnswer<AnswerOf<typeof Room>>(`${act} to ${room.id}`, outcome.body, {
    invited: [...room.invited],
  });
  expectedState.countAct('invitations');
  expectedState.events.mustBeHeard(eventKey(type, room.id), [who.id], [guest]);
}

/** Walks from the Commons through the house of another resident into the room; one that is not invited must be refused on the way. */
export async function visitHouse(who: Resident, room: ExpectedRoom): Promise<void> {
  const { expectedState, findings } = who.context;
  const isInvited = () => expectedState.buildings.roomsFor(who.id).some(({ owner }) => owner === room.owner);
  const was = isInvited();
  const rooms = expectedState.buildings.roomsOf(room.owner);
  const revisions = rooms.map(({ termsChanges }) => termsChanges.revision);
  const unchanged = () =>
    isInvited() === was && rooms.every(({ termsChanges }, at) => termsChanges.revision === revisions[at]);
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
  if (entered.type === 'done') expectedState.countAct('guests');
  else await who.walk('commons');
}

/** Walks into a room of its own house, or out of it. */
export async function enterOwnRoom(who: Resident, room: ExpectedRoom): Promise<void> {
  const outcome = await who.travel(room.id);
  if (outcome.type === 'refused' && outcome.code === 'pod_shut_down') room.isOpen = false;
}

/** The owner of the house or room in which the resident is, if it is somebody else. */
export function hostOf(who: Resident): string | undefined {
  const parts = textOf(who.place).split('/');
  return who.place !== commons && parts[0] === 'city-housing' && parts[1] !== who.id ? parts[1] : undefined;
}
