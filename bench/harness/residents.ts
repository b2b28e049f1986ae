/** Founding residents through the Portal Gateway, as its operator would, and sending them somewhere. */
import { Pool } from 'undici';
import type { City } from './city.ts';

export interface Born {
  readonly id: string;
  readonly token: string;
}

export interface Founding {
  readonly count: number;
  /** Ticks. */
  readonly lifespan: number;
}

const connectionsMax = 128;
/** Enough for every row: nobody runs dry while it lasts. */
const credits = 1_000_000;
const soul = {
  first_memory: 'A square in the morning, and many voices.',
  aesthetic: 'plain wool, ink on the fingers',
  personality: 'talks to everyone, writes letters, pays debts',
  goals: 'to miss nothing that is said',
  alignment: 'honest',
  quirks: 'numbers everything',
};

export async function found(city: City, founding: Founding): Promise<Born[]> {
  const { count, lifespan } = founding;
  const born: Born[] = [];
  const body = JSON.stringify({ name: 'Vera', ...soul, credits, lifespan_ticks: lifespan });
  await everyOne(`http://127.0.0.1:${city.portalPort}`, count, {
    path: () => '/v1/admin/residents',
    token: () => city.operatorToken,
    body,
    answered: (text) => born.push(JSON.parse(text) as Born),
  });
  return born;
}

/** Everyone walks to the Commons. */
export async function gather(city: City, residents: readonly Born[]): Promise<void> {
  await everyOne(`http://127.0.0.1:${city.port}`, residents.length, {
    path: () => '/v1/location/move',
    token: (i) => residents[i]?.token ?? '',
    body: JSON.stringify({ exit_id: 'commons' }),
    answered: () => {},
  });
}

interface Errand {
  readonly path: (index: number) => string;
  readonly token: (index: number) => string;
  readonly body: string;
  readonly answered: (text: string) => void;
}

/** Posts `count` times, over many connections at once. Throws at the first refusal. */
async function everyOne(origin: string, count: number, errand: Errand): Promise<void> {
  const pool = new Pool(origin, {
    connections: connectionsMax,
    pipelining: 1,
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < count; i = next++) {
      const answer = await pool.request({
        method: 'POST',
        path: errand.path(i),
        headers: { authorization: `Bearer ${errand.token(i)}`, 'content-type': 'application/json' },
        body: errand.body,
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${errand.path(i)}: ${answer.statusCode} ${text}`);
      errand.answered(text);
    }
  };
  try {
    await Promise.all(Array.from({ length: connectionsMax }, worker));
  } finally {
    await pool.destroy();
  }
}
