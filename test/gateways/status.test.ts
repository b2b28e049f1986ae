/** Every refusal has a status, a message and a row for newcomers: what has not does not compile (`npm run check:types`). */
import t from 'tap';
import { refusedBy } from '../../engine/refusal.ts';
import { refused } from '../../gateways/refusals.ts';
import { type Answers, isKnown, statusOf, tell } from '../../gateways/status.ts';

/** With a code that only these doors would give. */
interface More {
  readonly out_of_cheese: { readonly left: number; readonly shop: string };
}

t.test('a refusal without a status, or with a message of another context, is refused by the compiler', async (t) => {
  const right: Answers<More> = {
    out_of_cheese: { status: 409, credits: ['left'], message: ({ left, shop }) => `${left} at ${shop}` },
  };
  t.equal(right.out_of_cheese.status, 409);
  // @ts-expect-error the code has no status
  const missing: Answers<More> = {};
  // @ts-expect-error the message is missing
  const silent: Answers<More> = { out_of_cheese: { status: 409 } };
  // @ts-expect-error the context has no such field
  const guessing: Answers<More> = { out_of_cheese: { status: 409, message: ({ price }) => `${price}` } };
  // @ts-expect-error a shop is no amount
  const counting: Answers<More> = { out_of_cheese: { status: 409, message: '', credits: ['shop'] } };
  t.equal([missing, silent, guessing, counting].length, 4);
});

t.test('a door gives no refusal, and asks for no status, that is not declared', async (t) => {
  t.equal(statusOf('payload_too_large'), 413);
  const wrong = [
    // @ts-expect-error nobody declares such a code
    () => refused('out_of_cheese'),
    // @ts-expect-error the bound is missing
    () => refused('payload_too_large'),
    // @ts-expect-error a field of another type
    () => refused('busy', { retry_after_seconds: '1' }),
    // @ts-expect-error nobody declares such a code
    () => statusOf('out_of_cheese'),
  ];
  t.equal(wrong.length, 4);
});

t.test('what comes through the engine with another code is a defect of ours', async (t) => {
  const unknown = refusedBy('out_of_cheese', { left: 0 });
  t.notOk(isKnown(unknown));
  const { status, body } = tell(unknown);
  t.equal(status, 500);
  t.match(JSON.parse(body), { error: 'internal_error', incident: 'out_of_cheese', applied: false });
  const inherited: readonly string[] = ['toString', 'constructor'];
  t.notOk(inherited.some((code) => isKnown(refusedBy(code))));
});

t.test('amounts are shown in credits, in the message and beside it', async (t) => {
  const { body } = tell(refused('price_changed', { price: 6_500, max: 100 }));
  t.match(JSON.parse(body), { price: 6.5, max: 0.1, message: /costs 6\.5 credits now, more than the 0\.1 that/ });
});
