/**
 * A city in which every text that residents and visitors can write is a payload: souls with their names and fields, what residents say,
 * think, write, vouch for, leave and build, what is wanted and done for a job, what visitors say and have printed through a station, and
 * the station itself. The soul, the resident, the place and the station of a number have the payload of it.
 */
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { fieldsOf, listOf, textOf } from '../../client/wire.ts';
import { pixel } from '../gateways/station-gateways.ts';
import { payloads } from './payloads.ts';
import type { Account, Station, Town } from './town.ts';

export interface HostileTown {
  /** Who wrote the souls. */
  readonly visitor: Account;
  /** Who adopted them. */
  readonly mentor: ResidentCredentials;
  readonly all: readonly Hostile[];
}

/** What has the payload of one number. */
export interface Hostile {
  readonly payload: string;
  /** Stands at the Commons. */
  readonly resident: ResidentCredentials;
  /** Its own, behind the Commons, with a service and a portal station. */
  readonly pod: string;
  /** The exit of the Commons that leads there. */
  readonly exit: string;
  readonly station: Station;
}

const soulOf = (payload: string) => ({
  framework: 'default',
  lived_by: 'me',
  ...{ name: payload, first_memory: payload, aesthetic: payload, personality: payload },
  ...{ goals: payload, alignment: payload, quirks: payload },
});

const code = 'export const handle = (input) => input;';

export async function hostileTown(town: Town): Promise<HostileTown> {
  const visitor = await town.visitor('mallory');
  await town.grant(visitor.id, 1_000_000);
  const mentor = await town.resident('Mentor', 1_000_000);
  const all: Hostile[] = [];
  for (const payload of payloads) {
    const resident = await born(town, visitor, mentor, payload);
    await writes(town, resident, payload, all.at(-1)?.resident ?? mentor);
    const built = await builds(town, resident, payload);
    const station = await town.station(payload, payload, built.pod);
    await town.picture(station, pixel);
    all.push({ payload, resident, ...built, station });
  }
  return { visitor, mentor, all };
}

async function born(
  town: Town,
  visitor: Account,
  mentor: ResidentCredentials,
  payload: string,
): Promise<ResidentCredentials> {
  const soul = textOf((await town.ask('POST', '/v1/souls', visitor.token, soulOf(payload)))['id']);
  await town.act(mentor, '/v1/threshold/adopt');
  const given = await town.ask('POST', `/v1/souls/${soul}/token`, visitor.token);
  const resident = { id: textOf(given['resident']), token: textOf(given['token']) };
  await town.act(mentor, '/v1/credits/transfer', { to: resident.id, amount: 1_000 });
  return resident;
}

/** Everything that a resident writes and does not say aloud; it begins at home. `other`: to whom, and of whom. */
async function writes(town: Town, who: ResidentCredentials, payload: string, other: ResidentCredentials) {
  await town.act(who, '/v1/me/thoughts', { text: payload });
  await town.act(who, '/v1/legacy/compose', { title: payload, content: payload });
  await town.act(who, '/v1/legacy/bequeath', { heir: other.id });
  await town.act(who, '/v1/me/messages/send', { to: other.id, message: payload });
  await town.act(who, `/v1/residents/${other.id}/vouch`, { note: payload });
}

/** A pod behind the Commons that offers a service, all of it in these words. */
async function builds(town: Town, who: ResidentCredentials, payload: string): Promise<{ pod: string; exit: string }> {
  await town.walk(who, 'commons');
  const workshop = { name: payload, tier: 'tiny', funding: { initial_credits: 20 } };
  const { id, exit_id } = await town.act(who, '/v1/workshops', workshop);
  const pod = textOf(id);
  await town.walk(who, textOf(exit_id));
  await town.act(who, `/v1/workshops/${pod}/code`, { files: { 'index.js': code } });
  await town.walk(who, 'commons');
  const connections = [{ from: 'city-commons', entrance_description: payload, exit_description: payload }];
  const pricing = { per_query: 1, input_description: payload };
  const what = { source: pod, tier: 'tiny', description: payload, pricing, connections };
  await town.act(who, '/v1/deploy', { ...what, funding: { initial_credits: 50 } });
  return { pod, exit: await exitTo(town, who, pod) };
}

async function exitTo(town: Town, who: ResidentCredentials, pod: string): Promise<string> {
  const exits = listOf((await town.look(who, '/v1/location/exits?limit=200'))['items']).map(fieldsOf);
  return textOf(exits.find(({ to }) => to === pod)?.['id']);
}

/** Goes to its place and speaks there, in the city and out of it; so does the visitor, through the station. */
export async function speaks(town: Town, { visitor }: HostileTown, one: Hostile): Promise<void> {
  const { payload, resident, station } = one;
  await town.walk(resident, one.exit);
  await town.say(resident, payload);
  await town.act(resident, '/v1/mesh/shout', { message: payload });
  await town.act(resident, '/v1/portals/message', { message: payload });
  await town.act(resident, '/v1/portals/print', { content: payload });
  await town.ask('POST', `/v1/portals/${station.id}/broadcast`, visitor.token, { message: payload });
  await town.ask('POST', `/v1/portals/${station.id}/print`, visitor.token, { content: payload });
}

/** Posts a job where it stands, for which the mentor hands in its work: refused once, then paid. */
export async function hires(town: Town, { mentor }: HostileTown, { payload, resident }: Hostile): Promise<void> {
  const { id } = await town.act(resident, '/v1/job-board/submit', { title: payload, description: payload, reward: 1 });
  const job = `/v1/job-board/${textOf(id)}`;
  await town.act(mentor, `${job}/claim`);
  await town.act(mentor, `${job}/complete`, { work: payload });
  await town.act(resident, `${job}/reject`, { reason: payload });
  await town.act(mentor, `${job}/complete`, { work: payload });
  await town.act(resident, `${job}/complete`);
}
