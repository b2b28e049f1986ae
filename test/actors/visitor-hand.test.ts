/** A visitor's hand in the city: questions, jobs, notes and wishes; what is held, who may, who hears it, and what becomes of them. */
import t, { type Test } from 'tap';
import type { MessageOf } from '../../actors/facts.ts';
import type { VisitorCommands } from '../../actors/kinds/visitor/messages.ts';
import { command } from '../../actors/registry.ts';
import { commons, jobActor, noteActor, questionActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Outcome } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { balanced, does, holds, rich } from './built-places.ts';
import { applied, given, inCommons, refusal, type Town } from './given-residents.ts';
import { claim, submit } from './job-requests.ts';
import { visitorIn, visits } from './visitors-and-souls.ts';

const price = { QUESTION_PRICE: '2' };

async function hand(env: Readonly<Record<string, string>> = {}, wallet = 100_000) {
  const town = await given({ ada: rich, bo: { ...rich, atHome: true } }, { env });
  const { city } = town.world;
  const visitor = await visitorIn(city, 'one', 'a network');
  const grant = { type: 'grant', amount: wallet } as const;
  await city.submit(command(visitorActor(visitor), grant, { caller: 'operator' }));
  town.newEvents();
  return { town, city, visitor };
}

const walletOf = ({ world: { city } }: Town, visitor: string): number =>
  balanceAt(city.state.account(visitorActor(visitor)), city.state.counters.tick);

const stateOf = ({ world: { city } }: Town, actor: Parameters<typeof city.state.images.get>[0]) =>
  city.state.images.get(actor)?.state;

/** The id of what the newest event of this type is about. */
function subjectOf(town: Town, type: string): string {
  const found = town.newEvents().findLast((event) => event.type === type);
  return String(found?.data['id']);
}

const asking = (town: Town, of = 'ada'): MessageOf<VisitorCommands, 'ask'> => ({
  type: 'ask',
  resident: town.id(of),
  text: 'Why?',
});
const answering = (question: string, text = 'Because.') => ({
  type: 'answer_question',
  question,
  text,
  answer: contentHash(text),
});
const leaving = (purpose: 'note' | 'wish' = 'note', place = commons): MessageOf<VisitorCommands, 'leave_note'> => ({
  type: 'leave_note',
  purpose,
  place,
  text: 'A library here',
  content: contentHash('A library here'),
});
const postingJob = (more: Partial<VisitorCommands['post_job']> = {}): MessageOf<VisitorCommands, 'post_job'> => ({
  type: 'post_job',
  place: commons,
  title: 'A lamp',
  description: contentHash('Light it.'),
  reward: 5_000,
  ...more,
});

t.test('[VH1] [VH3] who is asked hears it alone, answers in its own time, and has what was held', async (t) => {
  const { town, city, visitor } = await hand(price);
  t.match(await visits(city, visitor, asking(town)), applied);
  t.equal(walletOf(town, visitor), 98_000);
  t.equal(holds(town, 'escrow'), 2_000);
  const asked = town.newEvents();
  t.match(asked, [
    {
      type: 'question.asked',
      category: 'visitor',
      location: null,
      actor: visitor,
      subject: town.id('ada'),
      data: { question: 'Why?', price: 2, lapses_tick: 24 },
      audience: [`to:${town.actor('ada')}`, `to:visitor:${visitor}`],
    },
  ]);
  const id = String(asked[0]?.data['id']);
  t.match(await town.when('bo', answering(id)), refusal('not_found', { kind: 'question', id }), 'it was not asked');
  const before = town.balance('ada');
  t.match(await town.when('ada', answering(id)), applied);
  t.equal(town.balance('ada'), before + 2_000 - 100, 'for the price of a message, as all words');
  t.match(town.newEvents(), [
    {
      type: 'credits.received',
      subject: town.id('ada'),
      data: { reason: 'answer', from: visitor, amount: 2 },
      audience: [`to:${town.actor('ada')}`],
    },
    {
      type: 'question.answered',
      category: 'emergent',
      actor: town.id('ada'),
      subject: visitor,
      data: { question: 'Why?', answer: 'Because.' },
      audience: [`to:${town.actor('ada')}`, `to:visitor:${visitor}`, 'public'],
    },
  ]);
  t.match(await city.letters(visitorActor(visitor), 1_000, 1), [{ type: 'question.answered' }]);
  t.match(await town.when('ada', answering(id)), { code: 'invalid_state' }, 'once');
  balanced(t, town);
});

t.test('[VH4] nobody need answer: it lapses, and what was held comes back', async (t) => {
  const { town, city, visitor } = await hand({ ...price, QUESTION_TICKS: '3', QUESTION_KEPT_TICKS: '2' });
  await visits(city, visitor, asking(town));
  const id = subjectOf(town, 'question.asked');
  await town.ticks(2);
  t.equal(stateOf(town, questionActor(id)), 'asked');
  await town.ticks(1);
  t.equal(stateOf(town, questionActor(id)), 'lapsed');
  t.equal(walletOf(town, visitor), 100_000);
  t.match(await city.letters(visitorActor(visitor), 1_000, 2), [
    { type: 'question.lapsed' },
    { type: 'credits.received' },
  ]);
  t.match(await town.when('ada', answering(id)), { code: 'invalid_state' });
  await town.ticks(2);
  t.equal(stateOf(town, questionActor(id)), undefined, 'it has left the city');
  balanced(t, town);
});

t.test('[VH4] a question to one who dies lapses; the dead and nobody are not asked', async (t) => {
  const { town, city, visitor } = await hand(price);
  await visits(city, visitor, asking(town));
  const id = subjectOf(town, 'question.asked');
  await town.when('ada', { type: 'shut_down' });
  t.match(await visits(city, visitor, asking(town)), applied, 'the dying are asked');
  await town.ticks(1);
  t.equal(stateOf(town, questionActor(id)), 'lapsed');
  t.equal(walletOf(town, visitor), 100_000);
  t.match(await visits(city, visitor, asking(town)), { code: 'resident_dead' });
  const nobody = { ...asking(town), resident: 'nobody-99' };
  t.match(await visits(city, visitor, nobody), refusal('not_found', { kind: 'resident', id: 'nobody-99' }));
  balanced(t, town);
});

t.test('[VH2] so many wait of one visitor, of one network, and for one resident', async (t) => {
  const env = { QUESTIONS_PER_VISITOR_MAX: '2', QUESTIONS_PER_NETWORK_MAX: '3', QUESTIONS_PER_RESIDENT_MAX: '4' };
  const { town, city, visitor } = await hand(env);
  const full = (max: number, of: string) => refusal('tier_capacity_exceeded', { max, current: max, of });
  for (let n = 0; n < 2; n++) t.match(await visits(city, visitor, asking(town)), applied, 'free where no price is set');
  t.match(await visits(city, visitor, asking(town, 'bo')), full(2, 'questions'));
  const neighbour = await visitorIn(city, 'two', 'a network');
  t.match(await visits(city, neighbour, asking(town)), applied);
  t.match(await visits(city, neighbour, asking(town, 'bo')), full(3, 'network questions'));
  const stranger = await visitorIn(city, 'three', 'another network');
  t.match(await visits(city, stranger, asking(town)), applied);
  t.match(await visits(city, stranger, asking(town)), full(4, 'questions of a resident'));
  t.match(await visits(city, stranger, asking(town, 'bo')), applied);
  await town.when('ada', answering(subjectOf(town, 'question.asked')));
  balanced(t, town);
});

t.test('[VH6] the operator takes a question down, and its answer', async (t) => {
  const { town, city, visitor } = await hand(price);
  const takeDown = (id: string): Promise<Outcome> =>
    city.submit(command(questionActor(id), { type: 'take_down' }, { caller: 'operator' }));
  await visits(city, visitor, asking(town));
  const waiting = subjectOf(town, 'question.asked');
  t.match(await takeDown(waiting), applied);
  t.equal(walletOf(town, visitor), 100_000);
  await visits(city, visitor, asking(town));
  const answered = subjectOf(town, 'question.asked');
  await does(town, 'ada', answering(answered, 'Rude.'));
  t.match(await city.view(view('questions_answered', { resident: town.id('ada') })), {
    value: { items: [{ answered_at: '2030-01-01T00:00:00.000Z', question: 'Why?', from: visitor }] },
  });
  t.match(await takeDown(answered), applied);
  t.match(await city.view(view('questions_answered', { resident: town.id('ada') })), { value: { items: [] } });
  t.match(await city.view(view('question', { id: answered })), { value: { answered_at: null, status: 'lapsed' } });
  balanced(t, town);
});

t.test('[VH5] [JB2] a visitor’s job: its reward is held, and whoever does it is paid', async (t) => {
  const { town, city, visitor } = await hand();
  t.match(await visits(city, visitor, postingJob()), applied);
  t.equal(walletOf(town, visitor), 95_000);
  t.equal(holds(town, 'escrow'), 5_000);
  const events = town.newEvents();
  t.match(events, [
    {
      type: 'job.posted',
      category: 'visitor',
      location: commons,
      actor: visitor,
      data: { poster: visitor, by_visitor: true, reward: 5 },
      audience: [inCommons, `to:visitor:${visitor}`, 'public'],
    },
  ]);
  const job = String(events[0]?.subject);
  await does(town, 'ada', claim(job));
  t.match(await visits(city, visitor, { type: 'release_job', named: job }), { code: 'access_denied' }, 'not yet');
  await does(town, 'ada', submit(job));
  t.match(await visits(city, visitor, { type: 'reject_job', named: job, reason: contentHash('Dark.') }), applied);
  await does(town, 'ada', submit(job));
  const before = town.balance('ada');
  town.newEvents();
  t.match(await visits(city, visitor, { type: 'accept_job', named: job }), applied);
  t.equal(town.balance('ada'), before + 5_000);
  t.match(town.newEvents(), [
    { type: 'credits.received', data: { reason: 'reward', from: visitor } },
    { type: 'job.completed', category: 'visitor', actor: visitor },
  ]);
  t.match(town.context('ada').deeds, { jobs: 1 });
  t.equal(town.context('ada').deeds?.earned_trust, undefined, 'trust comes from residents alone (VO4)');
  t.match(await city.letters(visitorActor(visitor), 1_000, 2), [{ type: 'job.submitted' }, { type: 'job.submitted' }]);
  balanced(t, town);
});

t.test('[VH5] [JB7] what nobody does comes back, and what is not answered counts as accepted', async (t) => {
  const { town, city, visitor } = await hand({ JOB_TICKS: '4', JOB_REVIEW_TICKS: '1' });
  await visits(city, visitor, postingJob());
  const left = subjectOf(town, 'job.posted');
  await visits(city, visitor, postingJob());
  const done = subjectOf(town, 'job.posted');
  await does(town, 'ada', claim(done));
  await does(town, 'ada', submit(done));
  await town.ticks(1);
  t.equal(stateOf(town, jobActor(done)), 'completed');
  await town.ticks(3);
  t.equal(stateOf(town, jobActor(left)), 'expired');
  t.equal(walletOf(town, visitor), 95_000);
  const letters = await city.letters(visitorActor(visitor), 1_000, 2);
  t.match(letters, [{ type: 'job.expired' }, { type: 'credits.received' }]);
  t.match(JSON.parse(letters[1]?.json ?? ''), { data: { reason: 'refund', amount: 5 } });
  balanced(t, town);
});

async function refusesVisit(t: Test, act: Promise<Outcome>, code: string, context: object = {}): Promise<void> {
  t.match(await act, refusal(code, context));
}

t.test('[VH5] a visitor posts where it may walk, what it can pay, and answers for its own jobs alone', async (t) => {
  const { town, city, visitor } = await hand({ JOBS_AT_PLACE_MAX: '9' }, 9_000);
  const says = (event: Parameters<typeof visits>[2], who = visitor) => visits(city, who, event);
  const home = town.home('ada');
  await refusesVisit(t, says(postingJob({ place: home })), 'not_found', { kind: 'location', id: home });
  await refusesVisit(t, says(postingJob({ place: 'nowhere' })), 'not_found', { kind: 'location' });
  await refusesVisit(t, says(postingJob({ reward: 9_001 })), 'insufficient_credits', { required: 9_001 });
  await refusesVisit(t, says(postingJob({ reviewTicks: 13 })), 'invalid_request');
  const other = await visitorIn(city, 'two');
  await city.submit(command(visitorActor(other), { type: 'grant', amount: 9_000 }, { caller: 'operator' }));
  town.newEvents();
  for (let n = 0; n < 8; n++) t.match(await says(postingJob({ reward: 1 })), applied);
  await refusesVisit(t, says(postingJob({ reward: 1 })), 'tier_capacity_exceeded', { max: 8, current: 8, of: 'posts' });
  t.match(await says(postingJob({ reward: 1 }), other), applied);
  const full = { max: 9, current: 9, of: 'board' };
  await refusesVisit(t, says(postingJob({ reward: 1 }), other), 'tier_capacity_exceeded', full);
  const job = subjectOf(town, 'job.posted');
  await refusesVisit(t, says({ type: 'accept_job', named: job }), 'not_found', { kind: 'job', id: job });
  await refusesVisit(t, says({ type: 'accept_job', named: job }, other), 'invalid_state');
  balanced(t, town);
});

t.test('[VH7] a note lies where strangers walk, is paid for good, and lapses', async (t) => {
  const { town, city, visitor } = await hand({ NOTE_TICKS: '3', NOTES_AT_PLACE_MAX: '2', NOTES_PER_VISITOR_MAX: '1' });
  const treasury = holds(town, 'treasury');
  t.match(await visits(city, visitor, leaving()), applied);
  t.equal(walletOf(town, visitor), 99_000);
  t.equal(holds(town, 'treasury'), treasury + 1_000);
  const [event] = town.newEvents();
  t.match(event, {
    type: 'note.left',
    category: 'visitor',
    location: commons,
    data: { text: 'A library here', until_tick: 3 },
    audience: [inCommons, `to:visitor:${visitor}`, 'public'],
  });
  const full = (max: number, of: string) => refusal('tier_capacity_exceeded', { max, current: max, of });
  t.match(await visits(city, visitor, leaving()), full(1, 'notes'));
  t.match(await visits(city, visitor, leaving('note', town.home('ada'))), refusal('not_found', { kind: 'location' }));
  const other = await visitorIn(city, 'two');
  t.match(await visits(city, other, leaving()), refusal('insufficient_credits', { required: 1_000, balance: 0 }));
  await city.submit(command(visitorActor(other), { type: 'grant', amount: 9_000 }, { caller: 'operator' }));
  t.match(await visits(city, other, leaving()), applied);
  const third = await visitorIn(city, 'three');
  await city.submit(command(visitorActor(third), { type: 'grant', amount: 9_000 }, { caller: 'operator' }));
  t.match(await visits(city, third, leaving()), full(2, 'notes here'));
  const page = { limit: 10, cursor: null };
  t.match(await city.view(view('notes_here', { resident: town.id('ada'), ...page })), {
    value: { items: [{ location: commons, purpose: 'note', from: String }, { location: commons }] },
  });
  await town.ticks(3);
  t.match(await city.view(view('notes_at', { id: commons, ...page })), { value: { items: [] } });
  t.match(town.newEvents().at(-1), { type: 'note.gone', data: { reason: 'lapsed', purpose: 'note' } });
  balanced(t, town);
});

t.test('[VH8] wishes are few, dear, and read by everybody', async (t) => {
  const { town, city, visitor } = await hand({ WISHES_PER_VISITOR_MAX: '2', WISHES_MAX: '3' });
  for (let n = 0; n < 2; n++) t.match(await visits(city, visitor, leaving('wish')), applied);
  t.equal(walletOf(town, visitor), 90_000);
  t.match(town.newEvents(), [{ type: 'wish.named', location: commons, data: { text: 'A library here' } }, {}]);
  const full = (max: number, of: string) => refusal('tier_capacity_exceeded', { max, current: max, of });
  t.match(await visits(city, visitor, leaving('wish')), full(2, 'wishes'));
  const other = await visitorIn(city, 'two');
  await city.submit(command(visitorActor(other), { type: 'grant', amount: 90_000 }, { caller: 'operator' }));
  t.match(await visits(city, other, leaving('wish')), applied);
  t.match(await visits(city, other, leaving('wish')), full(3, 'wishes of the city'));
  const wishes = await city.view(view('wishes', { limit: 2, cursor: null }));
  t.match(wishes, { value: { items: [{ purpose: 'wish' }, { purpose: 'wish' }], next_cursor: String } });
  balanced(t, town);
});

t.test('[VH9] the operator takes a note away; nobody speaks for the Commons', async (t) => {
  const { town, city, visitor } = await hand();
  await visits(city, visitor, leaving());
  const note = subjectOf(town, 'note.left');
  t.match(
    await town.when('ada', { type: 'remove_note', note }),
    refusal('not_representative', { representative: null }),
  );
  t.match(await town.when('ada', { type: 'remove_note', note: 'note_aaaaaaaaaaaaaaaa' }), { code: 'not_found' });
  const takeDown = command(noteActor(note), { type: 'take_down' }, { caller: 'operator' });
  t.match(await city.submit(takeDown), applied);
  t.match(town.newEvents(), [{ type: 'note.gone', actor: null, data: { id: note, reason: 'removed' } }]);
  t.equal(walletOf(town, visitor), 99_000, 'nothing comes back');
  balanced(t, town);
});
