/** The book of credits against a comparator that walks every account at every tick (L1 to L4, L7). */
import fc from 'fast-check';
import t from 'tap';
import { must } from '../../engine/assert.ts';
import type { Effect } from '../../engine/effect.ts';
import type { AccountId } from '../../engine/ids.ts';
import { balanceAt, shownEarned, shownSpent } from '../../engine/state/ledger.ts';
import { toy, toySettings } from './toy-actors.ts';
import { Turns } from './turns-without-city.ts';

const names = ['a', 'b', 'c', 'd'] as const;
type Name = (typeof names)[number];
const alert = toySettings['ALERT'] ?? 0;

interface Page {
  balance: number;
  burn: number;
  suspended: number;
  owed: number;
  earned: number;
  spent: number;
  opened: boolean;
  heard: string[];
}

/** The rules of the ledger as a loop: what every account pays is taken at each tick. */
class SlowBook {
  tick = 0;
  treasury = 0;
  readonly pages = new Map<Name, Page>(
    names.map((name) => [
      name,
      { balance: 0, burn: 0, suspended: 0, owed: 0, earned: 0, spent: 0, opened: false, heard: [] },
    ]),
  );

  page(name: Name): Page {
    return this.pages.get(name) ?? fail(name);
  }

  /** Runs a change of some pages; whoever's runway fell to the alert hears of it. */
  change(touched: readonly Name[], change: () => void): void {
    const before = touched.map((name) => [name, this.page(name).opened ? this.#runway(name) : Infinity] as const);
    change();
    for (const [name, was] of before) {
      this.page(name).opened = true;
      if (was > alert && this.#runway(name) <= alert) this.page(name).heard.push(`account.low@${this.tick}`);
    }
  }

  pay(name: Name, amount: number): void {
    const page = this.page(name);
    page.balance -= amount;
    page.spent += amount;
    this.treasury += amount;
  }

  receive(name: Name, amount: number): void {
    const page = this.page(name);
    page.balance += amount;
    page.earned += amount;
    this.treasury -= amount;
  }

  passTick(): void {
    this.tick += 1;
    for (const name of names) {
      const page = this.page(name);
      if (page.burn === 0) continue;
      const was = this.#runway(name);
      page.owed = Math.max(0, page.burn - page.balance);
      this.pay(name, Math.min(page.balance, page.burn));
      if (page.balance > 0) {
        if (was > alert && this.#runway(name) <= alert) page.heard.push(`account.low@${this.tick}`);
        continue;
      }
      page.suspended = page.burn;
      page.burn = 0;
      page.heard.push(`account.dry@${this.tick}`);
    }
  }

  #runway(name: Name): number {
    const { balance, burn, suspended, owed } = this.page(name);
    return burn + suspended === 0 ? Infinity : Math.floor(Math.max(0, balance - owed) / (burn + suspended));
  }
}

function fail(what: string): never {
  throw new Error(what);
}

type Act =
  | { readonly do: 'grant' | 'spend'; readonly who: Name; readonly amount: number }
  | { readonly do: 'pay'; readonly who: Name; readonly to: Name; readonly amount: number }
  | { readonly do: 'burn'; readonly who: Name; readonly delta: number }
  | { readonly do: 'repay' | 'resume' | 'stop' | 'spendAll'; readonly who: Name }
  | { readonly do: 'tick' };

const who = fc.constantFrom(...names);
const amount = fc.oneof(fc.integer({ min: 1, max: 6000 }), fc.constantFrom(1000, 2000, 3000));
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('grant' as const, 'spend' as const), who, amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), who, to: who, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('burn' as const),
      who,
      delta: fc.constantFrom(-1000, -300, 250, 999, 1000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('repay' as const, 'resume' as const, 'stop' as const, 'spendAll' as const),
      who,
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'tick' as const }) },
);

const posting = (from: AccountId, to: AccountId, credits: number): Effect => ({
  type: 'post',
  from,
  to,
  amount: credits,
  reason: 'test',
});

/** Does the same to both books; the refusal's code when the real one refused. */
function act1(turns: Turns, book: SlowBook, act: Act): void {
  if (act.do === 'tick') {
    book.passTick();
    turns.tick();
    return;
  }
  const page = book.page(act.who);
  const account = toy(act.who);
  switch (act.do) {
    case 'grant':
      book.change([act.who], () => book.receive(act.who, act.amount));
      expectDone(turns, act.who, posting('treasury', account, act.amount));
      return;
    case 'spend':
    case 'spendAll': {
      spend(turns, book, act.who, act.do === 'spend' ? act.amount : page.balance);
      return;
    }
    case 'pay':
      if (act.to !== act.who) pay(turns, book, act.who, act.to, act.amount);
      return;
    case 'burn':
      burn(turns, book, act.who, act.delta);
      return;
    case 'repay':
      repay(turns, book, act.who);
      return;
    case 'resume':
      if (page.owed > 0) return;
      book.change([act.who], () => {
        page.burn += page.suspended;
        page.suspended = 0;
      });
      expectDone(turns, act.who, { type: 'resume', account });
      return;
    case 'stop':
      book.change([act.who], () => {
        page.burn = 0;
        page.suspended = 0;
        page.owed = 0;
      });
      expectDone(turns, act.who, { type: 'stop', account });
  }
}

function spend(turns: Turns, book: SlowBook, who: Name, amount: number): void {
  if (amount === 0) return;
  const { balance } = book.page(who);
  const refused = turns.does(who, [posting(toy(who), 'treasury', amount)]);
  if (!agreeRefused(refused, amount > balance, { required: amount, balance })) return;
  book.change([who], () => book.pay(who, amount));
}

function pay(turns: Turns, book: SlowBook, who: Name, to: Name, amount: number): void {
  const { balance } = book.page(who);
  const refused = turns.does(who, [posting(toy(who), toy(to), amount)]);
  if (!agreeRefused(refused, amount > balance, { required: amount, balance })) return;
  book.change([who, to], () => {
    book.pay(who, amount);
    book.receive(to, amount);
  });
}

function burn(turns: Turns, book: SlowBook, who: Name, delta: number): void {
  const page = book.page(who);
  const field = page.suspended > 0 || page.owed > 0 ? 'suspended' : 'burn';
  if (page[field] + delta < 0) return;
  book.change([who], () => {
    page[field] += delta;
  });
  expectDone(turns, who, { type: 'burn', account: toy(who), delta });
}

function repay(turns: Turns, book: SlowBook, who: Name): void {
  const page = book.page(who);
  const { owed, balance } = page;
  const refused = turns.does(who, [{ type: 'repay', account: toy(who) }]);
  if (!agreeRefused(refused, owed > balance, { required: owed, balance })) return;
  book.change([who], () => {
    book.pay(who, owed);
    page.owed = 0;
  });
}

function expectDone(turns: Turns, name: string, effect: Effect): void {
  const refused = turns.does(name, [effect]);
  if (refused !== undefined) fail(`refused: ${refused.code}`);
}

/** True when it was done. Fails when one book refused and the other did not, or for another reason. */
function agreeRefused(refused: ReturnType<Turns['does']>, should: boolean, context: object): boolean {
  if ((refused !== undefined) !== should) fail(`refused: ${refused !== undefined}, should: ${should}`);
  if (refused === undefined) return true;
  if (refused.code !== 'insufficient_credits') fail(refused.code);
  if (JSON.stringify(refused.context) !== JSON.stringify(context)) fail(JSON.stringify(refused.context));
  return false;
}

function compare(turns: Turns, book: SlowBook): void {
  const { state } = turns;
  const { credits, burn, overdrawn } = state.totals();
  if (credits !== 0 || burn !== 0 || overdrawn.length > 0) fail(`[L7] ${credits} ${burn} ${overdrawn.join()}`);
  for (const name of names) {
    const account = state.account(toy(name));
    const { tick } = state.counters;
    const page = book.page(name);
    const mine = [
      balanceAt(account, tick),
      account.burn,
      account.suspended,
      account.owed,
      shownEarned(account, tick),
      shownSpent(account, tick),
    ];
    const its = [page.balance, page.burn, page.suspended, page.owed, page.earned, page.spent];
    if (mine.join() !== its.join()) fail(`${name}@${tick}: ${mine.join()} should be ${its.join()}`);
    const { context } = must(state.images.get(toy(name)), name);
    const heard = (context['heard'] as string[]).filter((one) => one.startsWith('account.'));
    if (heard.join() !== page.heard.join()) fail(`${name} heard ${heard.join()}, should hear ${page.heard.join()}`);
  }
  if (balanceAt(state.account('treasury'), state.counters.tick) !== book.treasury) fail('[L3] the treasury');
}

t.test(
  '[L1] [L2] [L3] [L4] [L7] any interleaving agrees with a loop over every account, to the millicredit',
  async (t) => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 80, size: 'max' }), (acts) => {
        const turns = new Turns(names);
        const book = new SlowBook();
        for (const one of acts) {
          act1(turns, book, one);
          compare(turns, book);
        }
      }),
      { numRuns: 1_500, seed: 1 },
    );
    t.pass('no counterexample');
  },
);

t.test('[L2] a posting that would overdraw refuses the whole turn', async (t) => {
  const turns = new Turns(names);
  turns.does('a', [posting('treasury', toy('a'), 5)]);
  const refused = turns.does('a', [posting(toy('a'), toy('b'), 3), posting(toy('a'), toy('c'), 3)]);
  t.match(refused, { code: 'insufficient_credits', context: { required: 3, balance: 2 }, applied: false });
  t.equal(balanceAt(turns.state.account(toy('a')), 0), 5);
  t.equal(turns.state.accounts.has(toy('b')), false);
});

t.test('[L3] an account spent to exactly 0 runs dry at the next tick', async (t) => {
  const turns = new Turns(['a']);
  turns.does('a', [posting('treasury', toy('a'), 5000), { type: 'burn', account: toy('a'), delta: 1000 }]);
  turns.tick();
  turns.does('a', [posting(toy('a'), 'treasury', 4000)]);
  turns.tick();
  turns.tick();
  t.match(turns.state.account(toy('a')), { balance: 0, burn: 0, suspended: 1000, owed: 1000 });
  t.same(turns.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[L4] a burn runs again when nothing is owed; until then what is added to it waits', async (t) => {
  const turns = new Turns(['a']);
  const account = toy('a');
  turns.does('a', [posting('treasury', account, 1500), { type: 'burn', account, delta: 1000 }]);
  turns.tick();
  turns.tick();
  t.match(turns.state.account(account), { balance: 0, burn: 0, suspended: 1000, owed: 500 });
  turns.does('a', [{ type: 'burn', account, delta: -1000 }]);
  turns.does('a', [{ type: 'burn', account, delta: 300 }]);
  t.match(turns.state.account(account), { burn: 0, suspended: 300, owed: 500 });
  t.throws(() => turns.does('a', [{ type: 'resume', account }]), /\[L4\]/);
  turns.does('a', [posting('treasury', account, 499)]);
  const short = { code: 'insufficient_credits', context: { required: 500, balance: 499 } };
  t.match(turns.does('a', [{ type: 'repay', account }]), short);
  turns.does('a', [posting('treasury', account, 1), { type: 'repay', account }, { type: 'resume', account }]);
  t.match(turns.state.account(account), { balance: 0, burn: 300, suspended: 0, owed: 0 });
  t.same(turns.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[L1] a posting has two sides and a whole, positive amount; anything else is an assertion', async (t) => {
  const turns = new Turns(['a', 'b']);
  turns.does('a', [posting('treasury', toy('a'), 1000)]);
  for (const bad of [-1, 0.5, Number.NaN, Infinity, 2 ** 53])
    t.throws(() => turns.does('a', [posting(toy('a'), toy('b'), bad)]), /\[L1\]/, String(bad));
  t.throws(() => turns.does('a', [posting(toy('a'), toy('a'), 1)]), /\[L1\]/);
  t.match(turns.does('a', [posting('treasury', toy('a'), Number.MAX_SAFE_INTEGER)]), { code: 'invalid_request' });
  t.throws(() => turns.does('a', [{ type: 'burn', account: toy('a'), delta: -1 }]), /\[L3\]/);
  t.match(turns.state.account(toy('a')), { balance: 1000, burn: 0 });
});

t.test(
  '[L3] an account that nobody wants to hear of before runs dry at the tick at which it shows nothing',
  async (t) => {
    for (const [credits, burn, dry] of [
      [1_000, 500, 2],
      [1_000, 1_000, 1],
      [1_001, 500, 3],
      [999, 500, 2],
    ] as const) {
      const turns = new Turns(['a'], {});
      turns.does('a', [
        { type: 'burn', account: toy('a'), delta: burn },
        { type: 'post', from: 'treasury', to: toy('a'), amount: credits, reason: 'grant' },
      ]);
      for (let tick = 1; tick <= 4; tick++) {
        turns.tick();
        const { suspended } = turns.state.account(toy('a'));
        t.equal(suspended > 0, tick >= dry, `${credits} at ${burn}: tick ${tick}`);
      }
      t.same(turns.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
    }
  },
);
