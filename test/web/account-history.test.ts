/** The table that says how an account came to what it has. */
import t from 'tap';
import { held, historyRows, signed } from '../../web/lib/account-history.ts';

const posting = (turn: number, amount: number, balance: number, upkeep = 0) => ({
  ...{ turn, at: '2030-01-01T00:00:00.000Z', tick: turn, reason: 'toll' },
  ...{ counterpart: { type: 'treasury', id: null }, amount, upkeep, balance },
});

t.test('each row follows from the one below it, with upkeep in rows of its own', async (t) => {
  const items = [posting(9, -2, 7.9, -0.1), posting(4, 5, 10)];
  const rows = historyRows({ items, next_cursor: null, balance: 7.5, upkeep: -0.4, opening: 5 });
  t.same(
    rows.map(({ what, amount, balance }) => [what, amount, balance]),
    [
      ['upkeep since', -0.4, 7.5],
      ['toll, to the city', -2, 7.9],
      ['upkeep', -0.1, 9.9],
      ['toll, from the city', 5, 10],
      ['before that', null, 5],
    ],
  );
});

t.test('figures stand below each other, and show a sign', async (t) => {
  t.same([0.1, -18, 0.015].map(signed), ['+0.10', '−18.00', '+0.015']);
  t.same([-3407, 20.5, 0].map(held), ['−3407.00', '20.50', '0.00']);
});
