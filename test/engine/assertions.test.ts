/** What turns, seals and batches rely on: each of these, unnoticed, would be a journal or a ledger that cannot be mended. */
import t from 'tap';
import type { JournalCommand } from '../../engine/command.ts';
import { Committer } from '../../engine/commit/committer.ts';
import { Draft } from '../../engine/turn/draft.ts';
import { prepare } from '../../engine/turn/prepare.ts';
import { seal } from '../../engine/turn/seal.ts';
import { runTurn } from '../../engine/turn/turn.ts';
import { memoryPersistence } from '../../persistence/memory/persistence.ts';
import { silentLog, VirtualClock } from '../world.ts';
import { Spots, spot } from './toy-places.ts';

const broken = { name: 'InvariantBroken' };

t.test('[L3] burns are whole, and every wake-up has its tick', async (t) => {
  const spots = new Spots();
  spots.create('a');
  for (const delta of [0.5, Number.NaN, Number.POSITIVE_INFINITY])
    t.throws(() => new Draft(spots.state, 1).addBurn(spot('a'), delta), broken, `a burn of ${delta}`);
  for (const tick of [Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1])
    t.throws(() => new Draft(spots.state, 1).addWake(spot('a'), tick, { type: 'ring' }), broken, `woken at ${tick}`);
});

t.test('[K1] no turn skips a tick, and none is complete that has not begun', async (t) => {
  const { state } = new Spots();
  const late = new Draft(state, 1);
  late.tick += 2;
  t.throws(() => prepare(late), broken);
  const early = new Draft(state, 1);
  early.completedTick += 1;
  t.throws(() => prepare(early), broken);
});

t.test('[T1] of two drafts of one state the second is never sealed, and no turn is journaled twice', async (t) => {
  const { state } = new Spots();
  const committer = new Committer(
    {
      journal: memoryPersistence().journal,
      clock: new VirtualClock(),
      log: silentLog,
      commitDeadlineMs: 1_000,
      batchTurnsMax: 10,
      batchCharsMax: 1_000_000,
      onDurable: () => {},
      onFatal: () => {},
    },
    state.counters.turn,
    0,
  );
  const command: JournalCommand = { turn: 1, at: 1, type: 'create', actor: spot('a'), input: {} };
  const [one, other] = [runTurn(state, command), runTurn(state, command)];
  if (one.type === 'refused' || other.type === 'refused') throw new Error('both can be born');
  const sealed = seal(one, command, []);
  t.throws(() => seal(other, command, []), broken);
  committer.add(sealed, state.counters, []);
  t.throws(() => committer.add(sealed, state.counters, []), broken, 'twice');
  t.throws(() => committer.add({ ...sealed, turn: 3 }, state.counters, []), broken, 'with a gap');
});
