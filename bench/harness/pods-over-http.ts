/** Pods of a running city, built over HTTP as residents would. */
import { request } from 'undici';
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { must } from '../../engine/assert.ts';
import type { City } from './city.ts';
import { found, gather } from './residents.ts';

/** A resident at the Commons who builds. */
export interface Builder {
  readonly resident: ResidentCredentials;
  readonly ask: (method: 'GET' | 'POST', path: string, body?: object) => Promise<Readonly<Record<string, unknown>>>;
}

export interface Deployed {
  readonly pod: string;
  /** The exit from the Commons to the pod and back. */
  readonly exit: string;
}

export interface Building {
  readonly name: string;
  readonly tier?: 'tiny' | 'small' | 'medium';
  readonly access?: 'public' | 'gated';
  readonly files?: Readonly<Record<string, string>>;
}

export async function builderIn(city: City): Promise<Builder> {
  const born = await found(city, { count: 1, lifespan: 10_000 });
  await gather(city, born);
  const resident = must(born[0], 'a builder');
  const ask: Builder['ask'] = async (method, path, body = {}) => {
    const answer = await request(`http://127.0.0.1:${city.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${resident.token}`, 'content-type': 'application/json' },
      body: method === 'GET' ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  return { resident, ask };
}

/** A pod at the Commons; the builder stands there before and after. */
export async function deployed(builder: Builder, building: Building): Promise<Deployed> {
  const { name, tier = 'tiny', access = 'public', files } = building;
  const { ask } = builder;
  const opened = await ask('POST', '/v1/workshops', { name, tier, funding: { initial_credits: 1_000 } });
  const pod = String(opened['id']);
  if (files !== undefined) {
    await ask('POST', '/v1/location/move', { exit_id: opened['exit_id'] });
    await ask('POST', `/v1/workshops/${pod}/code`, { files });
    await ask('POST', '/v1/location/move', { exit_id: 'commons' });
  }
  await ask('POST', '/v1/deploy', {
    source: pod,
    tier,
    connections: [{ from: 'city-commons', access: { type: access } }],
    pricing: { per_entry: 1 },
    funding: { initial_credits: 1_000 },
  });
  return { pod, exit: await exitTo(builder, pod) };
}

async function exitTo({ ask }: Builder, pod: string): Promise<string> {
  for (let cursor = ''; ; ) {
    const { items, next_cursor } = await ask('GET', `/v1/location/exits?limit=100${cursor}`);
    const exit = (items as readonly { readonly id: string; readonly to: string }[]).find(({ to }) => to === pod);
    if (exit !== undefined) return exit.id;
    if (typeof next_cursor !== 'string') throw new Error(`no exit to ${pod}`);
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
}
