/**
 * Every command of a resident to a place, a row each: which actors it may go to, what the resident's chart checks before it asks, how the
 * actor is found, and which residents the command names. The resident's chart (`kinds/resident/machine.ts`) takes its transitions from
 * here, and so does every place that has ended (`ruinRefusals`). The actor that is asked decides.
 */

import type { Facts } from '../../../engine/actor-kind.ts';
import { must } from '../../../engine/assert.ts';
import type { Refusal } from '../../../engine/effect.ts';
import { type ActorId, kindOf } from '../../../engine/ids.ts';
import type { MessageOf } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import { refusal } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { callPrice } from '../code/call-price.ts';
import { type Naming, namedAt, sharersAt, type Wrong, wronglyNamed } from '../people/named-residents.ts';
import { partsOf, shareAskedOf } from '../workshops/contributions.ts';
import { neededToBegin } from '../workshops/first-upkeep.ts';
import { priceOfWorkshop, workshopNamed } from '../workshops/opening.ts';
import type { AskedKind, PlaceCommands, PlaceCommandType } from './command-messages.ts';
import { roomUpkeep } from './inner-upkeep.ts';
import {
  connectionActor,
  homeOf,
  innerPlace,
  jobActor,
  locationActor,
  noteActor,
  type PlaceKind,
  placeActor,
  podActor,
  roomActor,
} from './names.ts';
import { requestFee } from './requesting.ts';
import { knownImage } from './visibility.ts';

/** Where a command goes, and what it requires. */
interface Route<Kind extends AskedKind = AskedKind> {
  /** The actor that is asked; null when there is none. */
  readonly target: ActorId<Kind> | null;
  /** Where the resident must stand: there, or in a room of that house; null for anywhere. */
  readonly required?: string | null;
  /** Millicredits that the resident must have to ask, as far as they are known before. */
  readonly price?: number;
  /** Millicredits that go to others, or to somebody whom others choose (EN1). */
  readonly given?: number;
  /** Fields that the asked actor cannot know by itself. */
  readonly found?: Readonly<Record<string, unknown>>;
}

/** What a resident must know to decide whether it asks (T6). */
export interface Asking extends Required<Route> {
  /** Its balance, in millicredits. */
  readonly balance: number;
  /** Calls and runs that the resident has under way. */
  readonly openCalls: number;
  /** Named residents who may not be named. */
  readonly wronglyNamed: readonly Wrong[];
}

/** The facts of each command. */
export type FoundForCommands = { readonly [Type in PlaceCommandType]: Asking };

type Said<Type extends PlaceCommandType> = MessageOf<PlaceCommands, Type>;
type Resident = ImageOf<'resident'>;
type Router<Type extends PlaceCommandType> = (facts: Facts, self: Resident, said: Said<Type>) => Route<AskedKind<Type>>;

/**
 * What can be wrong before anybody is asked, besides that no actor is found: the resident stands elsewhere, has too little, gives too much,
 * or has too many calls under way.
 */
export type Check = 'inPlace' | 'affordable' | 'endowment' | 'fewCalls';

interface Row<Type extends PlaceCommandType> {
  /** Kinds of actors that may be asked. */
  readonly asked: readonly AskedKind<Type>[];
  /** How the actor that is asked is found. */
  readonly route: Router<Type>;
  /** The refusal when no actor is found; absent where there always is one, or where the engine answers `not_found`. */
  readonly notFound?: (said: Said<Type>) => Refusal;
  readonly checks?: readonly Check[];
  /** Residents that the command names in lists. Each must have lived here at some time; with `namesLive` it must live. */
  readonly names?: (said: Said<Type>) => readonly Naming[];
  readonly namesLive?: true;
  /** False for a command that cannot reach a place that has ended. */
  readonly ofRuins?: false;
}

/** A row as the rule of an event (T6). */
interface Rule<Type extends PlaceCommandType> extends Row<Type> {
  readonly command: true;
  readonly facts: (facts: Facts, self: Resident, said: Said<Type>) => Asking;
}

const row = <Type extends PlaceCommandType>(row: Row<Type>): Rule<Type> => ({
  command: true,
  facts: (facts, self, said) => ({
    required: null,
    price: 0,
    given: 0,
    found: {},
    balance: facts.balance(self.id),
    wronglyNamed: row.names === undefined ? [] : wronglyNamed(facts, row.names(said), row.namesLive === true),
    openCalls: facts.count(indexes.openCalls, self.context.id),
    ...row.route(facts, self, said),
  }),
  ...row,
});

/** A hidden place is found only by those whom it concerns. For others it is as if it had never been built. */
const pod = (facts: Facts, { context }: Resident, said: { readonly pod: string }): Route<'pod'> => {
  const target = podActor(said.pod);
  return { target: knownImage(facts, context.id, target) === undefined ? null : target };
};

const request = (_facts: Facts, _self: Resident, said: { readonly request: string }): Route<'connection-request'> => ({
  target: connectionActor(said.request),
});

const exit = (facts: Facts, _self: Resident, said: { readonly exit: string }): Route<'connection-request'> => ({
  target: facts.members(indexes.exit, said.exit, 1)[0] ?? null,
});

const job = (_facts: Facts, _self: Resident, said: { readonly job: string }): Route<'job'> => ({
  target: jobActor(said.job),
});

const workshop = (facts: Facts, { context }: Resident, said: { readonly workshop: string }): Route<'pod' | 'room'> =>
  workshopNamed(facts, context, said.workshop);

const ownRoom = (_facts: Facts, { context }: Resident, said: { readonly name: string }): Route<'room'> => ({
  target: roomActor(innerPlace(context.home, said.name)),
  required: context.home,
});

/** The place where the resident stands, unless another is named. */
const whereOneStands: Router<'open_workshop'> = (facts, { context }, said) => ({
  target: placeActor(context.location),
  required: said.place === 'current' ? null : said.place,
  price: priceOfWorkshop(facts, context.location, { by: context.id, ...said }),
});

const nearEnd: Router<'request_connection'> = (facts, { context }, { from, to }) => ({
  target: placeActor(from),
  required: from,
  price: requestFee(facts, from, to, context.id),
});

/** Funding one's own pool gives nothing away: a pool pays nothing out. A deployed room becomes the caller's own pod. */
function givenToPool(facts: Facts, { context }: Resident, place: ActorId, amount: number): number {
  const isOwn = !isPod(place) || imageOf(facts, place)?.context.owner === context.id;
  return isOwn ? 0 : amount;
}

/** The deploy itself says where the caller must stand, once it is known what is deployed. */
const deployed: Router<'deploy'> = (facts, self, said) => {
  const { target } = workshopNamed(facts, self.context, said.source);
  const { own } = partsOf({ by: self.context.id, ...said });
  return { target, given: target === null ? 0 : givenToPool(facts, self, target, own) };
};

const service: Router<'call_service'> = (facts, { context }, said) => {
  const place = placeActor(said.service);
  const image = knownImage(facts, context.id, place);
  if (image === undefined || !isServicePlace(place)) return { target: null };
  return { target: place, required: said.service, price: callPrice(image), given: callPrice(image) };
};

const isPod = (actor: ActorId): actor is ActorId<'pod'> => kindOf(actor) === 'pod';

const isServicePlace = (place: ActorId<PlaceKind>): place is ActorId<'pod' | 'container'> =>
  ['pod', 'container'].includes(kindOf(place));

/** The owner must be able to pay the cost at once, its debt, and the next tick (HR2, UP5). */
const ownHouse: Router<'add_room'> = (facts, { id, context }, { purpose }) => ({
  target: locationActor(homeOf(context.id)),
  required: context.home,
  price: neededToBegin(facts, id, roomUpkeep(facts.settings, purpose)),
});

const funded: Router<'fund'> = (facts, self, said) => ({
  ...pod(facts, self, said),
  price: said.amount,
  given: givenToPool(facts, self, podActor(said.pod), said.amount),
});

/** Only a contributor who accepts pays. */
const contributed: Router<'contribute'> = (facts, self, said) => {
  const image = imageOf(facts, podActor(said.pod));
  const share = said.accept && image !== undefined ? shareAskedOf(image.context, self.context.id) : 0;
  return {
    ...pod(facts, self, said),
    price: share,
    given: givenToPool(facts, self, podActor(said.pod), share),
  };
};

const containersPod: Router<'deploy_container'> = (facts, self, said) => ({
  ...pod(facts, self, said),
  found: { source: workshop(facts, self, said).target },
});

const noPod = ({ pod: id }: { readonly pod: string }): Refusal => refusal('not_found', { kind: 'pod', id });
const noWorkshop = (): Refusal => refusal('not_found', { kind: 'workshop' });
const noService = (): Refusal => refusal('not_found', { kind: 'service' });
const noExit = (): Refusal => refusal('exit_not_found');

const places = ['location', 'pod', 'room', 'container'] as const;
const workshops = ['pod', 'room'] as const;
const pods = ['pod'] as const;
const rooms = ['room'] as const;
const connections = ['connection-request'] as const;
const jobs = ['job'] as const;

export const placeCommands: { readonly [Type in PlaceCommandType]: Rule<Type> } = {
  open_workshop: row({
    asked: places,
    route: whereOneStands,
    checks: ['inPlace', 'affordable'],
    names: ({ collaborators, links, contributors }) => [
      ...namedAt('access', collaborators),
      ...links.flatMap(({ access }, n) => namedAt(`connections.${n}.access.allowed`, access?.allowed)),
      ...namedAt('funding.contributors', contributors),
    ],
  }),
  write_code: row({ asked: workshops, route: workshop, notFound: noWorkshop, checks: ['inPlace'] }),
  run_code: row({ asked: workshops, route: workshop, notFound: noWorkshop, checks: ['inPlace', 'fewCalls'] }),
  deploy: row({
    asked: workshops,
    route: deployed,
    notFound: noWorkshop,
    checks: ['endowment'],
    names: ({ links, pricing, contributors }) => [
      ...links.flatMap(({ access }, n) => namedAt(`connections.${n}.access.allowed`, access.allowed)),
      ...sharersAt('pricing.revenue_split', pricing),
      ...namedAt('funding.contributors', contributors),
    ],
  }),
  request_connection: row({
    asked: places,
    route: nearEnd,
    checks: ['inPlace', 'affordable'],
    names: ({ access }) => namedAt('access.allowed', access.allowed),
  }),
  approve_connection: row({ asked: connections, route: request }),
  reject_connection: row({ asked: connections, route: request }),
  update_connection: row({
    asked: connections,
    route: exit,
    notFound: noExit,
    names: ({ access }) => namedAt('access.allowed', access?.allowed),
  }),
  close_connection: row({ asked: connections, route: exit, notFound: noExit }),
  fund: row({ asked: pods, route: funded, notFound: noPod, checks: ['affordable', 'endowment'] }),
  contribute: row({ asked: pods, route: contributed, notFound: noPod, checks: ['affordable', 'endowment'] }),
  appoint: row({ asked: pods, route: pod, notFound: noPod }),
  transfer_pod: row({ asked: pods, route: pod, notFound: noPod }),
  set_access: row({
    asked: pods,
    route: pod,
    notFound: noPod,
    names: ({ access }) => namedAt('allowed', access.allowed),
  }),
  set_pricing: row({
    asked: pods,
    route: pod,
    notFound: noPod,
    names: ({ pricing }) => sharersAt('revenue_split', pricing),
  }),
  allow_container: row({ asked: pods, route: pod, notFound: noPod }),
  deploy_container: row({ asked: pods, route: containersPod, notFound: noPod }),
  remove_container: row({ asked: pods, route: pod, notFound: noPod }),
  call_service: row({
    asked: ['pod', 'container'],
    route: service,
    notFound: noService,
    checks: ['inPlace', 'affordable', 'endowment', 'fewCalls'],
  }),
  claim_job: row({ asked: jobs, route: job }),
  complete_job: row({ asked: jobs, route: job }),
  reject_job: row({ asked: jobs, route: job }),
  release_job: row({ asked: jobs, route: job }),
  remove_note: row({ asked: ['note'], route: (_facts, _self, { note }) => ({ target: noteActor(note) }) }),
  // The owner of a house that has ended is dead.
  add_room: row({ asked: ['location'], route: ownHouse, checks: ['inPlace', 'affordable'], ofRuins: false }),
  remove_room: row({ asked: rooms, route: ownRoom, checks: ['inPlace'] }),
  invite: row({
    asked: rooms,
    route: ownRoom,
    checks: ['inPlace'],
    names: ({ residents }) => namedAt('residents', residents),
    namesLive: true,
  }),
  revoke: row({
    asked: rooms,
    route: ownRoom,
    checks: ['inPlace'],
    names: ({ residents }) => namedAt('residents', residents),
  }),
};

export const placeCommandTypes = Object.keys(placeCommands) as readonly PlaceCommandType[];

/** The refusal when no actor is found for this command. */
export function refuseNotFound<Type extends PlaceCommandType>(type: Type, said: Said<Type>): Refusal {
  const { notFound }: Rule<Type> = placeCommands[type];
  return must(notFound, `a refusal of ${type}`)(said);
}

/** The transitions of an ended place of this kind: it refuses everyone who enters or commands it. */
export function ruinRefusals(kind: PlaceKind): { readonly [type: string]: { readonly actions: 'refuseAsRuin' } } {
  const asksRuins = (type: PlaceCommandType) => {
    const { asked, ofRuins = true } = placeCommands[type];
    return ofRuins && asked.some((one) => one === kind);
  };
  const refused = ['enter', ...placeCommandTypes.filter(asksRuins)];
  return Object.fromEntries(refused.map((type) => [type, { actions: 'refuseAsRuin' }]));
}
