/** What is typed in to be looked at closer, and how it is said what stands in the way of an event. */
import t from 'tap';
import {
  becauseText,
  closerLookOf,
  commandText,
  endText,
  hindrancesOf,
  originText,
} from '../../web/charts/closer-look.ts';

t.test('an event, a turn or an actor is named, as `civitas why` has it', async (t) => {
  t.same(closerLookOf('20'), { type: 'event', seq: 20 });
  t.same(closerLookOf('turn:9'), { type: 'turn', turn: 9 });
  t.same(closerLookOf('resident:ada-1'), { type: 'actor', id: 'resident:ada-1' });
  for (const text of ['', 'ada', '-1', '1.5', 'Resident:ada', 'resident: ada', '9999999999999999'])
    t.equal(closerLookOf(text), undefined, text);
});

t.test('guards in the way are named, and those that ask what the event says', async (t) => {
  const event = { type: 'letter', is_command: true, in_the_way: [], asks: [] };
  t.equal(hindrancesOf({ ...event, taken: 'yes', asks: ['isLong'] }), '');
  const guards = [
    { guard: 'not(isHome)', holds: true },
    { guard: 'hasInk', holds: false },
  ];
  t.equal(hindrancesOf({ ...event, taken: 'no', in_the_way: guards }), 'not(isHome) holds, hasInk fails');
  t.equal(hindrancesOf({ ...event, taken: 'no' }), 'whatever it says');
  t.equal(hindrancesOf({ ...event, taken: 'depends', asks: ['isToSelf'] }), 'isToSelf asks what it says');
});

t.test('commands, what messages came from, and the end of a chain are said', async (t) => {
  const none = { message: null, turn: null, tick: null };
  const command = { type: 'event', caller: null, to: null, event: null, intervention: false };
  t.equal(commandText({ ...command, type: 'tick' }), 'tick');
  t.equal(commandText({ ...command, type: 'wake', to: 'job:one' }), 'wake of job:one');
  const found = { ...command, caller: 'operator', to: 'location:home', event: { type: 'found' } };
  t.equal(commandText(found), 'operator sends found to location:home');
  t.match(commandText({ ...found, intervention: true }), 'whoever made this fork added it');
  t.equal(becauseText(null), 'because of');
  t.match(becauseText(812), 'event 812, as the caller says: nobody has checked it');
  t.equal(originText({ ...none, type: 'message', message: 3 }), 'sent by message 3');
  t.equal(originText({ ...none, type: 'wake', tick: 4, turn: 9 }), 'due at tick 4, asked for in turn 9');
  t.equal(originText({ ...none, type: 'derived' }), 'made due by the map or the end of another');
  t.equal(endText({ type: 'longer', note: null, turn: 7 }), 'There is more: ask for turn:7.');
  t.equal(endText({ type: 'unknown', note: 'It is pruned.', turn: null }), 'It is pruned.');
  t.equal(endText({ type: 'tick', note: null, turn: null }), 'It began with a tick.');
});
