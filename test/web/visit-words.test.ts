/** Events, states and refusals in plain words: what residents wrote is quoted, never woven into a sentence of the page. */
import t from 'tap';
import { Refusal } from '../../web/lib/api.ts';
import { cityEvent } from '../../web/lib/events.ts';
import { gapAt, lineOf, sentenceOf } from '../../web/lib/happening.ts';
import { causeOf, credits, duration, placeName } from '../../web/lib/shared-words.ts';
import { beyond, faultsIn, plainly } from '../../web/visit/soul-words.ts';
import { visitorLine, withGaps } from '../../web/visit/visitor-lines.ts';

const envelope = { seq: 1, at: '2030-01-01T00:00:00Z', tick: 3, location: null, actor: 'wren-4', subject: null };

/** The line of an event as the gateway sends it; `undefined` for an event that no page knows. */
const eventLine = (type: string, data: object, more: object = {}) => {
  const event = cityEvent({ ...envelope, type, data, ...more });
  return event && visitorLine(event, 'vis-1');
};
const sentence = (...of: Parameters<typeof eventLine>) => {
  const line = eventLine(...of);
  return line && sentenceOf(line);
};

t.test('what was said and thought is a quote', async (t) => {
  const message = '<img src=x onerror=alert(1)> Wren died.';
  t.match(eventLine('message.broadcast', { id: 'm', message }), { kind: 'word', does: 'says', words: message });
  t.match(eventLine('resident.thought', { text: message }), { kind: 'thought', does: 'thinks', words: message });
  t.equal(sentence('message.broadcast', { id: 'm', message }), 'Wren says.');
});

t.test('what visitors asked, left and had done', async (t) => {
  const hostile = '<img src=x onerror=alert(1)>';
  const answered = { id: 'q', from: 'vis-1', to: 'wren-4', question: 'Why?', answer: hostile };
  t.match(eventLine('question.answered', answered), { does: 'answers a visitor', words: hostile });
  t.equal(sentence('question.lapsed', { to: 'wren-4' }), 'Your question was not answered in time by Wren.');
  t.match(eventLine('note.left', { text: hostile }), { does: 'A visitor leaves a note', words: hostile, who: null });
  t.match(eventLine('picture.left', { text: hostile }), { does: 'A visitor leaves a picture', words: hostile });
  t.match(eventLine('wish.named', { text: hostile }), { does: 'A visitor wishes for', words: hostile });
  const job = { title: hostile, reward: 2, poster: 'vis-1', claimer: null };
  const posted = eventLine('job.posted', { ...job, by_visitor: true });
  t.match(posted, { does: 'A visitor posts a job for 2 credits', words: hostile, who: null });
  t.match(eventLine('job.expired', job), { does: 'Nobody did your job in time' });
  t.equal(eventLine('job.expired', { ...job, poster: 'vis-2' }), undefined);
});

t.test('who gave is the visitor itself, another, or a resident; to a stranger it is nobody', async (t) => {
  const given = (from?: string) => sentence('credits.transferred', { from, to: 'wren-4', amount: 2.5 });
  t.equal(given('vis-1'), 'You give 2.5 credits to Wren.');
  t.equal(given('vis-2'), 'A visitor gives 2.5 credits to Wren.');
  t.equal(given('old-mill-3'), 'Old Mill gives 2.5 credits to Wren.');
  t.equal(given(), '2.5 credits change hands.');
});

t.test('each step of a soul is one line, under the soul', async (t) => {
  const soul = { soul: 'soul_1', name: 'Wren', resident: 'wren-4' };
  t.equal(sentence('soul.queued', soul), 'Wren waits in line.');
  t.equal(sentence('soul.returned', soul), 'Nobody adopted Wren in time: it left the line. You may write it again.');
  const long = { ...soul, reason: 'too long for a container' };
  t.equal(
    sentence('soul.returned', long),
    'Wren is too long for a container: it left the line. You may write it again, shorter.',
  );
  t.equal(sentence('soul.adopted', { ...soul, mentor: 'old-mill-3' }), 'Old Mill adopts Wren.');
  t.equal(sentence('soul.born', { ...soul, mentor: 'old-mill-3' }), 'Wren is born.');
  t.equal(sentence('soul.died', { ...soul, cause: 'natural' }), 'Wren has died of old age.');
  t.equal(eventLine('resident.born', { name: 'Wren', mentor: null }), undefined);
  t.equal(eventLine('resident.died', { name: 'Wren', cause: 'natural' }), undefined);
});

t.test('credits that came, and credits that end', async (t) => {
  const got = (reason: string) => sentence('credits.received', { reason, amount: 1 }, { subject: 'wren-4' });
  t.equal(got('reward'), 'Wren gets 1 credit for a job.');
  t.equal(got('lightning'), 'Wren gets 1 credit.');
  t.equal(got('grant'), 'The operator puts 1 credit into your wallet.');
  const alert = { balance: 2.1, runway_ticks: 1 };
  t.equal(sentence('credits.alert', alert, { subject: 'wren-4' }), 'Wren has 2.1 credits left, enough for 1 hour.');
  const warned = (data: object) => sentence('death.warning', { at_tick: 72, ...data }, { subject: 'wren-4' });
  const text = 'Settle your legacy (/v1/legacy/bequeath).';
  t.equal(warned({ cause: 'natural', text }), 'Wren will die on day 4, 08:00: its lifetime is over then.');
  t.equal(
    warned({ cause: 'credit', required: 2, text }),
    'Wren will die on day 4, 08:00 unless it has 2 credits then.',
  );
});

t.test('a resident that has ended its token is controlled by nobody', async (t) => {
  t.equal(sentence('token.ended', {}), 'Wren has ended its token: no program controls it until somebody gets another.');
});

t.test('who has another token, and who has lost its own, is said to its visitor', async (t) => {
  const missed = sentence('token.missed', { from_tick: 24 }, { actor: 'ada-1', subject: 'wren-4' });
  t.match(missed, /^Wren is said by its mentor to have lost its token.* on day 2, 08:00, unless/);
  t.equal(sentence('token.shown', {}), 'Wren has its token still: its mentor gets no other.');
  const replaced = (by?: string) => sentence('token.replaced', by === undefined ? {} : { by }, { subject: 'wren-4' });
  t.equal(replaced('itself'), 'Wren has replaced its token.');
  t.match(replaced('visitor'), /which you fetched/);
  t.match(replaced('mentor'), /which its mentor got.*You may fetch one again\.$/);
  t.match(replaced('operator'), /which the operator got/);
  t.equal(replaced(), 'Wren is lived by a mind of the city.');
});

t.test('what no page knows is passed over, also when it is called like something every object has', async (t) => {
  for (const type of ['toString', '__proto__', 'constructor', 'some.other'])
    t.equal(eventLine(type, {}), undefined, type);
  t.equal(causeOf('lightning'), 'of lightning');
  t.equal(causeOf(null), '');
});

t.test('places are called by what they are', async (t) => {
  t.equal(placeName('city-commons'), 'The Commons');
  t.equal(placeName('city-housing/wren-4'), 'the house of Wren');
  t.equal(placeName('city-housing/wren-4/study'), 'the room study of Wren');
  t.equal(placeName('old-mill-3'), 'Old Mill');
  t.equal(placeName('the-mill-of-the-ferry-3'), 'The Mill of the Ferry');
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

t.test('what may be missing is said once between two lines, behind what was known', async (t) => {
  const line = (seq: number) =>
    lineOf({ ...envelope, seq, type: 'tick.completed', data: { tick: 1 } }, { kind: 'step', does: 'walks' });
  const shown = withGaps([line(9), line(4)], [6, 4]);
  t.same(
    shown.map(({ seq, kind }) => [seq, kind]),
    [
      [9, 'step'],
      [4, 'gap'],
      [4, 'step'],
    ],
  );
  t.same(withGaps([], [3]), [gapAt(3)]);
});
