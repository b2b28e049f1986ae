/**
 * Commands of residents to the places around them. Each is declared once, here: as the resident says it to its own chart, and as the place
 * hears it. Types only.
 */
import type { ActorId, ContentHash } from '../../../engine/ids.ts';
import type { RequestConnection, UpdateConnection } from '../../kinds/connection/messages.ts';
import type { AllowContainer } from '../../kinds/container/messages.ts';
import type { CompleteJob, RejectJob } from '../../kinds/job/messages.ts';
import type { Purpose } from '../../kinds/room/messages.ts';
import type { CallService, WriteCode } from '../code/messages.ts';
import type { Deploy, OpenWorkshop } from '../workshops/messages.ts';
import type { Access } from './access.ts';
import type { PlaceKind } from './names.ts';
import type { Pricing } from './pricing.ts';

/** The resident who asks. */
type By = { readonly by: string };

/**
 * A command to a place: the kinds of actors that may be asked; the fields that only identify that actor; what the actor hears; and which
 * fields of that are found on the way.
 */
interface Command<
  Asked extends PlaceKind | 'connection-request' | 'job' | 'note',
  Naming,
  Heard extends By,
  Found extends keyof Heard = never,
> {
  readonly asked: Asked;
  readonly heard: Heard;
  readonly said: Omit<Heard, 'by' | 'location' | Found> & Naming;
}

type ByPod = { readonly pod: string };
type ByWorkshop = { readonly workshop: string };
type ByRoom = { readonly name: string };
type ByRequest = { readonly request: string };
type ByExit = { readonly exit: string };
type ByJob = { readonly job: string };
type ByNote = { readonly note: string };

/** Amounts are millicredits. */
interface Commands {
  open_workshop: Command<PlaceKind, { readonly place: string }, OpenWorkshop>;
  write_code: Command<'pod' | 'room', ByWorkshop, WriteCode>;
  run_code: Command<'pod' | 'room', ByWorkshop, By>;
  deploy: Command<'pod' | 'room', { readonly source: string }, Deploy>;
  request_connection: Command<PlaceKind, object, RequestConnection>;
  approve_connection: Command<'connection-request', ByRequest, By>;
  reject_connection: Command<'connection-request', ByRequest, By>;
  update_connection: Command<'connection-request', ByExit, By & UpdateConnection>;
  close_connection: Command<'connection-request', ByExit, By>;
  fund: Command<'pod', ByPod, By & { readonly amount: number }>;
  contribute: Command<'pod', ByPod, By & Contribute>;
  appoint: Command<'pod', ByPod, By & { readonly to: string }>;
  transfer_pod: Command<'pod', ByPod, By & { readonly to: string }>;
  set_access: Command<'pod', ByPod, By & SetAccess>;
  set_pricing: Command<'pod', ByPod, By & { readonly pricing: Pricing }>;
  allow_container: Command<'pod', ByPod, By & AllowContainer>;
  deploy_container: Command<'pod', ByPod & ByWorkshop, DeployContainer, 'source'>;
  remove_container: Command<'pod', ByPod, By & { readonly name: string }>;
  call_service: Command<'pod' | 'container', { readonly service: string }, CallService>;
  claim_job: Command<'job', ByJob, By>;
  complete_job: Command<'job', ByJob, CompleteJob>;
  reject_job: Command<'job', ByJob, RejectJob>;
  release_job: Command<'job', ByJob, By>;
  remove_note: Command<'note', ByNote, By>;
  add_room: Command<'location', object, AddRoom>;
  remove_room: Command<'room', ByRoom, By>;
  invite: Command<'room', ByRoom, By & { readonly residents: readonly string[] }>;
  revoke: Command<'room', ByRoom, By & { readonly residents: readonly string[] }>;
}

/** The answer of a contributor who is asked for a share of the funding. `max_share`: the most that it pays; null: the usual limit. */
type Contribute = { readonly accept: boolean; readonly max_share: number | null };

/** Who may enter; and whether what is said aloud there can be read later: unset, as before. */
type SetAccess = { readonly access: Access; readonly keepsWords?: boolean };

type DeployContainer = By & {
  readonly name: string;
  /** The workshop whose code the container is to run; null when there is none of that name. */
  readonly source: ActorId<'pod' | 'room'> | null;
  readonly description: ContentHash | null;
};

/** The owner wants one more room in its house. */
type AddRoom = By & {
  readonly name: string;
  readonly purpose: Purpose;
  readonly description: ContentHash | null;
};

/** The commands as a resident says them. */
export type PlaceCommands = { readonly [Type in keyof Commands]: Commands[Type]['said'] };
export type PlaceCommandType = keyof Commands;

/** The kinds of actors that a command may go to. */
export type AskedKind<Type extends PlaceCommandType = PlaceCommandType> = Commands[Type]['asked'];

/** The commands that an actor of this kind hears, in the form in which it hears them. */
export type AskedOf<Kind extends AskedKind> = {
  readonly [Type in PlaceCommandType as Kind extends Commands[Type]['asked'] ? Type : never]: Commands[Type]['heard'];
};
