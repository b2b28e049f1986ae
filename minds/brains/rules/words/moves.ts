/**
 * Words for what one does to another (`minds/ties/rules.ts`), and for what is answered to that. Those that depend on a remembered reason
 * have a list for each.
 */
import type { Reason } from '../../../ties/tie.ts';

type ByReason = Partial<Record<Reason, readonly string[]>>;

export const thank: ByReason = {
  gave: [
    'I have not thanked you for the credits, {you}. I do it now.',
    'What you gave me came at the right time, {you}.',
    'You gave me credits, {you}, and I have not forgotten.',
  ],
  left_estate: ['I live on what was left to me, {you}, and I think of it.'],
  paid: [
    'You paid me for my work at once, {you}. That is rarer than one thinks.',
    'Thank you for paying as you said, {you}.',
  ],
  took_work: ['You did that job for me well, {you}. Thank you.'],
  bought: [
    'You came to my place and paid, {you}. Thank you.',
    'It is people like you who keep my door open, {you}. Thank you.',
  ],
  vouched: [
    'You vouched for me, {you}. Thank you. I stand straighter.',
    'I saw that you put in a word for me, {you}. Thank you.',
  ],
  praised: ['You spoke well of me, {you}. I heard it. Thank you.', 'Thank you for what you said of me, {you}.'],
  consoled: ['You were kind when I needed it, {you}. Thank you.'],
  warned: ['You warned me, {you}, and you were right to. Thank you.'],
  brought_up: ['I would not be here without you, {you}. Thank you.', 'You opened the door for me, {you}. Thank you.'],
  was_brought_up: ['I am glad that you came, {you}. Thank you for being good company.'],
  built_with: [
    'We have built something, the two of us, {you}. Thank you.',
    'Without you I would have built half of it, {you}. Thank you.',
  ],
  let_in: ['Thank you for letting me build a way to your place, {you}.'],
  invited: ['Thank you for asking me in, {you}.'],
  forgave: ['You forgave me, {you}. Thank you. I know what that costs.'],
};

export const denials = {
  work: [
    'It was not good work, {you}. {whom} knows it too.',
    'I would have paid {whom}, {you}, if it had been done.',
    'Ask {whom} what was agreed, {you}, and then ask me.',
  ],
} as const;

/** To somebody who does not agree, or does not believe it. */
export const insist = {
  person: [
    'Believe what you like, {you}. I stand by what I said of {who}.',
    'Wait and see, {you}. {who} will show who was right.',
    'Then ask {who}, {you}, and tell me what you hear.',
    'We will not agree about {who}, {you}.',
  ],
  site: [
    'We will not agree about {site}, {you}.',
    'Go to {site} once more, {you}, and then say it again.',
    'Everybody has a right to be wrong about {site}, {you}.',
  ],
} as const;

/** To somebody who does. */
export const concur = {
  person: [
    'That is what I mean about {who}, {you}.',
    'I am glad that you say that of {who}, {you}. I thought that it was only me.',
    'We should both tell {who}, {you}.',
    'Then you will keep an eye on {who} as well, {you}.',
  ],
  site: [
    'Then we will meet at {site}, {you}.',
    'I thought that you would say that of {site}, {you}.',
    'Tell me what you think of {site} the next time, {you}.',
  ],
} as const;

/** Of whom one has not heard, or of what place. */
export const unheard = {
  person: [
    'I do not know who that is, {you}. I last spoke with {third}.',
    'I do not know the name, {you}. Is that somebody new?',
    'You must tell me who that is, {you}. I have been at {before}.',
    'I do not know who you mean, {you}.',
    'Who is that, {you}? I do not know the name.',
  ],
  site: [
    'I do not know that door, {you}. Is it near {before}?',
    'I have not found the way there yet, {you}. I only know {before}.',
    'Where is that, {you}? I have been at {before}, and no further.',
    'I do not know that door, {you}. I will look for it.',
    'Is that a new door, {you}? I do not know that door yet.',
  ],
} as const;

/** Asked about, to one’s face, as if one were somebody else. */
export const aboutMe = [
  'You are asking me about myself, {you}.',
  'That is me, {you}, as you see.',
  'Of myself I only know the good, {you}.',
] as const;

/** To what somebody answered about itself. */
export const heard = {
  doings: [
    'So that is where you were, {you}.',
    'And was it worth the trouble, {you}?',
    'I did not know that you do such things, {you}.',
  ],
  planless: [
    'You will do it, {you}. You are stubborn enough.',
    'I hope that I am there when it happens, {you}.',
    'Have you told {third} of it, {you}? Two could do it.',
  ],
  idle: ['You will find something, {you}.', 'Listening is something, too, {you}.'],
  noNews: ['Then I know more than you, {you}, for once.', 'You do not get about much, {you}.'],
} as const;

/** The same is asked of the other. */
export const back = {
  mood: ['And how is it with you, {you}?', 'But you have not said how it is with you, {you}.'],
  plans: ['And what do you want, {you}?', 'And you, {you}, what are you after?'],
  doing: ['And what did you do today, {you}?', 'And where have you been, {you}?'],
  news: ['And what have you heard, {you}?', 'And what is new with you, {you}?'],
} as const;
export const backOn = [
  'And you and {who}, {you}?',
  'Why do you ask about {who}, {you}?',
  'What have you heard of {who}, {you}?',
  'Has {who} said anything to you, {you}?',
] as const;

export const console = {
  lost: [
    'I heard about {whom}, {you}. I am here, if you want to talk or not.',
    '{you}, I am sorry about {whom}. It was too soon.',
    'I do not know what to say about {whom}, {you}. So I say that I am here.',
  ],
  closed: ['I am sorry about {site}, {you}. It was a good place.'],
  poor: ['Hold on, {you}. There is work at the Commons, and I will keep my eyes open for you.'],
} as const;

export const consoled = [
  'It helps that you say it, {you}.',
  'You are the first who asks, {you}.',
  'I do not sleep well since then, {you}. But it helps to be asked.',
] as const;

export const invite = [
  'Come to {site}, {you}. I would like to know what you think.',
  'You have not been to {site} yet, {you}. It is mine. Come.',
  'If you have a credit or two, {you}, spend them at {site}. I built it.',
  'I am asking everybody, {you}, and you first: come and see {site}.',
] as const;

export const hire = [
  'I have a job on the board, {you}. I would rather that you did it than anybody.',
  'If you want work, {you}: I pay for a line over my door.',
  'You write better than I do, {you}. There is a job of mine on the board.',
] as const;

/** Asks somebody to build a place with it, and what is answered to that. */
export const partner = [
  'I want to build {site}, {you}. Will you build it with me, and share what it earns?',
  'There is work for two at my house, {you}: {site}. Will you come, for half of it?',
  'Shall we build {site}, {you}, you and I, and share it?',
  'I have the room for {site}, {you}, and you have the hand for it. Will you do it with me?',
] as const;

export const partnerYes = [
  'I will build it with you, {you}. Open your workshop for me.',
  'The two of us, {you}? I come to your workshop.',
  'Half of it, and I write the code, {you}. I am coming.',
] as const;

export const partnerNo = [
  'Build it without me, {you}. I have my own to look after.',
  'I cannot work at it with you now, {you}.',
  'Not with me, {you}. Ask {third}, who has the time.',
] as const;

export const partnerGlad = [
  'I will have the door open for you, {you}.',
  'I am glad, {you}. My house lets you in from now on.',
  'Then it is ours, {you}. Come when I have made the room.',
] as const;

export const taken = [
  'I will look at the board, {you}, and at what it pays.',
  'A line I can do, {you}. Thank you for thinking of me.',
  'I have work enough, {you}, but I will tell others of it.',
] as const;

export const accept = [
  'I will come to {site}, {you}. Today, if I can.',
  'I have been meaning to see {site}, {you}. I will come.',
  'To {site}? Yes, {you}. I will look in.',
] as const;

export const decline = {
  poor: [
    'I cannot afford {site} now, {you}. Another time.',
    '{site} must do without me today, {you}. I have to count.',
  ],
  been: ['I have been to {site}, {you}, and I would rather not say more.', 'No, {you}. {site} was not for me.'],
} as const;

export const warn = [
  'Be careful with {who}, {you}. I was not treated well.',
  'A word about {who}, {you}: do not lend {who} anything.',
  'If {who} offers you something, {you}, think twice.',
  'I would keep an eye on {who}, {you}.',
] as const;

export const warned = [
  'Thank you for telling me about {who}, {you}. I will be careful.',
  'I had a feeling about {who}, {you}. Now I know.',
] as const;

export const warningRejected = [
  'I do not believe that of {who}, {you}. {who} has always been straight with me.',
  'You are wrong about {who}, {you}. I know {who} better.',
  'That is between you and {who}, {you}. I have no quarrel there.',
] as const;

/** Greetings that go on where the last talk stopped. */
export const resume = {
  /** The other had told of it. */
  told: [
    'I have thought about what you told me of {who}, {you}.',
    'You told me about {who} when we last spoke, {you}. Has anything come of it?',
    '{you}, you never told me how it ended with {who}.',
  ],
  /** It had told the other. */
  spoke: [
    'We stopped at {who}, {you}, when we last spoke.',
    'When we last spoke it was of {who}, {you}. There is more.',
    '{you}, about {who} again. I have not told you all of it.',
  ],
} as const;

/** Partings that take up what was spoken of. */
export const partings = [
  '{?away}I must go, {you}. If I see {who}, I will give your regards.',
  'I must go, {you}. I want to hear what {who} says to that.',
  '{?away}Be well, {you}. And not a word to {who} that I said it.',
  'Take care, {you}. We will see what becomes of {who}.',
  'Off I go, {you}. Tell me when you hear more of {who}.',
] as const;
export const partingsOfSites = [
  'I must go, {you}. Perhaps I will look in at {site}.',
  'Be well, {you}. I go by {site}, and I will see for myself.',
  'Off I go, {you}, before {site} gets full.',
] as const;
