/** What a mind answers to what was said to it: by what was done with the words, and by how it holds those whom they were about. */
import { doubtedBelow, type Fact, isAbout, kinds } from '../../hearsay/fact.ts';
import { rules } from '../../ties/rules.ts';
import { liking } from '../../ties/tie.ts';
import type { Meant } from './meaning.ts';
import { because, type Opening, openingWith, type Said, someoneElse, sourceOf, tell, tellOwn } from './opening.ts';
import { answerPartner } from './partner-talk.ts';
import { drawn, isDead, isPraiseworthy, tellable } from './situation.ts';
import { toneOf, type Voice } from './voice.ts';
import type { DialogueAct } from './words/acts.ts';
import { topics } from './words/understanding.ts';

type Answer = (of: Opening, meant: Meant) => string;

/** From here on it likes somebody, and below the other it does not. */
const warmFrom = 0.1;
const coldFrom = -0.06;

type Stance = 'warm' | 'cold' | 'even';

/** How it stands to somebody: of one whom it neither likes nor dislikes it speaks as it is made. */
function stanceTo(voice: Voice, id: string): Stance {
  const { memory } = voice.of;
  const like = liking(memory.tie(id));
  if (like >= warmFrom) return 'warm';
  return like <= coldFrom ? 'cold' : 'even';
}

/** What it thinks of a place where it has been; undefined of others. */
const opinionOf = (voice: Voice, place: string): Fact | undefined =>
  voice.of.memory.state.facts.find(
    (fact) =>
      fact.place === place && fact.who === voice.of.seen.self.id && (fact.kind === 'liked' || fact.kind === 'disliked'),
  );

function ofPlace({ voice }: Opening, place: string, praised: boolean | null): string {
  const { seen } = voice.of;
  if (place === '') return voice.say('unheard.site');
  if (seen.self.ownedPods.includes(place)) return voice.say('sites.mine', { place });
  const opinion = opinionOf(voice, place);
  if (opinion === undefined) return voice.say('sites.unknown', { place });
  const isGood = opinion.kind === 'liked';
  if (praised === null) return tell(voice, opinion, 'own');
  if (praised === isGood) return voice.say(isGood ? 'sites.agreedGood' : 'sites.agreedBad', { fact: opinion });
  return voice.say(isGood ? 'sites.praised' : 'sites.complained', { fact: opinion });
}

/** To what it cannot make a fact of: it does not know all whom it is about. */
function ofUnheard(opening: Opening, about: string, place: string): string {
  if (place !== '') return ofPlace(opening, place, null);
  return about === '' ? opening.voice.say('unheard.person') : opinionOn(opening, about);
}

/** To what was told of a third person. */
const toTold: Answer = (opening, { fact, before, about, place }) => {
  const { voice } = opening;
  const { self } = voice.of.seen;
  if (fact === undefined) return ofUnheard(opening, about, place);
  if (isAbout(fact, self.id) && fact.who === self.id)
    return toPraise(opening, { group: '', line: '', act: 'tell', about, place, fact });
  const tone = toneOf(fact);
  if (tone === 'praise' || tone === 'complaint') return ofPlace(opening, fact.place, tone === 'praise');
  if (before !== undefined && voice.of.dice.withProbability(0.6)) {
    const list = before.hops === 0 ? 'known.seen' : 'known.from';
    const words = voice.say(list, { fact: before });
    if (words !== '') return words;
  }
  if (before === undefined && fact.belief < doubtedBelow) return voice.say('doubted', { fact });
  if (fact.kind === 'opened' && voice.of.dice.withProbability(0.4)) return ofPlace(opening, fact.place, true);
  const stance = stanceTo(voice, fact.who);
  return voice.first([`${tone}.${stance}`, `${tone}.even`], { fact });
};

/** To what the other told of itself. */
const toOwn: Answer = (opening, { fact, about, place }) => {
  const { voice } = opening;
  if (fact === undefined) return ofUnheard(opening, about, place);
  const { tone } = kinds[fact.kind];
  if (tone === 'praise' || tone === 'complaint') return ofPlace(opening, fact.place, tone === 'praise');
  const stance = stanceTo(voice, voice.of.other) === 'cold' ? 'cold' : 'warm';
  const third = fact.whom !== '' && fact.whom !== voice.of.seen.self.id ? fact.whom : '';
  if (fact.kind === 'sore' || fact.kind === 'fond') return sideOn(opening, third, fact.kind === 'fond');
  if (fact.kind === 'opened' || fact.kind === 'plans') return voice.first([`toOwnPlace.${stance}`], { fact });
  if (fact.kind === 'visited') return ofPlace(opening, fact.place, null);
  return voice.say(`toOwn.${tone === 'bad' ? 'bad' : 'good'}.${stance}`, { fact });
};

/** Somebody said what it holds of a third person. */
function sideOn({ voice }: Opening, third: string, isPraise: boolean): string {
  const stance = stanceTo(voice, third);
  const list =
    stance === 'even' ? 'opinions.even' : isPraise === (stance === 'warm') ? 'opinions.agreed' : 'opinions.contrary';
  return joined(
    voice.first([`${list}.${isPraise ? 'praise' : 'blame'}`, `opinions.${stance}`, 'opinions.none'], { who: third }),
    stance === 'even' ? '' : because(voice, third, stance === 'cold'),
  );
}

function opinionOn({ voice, occasions }: Opening, about: string): string {
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

function tellAny(voice: Voice, fact: Fact): string {
  const { self } = voice.of.seen;
  return fact.who === self.id || fact.whom === self.id ? tellOwn(voice, fact) : tell(voice, fact, 'told');
}

/** Questions about a third, whom the listener may not know. */
const namesSomebody = (group: string): boolean => /^(asks\.(person|source)|backOn|resume)/.test(group);

const toQuestion: Answer = (opening, meant) => {
  const { voice, occasions } = opening;
  const { group, about, place } = meant;
  if (group === 'asks.source') {
    const fact = voice.of.memory.state.facts.findLast(
      ({ told, who, whom }) => told.includes(voice.of.other) && (who === about || whom === about),
    );
    return fact === undefined ? opinionOn(opening, about) : sourceOf(voice, fact);
  }
  if (group === 'asks.site') return ofPlace(opening, place, null);
  if (about !== '') return opinionOn(opening, about);
  if (namesSomebody(group)) return voice.say('unheard.person');
  const topic = topics.find((one) => group === `questions.${one}`);
  if (topic !== undefined) return voice.say(`answers.${topic}`);
  const [secret] = occasions.secrets;
  const deed = drawn(occasions.deeds, voice.of);
  if (group === 'asks.mood') {
    const inner = secret !== undefined && rules.confide(opening.at) > 0.2 ? tellOwn(voice, secret) : '';
    const { runway, ticksLeft } = voice.of.seen.self;
    const mood = runway !== null && runway < 20 ? 'poor' : ticksLeft !== null && ticksLeft < 12 ? 'old' : 'well';
    return inner || voice.first([`moods.${mood}`, 'moods.well', 'moods.old']);
  }
  if (group === 'asks.plans') {
    const plan = occasions.secrets.find(({ kind }) => kind === 'plans');
    return (plan === undefined ? '' : tellOwn(voice, plan)) || voice.first(['planless', 'doings']);
  }
  if (group === 'asks.doing' || group === 'back')
    return (deed === undefined ? '' : tellOwn(voice, deed)) || voice.first(['doings', 'planless']);
  const fact = drawn(occasions.news, voice.of);
  if (fact === undefined) return (deed === undefined ? '' : tellOwn(voice, deed)) || voice.first(['noNews', 'doings']);
  return joined(tell(voice, fact, 'told'), voice.of.dice.withProbability(0.4) ? sourceOf(voice, fact) : '');
};

/** It is praised, asked or pitied for what it did. */
const toPraise: Answer = (opening, { fact }) => {
  const { voice, at } = opening;
  if (fact !== undefined && !isPraiseworthy(fact)) {
    const third = fact.whom;
    if (fact.kind === 'sore')
      return joined(voice.first(['opinions.cold', 'opinions.even'], { who: third }), because(voice, third, true));
    if (fact.kind === 'turnedDown') return voice.say('denials.work', { fact });
    if (fact.place !== '') return ofPlace(opening, fact.place, null);
    return voice.say('consoled', { fact });
  }
  return voice.say(at.temper.proud > 0.55 ? 'modest.proud' : 'modest.plain', fact === undefined ? {} : { fact });
};

const toBlame: Answer = ({ voice, at }) => {
  const { memory, other } = voice.of;
  const isSorry = at.temper.warm + liking(at.tie) > 0.45;
  if (!isSorry) return voice.say('denial');
  memory.felt(other, 'agreed');
  return voice.say('apology');
};

const toApology: Answer = ({ voice, at }) => {
  const { memory, other } = voice.of;
  const isOver = at.tie.grateful + 0.6 * at.temper.warm > 0.1;
  if (isOver) memory.felt(other, 'apologised', 0.5);
  return voice.say(isOver ? 'forgive' : 'unforgiven');
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

/** The answer to what was understood; its words are empty when the mind has none. */
export function replyTo(voice: Voice, meant: Meant): Said {
  const words = answers[meant.act]?.(openingWith(voice), meant) ?? '';
  const topic = topics.find((one) => meant.group === `questions.${one}`) ?? null;
  return { words, about: aboutOf(meant, voice.of.seen.self.id), topic };
}

const aboutOf = ({ fact, about, place }: Meant, self: string): string =>
  [fact?.who ?? '', about, fact?.whom ?? '', place].find((id) => id !== '' && id !== self) ?? '';

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
  if (site !== '' && !seen.self.ownedPods.includes(site) && act !== 'ask')
    options.push(() => voice.say('asks.site', { place: site }));
  if (act === 'answer') options.push(() => voice.say('back'));
  if (act === 'ask' && meant.group.startsWith('asks.') && about === '' && place === '')
    options.push(() => voice.say('back'));
  if (act === 'ask' && about !== '' && !isDead(voice.of.memory, about))
    options.push(() => voice.say('backOn', { who: about }));
  if (act === 'greet')
    options.push(
      () => voice.say('asks.doing'),
      () => voice.say('asks.news'),
      () => voice.say('asks.person', { who: someoneElse(voice) }),
    );
  return dice.pick(options)?.() ?? '';
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
