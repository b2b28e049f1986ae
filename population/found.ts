/** Founding residents through the Portal Gateway's operator interface, and giving each its ears before it does anything. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Ears } from './checks/listener.ts';
import { carryOut, type Errands } from './client/repeating.ts';
import { Stream } from './client/stream.ts';
import { fieldsOf, houseOf, textOf } from './client/wire.ts';
import { type Born, Resident, type Situation } from './resident.ts';

const names = ['Vera', 'Tomas', 'Ines', 'Karel', 'Mila', 'Anton', 'Lena', 'Boris', 'Rosa', 'Emil', 'Nora', 'Otto'];

export interface Founding {
  readonly portal: Errands;
  readonly operatorToken: string;
  readonly credits: number;
  readonly lifespanTicks: number;
}

/** Founds one resident. A founding whose answer was lost is done again under a new key: its token was in the answer, and is gone. */
export async function found(index: number, run: string, how: Founding): Promise<Born> {
  const name = `${names[index % names.length] ?? 'Vera'} ${run}`;
  const body = JSON.stringify({
    name,
    first_memory: 'A square in the morning, and many voices.',
    aesthetic: 'plain wool, ink on the fingers',
    personality: 'talks to everyone, writes letters, pays debts',
    goals: 'to miss nothing that is said',
    alignment: 'honest',
    quirks: 'numbers everything',
    credits: how.credits,
    lifespan_ticks: how.lifespanTicks,
  });
  for (let attempt = 1; attempt <= 3; attempt++) {
    const key = `${run}-found-${index}-${attempt}`;
    const call = { method: 'POST', path: '/v1/admin/residents', token: how.operatorToken, body, key } as const;
    const outcome = await carryOut('found', call, how.portal);
    if (outcome.type === 'unknown') throw new Error(`the Portal Gateway does not answer (${outcome.reason})`);
    const answer = fieldsOf(outcome.body);
    if (outcome.type === 'done') return { id: textOf(answer['id']), token: textOf(answer['token']) };
    if (outcome.code !== 'already_exists')
      throw new Error(`founding was refused: ${outcome.status} ${JSON.stringify(answer)}`);
  }
  throw new Error('three answers to a founding were lost in a row');
}

export interface Surroundings extends Omit<Situation, 'ears' | 'stream'> {
  readonly socketUrl: string;
}

/** Connects a newborn's stream. It is at home and has heard nothing yet: its ears begin at the greeting's `seq`. */
export async function awaken(born: Born, around: Surroundings): Promise<Resident> {
  const { errands, socketUrl, ...situation } = around;
  const home = houseOf(born.id);
  let ears: Ears | undefined;
  const stream = new Stream({
    url: socketUrl,
    token: born.token,
    name: born.id,
    tally: errands.tally,
    findings: errands.findings,
    onEvent: (event) => {
      ears ??= new Ears(born.id, home, event.seq - 1, situation);
      ears.hear(event);
    },
  });
  const greeted = await Promise.race([
    stream.live().then(() => true),
    sleep(errands.patienceMs, false, { ref: false }),
  ]);
  if (!greeted) {
    stream.end();
    throw new Error(`the WebSocket at ${socketUrl} did not greet ${born.id} within ${errands.patienceMs / 1000} s`);
  }
  if (stream.refused) throw new Error(`the WebSocket of ${born.id} was refused`);
  ears ??= new Ears(born.id, home, stream.last, situation);
  return new Resident(born, home, { ...situation, errands, ears, stream });
}
