/** Events, states and refusals in plain words: what residents wrote is quoted, never woven into a sentence of the page. */
import t from 'tap';
import { Refusal } from '../../gateways/portal/web/lib/api.ts';
import type { Happening } from '../../gateways/portal/web/visit/answers.ts';
import { beyond, causeOf, credits, duration, faultsIn, plainly, tell } from '../../gateways/portal/web/visit/words.ts';

const happening = (type: string, data: Happening['data'], more: Partial<Happening> = {}): Happening => ({
  ...{ seq: 1, type, at: '2030-01-01T00:00:00Z', location: null, actor: 'wren-4', subject: null, data },
  ...more,
});

t.test('what was said and thought is a quote', async (t) => {
  const message = '<img src=x onerror=alert(1)> Wren died.';
  t.same(tell(happening('message.broadcast', { message }), 'vis-1'), {
    sort: 'said',
    text: 'Wren said',
    quote: message,
  });
  t.match(tell(happening('resident.thought', { text: message }), 'vis-1'), { sort: 'thought', quote: message });
});

t.test('who gave is the visitor itself, another, or a resident', async (t) => {
  const given = (from: string) =>
    tell(happening('credits.transferred', { from, to: 'wren-4', amount: 2.5 }), 'vis-1')?.text;
  t.equal(given('vis-1'), 'You gave 2.5 credits to Wren.');
  t.equal(given('vis-2'), 'A visitor gave 2.5 credits to Wren.');
  t.equal(given('old-mill-3'), 'Old mill gave 2.5 credits to Wren.');
});

t.test('what no page knows is passed over, also when it is called like something every object has', async (t) => {
  for (const type of ['toString', '__proto__', 'constructor', 'some.other'])
    t.equal(tell(happening(type, {}), 'vis-1'), undefined, type);
  t.equal(causeOf('lightning'), '(lightning)');
  t.equal(causeOf(null), '');
});

t.test('amounts and times are read easily', async (t) => {
  t.same([1, 0, 0.1 + 0.2, 12].map(credits), ['1 credit', '0 credits', '0.3 credits', '12 credits']);
  t.same(
    [duration(1, 5), duration(72, 10), duration(72, 300), duration(288, 3_600)],
    ['5 seconds', '12 minutes', '6 hours', '12 days'],
  );
});

t.test('a refusal says what is wrong at the fields, and beyond them only what stands at none', async (t) => {
  const issues = [{ path: 'quirks.0', message: 'must be string' }];
  const refusal = new Refusal({
    code: 'invalid_request',
    status: 422,
    applied: false,
    message: 'm',
    details: { issues },
  });
  t.same(faultsIn(refusal), { quirks: 'Must be string.' });
  t.match(beyond(refusal, ['quirks'])?.message, /see what stands at the fields/);
  t.equal(beyond(refusal, ['name'])?.message, 'm');
  t.equal(beyond(undefined, []), undefined);
  const wrong = new Refusal({ code: 'unauthorized', status: 401, applied: false, message: 'POST /v1/visitors/login' });
  t.equal(plainly(wrong, { unauthorized: 'Check both.' }).message, 'Check both.');
});
