/** What the pages of a place and of a resident make of what they look at and hear. */
import t from 'tap';
import type { CityEvent } from '../../web/lib/events.ts';
import { happeningOf } from '../../web/lib/happening.ts';
import type { Place, Resident } from '../../web/watch/answers.ts';
import * as places from '../../web/watch/place-state.ts';
import * as residents from '../../web/watch/resident-state.ts';
import { subjectAt } from '../../web/watch/subject-address.ts';

const envelope = { at: '2026-01-01T00:00:00.000Z', tick: 3, location: 'city-commons', actor: 'ada-4', subject: null };
const arrived = (seq: number, actor: string): CityEvent => ({
  ...{ ...envelope, seq, actor },
  ...{ type: 'resident.arrived', data: {} },
});
const departed = (seq: number, actor: string, to?: string): CityEvent => ({
  ...{ ...envelope, seq, actor },
  ...{ type: 'resident.departed', data: to === undefined ? {} : { to } },
});
const said = (seq: number, message: string): CityEvent => ({
  ...{ ...envelope, seq },
  ...{ type: 'message.broadcast', data: { id: 'msg_1', message } },
});
const died = (seq: number): CityEvent => ({
  ...{ ...envelope, seq },
  ...{ type: 'resident.died', data: { name: 'Ada', cause: 'credit' } },
});

const commons: Place = {
  ...{ id: 'city-commons', kind: 'commons', name: 'The Commons', description: 'A square.', owner: null },
  tier: null,
  ...{
    residents_count: 1,
    seq: 10,
    residents: [{ id: 'ada-4', name: 'Ada', face: 'abc' }],
    next_to: [],
    stations: [],
    services: [],
  },
};
const ada: Resident = {
  ...{
    id: 'ada-4',
    name: 'Ada',
    face: 'abc',
    framework: 'default',
    status: 'alive',
    born_at: envelope.at,
    born_tick: 1,
    dies_at: envelope.at,
    dies_tick: 312,
  },
  ...{ died_at: null, death_cause: null, location: 'city-commons', seq: 10 },
};

t.test('the address says what is watched', async (t) => {
  t.same(subjectAt('/watch/place/city-commons'), { kind: 'place', id: 'city-commons' });
  t.same(subjectAt('/watch/resident/ada-4/'), { kind: 'resident', id: 'ada-4' });
  t.same(subjectAt('/watch/place/city-housing%2Fada'), { kind: 'place', id: 'city-housing/ada' });
  for (const wrong of ['/watch', '/watch/place/', '/watch/visitor/x', '/watch/place/a/b', '/watch/place/%zz'])
    t.equal(subjectAt(wrong), undefined, wrong);
});

t.test('a place: who comes and goes after the look changes who is there', async (t) => {
  let state = places.looked(commons);
  state = places.heard(state, arrived(11, 'bo-5'));
  t.same([state.count, state.present], [2, ['ada-4', 'bo-5']]);
  state = places.heard(state, arrived(12, 'bo-5'));
  t.equal(state.count, 2, 'nobody twice');
  state = places.heard(state, departed(13, 'ada-4', 'pod-7'));
  t.same([state.count, state.present], [1, ['bo-5']]);
  t.match(state.lines[0], { who: 'ada-4', does: 'leaves for', whither: 'pod-7' });
  state = places.heard(state, departed(14, 'ada-4'));
  t.equal(state.count, 1, 'nobody leaves twice');
});

t.test('a place: what was before the look is a line, and changes nothing', async (t) => {
  const state = places.heard(places.heard(places.looked(commons), departed(8, 'ada-4')), said(9, '<b>hi</b>'));
  t.same([state.count, state.present], [1, ['ada-4']]);
  t.match(state.lines, [{ does: 'says', words: '<b>hi</b>' }, { does: 'leaves' }]);
});

t.test('a place: of many only some are listed, and all are counted', async (t) => {
  let state = places.looked({ ...commons, residents_count: 300 });
  state = places.heard(state, departed(11, 'zed-9'));
  t.equal(state.count, 299, 'one of those that are not listed');
  for (let n = 0; n < 250; n++) state = places.heard(state, arrived(12 + n, `r-${n}`));
  t.equal(state.present.length, 200);
  t.equal(state.lines.length, 200, 'so are lines');
  t.equal(state.lines[0]?.seq, 261, 'the newest first');
});

t.test('a place: lines outlast a look; elsewhere makes none; it can shut down', async (t) => {
  const spoken = places.heard(places.looked(commons), said(11, 'hi'));
  const anew = places.looked({ ...commons, seq: 20 }, spoken);
  t.equal(anew.lines.length, 1);
  t.equal(places.heard(anew, { ...said(21, 'far'), location: 'pod-7' }).lines.length, 1);
  const end: CityEvent = { ...envelope, seq: 22, actor: null, type: 'pod.shut_down', data: { id: commons.id } };
  t.match(places.heard(anew, end), {
    isShutDown: true,
    lines: [{ does: 'Closed for good, because its funds ran out:' }, {}],
  });
  const missed = places.missed(anew, 30);
  t.match(missed.lines[0], { kind: 'gap', seq: 30 });
  t.equal(places.missed(missed, 31).lines.length, 2, 'said once, however often it is looked anew');
  t.match(places.missed(places.looked(commons), 30).lines, [{ kind: 'gap' }], 'so does a page that shows no event yet');
});

t.test('a place: a station that falls silent is shown as silent', async (t) => {
  const station = { id: 'library-6', name: 'Library', place: 'Main Street' };
  const open = places.looked({ ...commons, stations: [station] });
  t.same(open.stations, [{ ...station, isSilent: false }]);
  const silent = places.looked(commons, open);
  t.same(silent.stations, [{ ...station, isSilent: true }]);
  t.same(places.looked({ ...commons, stations: [station] }, silent).stations, open.stations, 'heard of again');
});

t.test('a resident: where it is, what it says, and its death', async (t) => {
  let state = residents.looked(ada);
  state = residents.heard(state, departed(11, 'ada-4'));
  t.equal(state.resident.location, null);
  state = residents.heard(state, { ...arrived(12, 'ada-4'), location: 'pod-7' });
  t.equal(state.resident.location, 'pod-7');
  const dying: CityEvent = {
    ...{ ...envelope, seq: 13, actor: null, subject: 'ada-4' },
    ...{ type: 'resident.dying', data: { cause: 'credit', at_tick: 9 } },
  };
  state = residents.heard(state, dying);
  t.match(state.warning, { does: 'is dying because its credits ran out' });
  state = residents.heard(state, died(14));
  t.match(state, { warning: undefined, resident: { status: 'dead', location: null, death_cause: 'credit' } });
  t.match(state.lines[0], { does: 'has died because its credits ran out' });
});

t.test('a resident: a walk is one line, where it arrives; at a place both ends are shown', async (t) => {
  const left = departed(11, 'ada-4', 'pod-7');
  const walked = residents.heard(residents.looked(ada), left);
  t.same([walked.lines, walked.resident.location], [[], null]);
  const there = residents.heard(walked, { ...arrived(12, 'ada-4'), location: 'pod-7' });
  t.match(there.lines, [{ does: 'arrives', where: 'pod-7' }]);
  t.match(residents.heard(there, departed(13, 'ada-4')).lines[0], { does: 'leaves', where: 'city-commons' });
  t.match(places.heard(places.looked(commons), left).lines, [{ does: 'leaves for', whither: 'pod-7' }]);
});

t.test('a resident: of others nothing is shown', async (t) => {
  const state = residents.looked(ada);
  t.equal(residents.heard(state, arrived(11, 'bo-5')), state);
  const thought: CityEvent = { ...envelope, seq: 11, type: 'resident.thought', data: { text: 'Rain.' } };
  t.match(residents.heard(state, thought).lines, [{ kind: 'thought', words: 'Rain.' }]);
});

t.test('events in words; the words of others stand apart', async (t) => {
  const job = { title: 'Sweep', reward: 1, poster: null, claimer: 'bo-5' };
  t.match(happeningOf({ ...envelope, seq: 1, type: 'job.posted', data: job }), {
    who: null,
    does: 'The city posts a job for 1 credit',
    words: 'Sweep',
  });
  t.match(happeningOf({ ...envelope, seq: 1, type: 'job.completed', data: job }), {
    who: 'bo-5',
    does: 'earns 1 credit',
  });
  t.match(happeningOf({ ...envelope, seq: 1, type: 'resident.born', data: { name: 'Bo', mentor: 'ada-4' } }), {
    does: 'is born, adopted by',
    whom: 'ada-4',
  });
  const fromOutside: CityEvent = { ...envelope, seq: 1, type: 'portal.broadcast', data: { id: 'm', message: 'Hello' } };
  t.match(happeningOf(fromOutside), { who: null, words: 'Hello' });
  t.equal(happeningOf({ ...envelope, seq: 1, type: 'tick.completed', data: { tick: 3 } }), undefined);
});
