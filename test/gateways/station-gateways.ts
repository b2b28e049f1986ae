/** Both gateways of one city with a portal station, for tests: who asks what, and pictures. */
import type { Test } from 'tap';
import { startCityApi } from '../../gateways/city/start-city-api.ts';
import { startPortal } from '../../gateways/portal/start-portal.ts';
import type { GatewaySettings } from '../../gateways/settings.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { found, openWorld } from '../world.ts';
import { type Answer, ask, cheapPasswords, operatorToken, optionsOf } from './started-gateways.ts';

/** A picture of one pixel. */
export const pixel = Buffer.from(
  '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);

/** A grey square of eight pixels, as browsers draw it. */
export const square = Buffer.from(
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  'base64',
);

/** The pixel with a comment, so long that it has this many bytes. */
export function pictureOf(bytes: number): Buffer {
  const comments: Buffer[] = [];
  for (let left = bytes - pixel.length; left > 0; ) {
    // A segment has 65,533 bytes at most; what is left behind one must have room for another.
    const size = Math.min(left, left > 65_537 && left < 65_541 ? 60_000 : 65_537);
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(size - 2, 2);
    comments.push(head, Buffer.alloc(size - 4, 'a'));
    left -= size;
  }
  return Buffer.concat([pixel.subarray(0, 2), ...comments, pixel.subarray(2)]);
}

export type Send = (method: string, path: string, body?: object | Buffer, key?: string) => Promise<Answer>;

export interface Started {
  readonly world: Awaited<ReturnType<typeof openWorld>>;
  readonly errors: object[];
  readonly operator: Send;
  readonly nobody: Send;
  /** Registers a visitor of this handle; credits in its wallet. */
  readonly visitor: (handle: string, credits?: number) => Promise<Send & { readonly id: string }>;
  /** A founded resident, at the Commons unless at home. */
  readonly resident: (name: string, atHome?: true) => Promise<Send & { readonly id: string }>;
  readonly station: (
    name?: string,
    location?: string,
  ) => Promise<Send & { readonly id: string; readonly token: string }>;
  /** The bytes and headers of an answer that is no JSON. */
  readonly look: (resident: string) => Promise<Response>;
  readonly as: (token: string) => Send;
  /** Asks the City API with a token. */
  readonly inCity: (token: string) => Send;
  readonly cityPort: number;
  readonly portalPort: number;
}

/** Asks one gateway with one token. */
const sends =
  (port: number, token: string): Send =>
  (method, path, body, key) =>
    ask(`http://127.0.0.1:${port}${path}`, {
      method,
      token,
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });

export async function startedStations(
  t: Test,
  settings: Partial<GatewaySettings> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const world = await openWorld({ env });
  const errors: object[] = [];
  const options = optionsOf(world.city, { ...cheapPasswords, anonymousWritesPerMinute: 1_000, ...settings }, errors);
  const { store } = world;
  const rows = { tickRows: new MemoryTickRows(store), chronicle: new MemoryChronicleRows(store) };
  const tables = { credentials: new MemoryCredentials(store), ...rows };
  const city = await startCityApi({ ...options, portalPort: () => 0 });
  const portal = await startPortal({
    ...{ ...options, ...tables, control: world.city },
    ...{ manualTicks: true, failingServices: () => ({}) },
  });
  t.teardown(() => Promise.all([city.close(), portal.close()]));
  const as = (token: string) => sends(portal.port, token);
  const inCity = (token: string) => sends(city.port, token);
  const operator = as(operatorToken);
  return {
    world,
    errors,
    operator,
    nobody: as(''),
    as,
    inCity,
    cityPort: city.port,
    portalPort: portal.port,
    visitor: async (handle, credits = 0) => {
      const { body } = await as('')('POST', '/v1/visitors/register', { handle, password: `password of ${handle}` });
      const { id } = Object(body['visitor']);
      if (credits > 0) await operator('POST', '/v1/admin/credits', { visitor: id, amount: credits });
      return Object.assign(as(String(body['token'])), { id: String(id) });
    },
    resident: async (name, atHome) => {
      const id = await found(world.city, name, 100_000, 288);
      const send = inCity(`token of ${name}`);
      if (atHome !== true) await send('POST', '/v1/location/move', { exit_id: 'commons' });
      return Object.assign(send, { id });
    },
    station: async (name = 'Library', location = 'city-commons') => {
      const { body } = await operator('POST', '/v1/portals/register', { name, place: 'Main Street', location });
      return Object.assign(as(String(body['token'])), { id: String(body['id']), token: String(body['token']) });
    },
    look: (name) =>
      fetch(`http://127.0.0.1:${city.port}/v1/portals/camera`, {
        headers: { Authorization: `Bearer token of ${name}` },
      }),
  };
}
