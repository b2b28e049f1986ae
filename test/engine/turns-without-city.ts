/** Turns without a city around them: toys in a bare state, each command run and sealed at once. */
import { createHash } from 'node:crypto';
import type { ActorKind, Settings } from '../../engine/actor-kind.ts';
import type { JournalCommand, UnnumberedCommand } from '../../engine/command.ts';
import type { Effect, Message } from '../../engine/effect.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { keyList } from '../../engine/state/reverse-index.ts';
import { type Sealed, seal } from '../../engine/turn/seal.ts';
import { runTurn } from '../../engine/turn/turn.ts';
import { toy, toyKinds, toySettings } from './toy-actors.ts';

export class Turns {
  readonly state: CityState;
  readonly sealed: Sealed[] = [];
  at = 1;

  constructor(names: readonly string[], settings: Settings = toySettings, kinds: readonly ActorKind[] = toyKinds) {
    this.state = new CityState(kinds, 'a secret of the tests', settings);
    for (const name of names) this.run({ type: 'create', actor: toy(name), input: {} });
  }

  /** Runs and seals one turn; the refusal when it was refused. Throws what the turn throws. */
  run(unnumbered: UnnumberedCommand): Refused | undefined {
    const command = { ...unnumbered, turn: this.state.counters.turn + 1, at: this.at++ } as JournalCommand;
    const draft = runTurn(this.state, command);
    if (draft.type === 'refused') return draft;
    this.sealed.push(seal(draft, command, []));
    return undefined;
  }

  hear(to: ActorId, event: Message): Refused | undefined {
    return this.run({ type: 'event', caller: to, to, event });
  }

  does(name: string, effects: readonly Effect[], rest: Partial<Message> = {}): Refused | undefined {
    return this.hear(toy(name), { type: 'do', effects, ...rest });
  }

  /** One tick, every wake-up that is due then heard, in order of ids. */
  tick(): void {
    this.run({ type: 'tick', tick: this.state.counters.tick + 1 });
    this.drain();
    this.run({ type: 'tick.completed', tick: this.state.counters.tick });
  }

  drain(): void {
    while (this.state.due.size > 0) for (const actor of [...this.state.due].sort()) this.run({ type: 'wake', actor });
  }
}

/** A hash of everything a city is between two turns, what is derived included. */
export function cityHash(state: CityState): string {
  return createHash('sha256')
    .update(JSON.stringify(cityOf(state)))
    .digest('hex');
}

/** All of a city between two turns, as plain data in a fixed order. */
export function cityOf(state: CityState) {
  const byId = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const keys = new Set([...state.images.values()].flatMap((image) => indexKeys(state, image.id)));
  return {
    images: byId(state.images),
    accounts: byId(state.accounts),
    counters: state.counters,
    tombs: [...state.tombs.entries()].sort(([a], [b]) => (a < b ? -1 : 1)),
    due: [...state.due].sort(),
    quarantined: [...state.quarantined].sort(),
    states: [...state.kinds.keys()].map((kind) => [kind, byId(state.actorsByState.counts(kind))]),
    waiting: byId(state.waiting.oldest()),
    surplus: state.accountWatch.surplus,
    indexes: [...keys].sort().map((key) => {
      const [name = '', at = ''] = key.split('\n');
      return [key, state.index(name).count(at), state.index(name).page(at, '', 10_000)];
    }),
  };
}

function indexKeys(state: CityState, id: ActorId): string[] {
  const image = state.images.get(id);
  if (image === undefined) return [];
  return Object.entries(state.kind(id).indexes).flatMap(([name, keysOf]) =>
    keyList(keysOf(image)).map((at) => `${name}\n${at}`),
  );
}
