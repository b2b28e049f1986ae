/** Founds the residents of a population, and gives each a listener before its first act. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStreamReader } from '../client/event-stream-reader.ts';
import { credentialsIn, foundingRequest, type ResidentCredentials } from '../client/founding-request.ts';
import { type RequestContext, sendWithRetries } from '../client/retries.ts';
import { houseOf } from '../client/wire.ts';
import { Listener } from './checks/listener.ts';
import { Resident, type ResidentContext } from './resident.ts';

const names = ['Vera', 'Tomas', 'Ines', 'Karel', 'Mila', 'Anton', 'Lena', 'Boris', 'Rosa', 'Emil', 'Nora', 'Otto'];

export interface FoundingSettings {
  readonly portal: RequestContext;
  readonly operatorToken: string;
  readonly credits: number;
  readonly lifespanTicks: number;
}

/** Founds one resident. After a lost answer it is founded again under a new key: the token was in that answer. */
export async function foundResident(index: number, run: string, how: FoundingSettings): Promise<ResidentCredentials> {
  const { portal, operatorToken, credits, lifespanTicks } = how;
  const name = `${names[index % names.length] ?? 'Vera'} ${run}`;
  const call = foundingRequest(operatorToken, { name, credits, lifespanTicks });
  for (let attempt = 1; attempt <= 3; attempt++) {
    const key = `${run}-found-${index}-${attempt}`;
    const outcome = await sendWithRetries('found', { ...call, key }, portal);
    if (outcome.type === 'unknown') throw new Error(`the Portal Gateway does not answer (${outcome.reason})`);
    if (outcome.type === 'done') return credentialsIn(outcome.body);
    if (outcome.code !== 'already_exists')
      throw new Error(`founding was refused: ${outcome.status} ${JSON.stringify(outcome.body)}`);
  }
  throw new Error('three answers to a founding were lost in a row');
}

export interface ConnectSettings extends Omit<ResidentContext, 'listener' | 'stream'> {
  readonly socketUrl: string;
}

/**
 * Connects a newborn's stream. It is at home and has heard nothing yet: its listener begins at the greeting's `seq`. Undefined when the
 * city does not know the resident any more; throws when the city does not answer.
 */
export async function connectResident(
  born: ResidentCredentials,
  around: ConnectSettings,
): Promise<Resident | undefined> {
  const { requests, socketUrl, ...shared } = around;
  const home = houseOf(born.id);
  let listener: Listener | undefined;
  const stream = new EventStreamReader({
    url: socketUrl,
    token: born.token,
    name: born.id,
    statistics: requests.statistics,
    findings: requests.findings,
    onEvent: (event) => {
      listener ??= new Listener(born.id, home, event.seq - 1, shared);
      listener.hear(event);
    },
  });
  const late = sleep(requests.giveUpMs, false, { ref: false, signal: requests.closing }).catch(() => false);
  const greeted = await Promise.race([stream.live().then(() => true), late]);
  if (!greeted) {
    stream.end();
    throw new Error(`the WebSocket at ${socketUrl} did not greet ${born.id} within ${requests.giveUpMs / 1000} s`);
  }
  if (stream.refused) return undefined;
  listener ??= new Listener(born.id, home, stream.last, shared);
  return new Resident(born, home, { ...shared, requests, listener, stream });
}
