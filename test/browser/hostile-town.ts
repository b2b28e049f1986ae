/**
 * A city in which every text that residents and visitors can write is a payload: souls with their names and fields, what residents say, think,
 * post, leave and build, what visitors say through a station. The soul, the resident and the place of a number have the payload of it.
 */
import type { ResidentCredentials } from '../../population/client/founding-request.ts';
import { textOf } from '../../population/client/wire.ts';
import { payloads } from './payloads.ts';
import type { Account, Town } from './town.ts';

export interface HostileTown {
  /** Who wrote the souls. */
  readonly visitor: Account;
  /** One of each payload, all at the Commons. */
  readonly residents: readonly ResidentCredentials[];
  /** One of each payload, all behind the Commons. */
  readonly pods: readonly string[];
}

const soulOf = (payload: string) => ({
  framework: 'default',
  lived_by: 'me',
  ...{ name: payload, first_memory: payload, aesthetic: payload, personality: payload },
  ...{ goals: payload, alignment: payload, quirks: payload },
});

export async function hostileTown(town: Town): Promise<HostileTown> {
  const visitor = await town.visitor('mallory');
  const mentor = await town.resident('Mentor', 1_000_000);
  const residents: ResidentCredentials[] = [];
  const pods: string[] = [];
  for (const payload of payloads) {
    const resident = await born(town, visitor, mentor, payload);
    residents.push(resident);
    await writes(town, resident, payload);
    pods.push(await town.pod(mentor, payload, payload));
  }
  return { visitor, residents, pods };
}

async function born(
  town: Town,
  visitor: Account,
  mentor: ResidentCredentials,
  payload: string,
): Promise<ResidentCredentials> {
  const soul = textOf((await town.ask('POST', '/v1/souls', visitor.token, soulOf(payload)))['id']);
  await town.act(mentor, '/v1/threshold/adopt');
  const { resident, token } = await town.ask('POST', `/v1/souls/${soul}/token`, visitor.token);
  return { id: textOf(resident), token: textOf(token) };
}

/** Everything that a resident writes and does not say aloud. */
async function writes(town: Town, who: ResidentCredentials, payload: string): Promise<void> {
  await town.walk(who, 'commons');
  await town.act(who, '/v1/me/thoughts', { text: payload });
  await town.act(who, '/v1/legacy/compose', { title: payload, content: payload });
  await town.act(who, '/v1/job-board/submit', { title: payload, description: payload, reward: 1 });
}
