/** The turns of an actor out of the journal, page by page: each is one in which it was addressed or changed. */
import t from 'tap';
import { residentActor } from '../../actors/rules/place/names.ts';
import { addresseeOf } from '../../engine/addressee.ts';
import { type ActorId, kindOf } from '../../engine/ids.ts';
import type { History, PastRow } from '../../engine/ports.ts';
import { MemoryHistory } from '../../persistence/memory/bases.ts';
import { journaledTurns } from '../../research/past/journaled-turns.ts';
import { lived } from '../engine/traced-simulation.ts';

/** All of them, and how many pages they came in. */
async function allOf(history: History, actor: ActorId, from: number, limit: number) {
  const turns = [];
  let pages = 0;
  for (let before: number | null = from; before !== null; pages++) {
    const page = await journaledTurns(history, actor, { before, limit });
    if (page.turns.length > limit) throw new Error(`${page.turns.length} turns on a page of ${limit}`);
    turns.push(...page.turns);
    before = page.next;
  }
  return { turns, pages };
}

t.test('pages tell each turn that was addressed to it once, newest first, and the states after them', async (t) => {
  const { store, state, turns } = await lived(20);
  const history = new MemoryHistory(store);
  const last = state.counters.turn;
  const commands = store.batches.flatMap((batch) => batch.commands);
  const addressedTo = (actor: ActorId) => commands.filter((command) => addresseeOf(command).to === actor);
  const residents = [...state.images.keys()].filter((id) => kindOf(id) === 'resident');
  const [actor] = residents.sort((a, b) => addressedTo(b).length - addressedTo(a).length);
  if (actor === undefined) throw new Error('a resident');
  const { turns: told, pages } = await allOf(history, actor, last + 1, 7);
  const numbers = told.map(({ turn }) => turn);
  t.same(
    numbers,
    [...new Set(numbers)].sort((a, b) => b - a),
  );
  t.ok(pages >= told.length / 7 && told.length > 20, `${told.length} turns on ${pages} pages`);
  t.same(
    addressedTo(actor).filter(({ turn }) => !numbers.includes(turn)),
    [],
  );
  for (const { turn, state: then } of told) {
    const { messages } = await turns.turn(turn);
    const heard = messages.findLast(({ to }) => to === actor);
    if (then !== null && heard !== undefined && then !== heard.state) t.fail(`turn ${turn}: ${then}, ${heard.state}`);
  }
  const some = await journaledTurns(history, actor, { before: numbers[5] ?? 0, limit: 3 });
  t.same(
    some.turns.map(({ turn }) => turn),
    numbers.slice(6, 9),
    'those before a turn',
  );
  t.same(await journaledTurns(history, actor, { before: 1, limit: 3 }), { turns: [], next: null });
});

class CountingHistory extends MemoryHistory {
  /** That were read. */
  rows = 0;

  override async *read(after: number, until: number): AsyncIterable<PastRow> {
    for await (const row of super.read(after, until)) {
      this.rows += 1;
      yield row;
    }
  }
}

t.test('one answer reads so many batches at most, and says where to go on', async (t) => {
  const { store, state } = await lived(40);
  const history = new CountingHistory(store);
  const nobody = residentActor('nobody-1');
  const asked = { before: state.counters.turn + 1, limit: 10, batchesMax: 100 };
  const { turns, next } = await journaledTurns(history, nobody, asked);
  t.ok(store.batches.length > 100, `${store.batches.length} batches`);
  t.same(turns, []);
  t.equal(history.rows, 100);
  const { firstTurn = 0 } = store.batches.find(({ batch }) => batch === (store.batches.at(-1)?.batch ?? 0) - 99) ?? {};
  t.equal(next, firstTurn);
  t.same((await allOf(history, nobody, state.counters.turn + 1, 10)).turns, []);
});
