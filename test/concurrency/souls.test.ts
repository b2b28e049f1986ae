/** Who is born, of whom, and who lives whom: adoptions at once, against the mentor's death, and tokens fetched at once. */
import t from 'tap';
import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import { residentActor, visitorActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { rich } from '../actors/built-places.ts';
import type { Town } from '../actors/given-residents.ts';
import { keptSoul, soulOf, visitorIn } from '../actors/visitors-and-souls.ts';
import { act } from '../world.ts';
import { imagesOf, type RaceEnd } from './race-end.ts';
import { runRace } from './run-race.ts';
import type { Wish } from './wish.ts';

const donation = 25_000;
const adopting = (by: string): Wish => ({ by, event: { type: 'adopt', donation: null }, cost: donation });

/** Writes so many souls of one visitor. */
async function souls({ world: { city } }: Town, count: number): Promise<readonly string[]> {
  const visitor = await visitorIn(city);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await soulOf(city, visitor, `Wren ${n}`));
  return ids;
}

/** Mentors of those who were born, in the order of their birth. */
function mentorsOf(end: RaceEnd): readonly (string | null)[] {
  const children = [...imagesOf(end.town, 'resident')]
    .map(({ context }) => context as ResidentContext)
    .filter(({ origin }) => origin !== undefined);
  const number = (id: string) => Number(id.slice(id.lastIndexOf('-') + 1));
  return children.sort((a, b) => number(a.id) - number(b.id)).map(({ mentor }) => mentor);
}

/** Each adoption that was granted brought one into the city, in the order of the queue, and nobody else did. */
function judgeBirths(end: RaceEnd, waiting: readonly string[]): void {
  const granted = end.grantedOf('adopt').map(({ wish }) => end.town.id(wish.by));
  end.expect(String(mentorsOf(end)) === String(granted), `mentors ${mentorsOf(end)} of ${granted}`);
  waiting.forEach((soul, n) => {
    const { state, context } = keptSoul(end.town.world.city, soul);
    const mentor = context.mentor?.id;
    end.expect(state === (n < granted.length ? 'born' : 'queued'), `soul ${n} is ${state}`);
    end.expect(mentor === granted[n], `soul ${n} was adopted by ${mentor}, granted to ${granted[n]}`);
  });
  end.expect(end.eventsOf('soul.born').length === granted.length, 'each birth is published once');
}

t.test('[SO2] parallel adoptions of fewer souls than mentors', async (t) => {
  await runRace(t, {
    name: 'each soul is born once, in the order of the queue',
    people: { ada: rich, bo: rich, cleo: rich },
    build: (town) => souls(town, 2),
    wishes: () => ['ada', 'bo', 'cleo', 'ada'].map(adopting),
    ticks: [0, 2],
    losers: ['soul_queue_empty'],
    judge: (end, waiting) => {
      judgeBirths(end, waiting);
      end.expect(end.grantedOf('adopt').length === 2, `${end.grantedOf('adopt').length} adoptions`);
    },
  });
});

t.test("[AD1] adoption against the mentor's death", async (t) => {
  await runRace(t, {
    name: 'who is dying adopts nobody, and pays nothing',
    people: { ada: { credits: 200_000, lifespan: 3 }, bo: rich },
    build: (town) => souls(town, 2),
    wishes: () => [adopting('ada'), adopting('bo')],
    ticks: [0, 4],
    losers: ['invalid_state', 'soul_queue_empty'],
    judge: (end, waiting) => {
      judgeBirths(end, waiting);
      const isDead = end.town.state('ada') === 'dead';
      end.expect(isDead === end.ticks >= 3, `ada is ${end.town.state('ada')} after ${end.ticks} ticks`);
      const died = end.events.findIndex(({ type, actor }) => type === 'resident.died' && actor === end.town.id('ada'));
      const late = end.events.some(
        ({ type, actor }, at) => type === 'soul.adopted' && actor === end.town.id('ada') && died >= 0 && at > died,
      );
      end.expect(!late, 'the dead adopt nobody');
    },
  });
});

t.test('[SO5] a token is fetched by several at once', async (t) => {
  await runRace(t, {
    name: 'the newest that was given out is the one that counts',
    people: { ada: rich },
    build: async (town) => {
      const { city } = town.world;
      const visitor = await visitorIn(city);
      const soul = await soulOf(city, visitor);
      await act(city, town.id('ada'), { type: 'adopt', donation: null });
      return { soul, visitor, child: String(keptSoul(city, soul).context.resident) };
    },
    wishes: ({ soul, visitor }) =>
      ['one', 'two', 'three'].map((token) => ({
        by: 'ada',
        from: visitorActor(visitor),
        event: { type: 'fetch_token', soul, token: contentHash(token) },
      })),
    ticks: [0, 2],
    losers: [],
    judge: (end, { child }) => {
      const { state } = end.town.world.city;
      const granted = end.grantedOf('fetch_token').map(({ wish }) => String(wish.event['token']));
      const holders = ['one', 'two', 'three'].filter(
        (token) => state.index('token').first(contentHash(token)) === residentActor(child),
      );
      end.expect(holders.length === 1, `${holders.length} tokens of one resident`);
      end.expect(contentHash(holders[0] ?? '') === granted.at(-1), 'the newest counts');
      end.expect(end.eventsOf('token.replaced').length === granted.length, 'each is published once');
    },
  });
});
