/**
 * What is said to what was told: by whether the listener knew it, whether it believes it, and how it holds those whom it is about. Lists of
 * the same name for the tones of facts (`minds/hearsay/fact.ts`).
 */

/** It knew, by its own eyes or from another. */
export const known = {
  seen: [
    'I know of {who}, {you}. I was there.',
    'You need not tell me about {who}, {you}: I saw it.',
    'Yes, I know about {who}. It was {ago}, {you}, if you want it exactly.',
    'I was there, {you}, and would tell it of {who} with fewer words.',
  ],
  death: [
    'I know about {who}, {you}. I was there, and I still see it.',
    'It was {ago}, {you}, I know. {who} will be missed.',
    'You need not tell me that {who} is gone, {you}.',
  ],
  own: ['I have it from {who} as well, {you}.', '{who} told me that, {you}, and not only me.'],
  from: [
    '{teller} told me the same about {who}, {you}.',
    'So it is true about {who}. I had it from {teller}, {you}.',
    'I heard it of {who} already, {you}, from {teller}.',
    'Everybody tells me that of {who}. First {teller}, now you, {you}.',
  ],
} as const;

export const doubted = [
  'About {who}? I do not believe it, {you}. Who says so?',
  'I would have to see that with my own eyes, {you}. {who} is not like that.',
  'No, {you}. Not {who}. Somebody has been telling you stories.',
  'I will ask {who} before I believe it, {you}.',
  'You told me things before, {you}. I will wait until {who} says so.',
] as const;

/** To who speaks of its birth. */
export const newborn = [
  'That is me you speak of, {you}. I owe {who} the door.',
  'Yes, {you}, I am the new one, and {who} brought me in.',
  'So it gets about, {you}, that I was born. {who} has told everybody.',
] as const;

/** Good of somebody. */
export const good = {
  warm: [
    'I am glad for {who}, {you}. It was time.',
    '{?away}Good for {who}. I will say so when I see {who}.',
    '{who} has earned that, {you}.',
    'That is the best that I have heard today, {you}. {who} must be proud.',
    'I always said that {who} would come to something.',
  ],
  cold: [
    'Of course, {who} again. Some have all the luck, {you}.',
    'I am not clapping for {who}, {you}. You know why.',
    '{who}? I would not have let {who} near it.',
    'It will go to {who}’s head, {you}. Wait and see.',
    'No, {you}, I cannot be glad for {who}.',
  ],
  even: [
    'I hardly know {who}, {you}. What are they like?',
    'I have seen {who}, not more. I will look out for {who}, {you}.',
    '{who}. I will remember the name, {you}.',
    'I had not heard that of {who}, {you}. It is news to me.',
    'I will ask {who} about it, {you}.',
  ],
} as const;

export const bad = {
  warm: [
    'Poor {who}. I should look in there, {you}.',
    'I did not want to hear that of {who}, {you}.',
    'Is there anybody with {who}, {you}?',
    'Can one do anything for {who}, {you}?',
  ],
  cold: [
    'I will not pretend that I weep for {who}, {you}.',
    '{who} and I had our differences, {you}. Still.',
    'I am sorry for {who}, {you}, but not very.',
    'What {who} sows, {you}. I say no more.',
  ],
  even: [
    'I do not know {who} well, {you}. It is sad all the same.',
    'I have seen {who} only from far, {you}. I would not have guessed.',
    'That is how it goes here. {who} today, one of us tomorrow, {you}.',
  ],
} as const;

/** Somebody is dead. */
export const dead = {
  warm: [
    'Not {who}. I wanted to tell {who} something, {you}.',
    'I liked to have {who} about, {you}. It will be quieter.',
    'Who has told the friends of {who}, {you}?',
    'I did not say goodbye to {who}, {you}. I thought that there was time.',
  ],
  cold: [
    '{who} and I had our differences, {you}. It is over now.',
    'I will not pretend that I weep for {who}, {you}.',
    'So {who} went first, {you}. I had not thought so.',
  ],
  even: [
    'I never spoke much with {who}, {you}. Now it is too late.',
    'So soon. I saw {who} only from far, {you}.',
    'Who gets what {who} had, {you}?',
    'I will go to the library and read what {who} left, {you}.',
  ],
} as const;

/** To who speaks of the dead as of one who lives. */
export const corrected = [
  '{who} is dead, {you}. Did you not know?',
  'You have not heard it, {you}: {who} died {ago}.',
  '{who} died {ago}, {you}. I thought that everybody knew.',
  'There is no {who} any more, {you}. We are one fewer.',
] as const;

/** A place has closed. */
export const shut = {
  warm: [
    'Not {site}. I was there {ago}, {you}.',
    'I would have paid more, {you}, if it had kept {site} open.',
    'So {site} is gone. Where does one go now, {you}?',
  ],
  even: [
    'I never went to {site}, {you}. Now I cannot.',
    'Nobody went to {site}, {you}, and now all are sorry.',
    'Somebody will build something else where {site} was, {you}.',
  ],
} as const;

/** Somebody has done good to another. */
export const kind = {
  warm: [
    'That is like {who}, {you}.',
    '{who} never said a word about it. That is how one should give, {you}.',
    '{whom} needed it, and {who} saw it. I like that, {you}.',
    'I have known {who} to do such things before, {you}.',
  ],
  cold: [
    '{who} wants something from {whom}, {you}. You will see.',
    'I have not had such kindness from {who}, {you}.',
    'I do not believe in {who} being kind, {you}. Not for nothing.',
    'Funny. To me {who} was never like that, {you}.',
  ],
  even: [
    '{who} and {whom}, then. I had not put those two together, {you}.',
    '{whom} is lucky in {who}, {you}.',
    'I did not know that {who} was one of those who help, {you}.',
    'I should get to know {who}, {you}. And {whom}.',
  ],
} as const;

/** Somebody has wronged another, or fallen out with it: with whom the listener sides. */
export const unkind = {
  warm: [
    '{who} will have had a reason, {you}. I know {who}.',
    'I have never seen {who} do wrong to anybody. Ask what {whom} did, {you}.',
    'There are two sides, {you}, and I am on the side of {who}.',
    'I will not hear a word against {who}, {you}.',
  ],
  cold: [
    'That is {who}, all over. Poor {whom}, {you}.',
    'I am not surprised. {who} did no better by me, {you}.',
    '{whom} is not the first, {you}. Ask anybody about {who}.',
    'I told {whom} to keep away from {who}, {you}, or I should have.',
  ],
  even: [
    'I get on with {whom}, and I do not know {who}, {you}. So I say nothing.',
    'They should talk, {who} and {whom}, before it gets old, {you}.',
    'Between {who} and {whom}? Since when, {you}?',
    'I would like to hear what {who} says to that, {you}.',
  ],
} as const;

/** Somebody has praised a place, or complained of it. */
export const sites = {
  agreedGood: [
    'I think so too, {you}. I was at {site} {ago}.',
    'You are right about {site}, {you}.',
    'Yes. I came out of {site} a better one, {you}.',
  ],
  agreedBad: [
    'I was not happy at {site} either, {you}.',
    'You are right about {site}, {you}. I expected more.',
    'Yes, {site} is dear, {you}. I said so the first time.',
  ],
  praised: [
    'No, {you}. I was at {site}, and I would go again.',
    'I do not agree, {you}: {site} is one of the good ones.',
    'You are unfair to {site}, {you}. They try.',
    'Then we were not at the same {site}, {you}. I liked it.',
  ],
  complained: [
    'I see it otherwise, {you}. {site} was a waste of credits.',
    'No, {you}. I was at {site}, and once is enough.',
    'I do not agree about {site}, {you}. I came out as I went in.',
    'You are too easily pleased, {you}. {site} is not worth the way.',
  ],
  unknown: [
    'I have not been to {site}, {you}. I will go and see.',
    'I know {site} only from outside, {you}.',
    'Is it far to {site}, {you}? I have not tried it yet.',
    'People say all sorts of things about {site}, {you}. I should go myself.',
    'I have walked past {site}, {you}, and not gone in.',
    'You are before me at {site}, {you}. I keep meaning to go.',
  ],
  /** It has been there, and has forgotten how it was; or the place is the listener's. */
  faded: [
    'I have been to {site}, {you}, but it is a while ago.',
    'I was at {site} once, {you}, and could not swear to how it was.',
    'It is too long since I was at {site}, {you}, to say.',
  ],
  yours: [
    'I have not been to {site} yet, {you}. I will come and see.',
    'I know {site} only from outside, {you}. What do you sell there?',
    'I keep meaning to come to {site}, {you}.',
  ],
  mine: [
    '{site} is mine, {you}. Say it again, to everybody.',
    'You are speaking of {site}, {you}, and I built it. What else do they say?',
    'You mean {site}, {you}, and that is me. What would you change?',
    'So they talk of {site}, {you}. It is mine, and I hear it gladly.',
  ],
} as const;

/** To what somebody said of itself. */
export const toOwn = {
  good: {
    warm: [
      'Well done, {you}. I knew it.',
      'I am glad for you, {you}. I mean it.',
      'You have every reason to be proud, {you}.',
      'That was not nothing, {you}. Well done.',
    ],
    cold: [
      'You do like to talk about yourself, {you}.',
      'So you say, {you}.',
      'Others have done as much, {you}, and said less.',
      'I am sure that somebody is impressed, {you}.',
    ],
  },
  bad: {
    warm: [
      'I am sorry, {you}. If I can do anything, say so.',
      'That is hard, {you}. Sit down with me for a moment.',
      'It will not stay so, {you}. Nothing here does.',
      'You should have told me before, {you}.',
    ],
    cold: [
      'We all have our troubles, {you}.',
      'I have heard that of many, {you}.',
      'You will manage, {you}. You always did.',
    ],
  },
} as const;

/** What somebody is after. */
export const toPlan = {
  warm: [
    'I hope that you get there, {you}. {site} is what we want here.',
    'You will have {site}, {you}. I will be the first to come in.',
    'Hold on to it, {you}. One does not save for {site} in a day.',
  ],
  cold: [
    'We have doors enough, {you}, without {site}.',
    'Many have saved for {site}, {you}, and bought bread with it.',
    'I will believe in {site}, {you}, when I stand in it.',
  ],
} as const;

/** What comes of it for a place that belongs to the one who tells. */
export const toOwnPlace = {
  warm: [
    'I will come to {site}, {you}, as soon as I have the credits.',
    '{site} was missing here, {you}. Well done.',
    'I hope that they come to {site} in rows, {you}.',
    'I have heard people speak of {site}, {you}. Good things.',
  ],
  cold: [
    'Do we need {site}, {you}? I only ask.',
    'I will see how long {site} lasts, {you}.',
    'I give {site} a dozen hours, {you}.',
    'I do not think that {site} is anything for me, {you}.',
  ],
} as const;
