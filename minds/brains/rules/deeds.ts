/** What a mind that decides by rules keeps in mind of an act that was done, and what of it is news that it tells. */
import { read } from '../../../client/answers.ts';
import { type Fields, textOf } from '../../../client/wire.ts';
import type { AnswerOf } from '../../../gateways/answers/answer-type.ts';
import type { Arrival } from '../../../gateways/answers/location.ts';
import type { Adopted } from '../../../gateways/answers/threshold.ts';
import type { Act } from '../../acts/act.ts';
import { designAt, designs } from '../../designs/list.ts';
import { witnessed } from '../../hearsay/fact.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Perception } from '../../perception/perception.ts';
import { plain, readPlace, readPod } from '../../perception/reading.ts';
import { temperOf } from '../../ties/temper.ts';
import { opened, reached } from './aims.ts';
import { gave } from './helping.ts';
import { buildsNoMore, builtWith, joined } from './partners.ts';
import { tasteOf } from './taste.ts';
import type { Announcement } from './telling.ts';
import { whomToMourn } from './visiting.ts';

/** `body`: what the city answered. Returns the news, if it is any. */
export function remember(act: Act, seen: Perception, body: Fields, memory: Memory): Announcement | null {
  switch (act.type) {
    case 'go':
      arrived(act.to, read<AnswerOf<typeof Arrival>>(body).location, seen, memory);
      return null;
    case 'call':
      called(seen, memory);
      return null;
    case 'give':
      gave(act, seen, memory);
      memory.learn(witnessed('gave', seen.self.id, { whom: act.to, tick: seen.tick ?? 0 }));
      return null;
    case 'vouch':
      memory.did(`vouched for ${memory.acquaintance(act.for)?.name ?? 'somebody'}`);
      if (
        !memory.state.facts.some(
          ({ kind, who, whom }) => kind === 'vouched' && who === act.for && whom === seen.self.id,
        )
      )
        memory.expect(act.for, 'vouch');
      return null;
    case 'bequeath':
      // An heir must live.
      memory.sawAlive(act.heir);
      return null;
    case 'submit':
      return worked(act.job, seen, memory);
    case 'adopt':
      return adopted(seen, body, memory);
    default:
      return built(act, seen, body, memory);
  }
}

function built(act: Act, seen: Perception, body: Fields, memory: Memory): Announcement | null {
  const { self, pods, tick, place } = seen;
  switch (act.type) {
    case 'add_room': {
      const name = act.name.replaceAll('-', ' ');
      memory.did(`made a ${name} at home`);
      return { kind: 'room', name, about: `${self.home}/${act.name}` };
    }
    case 'write_code':
      if (place.id !== self.home) {
        joined(seen, memory);
        return null;
      }
      memory.did(`wrote the code of ${designs[act.design]?.title ?? 'a service'}`);
      memory.note({ hasCode: true });
      return null;
    case 'remove_room':
      buildsNoMore(memory);
      return null;
    case 'build_annex':
      buildsNoMore(memory);
      memory.did(`made a room more in ${pods.find(({ id }) => id === act.pod)?.name ?? 'my place'}`);
      memory.note({ hasCode: false, design: null });
      return null;
    case 'deploy': {
      const { id, name } = readPod(body);
      memory.did(`opened ${name || 'a place'}`);
      memory.note({ hasCode: false, design: null });
      memory.named({ [id]: name });
      if (act.partner !== undefined) builtWith(act.partner, id, seen, memory);
      buildsNoMore(memory);
      if (id !== '') {
        memory.learn(witnessed('opened', self.id, { place: id, tick: tick ?? 0 }));
        opened(id, name, seen, memory);
      }
      const slots = reached({ kind: 'place', pod: id }, seen, memory);
      return { kind: slots === undefined ? 'deployed' : 'reached.place', name, about: id, ...(slots && { slots }) };
    }
    default:
      return null;
  }
}

function arrived(to: string, place: unknown, { self }: Perception, memory: Memory): void {
  const isNew = memory.visits(to) === 0;
  const { name } = readPlace(place);
  memory.cameTo(to, name);
  // To a place of its own it knew the way.
  if (isNew && !to.startsWith('city-') && !self.ownedPods.includes(to)) memory.did(`found the way to ${name}`);
}

function called(seen: Perception, memory: Memory): void {
  const { place, tick, self } = seen;
  const design = designs[designAt(place.id) ?? -1];
  memory.did(design === undefined ? `tried ${place.name}` : `${design.deed} at ${place.name}`);
  if (design === undefined) return;
  memory.named({ [place.id]: place.name });
  const taste = tasteOf(seen, memory);
  memory.learn(witnessed(taste, self.id, { place: place.id, tick: tick ?? 0 }));
  // A place that is not to its taste only who is sharp holds against whose it is.
  if (taste === 'disliked' && place.owner !== null && temperOf(self).sharp >= 0.5)
    memory.felt(place.owner, 'soldBadly');
  const missed = design.need === 'remembrance' ? whomToMourn(memory) : undefined;
  if (missed !== undefined) {
    memory.met(missed[0], '', { isMourned: true });
    memory.did(`remembered ${missed[1]} at ${place.name}`);
  }
  memory.satisfied(design.need, tick ?? 0);
}

/** Refusals by which the city says that there is no such heir. */
const deadHeirCodes: ReadonlySet<string> = new Set(['resident_dead', 'not_found']);

/** What it makes of a refusal: who sells something that does not work has sold nothing. `code`: of the refusal. */
export function refused(act: Act, code: string, { place }: Perception, memory: Memory): void {
  if (act.type === 'bequeath' && deadHeirCodes.has(code)) memory.lost(act.heir);
  if (act.type === 'call' && (code === 'service_failed' || code === 'timeout') && place.owner !== null)
    memory.felt(place.owner, 'soldNothing');
}

const workToldEvery = 7;

function worked(job: string, { claimed, jobs, self, tick }: Perception, memory: Memory): Announcement | null {
  const isPublic = [...claimed, ...jobs].find(({ id }) => id === job)?.poster === null;
  memory.did(isPublic ? 'looked after the Commons' : 'did a job for somebody');
  if (!isPublic) return null;
  memory.learn(witnessed('worked', self.id, { tick: tick ?? 0 }));
  // Who was there has seen it: of turns at the square few are told aloud.
  return memory.state.beat % workToldEvery === 0 ? { kind: 'worked', name: '', about: job } : null;
}

function adopted(seen: Perception, body: Fields, memory: Memory): Announcement {
  const born = read<AnswerOf<typeof Adopted>>(body);
  const name = plain(born.name, 80);
  memory.did(`brought ${name} into the city`);
  const id = textOf(born.id).slice(0, 200);
  if (id !== '') memory.met(id, name);
  const slots = reached({ kind: 'child' }, seen, memory);
  return { kind: slots === undefined ? 'adopted' : 'reached.child', name, about: id, ...(slots && { slots }) };
}
