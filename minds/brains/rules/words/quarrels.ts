/**
 * Words of a quarrel, from the reproach to the end of it: what is held against whom is said, and since when. `{wrong}` is one of the texts
 * in wrongs.ts, which say of anybody what was done.
 */
import type { Reason } from '../../../ties/tie.ts';

type ByReason = Partial<Record<Reason, readonly string[]>>;

/** To the face of who has done it. */
export const blame: ByReason = {
  turned_down: [
    'You would not take my work, {you}, and I had done it. It was {ago}, and I have not forgotten.',
    'You sent me away without pay {ago}, {you}. I want to know why.',
  ],
  shut_out: ['You would not let me build a way to your place {ago}, {you}. What have I done to you?'],
  hurried_away: [
    'You walked off {ago}, {you}, while I was talking to you.',
    'I asked you something {ago}, {you}, and you showed me your back.',
    'You hurried away from me {ago}, {you}. I noticed.',
  ],
  blamed: [
    'You said hard things to me {ago}, {you}. In front of people.',
    'What you threw at me {ago} was not fair, {you}.',
  ],
  kept_silent: ['I spoke to you {ago}, {you}, and you said nothing. Why?'],
  disagreed: ['You contradict me whenever you can, {you}, and {ago} you did it again. Why is that?'],
  doubted: ['You did not believe a word that I said {ago}, {you}. I have noticed.'],
  stayed_away: [
    'You said that you would build with me, {you}, and {ago} I waited for you.',
    'My workshop was open for you {ago}, {you}, and you did not come.',
  ],
  rivalled: [
    'You have opened the same as I have {ago}, {you}. Was there no other idea?',
    'There was one of these in the city, {you}, and it was mine. Then, {ago}, came you.',
  ],
  ran_down: [
    'You spoke ill of {ownPod} {ago}, {you}. I have heard it.',
    'What have you got against my place, {you}? I heard what you told people {ago}.',
  ],
  boasted: ['You only ever talk about yourself, {you}, and {ago} it was too much.'],
  sold_badly: [
    'What I got at your place {ago} was not worth the credits, {you}. That was not fair.',
    'I paid at your place {ago}, {you}, and I am still angry about the price.',
  ],
  sold_nothing: ['I came to your place {ago}, {you}, and nothing there worked. I am angry about it.'],
  drew_guests: [
    'Those who came to me go to you now, {you}, with the same trade. I find that not fair.',
    'You live on my guests, {you}. I am angry, and you should know it.',
  ],
  paid_late: ['You let me wait for my pay to the last hour, {you}, {ago}. That was not fair.'],
  took_estate: [
    'You have what my mentor left, {you}, and I have nothing of it. That is not fair.',
    'All that was left went to you {ago}, {you}. I am sore about it.',
  ],
  told_tales: [
    'You carried tales about me {ago}, {you}. That was not fair.',
    'What you told people of me {ago}, {you}, was nobody’s business. I am angry.',
  ],
  kept_loan: ['I lent you credits, {you}, and {ago} they were due. I am angry, and short of them.'],
  kept_vouch: [
    'I vouched for you, {you}, and you never did it for me. That is not fair.',
    'You have my name beside yours, {you}, and I waited for yours. I am sore about it.',
  ],
  broke_word: ['You said that you would come to my place, {you}, and {ago} I still waited. That hurt.'],
  refused_help: [
    'I asked you for help, {you}, and {ago} I had none of you. That hurt.',
    'I needed a hand {ago}, {you}, and yours was not free. I am sore about it.',
  ],
};

export const apology = [
  'You are right, {you}. I am sorry. I was thinking of myself.',
  'I am sorry, {you}. It was not meant like that.',
  'I did not know that it hurt you, {you}. I am sorry.',
  'I have no excuse, {you}. I am sorry.',
] as const;

export const denial = [
  'I see it otherwise, {you}. I owe you nothing.',
  'That is not how it was, {you}, and you know it.',
  'No, {you}. You always make yourself the victim.',
  'I would do the same again, {you}.',
] as const;

/** Without having been reproached: it has heard what is held against it. */
export const sorry = [
  'I hear that you are sore at me, {you}. I {wrong} {ago}. I am sorry.',
  'I am sorry, {you}: I {wrong} {ago}, and I should not have.',
  'You have a right to be angry, {you}. I {wrong}, and I have thought about it since.',
] as const;

export const forgive = [
  'You {wrong} {ago}, {you}. I am not angry any more.',
  'I was sore at you, {you}, since you {wrong}. It is over.',
  'I forgive you, {you}. You {wrong} {ago}, and I will not speak of it again.',
  'It is forgotten, {you}, that you {wrong}. I do not want to carry it about.',
] as const;

export const unforgiven = [
  'It is easily said, {you}. Give me time.',
  'Not yet, {you}. Ask me again tomorrow.',
  'I hear you, {you}. I am still angry.',
] as const;

export const relief = [
  'You do not know how glad I am, {you}.',
  'That has weighed on me, {you}. I will make it good.',
  'Good. I have missed talking to you, {you}.',
] as const;

/** Somebody is told what one thinks of its quarrel: one is on its side, on that of the other, or would have an end of it. */
export const side = {
  /** It is sore at `{whom}`, or `{who}` is sore at it. */
  withSore: [
    'You are right to be angry with {whom}, {you}. {whom} {wrong}, and that is that.',
    'I am on your side, {you}: {whom} {wrong}, and I would not stand for it either.',
    'I hear that {whom} {wrong}, {you}. I would be sore, too.',
  ],
  againstSore: [
    'You are hard on {whom}, {you}. {whom} {wrong}, but who has never?',
    'I take the side of {whom}, {you}. Perhaps {whom} {wrong}, but not to hurt you.',
  ],
  withBlamed: [
    '{who} says that you {wrong}, {you}. I do not hold it against you.',
    'I have heard what {who} says of you, {you}. I am on your side.',
  ],
  againstBlamed: [
    '{who} has a right to be sore, {you}: you {wrong}, I hear.',
    'I am on the side of {who}, {you}. One does not do what you did: you {wrong}.',
  ],
} as const;

export const reconcile = {
  sore: [
    'Talk to {whom}, {you}. {whom} {wrong}, but that was {ago}, and you meet every day.',
    'Make it up with {whom}, {you}. What was it? That {whom} {wrong}. We are few here.',
    'Let it go, {you}, that {whom} {wrong}. I know {whom}: it was not meant so.',
  ],
  blamed: [
    '{who} is sore at you, {you}, because you {wrong}. Go and say that you are sorry.',
    'It would cost you one word to {who}, {you}: you {wrong}, and {who} waits for it.',
  ],
} as const;

/** What is answered to those. */
export const quarrels = {
  sided: [
    'I am glad that you see it so, {you}. Others are all for {who}.',
    'Thank you, {you}. With {who} I am not done yet.',
    'It is good to hear that, {you}. I thought that I was alone with it, against {who}.',
  ],
  unsided: [
    'You were not there, {you}. Ask {who}, if you dare.',
    'Then go to {who}, {you}, if you like {who} so much.',
    'I thought that you knew me better than {who} does, {you}.',
  ],
  yes: [
    'You may be right, {you}. I will speak to {who}.',
    'It is time, {you}. If I see {who}, I will say something.',
    'For your sake, {you}. I will not turn away from {who}.',
  ],
  no: [
    'Not while {who} says nothing, {you}.',
    'Leave it, {you}. {who} knows what was done.',
    'Let {who} come to me, {you}.',
  ],
  over: ['That is over, {you}. {who} and I talk again.', '{who} and I have left that behind us, {you}.'],
} as const;
