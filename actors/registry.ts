/**
 * Every kind of actor by name: its input, its context, and its inbox. This is all that kinds know of each other. `send`, `command`, `spawn`
 * and `imageOf` are typed by it.
 *
 * Contexts and messages are declared with `type`, not `interface`: the engine takes them as records.
 */
import type { Facts, Image } from '../engine/actor-kind.ts';
import type { Command } from '../engine/command.ts';
import { type Effect, send as sendAny, spawn as spawnAny } from '../engine/effect.ts';
import type { ActorId } from '../engine/ids.ts';
import type { Remembered } from '../engine/views/records.ts';
import type { Reader } from '../engine/views/views.ts';
import type { MessageOf } from './facts.ts';
import type { CallContext, CallInbox } from './kinds/call/messages.ts';
import type { CallState } from './kinds/call/state.ts';
import type { ConnectionContext, ConnectionInbox, ConnectionInput } from './kinds/connection/messages.ts';
import type { ConnectionState } from './kinds/connection/state.ts';
import type { ContainerContext, ContainerInbox, ContainerInput } from './kinds/container/messages.ts';
import type { ContainerState } from './kinds/container/state.ts';
import type { FrameworkContext, FrameworkInbox, FrameworkInput } from './kinds/framework/messages.ts';
import type { FrameworkState } from './kinds/framework/state.ts';
import type { JobContext, JobInbox, JobInput } from './kinds/job/messages.ts';
import type { JobState } from './kinds/job/state.ts';
import type { LocationContext, LocationInbox, LocationInput } from './kinds/location/messages.ts';
import type { LocationState } from './kinds/location/state.ts';
import type { NoteContext, NoteInbox, NoteInput } from './kinds/note/messages.ts';
import type { NoteState } from './kinds/note/state.ts';
import type { PodContext, PodInbox, PodInput } from './kinds/pod/messages.ts';
import type { PodState } from './kinds/pod/state.ts';
import type { StationContext, StationInbox, StationInput } from './kinds/portal-station/messages.ts';
import type { StationState } from './kinds/portal-station/state.ts';
import type { PrintContext, PrintInbox, PrintInput } from './kinds/print/messages.ts';
import type { PrintState } from './kinds/print/state.ts';
import type { QuestionContext, QuestionInbox, QuestionInput } from './kinds/question/messages.ts';
import type { QuestionState } from './kinds/question/state.ts';
import type {
  Awaited,
  ResidentCommand,
  ResidentContext,
  ResidentInbox,
  ResidentInput,
} from './kinds/resident/messages.ts';
import type { ResidentState } from './kinds/resident/state.ts';
import type { RoomContext, RoomInbox, RoomInput } from './kinds/room/messages.ts';
import type { RoomState } from './kinds/room/state.ts';
import type { ServiceCallContext, ServiceCallInbox, ServiceCallInput } from './kinds/service-call/messages.ts';
import type { ServiceCallState } from './kinds/service-call/state.ts';
import type { SoulContext, SoulInbox, SoulInput } from './kinds/soul/messages.ts';
import type { SoulState } from './kinds/soul/state.ts';
import type { VisitorContext, VisitorInbox, VisitorInput } from './kinds/visitor/messages.ts';
import type { VisitorState } from './kinds/visitor/state.ts';
import type { CallInput } from './rules/code/messages.ts';
import type { AskedOf } from './rules/place/command-messages.ts';

interface Declared<Input, Context, State extends string, Inbox> {
  readonly input: Input;
  readonly context: Context;
  readonly state: State;
  readonly inbox: Inbox;
}

export interface Actors {
  readonly resident: Declared<ResidentInput, ResidentContext, ResidentState, ResidentInbox>;
  readonly location: Declared<LocationInput, LocationContext, LocationState, LocationInbox & AskedOf<'location'>>;
  readonly room: Declared<RoomInput, RoomContext, RoomState, RoomInbox & AskedOf<'room'>>;
  readonly pod: Declared<PodInput, PodContext, PodState, PodInbox & AskedOf<'pod'>>;
  readonly container: Declared<ContainerInput, ContainerContext, ContainerState, ContainerInbox & AskedOf<'container'>>;
  readonly 'connection-request': Declared<
    ConnectionInput,
    ConnectionContext,
    ConnectionState,
    ConnectionInbox & AskedOf<'connection-request'>
  >;
  readonly soul: Declared<SoulInput, SoulContext, SoulState, SoulInbox>;
  readonly framework: Declared<FrameworkInput, FrameworkContext, FrameworkState, FrameworkInbox>;
  readonly job: Declared<JobInput, JobContext, JobState, JobInbox & AskedOf<'job'>>;
  readonly call: Declared<CallInput, CallContext, CallState, CallInbox>;
  readonly 'service-call': Declared<ServiceCallInput, ServiceCallContext, ServiceCallState, ServiceCallInbox>;
  readonly 'portal-station': Declared<StationInput, StationContext, StationState, StationInbox>;
  readonly print: Declared<PrintInput, PrintContext, PrintState, PrintInbox>;
  readonly question: Declared<QuestionInput, QuestionContext, QuestionState, QuestionInbox>;
  readonly note: Declared<NoteInput, NoteContext, NoteState, NoteInbox & AskedOf<'note'>>;
  readonly visitor: Declared<VisitorInput, VisitorContext, VisitorState, VisitorInbox>;
}

export type KindName = keyof Actors;
export type ContextOf<Kind extends KindName> = Actors[Kind]['context'];
/** The paths of the leaves of its chart. */
export type StateOf<Kind extends KindName> = Actors[Kind]['state'];
export type ImageOf<Kind extends KindName> = Image<ContextOf<Kind>, StateOf<Kind>>;
export type InboxOf<Kind extends KindName> = Actors[Kind]['inbox'];
/** A message that an actor takes. For an actor of several possible kinds: one that all of these kinds take. */
export type MessageTo<Kind extends KindName> = MessageOf<InboxOf<Kind>>;

/** Delivers `event` to another actor in this turn. */
export const send = <Kind extends KindName>(to: ActorId<Kind>, event: MessageTo<Kind>): Effect => sendAny(to, event);

/** A request from outside to change something: a message to one actor. */
export const command = <Kind extends KindName, Value>(
  to: ActorId<Kind>,
  event: MessageTo<Kind>,
  more: Omit<Command<Value>, 'to' | 'event'>,
): Command<Value> => ({ to, event, ...more });

/** A command whose answer waits for something outside: the waiting actor concludes with it (S2). */
export const commandAndWait = <Event extends Extract<ResidentCommand, { readonly type: keyof Awaited }>>(
  of: ActorId<'resident'>,
  event: Event,
  more: Pick<Command, 'key' | 'cause'> = {},
): Command<Awaited[Event['type']]> => ({ to: of, event, caller: of, awaits: true, ...more });

/** Creates an actor in this turn; its chart's first actions run at once. */
export const spawn = <Kind extends KindName>(id: ActorId<Kind>, input: Actors[Kind]['input']): Effect =>
  spawnAny(id, input);

/** The part of the city that finds an actor: rules see it as `Facts`, views as `Reader`. */
export type ActorReader = Pick<Facts, 'image'>;

/** The image of an actor, or `undefined` when there is none. */
export function imageOf<Kind extends KindName>(city: ActorReader, id: ActorId<Kind>): ImageOf<Kind> | undefined {
  // The chart of its kind made its context, and its id names the kind.
  return city.image(id) as ImageOf<Kind> | undefined;
}

/** All that is known of an actor, also of one that has left for a tombstone. */
export function recordOf<Kind extends KindName>(
  reader: Pick<Reader, 'record'>,
  id: ActorId<Kind>,
): { readonly image: ImageOf<Kind>; readonly account: Remembered['account'] } | undefined {
  return reader.record(id) as ReturnType<typeof recordOf<Kind>>;
}
