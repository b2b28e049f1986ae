/**
 * What visitors, their souls' residents, mentors, portal stations and their operator try in the simulated city. As with builders, whoever
 * does a thing is mostly one who may, and what it is done to is mostly there; arguments are now and then wrong.
 */

import { indexes } from '../../actors/indexes.ts';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import type { JobContext } from '../../actors/kinds/job/messages.ts';
import type { CommonsContext } from '../../actors/kinds/location/messages.ts';
import type { PrintContext } from '../../actors/kinds/print/messages.ts';
import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import type { SoulContext } from '../../actors/kinds/soul/messages.ts';
import {
  commons,
  jobActor,
  locationActor,
  printActor,
  residentActor,
  soulActor,
  stationActor,
  visitorActor,
} from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Caller, Command, ViewRequest } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { type ActorId, contentHash, nameOf } from '../../engine/ids.ts';
import { accept, claim, posting, reject, release, submit } from '../actors/job-requests.ts';
import type { Scene } from './building-attempts.ts';
import type { Dice } from './dice.ts';

type Plan = (scene: Scene) => Command;

const visitorsMax = 6;
const stationsMax = 8;
const nobody = 'nobody-0';

const words = JSON.stringify({ aesthetic: 'moss', personality: 'brief' });
const poem = 'A poem.';

/** One of the list, mostly a newer one: more of these still exist. */
function among<T>(dice: Dice, list: readonly T[]): T | undefined {
  const from = dice.oneIn(4) ? 0 : Math.max(0, list.length - 10);
  return list.length === 0 ? undefined : list[dice.between(from, list.length - 1)];
}

const said = (to: ActorId, caller: Caller, event: Message, reply?: ViewRequest): Command => ({
  to,
  caller,
  event,
  ...(reply !== undefined && { reply }),
});

const ofResident = (by: string, event: Message, reply?: ViewRequest): Command =>
  said(residentActor(by), residentActor(by), event, reply);
const ofVisitor = (by: string, event: Message, contents: readonly string[] = []): Command => ({
  ...said(visitorActor(by), visitorActor(by), event),
  contents,
});

const someVisitor = ({ dice, known }: Scene): string => among(dice, known.visitors) ?? nobody;
const someStation = ({ dice, known }: Scene): string => among(dice, known.stations) ?? 'no-such-station';

/** A soul that is like that, mostly, and who wrote it. */
function someSoul(scene: Scene, is: string): { readonly soul: string; readonly visitor: string } {
  const { dice, known, state } = scene;
  const found = known.souls.filter((soul) => soulAt(scene, soul)?.state === is);
  const soul = (dice.oneIn(8) ? among(dice, known.souls) : among(dice, found)) ?? 'soul_aaaaaaaaaaaaaaaa';
  const id = state.index(indexes.souls).first(soul);
  const kept = id === undefined ? undefined : (state.images.get(id)?.context as SoulContext | undefined);
  return { soul, visitor: dice.oneIn(10) ? someVisitor(scene) : (kept?.visitor ?? nobody) };
}

function soulAt({ state }: Scene, soul: string) {
  const id = state.index(indexes.souls).first(soul);
  return id === undefined ? undefined : state.images.get(id);
}

/** Somebody at the Commons, where portals mostly are. */
function present({ state, dice, by }: Scene): string {
  const there = state.index(indexes.present).page(commons, '', 20);
  const one = among(dice, there);
  return one === undefined || dice.oneIn(10) ? by : nameOf(one);
}

const register: Plan = (scene) => {
  const { dice, known, n } = scene;
  if (known.visitors.length >= visitorsMax) return grant(scene);
  const login = `login ${dice.oneIn(5) ? 1 : n}`;
  const event = { type: 'register_visitor', handle: `visitor-${n}`, login };
  return said(locationActor(commons), 'city', event, view('visitor_of_login', { login }));
};

const grant: Plan = (scene) => {
  const amount = scene.dice.pick([1_000, 20_000, 100_000]);
  return said(visitorActor(someVisitor(scene)), 'operator', { type: 'grant', amount });
};

const write: Plan = (scene) => {
  const { id: framework, schema } = defaultFramework.input;
  const soul = { name: scene.dice.pick(['Wren', 'Finch', '日本']), framework, schema, soul: contentHash(words) };
  return ofVisitor(
    someVisitor(scene),
    { type: 'create_soul', ...soul, livedBy: scene.dice.pick(['me', 'city', null]) },
    [words],
  );
};

const withdraw: Plan = (scene) => {
  const { soul, visitor } = someSoul(scene, 'queued');
  return ofVisitor(visitor, { type: 'withdraw_soul', soul });
};

const adopt: Plan = ({ dice, by }) => {
  const donation = dice.pick([null, null, null, 25_000, 60_000, 1, 90_000_000]);
  return ofResident(by, { type: 'adopt', donation }, view('adopted', { resident: by }));
};

const fetchToken: Plan = (scene) => {
  const { soul, visitor } = someSoul(scene, 'born');
  return ofVisitor(visitor, { type: 'fetch_token', soul, token: contentHash(`fetched ${scene.n}`) });
};

/** A mind is to live somebody, whoever lives that one now. */
const lend: Plan = (scene) => {
  const { soul } = someSoul(scene, 'born');
  const id = scene.state.index(indexes.souls).first(soul) ?? soulActor(nobody);
  return said(id, 'city', { type: 'mind.lives', token: contentHash(`lent ${scene.n}`) });
};

/** The city's own next soul, whether or not somebody waits. */
const sow: Plan = ({ state, dice }) => {
  const { sown = 0 } = (state.images.get(locationActor(commons))?.context ?? {}) as Partial<CommonsContext>;
  const { id: framework, schema } = defaultFramework.input;
  const soul = { name: 'Lumen', framework, schema, soul: contentHash(words) };
  const event = {
    type: 'soul.due',
    nth: dice.oneIn(5) ? sown + 1 : sown,
    mindsFree: dice.oneIn(5) ? 3 : 4,
    mindsMax: 12,
    ...soul,
  };
  return { ...said(locationActor(commons), 'city', event), contents: [words] };
};

const replaceToken: Plan = ({ by, n }) =>
  said(residentActor(by), 'operator', { type: 'replace_token', token: contentHash(`replaced ${n}`) });

/** Mostly the one that it has. */
const endToken: Plan = ({ by, state, dice, n }) => {
  const { token } = (state.images.get(residentActor(by))?.context ?? {}) as Partial<ResidentContext>;
  const ended = dice.oneIn(4) || !token ? contentHash(`ended ${n}`) : token;
  return ofResident(by, { type: 'end_token', token: ended }, view('token_ended', { resident: by }));
};

const keptOf = ({ state }: Scene, of: string): Partial<ResidentContext> =>
  (state.images.get(residentActor(of))?.context ?? {}) as Partial<ResidentContext>;

/** It asks for another token, or the one that is awaited is shown; now and then another. */
const renewToken: Plan = (scene) => {
  const { by, dice, n } = scene;
  const { token, nextToken, missed } = keptOf(scene, by);
  const [wrong, held] = [contentHash(`shown ${n}`), token ?? ''];
  if (missed?.state === 'waits' || (nextToken != null && dice.oneIn(2)))
    return ofResident(by, { type: 'show_token', token: dice.oneIn(8) ? wrong : (nextToken ?? held) });
  const event = { type: 'renew_token', token: contentHash(`renewed ${n}`), oldToken: dice.oneIn(8) ? wrong : held };
  return ofResident(by, event, view('token_holder', { resident: by }));
};

/** Mostly by its mentor. */
const recoverToken: Plan = (scene) => {
  const { by, other, dice, n } = scene;
  const token = contentHash(`recovered ${n}`);
  const mentor = keptOf(scene, other).mentor ?? by;
  const shown = view('token_missed', { resident: other, hash: token });
  return ofResident(dice.oneIn(8) ? by : mentor, { type: 'recover_token', of: other, token }, shown);
};

const fund: Plan = (scene) =>
  ofVisitor(someVisitor(scene), {
    type: 'fund',
    resident: scene.other,
    amount: scene.dice.pick([1, 500, 10_000, 200_000]),
  });

const openStation: Plan = (scene) => {
  const { dice, known, n } = scene;
  if (known.stations.length >= stationsMax) return tendStation(scene);
  const pod = among(dice, known.pods);
  const location = pod === undefined || dice.oneIn(2) ? commons : pod;
  const token = contentHash(`station ${n}`);
  const event = { type: 'register_station', name: 'Library', place: 'Main Street', location, token };
  return said(locationActor(commons), 'operator', event, view('station_registered', { token }));
};

/** Mostly it is only silent for a while. */
const tendStation: Plan = (scene) => {
  const { dice } = scene;
  const station = stationActor(someStation(scene));
  if (dice.oneIn(8)) return said(station, 'operator', { type: 'close' });
  return said(station, 'city', { type: dice.pick(['silent', 'heard', 'heard']) });
};

const speakThrough: Plan = (scene) =>
  ofVisitor(someVisitor(scene), { type: 'broadcast', station: someStation(scene), text: 'Hello, city.' });

const printThere: Plan = (scene) => {
  const event = { type: 'print', station: someStation(scene), content: contentHash(poem) };
  return ofVisitor(someVisitor(scene), event, [poem]);
};

const atPortal: Plan = (scene) => {
  const by = present(scene);
  if (scene.dice.oneIn(3)) return ofResident(by, { type: 'portal_message', text: 'Hello, world.' });
  return { ...ofResident(by, { type: 'portal_print', content: contentHash(poem) }), contents: [poem] };
};

const answerPrint: Plan = (scene) => {
  const { dice, known, state } = scene;
  const waits = known.prints.filter((id) => state.images.get(printActor(id))?.state === 'queued');
  const print = (dice.oneIn(8) ? among(dice, known.prints) : among(dice, waits)) ?? 'print_aaaaaaaaaaaaaaaa';
  const kept = state.images.get(printActor(print))?.context as PrintContext | undefined;
  const station = stationActor(dice.oneIn(10) ? someStation(scene) : (kept?.station ?? someStation(scene)));
  return said(station, station, { type: 'answer_print', print, status: dice.pick(['printed', 'printed', 'failed']) });
};

/** Who may do the next thing to a job, mostly, does it. */
const workOn: Plan = (scene) => {
  const { dice, known, state, by } = scene;
  const job = among(dice, known.jobs);
  const kept = job === undefined ? undefined : state.images.get(jobActor(job));
  if (job === undefined || kept === undefined || dice.oneIn(4))
    return {
      ...ofResident(present(scene), posting({ reward: dice.pick([1, 5_000, 40_000]) })),
      contents: ['Light it.'],
    };
  const { poster, claimer } = kept.context as JobContext;
  const [who, event] =
    kept.state === 'open' || dice.oneIn(8)
      ? [by, claim(job)]
      : kept.state === 'claimed'
        ? [claimer, dice.oneIn(5) ? release(job) : submit(job)]
        : [poster, dice.oneIn(2) ? reject(job) : accept(job)];
  return { ...ofResident(who === null || dice.oneIn(12) ? by : who, event), contents: ['It is lit.', 'Dark.'] };
};

/** Now and then for somebody for whom it has vouched. */
const vouch: Plan = (scene) => {
  const { other, dice, state } = scene;
  const by = present(scene);
  const { vouchedFor = [] } = (state.images.get(residentActor(by))?.context ?? {}) as Partial<ResidentContext>;
  const to = dice.oneIn(2) ? (vouchedFor[0] ?? other) : other;
  return ofResident(by, { type: 'vouch', to, note: null });
};
const think: Plan = ({ by }) => ofResident(by, { type: 'think', text: 'so many people' });

const plans: readonly (readonly [weight: number, plan: Plan])[] = [
  [4, register],
  [3, grant],
  [10, write],
  [2, withdraw],
  [14, adopt],
  [5, fetchToken],
  [1, replaceToken],
  [1, endToken],
  [3, renewToken],
  [5, recoverToken],
  [2, lend],
  [3, sow],
  [4, fund],
  [3, openStation],
  [3, tendStation],
  [3, speakThrough],
  [5, printThere],
  [10, atPortal],
  [10, answerPrint],
  [14, workOn],
  [5, vouch],
  [2, think],
];

const weights = plans.reduce((sum, [weight]) => sum + weight, 0);

/** What somebody of the people tries next. */
export function peopleCommand(scene: Scene): Command {
  let at = scene.dice.between(1, weights);
  for (const [weight, plan] of plans) {
    at -= weight;
    if (at <= 0) return plan(scene);
  }
  return think(scene);
}
