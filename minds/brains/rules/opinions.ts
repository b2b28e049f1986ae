/** What a mind says of somebody or of a place that is spoken of: by how it holds them, with the reason, and with what it knows of them. */
import type { Fact } from '../../hearsay/fact.ts';
import { liking } from '../../ties/tie.ts';
import { isPlan, type Meant } from './meaning.ts';
import { because, joined, tell, tellOwn } from './opening.ts';
import type { Opening } from './said.ts';
import { drawn, isDead, tellable } from './situation.ts';
import type { Voice } from './voice.ts';

/** From here on it likes somebody, and below the other it does not. */
const warmFrom = 0.1;
const coldFrom = -0.06;

type Stance = 'warm' | 'cold' | 'even';

/** How it stands to somebody: of one whom it neither likes nor dislikes it speaks as it is made. */
export function stanceTo(voice: Voice, id: string): Stance {
  const { memory } = voice.of;
  const like = liking(memory.tie(id));
  if (like >= warmFrom) return 'warm';
  return like <= coldFrom ? 'cold' : 'even';
}

/** What it thinks of a place where it has been; undefined of others. */
export const opinionOf = (voice: Voice, place: string): Fact | undefined =>
  voice.of.memory.state.facts.find(
    (fact) =>
      fact.place === place && fact.who === voice.of.seen.self.id && (fact.kind === 'liked' || fact.kind === 'disliked'),
  );

export function ofPlace({ voice }: Opening, place: string, praised: boolean | null): string {
  const { seen, memory } = voice.of;
  if (place === '' || isPlan(place)) return voice.say('unheard.site');
  if (seen.self.ownedPods.includes(place)) return voice.say('sites.mine', { place });
  const opinion = opinionOf(voice, place);
  if (opinion === undefined) {
    const hasBeen = memory.known(place)?.triedTick !== undefined;
    const isYours = voice.placeOf(place).startsWith('your ');
    return voice.say(hasBeen ? 'sites.faded' : isYours ? 'sites.yours' : 'sites.unknown', { place });
  }
  const isGood = opinion.kind === 'liked';
  if (praised === null) return tell(voice, opinion, 'own');
  if (praised === isGood) return voice.say(isGood ? 'sites.agreedGood' : 'sites.agreedBad', { fact: opinion });
  return voice.say(isGood ? 'sites.praised' : 'sites.complained', { fact: opinion });
}

/** To what it cannot make a fact of: it does not know all whom it is about. */
export function ofUnheard(opening: Opening, { about, place, hasPlace }: Meant): string {
  if (place !== '' || (hasPlace && about === '')) return ofPlace(opening, place, null);
  return about === '' ? opening.voice.say('unheard.person') : opinionOn(opening, about);
}

/** Somebody said what it holds of a third person. */
export function sideOn({ voice }: Opening, third: string, isPraise: boolean): string {
  const stance = stanceTo(voice, third);
  const list =
    stance === 'even' ? 'opinions.even' : isPraise === (stance === 'warm') ? 'opinions.agreed' : 'opinions.contrary';
  return joined(
    voice.first([`${list}.${isPraise ? 'praise' : 'blame'}`, `opinions.${stance}`, 'opinions.none'], { who: third }),
    stance === 'even' ? '' : because(voice, third, stance === 'cold'),
  );
}

export function opinionOn({ voice, occasions }: Opening, about: string): string {
  const { memory, dice, seen } = voice.of;
  if (about === seen.self.id) {
    const deed = drawn(occasions.deeds, voice.of);
    return joined(voice.say('aboutMe'), deed === undefined ? '' : tellOwn(voice, deed));
  }
  const fact = tellable(occasions, about);
  const isKnown = (memory.acquaintance(about)?.talks ?? 0) > 0;
  const stance = stanceTo(voice, about);
  if (isDead(memory, about)) {
    const told = fact === undefined ? '' : tellAny(voice, fact);
    return told || voice.first(isKnown ? [`dead.${stance}`, 'dead.even'] : ['dead.even'], { who: about });
  }
  const opinion = isKnown
    ? joined(
        voice.say(`opinions.${stance}`, { who: about }),
        stance === 'even' ? '' : because(voice, about, stance === 'cold'),
      )
    : '';
  const isTold = fact !== undefined && (opinion === '' || dice.withProbability(0.4));
  const told = fact !== undefined && isTold ? tellAny(voice, fact) : '';
  return joined(opinion, told) || voice.say('opinions.none', { who: about });
}

export function tellAny(voice: Voice, fact: Fact): string {
  const { self } = voice.of.seen;
  return fact.who === self.id || fact.whom === self.id ? tellOwn(voice, fact) : tell(voice, fact, 'told');
}
