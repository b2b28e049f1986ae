/**
 * What actors hear while somebody inspects them, in the messages of Stately's inspector 0.7 (`@xstate.actor`, `@xstate.event`,
 * `@xstate.snapshot`).
 *
 * CH6  Nothing is followed while nobody inspects. A turn that was refused is not told, and one that was sealed not before it is committed.
 * CH7  A stream follows the first actors that it meets, so many at most, and holds so many steps back at most; others are counted.
 */
import type { AnyStateMachine } from 'xstate';
import { withoutSecrets } from '../../actors/secrets.ts';
import type { ActorKind, Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { type ActorId, kindOf } from '../../engine/ids.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import { notedMessages } from '../../engine/why/turn-trace.ts';
import type { ObservedTurn, ObservedTurns } from './observed-turns.ts';

/** Actors of one stream: each is introduced with the whole of its machine. */
const actorsMax = 20;
/** Steps of one stream that wait to be taken. */
const waitingMax = 400;
const version = '0.7.2';

/** What an inspector is told of a state; with `@xstate.transition` it will be told the same. */
const stepType = '@xstate.snapshot';

interface Common {
  readonly rootId: string;
  readonly sessionId: string;
  readonly createdAt: string;
  readonly id: string;
  readonly _version: typeof version;
}
/** As XState writes a state: `{ alive: 'active' }` for the path `alive.active`. */
type Value = string | { readonly [key: string]: Value };

interface Snapshot {
  readonly status: 'active' | 'done';
  readonly value: Value;
  readonly context: Readonly<Record<string, unknown>>;
}
export type Frame =
  | (Common & { readonly type: '@xstate.event'; readonly event: Message; readonly sourceId?: string })
  | (Common & { readonly type: typeof stepType; readonly event: Message; readonly snapshot: Snapshot })
  | (Common & {
      readonly type: '@xstate.actor';
      readonly name: string;
      readonly definition: string;
      readonly snapshot: Snapshot;
    });

/** An actor heard a message. */
interface Step {
  readonly before: Image;
  readonly event: Message;
  /** The state after it. */
  readonly state: string;
}

interface Waiting {
  readonly turn: number;
  readonly frames: readonly Frame[];
}

/** What one reader inspects: a kind, or one actor of it. */
export interface Inspection {
  /** What of turns up to this one waits, so many steps at most; `skipped`: how many more were heard since the last call. */
  take(committedTurn: number, stepsMax: number): { readonly frames: readonly Frame[]; readonly skipped: number };
  close(): void;
}

interface Watch {
  readonly kind: string;
  readonly actor: ActorId | null;
  readonly known: Set<ActorId>;
  readonly waiting: Waiting[];
  skipped: number;
}

export class Inspector {
  readonly #turns: ObservedTurns;
  readonly #machines: ReadonlyMap<string, ActorKind>;
  readonly #definitions = new WeakMap<AnyStateMachine, string>();
  readonly #watches = new Set<Watch>();

  constructor(kinds: readonly ActorKind[], turns: ObservedTurns) {
    this.#turns = turns;
    this.#machines = new Map(kinds.map((kind) => [kind.name, kind]));
  }

  /** From the next turn on; `actor`: null for whoever is of the kind. */
  inspect(kind: string, actor: ActorId | null): Inspection {
    const watch: Watch = { kind, actor, known: new Set(), waiting: [], skipped: 0 };
    this.#watches.add(watch);
    this.#turns.want(watch);
    return {
      take: (committedTurn, stepsMax) => taken(watch, committedTurn, stepsMax),
      close: () => {
        this.#watches.delete(watch);
        this.#turns.wantNoMore(watch);
      },
    };
  }

  /** A turn that was observed (CH6). */
  sealed({ turn, command, images }: Sealed, { notes, before }: ObservedTurn): void {
    if (this.#watches.size === 0) return;
    const messages = notedMessages(notes);
    for (const watch of this.#watches)
      for (const [n, image] of before.entries()) {
        const { event, state } = must(messages[n], 'a message that was heard');
        this.#tell(watch, { before: image, event, state }, { turn, command, n, images });
      }
  }

  #tell(watch: Watch, { before, event, state }: Step, of: Turn): void {
    const { id } = before;
    if (watch.actor === null ? kindOf(id) !== watch.kind : id !== watch.actor) return;
    const isNew = !watch.known.has(id);
    // (CH7)
    if ((isNew && watch.known.size === actorsMax) || watch.waiting.length === waitingMax) {
      watch.skipped += 1;
      return;
    }
    watch.known.add(id);
    const { turn, command, n } = of;
    const common = (part: number): Common => {
      return {
        rootId: id,
        sessionId: id,
        createdAt: String(command.at),
        id: `${turn}.${n}.${part}`,
        _version: version,
      };
    };
    const heard = shownEvent(event);
    const sourceId = sourceOf(command, id, event);
    const context = of.images.get(id)?.context ?? before.context;
    const frames: Frame[] = [
      { type: '@xstate.event', event: heard, ...(sourceId !== undefined && { sourceId }), ...common(1) },
      { type: stepType, event: heard, snapshot: this.#snapshot(id, state, context), ...common(2) },
    ];
    if (isNew) frames.unshift({ type: '@xstate.actor', ...this.#introduced(before), ...common(0) });
    watch.waiting.push({ turn, frames });
  }

  #introduced({ id, state, context }: Image) {
    const machine = this.#machineOf(id);
    const known = machine && this.#definitions.get(machine);
    const definition = known ?? JSON.stringify(machine?.config ?? {}, (_, value: unknown) => namedFunction(value));
    if (machine !== undefined) this.#definitions.set(machine, definition);
    return { name: machine?.id ?? kindOf(id), definition, snapshot: this.#snapshot(id, state, context) };
  }

  #snapshot(id: ActorId, state: string, context: Image['context']): Snapshot {
    const isDone = this.#machineOf(id)?.root.states[state]?.type === 'final';
    return { status: isDone ? 'done' : 'active', value: valueOfPath(state), context: withoutSecrets(context) };
  }

  #machineOf(id: ActorId): AnyStateMachine | undefined {
    const kind = this.#machines.get(kindOf(id));
    return kind?.machinesOf?.[id] ?? kind?.machine;
  }
}

interface Turn {
  readonly turn: number;
  readonly command: JournalCommand;
  /** The number of the step in it. */
  readonly n: number;
  readonly images: ReadonlyMap<ActorId, Image>;
}

function taken(watch: Watch, committedTurn: number, stepsMax: number): ReturnType<Inspection['take']> {
  const until = watch.waiting.findIndex(({ turn }) => turn > committedTurn);
  const ready = watch.waiting.splice(0, Math.min(stepsMax, until < 0 ? watch.waiting.length : until));
  const { skipped } = watch;
  watch.skipped = 0;
  return { frames: ready.flatMap(({ frames }) => frames), skipped };
}

function valueOfPath(path: string): Value {
  const [leaf = '', ...outer] = path.split('.').reverse();
  return outer.reduce<Value>((inner, key) => ({ [key]: inner }), leaf);
}

/** As Stately writes a machine: of a function its name. */
const namedFunction = (value: unknown): unknown => (typeof value === 'function' ? { type: value.name } : value);

function shownEvent({ type, ...fields }: Message): Message {
  return { type, ...withoutSecrets(fields) };
}

/** The caller of the command, if it is an actor and this is what it sent. */
function sourceOf(command: JournalCommand, to: ActorId, event: Message): string | undefined {
  if (command.type !== 'event' || command.to !== to || command.event.type !== event.type) return undefined;
  return command.caller.includes(':') ? command.caller : undefined;
}
