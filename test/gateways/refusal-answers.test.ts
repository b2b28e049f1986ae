/** Every refusal has a status, a message and a row for newcomers: what has not does not compile (`npm run check:types`). */
import t from 'tap';
import { type Refused, refusedBy } from '../../engine/refusal.ts';
import { errorAnswer, isKnown, statusOf } from '../../gateways/refusals/error-answers.ts';
import { type Refusals, refused } from '../../gateways/refusals/gateway-refusals.ts';
import type { Rows } from '../../gateways/refusals/row.ts';

/** With a code that only these gateways would give. */
interface More {
  readonly out_of_cheese: { readonly left: number; readonly shop: string };
}

/** What stands in a row besides its message. */
const aRow = { status: 409, advice: 'buy less' };

t.test('a refusal without a status, or with a message of another context, is refused by the compiler', async (t) => {
  const right: Rows<More> = {
    out_of_cheese: { ...aRow, credits: ['left'], message: ({ left, shop }) => `${left} at ${shop}` },
  };
  t.equal(right.out_of_cheese.status, 409);
  // @ts-expect-error the code has no row
  const missing: Rows<More> = {};
  // @ts-expect-error the message is missing
  const silent: Rows<More> = { out_of_cheese: aRow };
  // @ts-expect-error the advice is missing
  const helpless: Rows<More> = { out_of_cheese: { status: 409, message: '' } };
  // @ts-expect-error the context has no such field
  const guessing: Rows<More> = { out_of_cheese: { ...aRow, message: ({ price }) => `${price}` } };
  // @ts-expect-error a shop is no amount
  const counting: Rows<More> = { out_of_cheese: { ...aRow, message: '', credits: ['shop'] } };
  t.equal([missing, silent, helpless, guessing, counting].length, 5);
});

t.test('a gateway gives no refusal, and asks for no status, that is not declared', async (t) => {
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
  const { status, body } = errorAnswer(unknown);
  t.equal(status, 500);
  t.match(JSON.parse(body), { error: 'internal_error', incident: 'out_of_cheese', applied: false });
  const inherited: readonly string[] = ['toString', 'constructor'];
  t.notOk(inherited.some((code) => isKnown(refusedBy(code))));
});

t.test('a refusal for the rate names what was limited, one for want of a token where to get one', async (t) => {
  const limit = { limit: 8, window_seconds: 60, retry_after_seconds: 7 };
  const says = (...of: Refusals['rate_limited']['of'][]) =>
    of.map((each) => JSON.parse(errorAnswer(refused('rate_limited', { ...limit, ...(each && { of: each }) })).body));
  t.match(says(undefined, 'prints', 'calls', 'failed logins', 'refused tokens'), [
    { message: /8 requests in 60 seconds/ },
    { message: /8 prints/, of: 'prints' },
    { message: /8 calls and runs/ },
    { message: /8 logins have failed in 1 minutes/ },
    { message: /8 tokens from your address/ },
  ]);
  const tokens = (['visitor', 'station', undefined] as const).map((wanted) =>
    JSON.parse(errorAnswer(refused('unauthorized', wanted && { wanted })).body),
  );
  t.match(tokens, [
    { message: /POST \/v1\/visitors\/login/ },
    { message: /POST \/v1\/portals\/register/ },
    { message: /token that this city gave out/ },
  ]);
  t.same(Object.keys(tokens[0]), ['error', 'message', 'applied'], 'which is no field of its own');
});

t.test('amounts are shown in credits, in the message and beside it', async (t) => {
  const { body } = errorAnswer(refused('price_changed', { price: 6_500, max: 100 }));
  t.match(JSON.parse(body), { price: 6.5, max: 0.1, message: /costs 6\.5 credits now, more than the 0\.1 that/ });
});

/** Code for which nobody answers. */
const nobodys = { owner: null, representative: null };

/** What the message says, and what it never says. */
const sayings: readonly [Refused, RegExp, RegExp?][] = [
  [
    refused('invalid_state', { state: 'approved.closed', allowed_events: [] }),
    /nothing can be asked of it any more/,
    /do one/i,
  ],
  [
    refused('invalid_state', { state: 'x', allowed_events: ['a', 'b'] }),
    /Possible in that state: a, b\. Do one of those/,
  ],
  [
    refused('tier_capacity_exceeded', { max: 2, current: 0, asked: 3 }),
    /^This tier has room for 2 connections and 3 were asked for\. .*larger tier/,
    /already/,
  ],
  [refused('tier_capacity_exceeded', { max: 0, current: 0 }), /^Nothing can be built in a room.*Commons/, /tier/],
  [
    refused('tier_capacity_exceeded', { place: 'hall/stall', max: 0, current: 0 }),
    /^hall\/stall takes no conn/,
    /tier/,
  ],
  [refused('tier_capacity_exceeded', { place: 'mill', max: 2, current: 2 }), /^mill has room for 2 conn.*larger tier/],
  [refused('tier_capacity_exceeded', { max: 256, current: 256 }), /room for 256 and there are 256/, /tier|connection/],
  [
    refused('tier_capacity_exceeded', { max: 10, current: 10, of: 'vouches' }),
    /10 residents in your whole/,
    /elsewhere/,
  ],
  [
    refused('tier_capacity_exceeded', { max: 8, current: 8, of: 'claims' }),
    /8 jobs.*\/release.*which=claimed/,
    /elsewhere/,
  ],
  [refused('tier_capacity_exceeded', { max: 8, current: 8, of: 'posts' }), /8 jobs.*which=posted/, /elsewhere/],
  [refused('tier_capacity_exceeded', { max: 500, current: 500, of: 'board' }), /board.*room for 500.*another place/],
  [refused('tier_capacity_exceeded', { max: 1_000, current: 1_000, of: 'queue' }), /1000 souls wait.*souls\/queue/],
  [refused('tier_capacity_exceeded', { max: 500, current: 700, of: 'shared places' }), /at least one of them is yours/],
  [refused('exit_not_found'), /closed, or, for a move,.*location\/exits.*v1\/pods/],
  [refused('invalid_request', { issues: [] }), /form or by a rule/],
  [
    refused('service_failed', { ...nobodys, outcome: 'failed', reason: 'it cannot run main.py' }),
    /main\.py\).*If the code is yours/,
  ],
  [refused('service_failed', { ...nobodys, outcome: 'failed' }), /\(failed\)/, /\?/],
];

t.test('a refusal says what can be done, and nothing that cannot', async (t) => {
  for (const [refusal, says, neverSays = /undefined/] of sayings) {
    const { message } = JSON.parse(errorAnswer(refusal).body) as { message: string };
    t.match(message, says);
    t.notMatch(message, neverSays);
  }
});
