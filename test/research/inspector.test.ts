/** What an inspector is told of actors, in the messages of Stately's inspector. */
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Message } from '../../engine/effect.ts';
import { InspectionFrame } from '../../gateways/answers/inspection.ts';
import { Inspector } from '../../research/observation/inspector.ts';
import { ObservedTurns } from '../../research/observation/observed-turns.ts';
import { found, openWorld } from '../world.ts';

async function town() {
  const turns = new ObservedTurns();
  const inspector = new Inspector(kinds, turns);
  const { city } = await openWorld({
    onSealed: (sealed, state) => {
      const observed = turns.sealed(sealed, state);
      if (observed !== undefined) inspector.sealed(sealed, observed);
    },
  });
  const ada = residentActor(await found(city, 'Ada', 1_000_000));
  const send = (event: Message, to = ada) => city.submit({ to, caller: to, event, reply: view('machines', {}) });
  return { inspector, city, ada, send };
}

const move = { type: 'move', exit: 'commons', max_toll: null };
const speak = { type: 'broadcast', text: 'Good morning.' };
const all = Number.MAX_SAFE_INTEGER;
const eventsIn = (frames: ReturnType<ReturnType<Inspector['inspect']>['take']>['frames']): readonly string[] =>
  frames.flatMap((frame) => ('event' in frame ? [frame.event.type] : []));

t.test('[CH6] an actor is introduced, then each event that it hears, with its state after it', async (t) => {
  const { inspector, city, ada, send } = await town();
  t.equal(city.state.observer, undefined);
  const inspection = inspector.inspect('resident', null);
  await send(speak);
  const { frames, skipped } = inspection.take(all, 20);
  for (const frame of frames) t.same(InspectionFrame.parse(frame), frame, 'strictly');
  t.equal(skipped, 0);
  const [introduced, heard, then] = frames;
  t.match(introduced, {
    ...{ type: '@xstate.actor', name: 'resident', sessionId: ada, rootId: ada, _version: '0.7.2' },
    snapshot: { status: 'active', value: { alive: 'active' }, context: { name: 'Ada', token: 'hidden' } },
  });
  t.match(heard, { type: '@xstate.event', event: speak, sourceId: ada, createdAt: /^\d+$/ });
  t.match(then, { type: '@xstate.snapshot', event: speak, snapshot: { value: { alive: 'active' } } });
  const definition = introduced?.type === '@xstate.actor' ? JSON.parse(introduced.definition) : {};
  t.match(definition, { id: 'resident', states: { alive: {} } });
  t.equal(new Set(frames.map(({ id }) => id)).size, frames.length, 'ids are unique');
  const other = inspector.inspect('pod', null);
  inspection.close();
  t.not(city.state.observer, undefined, 'another looks on');
  other.close();
  t.equal(city.state.observer, undefined, 'nothing is followed any more');
});

t.test('[CH6] what was refused is not told, nor what is not committed yet', async (t) => {
  const { inspector, city, send } = await town();
  const inspection = inspector.inspect('resident', null);
  await send(move);
  await send({ type: 'move', exit: 'no-such-exit', max_toll: null });
  const { turn } = city.state.counters;
  await send(speak);
  t.same(eventsIn(inspection.take(turn, 20).frames), ['move', 'move', 'admitted', 'admitted']);
  t.same(eventsIn(inspection.take(turn + 1, 20).frames), ['broadcast', 'broadcast']);
});

t.test('[CH7] a stream follows 20 actors, and so many steps wait at most; others are counted', async (t) => {
  const { inspector, city, ada, send } = await town();
  const [ofKind, ofOne] = [inspector.inspect('resident', null), inspector.inspect('resident', ada)];
  await send(move);
  const names = [...Array(24).keys()].map((n) => `B${n}`);
  const others = await Promise.all(names.map((name) => found(city, name, 10_000)));
  for (const other of others) await send({ type: 'move', exit: 'commons', max_toll: null }, residentActor(other));
  const first = ofKind.take(all, 1_000);
  t.equal(first.frames.filter(({ type }) => type === '@xstate.actor').length, 20);
  t.ok(first.skipped > 0);
  t.equal(ofKind.take(all, 1_000).skipped, 0, 'once');
  for (let n = 0; n < 410; n++) await send({ ...speak, text: `${n}` });
  const { frames, skipped } = ofOne.take(all, 1_000);
  t.same([...new Set(frames.map(({ sessionId }) => sessionId))], [ada], 'and of one actor nobody else');
  t.equal(frames.filter(({ type }) => type === '@xstate.event').length, 400);
  t.ok(skipped >= 10);
});

t.test('so many steps are taken at once as are asked for', async (t) => {
  const { inspector, send } = await town();
  const inspection = inspector.inspect('resident', null);
  await send(move);
  await send(speak);
  const types = () => inspection.take(all, 2).frames.map(({ type }) => type);
  t.same(types(), ['@xstate.actor', '@xstate.event', '@xstate.snapshot', '@xstate.event', '@xstate.snapshot']);
  t.same(types(), ['@xstate.event', '@xstate.snapshot']);
});
