/** What a room goes through in which code is written, run and deployed. */
import { filesMax, filesMaxWithStorage } from '../../actors/rules/code/code-rules.ts';
import { commons, commonsExit, homeOf, roomActor } from '../../actors/rules/place/names.ts';
import { addRoom, writeCode } from './building.ts';
import { linkEnd, present } from './facts.ts';
import {
  body,
  code,
  den,
  deployed,
  deploys,
  enters,
  files,
  goesIn,
  invites,
  invitesGuest,
  isWorkshop,
  type RoomVariants,
  runs,
  sandboxGone,
  served,
  submitted,
  unfound,
  workshopPath,
  writes,
} from './room-base.ts';

export const roomWorkshop: RoomVariants = {
  'gets code': {
    when: isWorkshop,
    hears: [writes()],
    play: ({ owner }) => writeCode(owner, den),
  },
  'gets code from a guest': {
    when: isWorkshop,
    hears: [invites(['guest']), enters('guest'), writes({ by: 'guest' })],
    play: async (life) => {
      await invitesGuest(life);
      await goesIn(life.guest, life);
      return writeCode(life.guest, den);
    },
  },
  'gets code from another': {
    when: isWorkshop,
    hears: [writes({ by: 'guest' })],
    behind: unfound,
    play: submitted(writes({ by: 'guest' })),
  },
  'gets too many files': {
    when: isWorkshop,
    hears: [writes({ files: filesMax + 1 })],
    play: ({ owner }) => writeCode(owner, den, files(filesMax + 1)),
  },
  'gets as many files as a storage room lets it hold': {
    when: isWorkshop,
    hears: [
      writes({
        files: filesMaxWithStorage,
        entry: null,
        facts: { ...present, filesMax: filesMaxWithStorage },
      }),
    ],
    play: async ({ owner }) => {
      await addRoom(owner, 'cellar', 'storage');
      return writeCode(owner, den, files(filesMaxWithStorage));
    },
  },
  'gets code made from an old state': {
    when: isWorkshop,
    hears: [writes({ base: code })],
    behind: 'the City API merges again when somebody else has written at the same moment',
    play: submitted(writes({ base: code })),
  },
  'runs nothing': {
    when: isWorkshop,
    hears: [runs()],
    play: ({ owner }) => owner.post(`${workshopPath}/run`),
  },
  'runs for another': { when: isWorkshop, hears: [runs('guest')], behind: unfound, play: submitted(runs('guest')) },
  runs: {
    when: isWorkshop,
    hears: [writes(), runs(), served],
    play: async ({ owner }) => {
      await writeCode(owner, den);
      return owner.post(`${workshopPath}/run`);
    },
  },
  'is deployed from afar': {
    when: isWorkshop,
    hears: [deploys({ location: commons })],
    play: async (life) => {
      await life.owner.move(commonsExit);
      return deployed({})(life);
    },
  },
  'is deployed by a guest': {
    when: isWorkshop,
    hears: [invites(['guest']), enters('guest'), deploys({ by: 'guest' })],
    play: async (life) => {
      await invitesGuest(life);
      await goesIn(life.guest, life);
      return life.guest.post('/v1/deploy', body);
    },
  },
  'is deployed with a feature too large for it': {
    when: isWorkshop,
    hears: [deploys({ features: ['library_terminal'] })],
    play: deployed({ features: ['library_terminal'] }),
  },
  'is deployed without funding': {
    when: isWorkshop,
    hears: [deploys({ funding: 0 })],
    play: deployed({ funding: { initial_credits: 0 } }),
  },
  'is deployed without a connection': {
    when: isWorkshop,
    hears: [deploys({}, [])],
    play: deployed({ connections: [] }),
  },
  'is deployed to nowhere': {
    when: isWorkshop,
    hears: [deploys({}, [linkEnd({ status: 'unknown' })])],
    play: deployed({ connections: [{ from: 'nowhere' }] }),
  },
  'is deployed with too many connections': {
    when: isWorkshop,
    hears: [deploys({}, [linkEnd(), linkEnd(), linkEnd()])],
    play: deployed({ connections: [{ from: commons }, { from: commons }, { from: commons }] }),
  },
  'is deployed to where nobody has agreed': {
    when: isWorkshop,
    hears: [deploys({}, [linkEnd({ representative: 'guest' })])],
    play: (life) => deployed({ connections: [{ from: homeOf(life.guest.id) }] })(life),
  },
  'is deployed for more than there is': {
    when: isWorkshop,
    hears: [deploys({}, [linkEnd()], 0)],
    play: deployed({ tier: 'massive', funding: { initial_credits: 16 } }),
  },
  'is deployed': {
    when: isWorkshop,
    hears: [deploys(), sandboxGone],
    play: async (life) => {
      const refusal = await deployed({})(life);
      await life.stage.answered(roomActor(life.name));
      return refusal;
    },
  },
};
