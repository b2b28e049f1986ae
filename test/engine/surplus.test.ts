/** What is held beyond a share each is what a walk over all accounts would find, however they change and whatever upkeep takes (L9). */
import fc from 'fast-check';
import t from 'tap';
import { actorId } from '../../engine/ids.ts';
import { type Account, balanceAt, emptyAccount } from '../../engine/state/ledger.ts';
import { Surplus } from '../../engine/state/surplus.ts';

const ids = [actorId('resident', 'a'), actorId('resident', 'b'), actorId('pod', 'c')];
const share = 90;

t.test('[L9] the sum is that of a walk, at each tick', async (t) => {
  const put = fc.record({
    id: fc.constantFrom(...ids),
    balance: fc.integer({ min: 0, max: 300 }),
    burn: fc.integer({ min: 0, max: 7 }),
  });
  const act = fc.oneof(put, fc.constantFrom(...ids), fc.constant('tick' as const));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), fc.array(act, { size: 'max', maxLength: 80 }), (start, acts) => {
      let tick = start;
      const surplus = new Surplus(tick);
      const accounts = new Map<string, Account>();
      for (const one of acts) {
        if (one === 'tick') {
          tick += 1;
          surplus.advance(tick);
        } else if (typeof one === 'string') {
          surplus.remove(accounts.get(one) ?? emptyAccount, share);
          accounts.delete(one);
        } else {
          const account = { ...emptyAccount, balance: one.balance, burn: one.burn, since: tick };
          surplus.remove(accounts.get(one.id) ?? emptyAccount, share);
          accounts.set(one.id, account);
          surplus.add(account, share);
        }
        const beyond = [...accounts.values()].map((account) => Math.max(0, balanceAt(account, tick) - share));
        const walked = beyond.reduce((sum, each) => sum + each, 0);
        if (surplus.sum !== walked) throw new Error(`${surplus.sum} at ${tick}, should be ${walked}`);
        if (surplus.count !== beyond.filter((each) => each > 0).length) throw new Error(`${surplus.count} above`);
      }
    }),
    { numRuns: 500, seed: 3 },
  );
  t.pass('no counterexample');
});

t.test('[L9] whoever has no share has no surplus', async (t) => {
  const surplus = new Surplus(0);
  surplus.add({ ...emptyAccount, balance: 1_000 }, Number.POSITIVE_INFINITY);
  t.equal(surplus.sum, 0);
});
