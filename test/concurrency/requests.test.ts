/** Who decides about a connection, and when: approvals, expiry, and a representative that changes. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { Message } from '../../engine/effect.ts';
import {
  asking,
  does,
  goTo,
  linkFrom,
  newest,
  pod,
  podAt,
  requestState,
  rich,
  termsOf,
} from '../actors/built-places.ts';
import type { Town } from '../actors/given-residents.ts';
import type { Race } from './race.ts';
import { runRace } from './run-race.ts';

/** The price of a second connection. */
const second = 6_000;
/** The price of the four that wait beside it. */
const besides = 6_000 + 12_000 + 20_000 + 30_000;

const approving = (request: string): Message => ({ type: 'approve_connection', request });
const rejecting = (request: string): Message => ({ type: 'reject_connection', request });

async function asked(town: Town, by: string, event: Message): Promise<string> {
  await does(town, by, event);
  return newest(town, 'connection.requested');
}

/** Requests of somebody else that expire with the one in question: between the tick and its expiry there is time for others. */
async function others(town: Town, to: string): Promise<void> {
  for (let left = 4; left > 0; left--) await does(town, 'noah', asking(commons, to));
}

t.test('an approval, a rejection and the expiry of one request', async (t) => {
  await runRace(t, {
    name: 'one end, and the fee goes one way',
    people: { ada: rich, bo: rich, noah: rich },
    build: async (town) => {
      const place = await pod(town, 'ada', { funding: 100_000 });
      await others(town, place);
      const request = await asked(town, 'bo', asking(commons, place));
      await town.ticks(11);
      return { request };
    },
    wishes: ({ request }, dice) => [
      { by: 'ada', event: approving(request) },
      ...(dice.oneIn(2) ? [{ by: 'ada', event: rejecting(request) }] : []),
      ...(dice.oneIn(2) ? [{ by: 'bo', event: rejecting(request) }] : []),
    ],
    ticks: [0, 3],
    losers: ['invalid_state', 'not_representative'],
    judge: (end, { request }) => {
      const state = requestState(end.town, request);
      const [approved, rejected] = [end.grantedOf('approve_connection'), end.grantedOf('reject_connection')];
      end.expect(approved.length + rejected.length <= 1, `${approved.length} approvals, ${rejected.length} rejections`);
      const wanted = approved.length > 0 ? 'approved.open' : rejected.length > 0 ? 'rejected' : 'expired';
      end.expect(state === wanted, `it is ${state} and should be ${wanted}`);
      end.expect(
        end.eventsOf(`connection.${wanted === 'approved.open' ? 'approved' : wanted}`).length >= 1,
        'its end is published',
      );
      if (wanted !== 'approved.open') end.paid('bo', -second);
      // Those beside it expire with their tick.
      if (end.ticks > 0) end.paid('noah', -besides);
      end.expect(termsOf(end.town, request).held === 0, 'nothing is held');
    },
  });
});

t.test('both approvals of one request, and of another for the same last slot', async (t) => {
  await runRace(t, {
    name: 'the last slot is approved once',
    people: { ada: rich, bo: rich, cleo: rich, dora: rich },
    build: async (town) => {
      const near = await pod(town, 'ada', { name: 'Near', funding: 100_000 });
      const far = await pod(town, 'bo', { name: 'Far', funding: 100_000 });
      await goTo(town, 'cleo', near);
      return {
        both: await asked(town, 'cleo', asking(near, far)),
        one: await asked(town, 'dora', asking(commons, far)),
      };
    },
    wishes: ({ both, one }) => [
      { by: 'ada', event: approving(both) },
      { by: 'bo', event: approving(both) },
      { by: 'bo', event: approving(one) },
      { by: 'cleo', event: approving(both) },
    ],
    ticks: [0, 2],
    losers: ['tier_capacity_exceeded', 'invalid_state', 'not_representative'],
    judge: (end, { both, one }) => {
      const states = [both, one].map((request) => requestState(end.town, request)).sort();
      end.expect(states.join() === 'approved.open,pending_approval', `they are ${states.join(' and ')}`);
      for (const type of ['connection.opened', 'connection.approved'])
        end.expect(end.eventsOf(type).length === 1, `${type} is published ${end.eventsOf(type).length} times`);
      const whose = (request: string) => end.granted.filter(({ wish }) => wish.event['request'] === request);
      const approvers = new Set(whose(both).map(({ wish }) => wish.by));
      const isBoth = requestState(end.town, both) === 'approved.open';
      end.expect(!isBoth || (approvers.has('ada') && approvers.has('bo')), 'nobody approves for another');
      end.expect(whose(one).length === (isBoth ? 0 : 1), `${whose(one).length} approvals of the other`);
    },
  });
});

interface Handed {
  readonly place: string;
  readonly request: string;
  readonly exit: string;
}

const access = (type: string): Message['access'] => ({ type, allowed: [] });

/** The representative hands the pod on while it, and the next, use it. */
const handing = (how: 'transfer_pod' | 'appoint'): Race<Handed> => ({
  name: 'only the representative of the moment is obeyed',
  seedsMax: how === 'transfer_pod' ? 1_000 : 300,
  people: { ada: rich, bo: rich, cleo: rich, noah: rich },
  build: async (town) => {
    const place = await pod(town, 'ada', { tier: 'small', links: [linkFrom(commons), linkFrom(commons)] });
    const request = await asked(town, 'noah', asking(commons, place));
    const opened = town.newEvents().filter(({ type }) => type === 'connection.opened');
    return { place, request, exit: String(must(opened[0], 'a connection').data['exit_id']) };
  },
  wishes: ({ place, request, exit }, dice) => [
    { by: 'ada', event: { type: how, pod: place, to: '' } },
    ...(dice.oneIn(3) ? [{ by: 'bo', event: { type: how, pod: place, to: '' } }] : []),
    ...['ada', 'bo'].flatMap((by) => [
      { by, event: { type: 'set_access', pod: place, access: access(by === 'ada' ? 'private' : 'gated') } },
      ...(dice.oneIn(2) ? [{ by, event: approving(request) }] : []),
      ...(dice.oneIn(2) ? [{ by, event: { type: 'close_connection', exit } }] : []),
    ]),
  ],
  ticks: [0, 1],
  losers: ['not_representative', 'invalid_state', 'exit_not_found'],
  judge: (end, { place, request, exit }) => {
    let speaker = 'ada';
    const uses = { approve_connection: 0, close_connection: 0 };
    let type = 'public';
    for (const { wish } of end.granted) {
      const { by, event } = wish;
      end.expect(by === speaker, `${by} may ${event.type} while ${speaker} speaks for it`);
      if (event.type === how) speaker = by === 'ada' ? 'bo' : 'cleo';
      if (event.type === 'set_access') type = by === 'ada' ? 'private' : 'gated';
      if (event.type === 'approve_connection' || event.type === 'close_connection') uses[event.type] += 1;
    }
    const { representative, owner, access: now } = podAt(end.town, place);
    end.expect(representative === end.town.id(speaker), `${representative} speaks for it, not ${speaker}`);
    end.expect(owner === end.town.id(how === 'transfer_pod' ? speaker : 'ada'), `${owner} owns it`);
    end.expect(now.type === type, `its access is ${now.type}, not ${type}`);
    end.expect(uses.approve_connection <= 1 && uses.close_connection <= 1, JSON.stringify(uses));
    const wanted = uses.approve_connection === 1 ? 'approved.open' : 'pending_approval';
    end.expect(requestState(end.town, request) === wanted, `the request is ${requestState(end.town, request)}`);
    const open = end.town.world.city.state.index('exit').count(exit) === 1;
    end.expect(open === (uses.close_connection === 0), `the connection is open: ${open}`);
  },
});

for (const how of ['transfer_pod', 'appoint'] as const)
  t.test(`a representative that changes by ${how}, and the pod's use`, async (t) => {
    const race = handing(how);
    let next: Town | undefined;
    await runRace(t, {
      ...race,
      build: (town) => {
        next = town;
        return race.build(town);
      },
      wishes: (things, dice) =>
        race.wishes(things, dice).map(({ by, event }) => {
          if (event.type !== how) return { by, event };
          return { by, event: { ...event, to: must(next, 'a town').id(by === 'ada' ? 'bo' : 'cleo') } };
        }),
    });
  });
