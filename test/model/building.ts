/** What residents build on the way to a step of a walk, over HTTP. Whoever builds can pay for it. */
import { setImmediate as nextRound } from 'node:timers/promises';
import { z } from 'zod';
import type { SandboxResult } from '../../actors/effects.ts';
import type { Purpose } from '../../actors/kinds/room/messages.ts';
import { commons, homeExit, homeOf } from '../../actors/rules/place/names.ts';
import type { ActorId } from '../../engine/ids.ts';
import { finished } from '../world.ts';
import type { Refusal, Resident, Stage } from './stage.ts';

const Built = z.looseObject({ id: z.string(), connections: z.array(z.looseObject({ exit_id: z.string() })) });
const Opened = z.looseObject({ id: z.string(), exit_id: z.string() });
const Requested = z.looseObject({ request_id: z.string(), exit_id: z.string() });

export interface Pod {
  readonly id: string;
  /** The exit from the Commons to the pod. */
  readonly exit: string;
}

/** The room in which pods are made; its name is free again when one is. */
const atelier = 'atelier';
const withService = { 'index.js': 'export const handle = (input) => input;' };

/** What a shared workshop is opened with. */
export const shed = { name: 'Shed', tier: 'tiny', funding: { initial_credits: 5 } };

/** Adds a room; the owner is at home. */
export async function addRoom(owner: Resident, name: string, purpose: Purpose): Promise<void> {
  await owner.move(homeExit);
  await owner.make('/v1/house/rooms', { name, purpose });
}

export const writeCode = (owner: Resident, workshop: string, files: object = withService): Promise<Refusal> =>
  owner.post(`/v1/workshops/${workshop}/code`, { files });

/** A room of the owner's house whose code can be run. */
export async function addWorkshop(owner: Resident, name: string): Promise<void> {
  await addRoom(owner, name, 'workshop');
  await writeCode(owner, name);
}

/** A pod with a way from the Commons and code that offers a service; its owner is at home then. */
export async function buildPod(
  owner: Resident,
  { funding = 20, tier = 'tiny', perQuery = 0 }: { funding?: number; tier?: string; perQuery?: number } = {},
): Promise<Pod> {
  await addWorkshop(owner, atelier);
  const pod = await owner.make('/v1/deploy', {
    source: atelier,
    name: 'Booth',
    tier,
    connections: [{ from: commons }],
    pricing: { per_query: perQuery },
    funding: { initial_credits: funding },
  });
  const { id, connections } = Built.parse(pod);
  return { id, exit: connections[0]?.exit_id ?? '' };
}

/** A shared workshop where the owner stands, for which `representative` speaks; unset, the owner. */
export async function openWorkshop(
  owner: Resident,
  representative = owner.id,
  contributors: readonly string[] = [],
): Promise<Pod> {
  const funding = { ...shed.funding, contributors };
  const { id, exit_id: exit } = Opened.parse(await owner.make('/v1/workshops', { ...shed, funding, representative }));
  return { id, exit };
}

/** Somebody who stands at the Commons asks for a way to the house; its owner has not answered yet. */
export async function requestWayTo(
  owner: Resident,
  by: Resident,
  type = 'public',
): Promise<{ request: string; exit: string }> {
  const asked = { from_pod: commons, to_pod: homeOf(owner.id), access: { type } };
  const { request_id: request, exit_id: exit } = Requested.parse(await by.make('/v1/connections/request', asked));
  return { request, exit };
}

/** Runs and calls that take their time while `during` happens, and then come to their end. */
export async function whileRunning<T>(
  { sandbox }: Stage,
  count: number,
  start: () => Promise<unknown>,
  during: () => Promise<T>,
): Promise<T> {
  let end: (result: SandboxResult) => void = () => {};
  const result = new Promise<SandboxResult>((resolve) => {
    end = resolve;
  });
  const comes = sandbox.comes;
  const before = sandbox.asked.length;
  sandbox.comes = () => result;
  const running = Array.from({ length: count }, start);
  while (sandbox.asked.length < before + count) await nextRound();
  sandbox.comes = comes;
  const happened = await during();
  end(finished);
  await Promise.all(running);
  return happened;
}

/** A place of this actor is removed, and what comes then comes before the sandbox has answered. */
export async function beforeItsSandboxIsGone<T>(stage: Stage, actor: ActorId, then: () => Promise<T>): Promise<T> {
  let proceed: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  stage.before.set('sandbox.remove', () => held);
  try {
    return await then();
  } finally {
    proceed();
    await stage.answered(actor);
    stage.before.delete('sandbox.remove');
  }
}
