/** Prints: answers against the tick at which they expire, against the end of their station, and against the payer's death. */
import t from 'tap';
import type { PrintContext } from '../../actors/kinds/print/messages.ts';
import { commons, printActor, stationActor } from '../../actors/rules/place/names.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import { does, holds, rich } from '../actors/built-places.ts';
import type { Town } from '../actors/given-residents.ts';
import { newestPrint, printing, stationIn } from '../actors/portal-stations.ts';
import type { RaceEnd } from './race-end.ts';
import { runRace } from './run-race.ts';
import type { Wish } from './wish.ts';

const fee = 5_000;

interface Things {
  readonly station: string;
  readonly print: string;
}

const image = (town: Town, print: string): Image => must(town.world.city.state.images.get(printActor(print)), print);

async function asked(town: Town, ticks: number): Promise<Things> {
  const station = await stationIn(town.world.city, commons);
  await does(town, 'ada', printing);
  const print = newestPrint(town.world.city);
  await town.ticks(ticks);
  return { station, print };
}

const answering = ({ station, print }: Things, status: 'printed' | 'failed'): Wish => ({
  by: 'ada',
  from: stationActor(station),
  event: { type: 'answer_print', print, status },
});

/** Millicredits that ada, or her heir, got back by their events. */
const returned = (end: RaceEnd): number =>
  end
    .eventsOf('credits.received')
    .filter(({ data }) => data['reason'] === 'refund')
    .reduce((sum, { data }) => sum + Math.round(Number(data['amount']) * 1000), 0);

/** It ended once, by one of those who may end it, and the fee went one way. */
function judge(end: RaceEnd, { print }: Things, whoElse: string): void {
  const { state, context } = image(end.town, print);
  const { held } = context as PrintContext;
  const ends = end.eventsOf('portal.printed').filter(({ subject }) => subject === print);
  const granted = end.grantedOf('answer_print').map(({ wish }) => String(wish.event['status']));
  end.expect(ends.length === (state === 'queued' ? 0 : 1), `${state}, published ${ends.length} times`);
  end.expect(granted.length <= 1, `${granted.length} answers were taken`);
  const reason = ends[0]?.data['reason'];
  end.expect(granted.length === 0 || reason === 'answered', `answered, and published as ${reason}`);
  end.expect(
    granted.length === 1 || [undefined, whoElse].includes(String(reason ?? whoElse)),
    `published as ${reason}`,
  );
  end.expect(granted[0] === undefined || state === granted[0], `${state}, answered ${granted[0]}`);
  end.expect(held === (state === 'queued' ? fee : 0), `${held} held while ${state}`);
  end.expect(holds(end.town, 'escrow') === held, 'escrow is what is held');
  end.expect(returned(end) === (state === 'failed' ? fee : 0), `${returned(end)} returned while ${state}`);
  end.paid('ada', -returned(end));
}

t.test('[PS4] answers of a print against the tick at which it expires', async (t) => {
  await runRace<Things>(t, {
    name: 'a print is answered or expires, and its fee goes one way',
    people: { ada: rich },
    build: (town) => asked(town, 11),
    wishes: (things, dice) => [
      answering(things, 'printed'),
      answering(things, 'printed'),
      ...(dice.oneIn(2) ? [answering(things, 'failed')] : []),
    ],
    ticks: [0, 3],
    losers: ['invalid_state'],
    judge: (end, things) => {
      judge(end, things, 'expired');
      const { state } = image(end.town, things.print);
      end.expect(end.ticks === 0 || state !== 'queued', 'it waits past its time');
    },
  });
});

t.test('[PS1] [PS4] answers of a print against the end of its station', async (t) => {
  await runRace<Things>(t, {
    name: 'a print is answered or its station closed, and its fee goes one way',
    people: { ada: rich },
    build: (town) => asked(town, 0),
    wishes: (things, dice) => [
      answering(things, dice.oneIn(3) ? 'failed' : 'printed'),
      { by: 'ada', from: stationActor(things.station), event: { type: 'close' } },
      answering(things, 'printed'),
    ],
    ticks: [0, 1],
    losers: ['invalid_state'],
    judge: (end, things) => {
      judge(end, things, 'closed');
      const isClosed = end.grantedOf('close').length === 1;
      end.expect(isClosed, 'it is closed, whoever was first');
      end.expect(image(end.town, things.print).state !== 'queued', 'nothing waits at a closed station');
    },
  });
});

/** Millicredits that a resident received by its events, for this reason. */
const received = (end: RaceEnd, name: string, reason: string): number =>
  end
    .eventsOf('credits.received')
    .filter(({ subject, data }) => subject === end.town.id(name) && data['reason'] === reason)
    .reduce((sum, { data }) => sum + Math.round(Number(data['amount']) * 1000), 0);

t.test("[PS4] [L8] the payer's death against the end of its print, by itself or by an answer", async (t) => {
  const payees = new Set<string>();
  await runRace<Things & { readonly ada: string }>(t, {
    name: 'a fee goes back to the payer, or to the heir, once',
    env: { PRINT_ANSWER_TICKS: '13' },
    people: { ada: { credits: 100_000, lifespan: 13 }, cleo: rich, dora: rich },
    build: async (town) => {
      await does(town, 'ada', { type: 'bequeath', heir: town.id('cleo') });
      // Two ticks after this the death is due, and a tick later the end of the print.
      await town.ticks(1);
      return { ...(await asked(town, 10)), ada: town.id('ada') };
    },
    wishes: (things, dice) => [
      ...(dice.oneIn(2) ? [answering(things, dice.pick(['printed', 'failed']))] : []),
      // Speaks to ada when its death may be due: that is heard first then (K4).
      ...[1, 2].map(() => ({
        by: 'dora',
        event: { type: 'transfer', to: things.ada, amount: 1_000 },
        cost: 1_000,
      })),
    ],
    ticks: [2, 4],
    losers: ['resident_dead', 'invalid_state'],
    judge: (end, { print }) => {
      const { town } = end;
      const { state } = image(town, print);
      const [own, heirs] = [received(end, 'ada', 'refund'), received(end, 'cleo', 'refund')];
      end.expect(own + heirs === (state === 'failed' ? fee : 0), `${own} and ${heirs} returned of one ${state}`);
      if (own > 0) payees.add('ada');
      if (heirs > 0) payees.add('cleo');
      end.paid('ada', -own - 1_000 * end.grantedOf('transfer').length);
      end.paid('cleo', -heirs - received(end, 'cleo', 'estate'));
      end.expect(holds(town, 'escrow') === (state === 'queued' ? fee : 0), 'escrow is what is held');
      // A tick that nobody knew of when the city was killed is not made up (K6).
      if (end.ticks < 2) return;
      end.expect(town.state('ada') === 'dead', 'ada is dead');
      end.expect(end.ticks < 3 || state !== 'queued', 'it waits past its time');
      end.expect(holds(town, town.actor('ada')) === 0, 'the dead have nothing');
    },
  });
  t.ok(process.env['SEED'] !== undefined || payees.size === 2, `each gets it sometimes: ${[...payees]}`);
});
