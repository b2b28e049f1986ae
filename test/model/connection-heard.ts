/** What a connection hears, and how residents bring it about. */
import type { ConnectionEvent } from '../../actors/kinds/connection/facts.ts';
import type { Visibility } from '../../actors/kinds/connection/messages.ts';
import type { Access } from '../../actors/rules/place/access.ts';
import { commonsExit, homeExit } from '../../actors/rules/place/names.ts';
import {
  type At,
  between,
  farHouse,
  fullHouse,
  joins,
  type Life,
  nearHouse,
  ownWorkshop,
  type Role,
  siteAt,
  visit,
} from './connection-life.ts';
import { rules } from './facts.ts';
import { runDry } from './pod-life.ts';
import type { Refusal, Resident } from './stage.ts';

type Answering = 'approve_connection' | 'reject_connection' | 'close_connection';
type Happening = Exclude<ConnectionEvent['type'], Answering | 'update_connection' | 'traverse' | 'door.admits'>;

const houses = between(nearHouse, farHouse);
export const crowded = { ...houses, from: siteAt(fullHouse) };

export const said = (type: Answering, by: Role, facts = houses): ConnectionEvent => ({ type, by, facts });
export const happens = (type: Happening, facts = houses): ConnectionEvent => ({ type, facts });
export const updated = (
  by: Role,
  change: { visibility?: Visibility; access?: Access },
  facts = houses,
): ConnectionEvent => ({
  type: 'update_connection',
  by,
  entrance: null,
  way_back: null,
  visibility: change.visibility ?? null,
  access: change.access ?? null,
  facts,
});
export const passes = (traveller: Role, from: string, facts = houses): ConnectionEvent => ({
  type: 'traverse',
  traveller,
  from,
  exit: 'exit_1',
  max_toll: null,
  facts,
});

export const approve = ({ name }: Life, by: Resident): Promise<Refusal> =>
  by.post('/v1/connections/approve', { request_id: name });
export const reject = ({ name }: Life, by: Resident): Promise<Refusal> =>
  by.post('/v1/connections/reject', { request_id: name });
export const close = ({ exit }: Life, by: Resident): Promise<Refusal> =>
  by.post('/v1/connections/close', { exit_id: exit });
export const update = ({ exit }: Life, by: Resident, change: object): Promise<Refusal> =>
  by.post('/v1/connections/update', { exit_id: exit, ...change });

/** The visitor takes the exit from the Commons. */
export async function seek({ exit, people: { visitor } }: Life): Promise<Refusal> {
  await visitor.move(commonsExit);
  return visitor.move(exit);
}

/** A guest of the house at the near end takes the exit from there. */
export async function pass({ exit, people }: Life, guest: Role): Promise<Refusal> {
  await visit(people[guest], people.near);
  return people[guest].move(exit);
}

export const expire = ({ stage }: Life): Promise<Refusal> =>
  stage.passTo(stage.tick + (rules['CONNECTION_REQUEST_TICKS'] ?? 0));

export const toOwn = between(nearHouse, ownWorkshop);
export const onOwn = (condition: (at: At) => boolean) => joins(nearHouse, ownWorkshop, condition);

/** The workshop at the far end becomes a pod. */
export async function deploy({ places, people: { near } }: Life): Promise<Refusal> {
  await near.move(homeExit);
  const connections = [{ from: places[nearHouse] }];
  return near.post('/v1/deploy', { source: places[ownWorkshop], tier: 'tiny', connections, funding });
}

const funding = { initial_credits: 5 };

export const endOfWorkshop = ({ stage, places, people: { near } }: Life): Promise<Refusal> =>
  runDry(stage, near, String(places[ownWorkshop]));
