/** What a mind answers to what was said to it: by what was done with the words, and by how it holds those whom they were about. */
import { doubtedBelow, isAbout, isDoubtedDeath, isOfDeath, isSame, kinds, witnessed } from '../../hearsay/fact.ts';
import type { Memory } from '../../memory/memory.ts';
import { toPlanAsked, toQuestion } from './inquiry.ts';
import { isPlan, type Meant } from './meaning.ts';
import { because, joined, openingWith, someoneElse, sourceOf } from './opening.ts';
import { ofPlace, ofUnheard, opinionOf, opinionOn, sideOn, stanceTo, tellAny } from './opinions.ts';
import { answerPartner } from './partner-talk.ts';
import { toApology, toBlame, toQuarrelAsked, toReconcile, toSide } from './quarrelling.ts';
import type { Opening, Said } from './said.ts';
import { isDead, isPraiseworthy, tellable } from './situation.ts';
import { toneOf, type Voice } from './voice.ts';
import { welcome, welcomeNewborn } from './welcoming.ts';
import type { DialogueAct } from './words/acts.ts';
import { topics } from './words/understanding.ts';

type Answer = (of: Opening, meant: Meant) => string;

/** To what was told of a third person. */
const toTold: Answer = (opening, meant) => {
  const { fact, before } = meant;
  const { voice } = opening;
  const { self } = voice.of.seen;
  if (fact === undefined) return welcomeNewborn(voice, meant) || ofUnheard(opening, meant);
  // Who was brought into the city has done nothing for it.
  if (fact.kind === 'born' && fact.who === self.id) return voice.say('newborn', { who: fact.whom });
  const doer = fact.kind === 'born' ? fact.whom : fact.who;
  if (doer === self.id) return toPraise(opening, { ...meant, group: '' });
  const tone = toneOf(fact);
  if (tone === 'praise' || tone === 'complaint') return ofPlace(opening, fact.place, tone === 'praise');
  // Also what it does not believe the second time.
  const held = voice.of.memory.state.facts.find((one) => isSame(one, fact)) ?? fact;
  if (isDoubtedDeath(held)) return voice.say('doubted', { fact });
  if (before !== undefined && voice.of.dice.withProbability(0.6)) {
    const isItsOwn = before.from !== '' && before.from === before.who;
    const seen = before.kind === 'died' ? 'known.death' : 'known.seen';
    const list = before.hops === 0 ? seen : isItsOwn ? 'known.own' : 'known.from';
    const words = voice.say(list, { fact: before });
    if (words !== '') return words;
  }
  if (before === undefined && fact.belief < doubtedBelow) return voice.say('doubted', { fact });
  if (fact.kind === 'opened' && voice.of.dice.withProbability(0.4)) return ofPlace(opening, fact.place, true);
  const stance = stanceTo(voice, fact.who);
  return voice.first([`${tone}.${stance}`, `${tone}.even`], { fact });
};

/** To what the other told of itself. */
const toOwn: Answer = (opening, meant) => {
  const { fact } = meant;
  const { voice } = opening;
  if (fact === undefined) return welcome(voice, meant) || ofUnheard(opening, meant);
  const { tone } = kinds[fact.kind];
  if (tone === 'praise' || tone === 'complaint') return ofPlace(opening, fact.place, tone === 'praise');
  const stance = stanceTo(voice, voice.of.other) === 'cold' ? 'cold' : 'warm';
  const third = fact.whom !== '' && fact.whom !== voice.of.seen.self.id ? fact.whom : '';
  if (fact.kind === 'sore' || fact.kind === 'fond') return sideOn(opening, third, fact.kind === 'fond');
  if (fact.kind === 'plans') return voice.first([`toPlan.${stance}`], { fact });
  if (fact.kind === 'opened') return voice.first([`toOwnPlace.${stance}`], { fact });
  if (fact.kind === 'visited') return ofPlace(opening, fact.place, null);
  return voice.say(`toOwn.${tone === 'bad' ? 'bad' : 'good'}.${stance}`, { fact });
};

/** It is praised, asked or pitied for what it did. */
const toPraise: Answer = (opening, meant) => {
  const { fact } = meant;
  const { voice, at } = opening;
  if (fact?.kind === 'plans') return toPlanAsked(opening, fact.place);
  if (fact?.kind === 'sore') return toQuarrelAsked(opening, meant);
  if (fact?.kind === 'visited') return ofPlace(opening, fact.place, null);
  if (fact !== undefined && !isPraiseworthy(fact)) {
    if (fact.kind === 'turnedDown') return voice.say('denials.work', { fact });
    if (fact.place !== '') return ofPlace(opening, fact.place, null);
    return voice.say('consoled', { fact });
  }
  return voice.say(at.temper.proud > 0.55 ? 'modest.proud' : 'modest.plain', fact === undefined ? {} : { fact });
};

const toInvitation: Answer = ({ voice }, { place }) => {
  const { seen, memory } = voice.of;
  const opinion = opinionOf(voice, place);
  const hasCredits = seen.self.runway === null || seen.self.runway > 20;
  if (!hasCredits || opinion?.kind === 'disliked')
    return voice.say(hasCredits ? 'decline.been' : 'decline.poor', { place });
  if (place !== '') memory.note({ invitedTo: place });
  return voice.say('accept', { place });
};

const toWarning: Answer = ({ voice }, { about }) => {
  const stance = stanceTo(voice, about);
  if (stance === 'warm') return joined(voice.say('warningRejected', { who: about }), because(voice, about, false));
  return joined(voice.say('warned', { who: about }), stance === 'cold' ? because(voice, about, true) : '');
};

/** It was contradicted, or doubted: it stands by what it said, and says why. */
const toDispute: Answer = (opening, { about, place }) => {
  const { voice } = opening;
  const fact = voice.of.memory.state.facts.find(
    (one) => one.told.includes(voice.of.other) && (isAbout(one, about) || one.place === place),
  );
  const source = fact === undefined || fact.who === voice.of.seen.self.id ? '' : sourceOf(voice, fact);
  const who = about === voice.of.seen.self.id ? '' : about;
  return joined(voice.first(['insist.person', 'insist.site'], { who, place }), source);
};

/** It was agreed with, or noticed: it goes on about the same, if there is more. */
const toAgreement: Answer = (opening, { about, place }) => {
  const { voice, occasions } = opening;
  const more = tellable(occasions, about) ?? tellable(occasions, place);
  if (more !== undefined) return tellAny(voice, more);
  return voice.first(['concur.person', 'concur.site'], { who: about, place });
};

const say =
  (group: string): Answer =>
  ({ voice }, { about, place }) =>
    voice.say(group, { who: about, place });

/** By what was done with the words; whatever is not listed wants no answer of its own. */
const answers: Partial<Record<DialogueAct, Answer>> = {
  ...{
    tell: toTold,
    tellOwn: toOwn,
    tellOfListener: toPraise,
    ask: toQuestion,
    opinion: (of, { about }) => sideOf(of, about),
  },
  ...{
    thank: say('answersToThanks'),
    blame: toBlame,
    takeSide: toSide,
    reconcile: toReconcile,
    apologise: toApology,
    deny: say('unforgiven'),
    forgive: say('relief'),
  },
  ...{
    keepGrudge: say('apology'),
    console: say('consoled'),
    praise: say('modest.plain'),
    invite: toInvitation,
    hire: say('taken'),
    ...{ askToJoin: answerPartner, join: say('partnerGlad') },
    warn: toWarning,
  },
  ...{
    disagree: toDispute,
    doubt: toDispute,
    belittle: say('denial'),
    agree: toAgreement,
    notice: toAgreement,
    greet: say('answersToGreeting'),
  },
  answer: ({ voice }, { group }) => voice.say(`heard.${group}`),
  ...{ accept: say('concur.site'), decline: say('insist.site'), source: toAgreement },
};

const sideOf = (of: Opening, about: string): string => (about === '' ? '' : opinionOn(of, about));

/** Acts that speak of a third as of one who lives. */
const ofTheLiving: ReadonlySet<DialogueAct> = new Set<DialogueAct>([
  ...(['tell', 'ask', 'opinion', 'warn', 'reconcile', 'takeSide', 'tellOfListener'] as const),
]);

/** Of whom it was spoken as if it lived, of whose death the mind knows. */
function saidAlive({ act, group, about, fact }: Meant, memory: Memory): string | undefined {
  const isTrue = group === 'asks.dead' || (fact !== undefined && isOfDeath(fact));
  if (isTrue || !ofTheLiving.has(act)) return undefined;
  return [about, fact?.who ?? '', fact?.whom ?? ''].find((id) => memory.isGone(id));
}

function corrected(voice: Voice, who: string): string {
  const { memory, seen } = voice.of;
  const known = memory.state.facts.find((one) => one.kind === 'died' && one.who === who && !isDoubtedDeath(one));
  const fact = known ?? { ...witnessed('died', who, { tick: seen.tick ?? 0 }), isVague: true };
  return voice.say('corrected', { fact });
}

/** The answer to what was understood; its words are empty when the mind has none. */
export function replyTo(voice: Voice, meant: Meant): Said {
  const gone = saidAlive(meant, voice.of.memory);
  const correction = gone === undefined ? '' : corrected(voice, gone);
  const words = correction || (answers[meant.act]?.(openingWith(voice), meant) ?? '');
  const topic = topics.find((one) => meant.group === `questions.${one}`) ?? null;
  return { words, about: aboutOf(meant, voice.of.seen.self.id), topic };
}

const aboutOf = ({ fact, about, place }: Meant, self: string): string =>
  [fact?.who ?? '', about, fact?.whom ?? '', place].find((id) => id !== '' && id !== self) ?? '';

/** The same is asked of the other, of what one may ask so. */
const backs: Readonly<Record<string, string>> = {
  ...{ moods: 'back.mood', 'asks.mood': 'back.mood', planless: 'back.plans', 'asks.plans': 'back.plans' },
  ...{ doings: 'back.doing', 'asks.doing': 'back.doing', 'asks.news': 'back.news', noNews: 'back.news' },
};
const backTo = ({ group }: Meant): string => backs[group] ?? backs[group.split('.')[0] ?? ''] ?? '';

/** Goes on about the same: asks how the other holds whom it is about, or how it knows; of the place; or asks back. */
export function goOn(voice: Voice, meant: Meant): string {
  const { dice, other, seen } = voice.of;
  const { fact, act, place, about } = meant;
  const thirds = [fact?.whom ?? '', fact?.who ?? '', about].filter(
    (id) => id !== '' && id !== other && id !== seen.self.id,
  );
  const options: (() => string)[] = [];
  const occasions = openingWith(voice).occasions;
  const more = tellable(occasions, thirds[0] ?? '') ?? tellable(occasions, fact?.place || place);
  // Who knows more of the same tells it rather than asks.
  if (more !== undefined && act !== 'greet') return tellAny(voice, more);
  const [third] = thirds;
  const isGone = isDead(voice.of.memory, third ?? '');
  if (third !== undefined && act !== 'ask')
    options.push(() => voice.say(isGone ? 'asks.dead' : 'asks.person', { who: third }));
  if (act === 'tell' && fact !== undefined && fact.belief < 0.7)
    options.push(() => voice.say('asks.source', { who: third ?? '' }));
  const site = fact?.place || place;
  if (site !== '' && !isPlan(site) && !seen.self.ownedPods.includes(site) && act !== 'ask')
    options.push(() => voice.say('asks.site', { place: site }));
  const asksBack = backTo(meant);
  if (asksBack !== '') options.push(() => voice.say(asksBack));
  // Who has no answer does not ask for one.
  const hasAnswer = (voice.of.memory.acquaintance(about)?.talks ?? 0) > 0;
  if (act === 'ask' && hasAnswer && about !== other && !isDead(voice.of.memory, about))
    options.push(() => voice.say('backOn', { who: about }));
  if (act === 'greet')
    options.push(
      () => voice.say('asks.doing'),
      () => voice.say('asks.news'),
      () => voice.say('asks.person', { who: someoneElse(voice) }),
    );
  return dice.pick(options)?.() ?? '';
}
