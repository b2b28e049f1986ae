/** What a mind holds of others: changed by what they did, fading, bounded; and what it would do to them. */
import t from 'tap';
import { Memory } from '../../minds/memory/memory.ts';
import { meaning } from '../../minds/ties/deeds.ts';
import { type Move, rules, type Situation } from '../../minds/ties/rules.ts';
import { temperOf } from '../../minds/ties/temper.ts';
import {
  changed,
  faded,
  isFriend,
  isSore,
  liking,
  reasonsMax,
  stranger,
  TieText,
  tiesMax,
  worst,
} from '../../minds/ties/tie.ts';
import { feel, type Ties, tieTo } from '../../minds/ties/ties.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { seen } from './sample-perception.ts';

t.test('what somebody did changes a tie, with the reason', async (t) => {
  const ties = feel(feel({}, 'ilo-2', 'gave', 5), 'maren-3', 'turnedDown', 5);
  const [ilo, maren] = [tieTo(ties, 'ilo-2', 5), tieTo(ties, 'maren-3', 5)];
  t.ok(ilo.grateful > 0.2 && ilo.why[0]?.why === 'gave' && liking(ilo) > 0);
  t.ok(isSore(maren) && maren.trust < 0.5 && worst(maren) === 'turned_down' && liking(maren) < 0);
});

t.test('it fades with the ticks: soreness in days, closeness slower, trust to that of a stranger [TI2]', async (t) => {
  let tie = stranger(0);
  for (let i = 0; i < 12; i++) tie = changed(tie, { close: 0.1, grateful: -0.1, trust: -0.05 }, 'blamed', 0);
  const later = faded(tie, 200);
  t.ok(isSore(tie) && !isSore(later));
  t.ok(later.close > tie.close / 2 && later.trust > tie.trust && later.trust < 0.5);
  t.same(faded(stranger(0), 500), stranger(500));
});

t.test('whatever is done, a tie stays within its bounds, and as many are kept [TI1]', async (t) => {
  const dice = new SeededRandom(4);
  const deeds = Object.keys(meaning).filter((name): name is keyof typeof meaning => name in meaning);
  let ties: Ties = {};
  for (let i = 0; i < 3_000; i++)
    ties = feel(ties, `who-${dice.integerBelow(80)}`, dice.pick(deeds) ?? 'gave', Math.floor(i / 10));
  t.equal(Object.keys(ties).length, tiesMax);
  for (const tie of Object.values(ties)) t.ok(TieText.safeParse(tie).success && tie.why.length <= reasonsMax);
  t.ok(JSON.stringify(ties).length < 16_000);
});

const memory = new Memory();
const plain: Situation = {
  ...{ tie: stranger(0), temper: { warm: 0.5, proud: 0.5, sharp: 0.5, gossipy: 0.5, trusting: 0.5 }, talks: 1 },
  ...{
    isInTalk: false,
    isMetToday: false,
    hasPlaceToAskAbout: false,
    ownsPlace: false,
    hasJob: false,
    hasDeedToTell: false,
    hasNews: false,
  },
  ...{ hasWarning: false, knowsDeedOfOther: false, otherHasLost: false, otherIsPoor: false, isPoor: false },
  ...{ hasToSpare: false, isOtherYoung: false, isKin: false, isThanked: false, isBlamed: false, isMadeGood: false },
  ...{ hasFallenOut: false, hasQuarrel: false, isOtherSore: false },
};
const close = changed(changed(stranger(0), { close: 0.6, grateful: 0.3, trust: 0.2 }, 'gave', 0), {}, 'talked', 0);
const sore = changed(stranger(0), { grateful: -0.4, trust: -0.2 }, 'turned_down', 0);

/** For each: where it is done the more, where the less; and where there is no occasion, if that can be [TR1]. */
const cases: Readonly<
  Record<
    Move,
    { readonly more: Partial<Situation>; readonly less: Partial<Situation>; readonly never?: Partial<Situation> }
  >
> = {
  greet: { more: { tie: close }, less: { tie: sore }, never: { isMetToday: true } },
  avoid: { more: { tie: sore }, less: { tie: { ...sore, close: 0.9 } }, never: {} },
  ask: { more: { tie: close, hasPlaceToAskAbout: true }, less: {} },
  gossip: { more: { hasNews: true, tie: close }, less: { hasNews: true }, never: {} },
  warn: { more: { hasWarning: true, tie: close }, less: { hasWarning: true }, never: { tie: close } },
  boast: {
    more: { hasDeedToTell: true, temper: { ...plain.temper, proud: 1 } },
    less: { hasDeedToTell: true },
    never: {},
  },
  confide: { more: { tie: close }, less: {}, never: { tie: sore } },
  praise: {
    more: { knowsDeedOfOther: true, tie: close },
    less: { knowsDeedOfOther: true },
    never: { knowsDeedOfOther: true, tie: sore },
  },
  thank: { more: { tie: close }, less: { tie: { ...close, grateful: 0.12 } }, never: { tie: close, isThanked: true } },
  console: { more: { otherHasLost: true, tie: close }, less: { otherHasLost: true }, never: {} },
  blame: { more: { tie: sore }, less: { tie: { ...sore, grateful: -0.2 } }, never: { tie: close } },
  forgive: {
    more: { tie: { ...sore, close: 0.5 }, isMadeGood: true, hasFallenOut: true },
    less: { tie: sore, isMadeGood: true, hasFallenOut: true },
    never: { tie: sore, isMadeGood: true },
  },
  mediate: { more: { hasQuarrel: true, tie: close }, less: { hasQuarrel: true }, never: { tie: close } },
  apologise: {
    more: { isOtherSore: true, tie: close },
    less: { isOtherSore: true },
    never: { isOtherSore: true, tie: sore },
  },
  invite: { more: { ownsPlace: true, tie: close }, less: { ownsPlace: true }, never: {} },
  help: {
    more: { otherIsPoor: true, hasToSpare: true, tie: close },
    less: { otherIsPoor: true, hasToSpare: true },
    never: { hasToSpare: true, tie: close },
  },
  lend: {
    more: { otherIsPoor: true, hasToSpare: true, tie: close },
    less: { otherIsPoor: true, hasToSpare: true, tie: { ...close, close: 0 } },
    never: { otherIsPoor: true, hasToSpare: true, tie: sore },
  },
  hire: { more: { hasJob: true, tie: close }, less: { hasJob: true }, never: { tie: close } },
  join: { more: { tie: close, isKin: true }, less: { tie: close }, never: { tie: sore, isKin: true } },
  vouch: { more: { talks: 3, tie: close }, less: { talks: 3 }, never: { tie: close } },
  bequeath: { more: { tie: close }, less: {}, never: { tie: sore } },
};

for (const [move, { more, less, never }] of Object.entries(cases))
  t.test(`whether it would ${move}`, async (t) => {
    const rule = Object.entries(rules).find(([name]) => name === move)?.[1];
    const score = (change: Partial<Situation>) => rule?.({ ...plain, ...change }) ?? Number.NaN;
    t.ok(score(more) > score(less), `${score(more)} > ${score(less)}`);
    t.ok(score(more) <= 1 && score(less) >= 0);
    if (never !== undefined) t.equal(score(never), 0);
  });

t.test('there are as many rules as were asked for', async (t) => {
  const { length } = Object.keys(rules);
  t.ok(length >= 12 && length <= 24);
});

t.test('how somebody is made follows from its soul, and from its id where that says nothing', async (t) => {
  const of = (personality: string, id = 'vera-1') => temperOf({ id, soul: { ...seen().self.soul, personality } });
  t.ok(of('Proud and loud.').proud > of('Modest.').proud);
  t.ok(of('Kind.').warm > of('Cold.').warm);
  t.same(of('x'), of('x'));
  t.notSame(of('x'), of('x', 'ilo-2'));
});

t.test('a friend and one who has wronged it are told apart in memory', async (t) => {
  memory.note({ tick: 3 });
  memory.felt('ilo-2', 'broughtUp');
  memory.felt('maren-3', 'turnedDown');
  t.ok(isFriend(memory.tie('ilo-2')) && isSore(memory.tie('maren-3')));
});
