/** An answer as a whole: the reply to what was understood, with more of the same or a parting; and to other words by their topic. */
import { isPlan, type Meant } from './meaning.ts';
import { joined } from './opening.ts';
import { goOn, replyTo } from './replying.ts';
import type { Said } from './said.ts';
import type { Voice } from './voice.ts';
import { answers, reactions } from './words/answers.ts';
import * as phrases from './words/phrases.ts';
import { slotsFor } from './words/slots.ts';
import type { Understood } from './words/understanding.ts';

/** Of what it has answered, so often it goes on about the same. */
const goOnShare = 0.55;
/** An answer of so many characters says enough for a parting, too. */
const shortChars = 70;

interface Answered {
  readonly understood: Understood;
  readonly meant: Meant | undefined;
  /** It is the last of this talk. */
  readonly isLast: boolean;
}

/** What it answers, and of whom that speaks; empty when it has no words. */
export function replied(voice: Voice, { understood, meant, isLast }: Answered): Pick<Said, 'words' | 'about'> {
  const isQuestion = meant === undefined ? understood.intent === 'question' : meant.act === 'ask';
  const reply = meant === undefined ? undefined : replyTo(voice, meant);
  const { words: first = '', about = '' } = reply ?? {};
  if (isLast && !isQuestion)
    return { words: joined(first, first.length > shortChars ? '' : partingOf(voice, meant)), about };
  // Who has nothing to say to what it understood parts; to what it did not understand it answers by the topic.
  if (first === '' && meant !== undefined) return { words: partingOf(voice, meant), about };
  const answer = first || generally(voice, understood);
  const next = meant !== undefined && !isLast && voice.of.speaker.chance(goOnShare) ? goOn(voice, meant) : '';
  return { words: joined(answer, next), about };
}

/** A parting that takes up what was spoken of, if that was somebody or some place. */
function partingOf(voice: Voice, meant: Meant | undefined): string {
  if (meant === undefined) return voice.say('farewells');
  const { about, place, fact } = meant;
  const { seen } = voice.of;
  const who = [about, fact?.who ?? '', fact?.whom ?? ''].find((id) => voice.nameOf(id) !== '') ?? '';
  const site = seen.self.ownedPods.includes(place) || isPlan(place) ? '' : place;
  return voice.first(['partings', 'partingsOfSites', 'farewells'], { who, place: site });
}

/** To words that are no sentence that it knows: by their topic, or of whom they name. */
function generally(voice: Voice, { intent, topic }: Understood): string {
  if (intent === 'greeting') return voice.say('answersToGreeting');
  if (intent === 'thanks') return voice.say('answersToThanks');
  const { seen, memory, dice, other, speaker } = voice.of;
  const slots = slotsFor(seen, memory, dice, other);
  const known = topic === null ? '' : speaker.say((intent === 'question' ? answers : reactions)[topic], slots);
  return known === '' ? speaker.say(phrases.listening, slots) : known;
}
