/** Rooms, walked: one for each purpose, from its furnishing to its end and its opening anew. */
import { z } from 'zod';
import { room } from '../../actors/kinds/room/index.ts';
import { purposes } from '../../actors/kinds/room/messages.ts';
import { homeExit, homeOf, innerPlace, roomActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { addRoom } from './building.ts';
import { present } from './facts.ts';
import { defineModel } from './kind-model.ts';
import { type At, den, input, isEnded, type Life, workshopPath } from './room-base.ts';
import { roomLife } from './room-life.ts';
import { roomWorkshop } from './room-workshop.ts';
import type { Shown } from './stage.ts';

const Rooms = z.looseObject({ rooms: z.array(z.looseObject({ name: z.string() })) });

async function shown({ stage, owner, name, purpose }: Life): Promise<Shown> {
  // Nobody lives in the house of the dead: what the gateway would show comes from the same view.
  if ((await owner.move(homeExit)) === 'resident_dead')
    return stage.isThere(roomActor(name)) ? stage.view(view('room', { id: name })) : { status: 'removed' };
  const { rooms } = Rooms.parse(await owner.get('/v1/house'));
  const open = rooms.find((one) => one.name === den);
  if (open === undefined) return { status: 'removed' };
  return purpose === 'workshop' ? { ...(await owner.get(`${workshopPath}/code`)), ...open } : open;
}

export const roomModel = defineModel({
  kind: room,
  births: Object.fromEntries(purposes.map((purpose) => [purpose, { ...input(purpose), facts: present }])),
  project: ({ state }: At) => state,
  variants: { ...roomLife, ...roomWorkshop },
  begin: async (stage, birth): Promise<Life> => {
    const purpose = purposes.find((one) => one === birth) ?? 'study';
    const owner = await stage.found('Owner', { credits: 300, lifespanTicks: 288 });
    const guest = await stage.found('Guest', {});
    await addRoom(owner, den, purpose);
    const names = new Map([
      ['owner', owner.id],
      ['guest', guest.id],
    ]);
    return { name: innerPlace(homeOf(owner.id), den), stage, owner, guest, purpose, names };
  },
  shown,
  foretold: (at, { names }) => {
    const { purpose, invited, entry } = at.context;
    if (isEnded(at)) return { status: 'removed' };
    const open = { status: 'open', purpose, invited: invited.map((name) => names.get(name) ?? name) };
    return purpose === 'workshop' ? { ...open, entry } : open;
  },
});
