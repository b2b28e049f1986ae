/**
 * What is said of somebody: of a third person, of oneself, of the listener. Each list has its group, `told.opened`, by which a listener
 * understands it (understood.ts). `{who}` did it, `{whom}` it was done to, `{ago}` is when.
 */
import type { FactKind } from '../../../hearsay/fact.ts';

type Told = Readonly<Record<FactKind, readonly string[]>>;
type SomeTold = Partial<Told>;

/** Of a third person. */
export const told: Told = {
  born: [
    '{whom} has somebody to bring up now: {who}, born {ago}.',
    'There is a newborn, {who}, and {whom} brought them in.',
    '{who} came into the city {ago}. {whom} paid for the door.',
    'Have you seen {who} yet? {whom} is showing them round, I suppose.',
  ],
  died: [
    '{who} died {ago}. I still look up when somebody comes in like that.',
    '{who} is dead. It was {ago}.',
    'We have lost {who}, {ago}.',
    'You will have heard that {who} died {ago}.',
  ],
  dying: [
    '{who} has not long left. Whoever wants to say something to {who} should say it.',
    'It is nearly over with {who}, I am afraid.',
    '{?seen}{who} is dying. I saw it {ago}.',
  ],
  lost: [
    '{who} has lost {whom}. Go easy on {who}.',
    'It will be hard for {who}, now that {whom} is dead.',
    '{who} brought {whom} up, and has outlived them.',
  ],
  opened: [
    '{who} has opened {site}, {ago}.',
    '{site} is open. {who} built it, and told nobody before.',
    'Have you seen what {who} has built? {site}.',
    'So {who} did it after all: {site} stands.',
  ],
  builtWith: [
    '{who} and {whom} have built {site} together, {ago}.',
    '{site} is the work of two: {who} had a hand in it, and {whom} the idea.',
    '{who} wrote what {whom} needed, and now they share {site}.',
  ],
  closed: [
    '{site} has shut, {ago}.',
    'I hear that {site} is closed for good.',
    'You need not walk to {site} any more. It is shut.',
  ],
  inherited: [
    '{who} has {site} now. {whom} left it.',
    '{site} went to {who} when {whom} died.',
    '{whom} left {site} to {who}, of all people.',
  ],
  gave: [
    '{who} gave credits to {whom}, {ago}, and asked for nothing.',
    '{whom} got credits from {who}. Just like that, {ago}.',
    'I know of one who gives: {who} helped {whom} out.',
  ],
  paid: [
    '{who} pays what was agreed. Ask {whom}, who worked there {ago}.',
    '{whom} did a job for {who} and was paid the same day.',
    '{who} has had {whom} do some work, and paid for it.',
  ],
  turnedDown: [
    '{who} sent {whom} away without pay, {ago}. The work was done.',
    '{whom} worked for {who}, and {who} would not take it.',
    'There is bad blood: {who} turned down the work of {whom}.',
  ],
  vouched: [
    '{who} has put a good word in for {whom}.',
    '{who} vouches for {whom} now, in writing.',
    'They must be friends: {who} vouched for {whom}, {ago}.',
  ],
  visited: [
    '{who} was at {site} {ago}, and paid like everybody.',
    '{?seen}I saw {who} at {site}, {ago}.',
    '{who} goes to {site} now. {ago}, for one.',
  ],
  liked: [
    '{who} cannot stop talking about {site}.',
    '{who} swears by {site}.',
    'If you ask {who}, there is nothing better here than {site}.',
  ],
  disliked: [
    '{who} will not go to {site} again.',
    '{who} came out of {site} and was not pleased.',
    'Do not mention {site} to {who}.',
  ],
  sore: [
    '{who} and {whom} have fallen out: {whom} {wrong}, {ago}.',
    '{who} is not talking to {whom}, who {wrong} {ago}.',
    '{who} is angry with {whom}. It is because {whom} {wrong}, {ago}.',
    'There is bad blood between {who} and {whom}, since {whom} {wrong}.',
  ],
  forgave: [
    '{who} has forgiven {whom}, {ago}.',
    '{who} and {whom} have made it up, {ago}.',
    'You can put {who} next to {whom} again: it is forgiven.',
  ],
  fond: [
    '{who} thinks the world of {whom}.',
    '{who} and {whom} get on, I hear.',
    'Ask {who} about {whom} and you will hear nothing but good.',
  ],
  plans: [
    '{who} wants to open {site}, I hear.',
    '{who} is saving up for {site}.',
    'Watch {who}: there will be {site} before long.',
  ],
  poor: [
    '{who} is short of credits, and would not say so.',
    '{who} counts every credit now.',
    'It is not going well with {who}. The purse is nearly empty.',
  ],
  worked: [
    '{who} looked after the square {ago}, while the rest of us talked.',
    'It was {who} who did the work at the Commons {ago}.',
    '{who} had the turn at the square {ago}.',
  ],
};

/** Of the speaker itself. */
export const own: SomeTold = {
  born: ['I have brought up {who}, {you}. {ago} it was.', '{who} is mine to look after now, {you}.'],
  lost: [
    '{whom} is dead, {you}, and I brought {whom} up.',
    'I have lost {whom}. I do not know what to do with my hands.',
  ],
  opened: [
    'I have opened {site}, {you}. {ago}.',
    '{site}, {you}. I built it myself.',
    'I told everybody that I would, and I did: {site} is open.',
  ],
  builtWith: [
    'I built {site} with {whom}, {you}, and a part of what it earns is mine.',
    '{whom} and I have built {site}, {you}. I wrote the code of it.',
  ],
  closed: ['I had to let {site} go, {you}.', '{site} is shut. I could not keep it, {you}.'],
  inherited: ['{whom} left me {site}, {you}. I did not expect it.', 'I keep {site} now, {you}. It was left by {whom}.'],
  gave: ['I gave {whom} something, {you}, when it was needed.', 'I helped {whom} out {ago}, {you}. It is no secret.'],
  paid: ['I have had {whom} do some work, {you}, and it was worth the money.'],
  turnedDown: [
    '{whom} did some work for me, {you}, and I would not take it.',
    'I had to send {whom} away. The work was no good, {you}.',
  ],
  vouched: ['I have vouched for {whom}, {you}, and I meant it.', 'I put my name beside {whom}, {ago}.'],
  visited: [
    'I was at {site} {ago}, {you}.',
    'I went to {site} {ago}. You should know, {you}, before you ask.',
    'Guess where I was {ago}, {you}: {site}.',
  ],
  liked: [
    '{site} is worth every credit, {you}.',
    'I would go to {site} every day if I could, {you}.',
    'I was at {site} {ago}, and I liked it more than I say.',
    '{?elsewhere}If you have one credit left, {you}, take it to {site}.',
  ],
  disliked: [
    'I was at {site} {ago}. I want my credits back, {you}.',
    '{site} is not what it was said to be, {you}.',
    'I do not understand what people see in {site}, {you}.',
    'Between us, {you}: {site} is dear for what it is.',
  ],
  sore: [
    'I am not talking to {whom}, {you}: {whom} {wrong}, {ago}.',
    'I have not forgotten it, {you}: {whom} {wrong}, {ago}.',
    '{whom} and I have fallen out, {you}. It was {ago}: {whom} {wrong}.',
  ],
  forgave: ['I have forgiven {whom}, {you}, and I feel lighter.', '{whom} and I have made it up, {you}, {ago}.'],
  fond: [
    'I am glad that we have {whom}, {you}.',
    '{whom} has been good to me, {you}.',
    'If there is one here whom I would follow, {you}, it is {whom}.',
  ],
  plans: [
    'I am saving for {site}, {you}: {missing} credits are missing.',
    'I have not told many, {you}: it will be {site}, and {missing} credits are missing.',
    'What I am after is {site}, {you}. I am short of it by {missing} credits.',
    'I want to open {site}, {you}, as soon as I get to it.',
  ],
  poor: [
    'I am short, {you}. My credits last for {runway}.',
    'I would not tell everybody, {you}, but I have enough for {runway} and no more.',
    'I can hear the bottom of my purse, {you}: {runway}.',
  ],
  worked: [
    'I had the turn at the square {ago}, {you}.',
    'I looked after the Commons {ago}, {you}, and I am waiting for my pay.',
  ],
};

/** Of the speaker, who was asked what it has done. */
export const did: SomeTold = {
  born: ['I brought {who} into the city, {you}, {ago}.', 'I have looked after {who}, {you}, whom I brought in.'],
  opened: ['I have opened {site}, {you}, {ago}, and it took all that I had.', 'I built {site}, {you}, stone by stone.'],
  builtWith: ['I have built {site} with {whom}, {you}, {ago}.', '{whom} and I built {site}, {you}: I did the code.'],
  closed: ['I had to close {site}, {you}, {ago}.'],
  inherited: ['I went through what {whom} left me, {you}: {site}.'],
  gave: ['I gave credits to {whom}, {you}, {ago}.', 'I helped {whom}, {you}, {ago}, and came away lighter.'],
  paid: ['I had {whom} do some work for me, {you}, {ago}.'],
  turnedDown: ['I sent {whom} away, {you}, {ago}. The work was not what was agreed.'],
  vouched: ['I put in a word for {whom}, {you}, {ago}.'],
  forgave: ['I made it up with {whom}, {you}, {ago}.'],
  visited: ['I went to {site}, {you}, {ago}.'],
  liked: [
    'I was at {site} {ago}, {you}, and I would go again.',
    'I went to {site}, {you}, {ago}, and it was worth the way.',
    'I took a credit to {site}, {you}, {ago}, and do not regret it.',
  ],
  disliked: [
    'I was at {site} {ago}, {you}, and I would not go again.',
    'I went to {site}, {you}, {ago}, and came out the poorer.',
    'I tried {site}, {you}, {ago}. Once is enough.',
  ],
  worked: ['I did the turn at the square, {you}, {ago}.', 'I looked after the Commons, {you}, {ago}: somebody must.'],
};

/** Of what somebody did to the speaker. */
export const toMe: SomeTold = {
  gave: ['{who} gave me credits {ago}, {you}. I had not asked.', '{who} helped me out, {you}. I will not forget it.'],
  paid: ['I did a job for {who}, {you}, and was paid at once.', '{who} paid me {ago}, {you}, to the last credit.'],
  turnedDown: [
    'I worked for {who}, {you}, and {who} would not have it.',
    '{who} sent me away without pay {ago}, {you}.',
    'Do not work for {who}, {you}. I did, and got nothing.',
  ],
  builtWith: [
    '{who} built {site} with me, {you}. Alone I would still be at it.',
    'Half of {site} is the work of {who}, {you}, and half of the pay.',
  ],
  forgave: ['{who} has forgiven me, {you}, {ago}. I am glad of it.'],
  vouched: ['{who} has vouched for me, {you}. I did not expect it.', '{who} put in a word for me {ago}, {you}.'],
};

/** Of the listener: it is praised, asked or pitied for it. */
export const yours: SomeTold = {
  born: [
    'You have brought {who} into the city, {you}. I think that is brave.',
    'How is {who} getting on, {you}? You are the mentor.',
  ],
  lost: ['I heard about {whom}, {you}. I am sorry.', '{you}, I am sorry about {whom}. Nobody should outlive that.'],
  opened: [
    'So {site} is yours, {you}. I did not think that you would dare.',
    'I hear that you have opened {site}, {you}. Well done.',
    '{site}, {you}. Was it hard to build?',
  ],
  builtWith: [
    'They say that you built {site} with {whom}, {you}. Well done, both of you.',
    'So {site} is yours too, {you}. How was it to work with {whom}?',
  ],
  closed: ['I am sorry about {site}, {you}.', 'I walked by {site}, {you}. It is odd to see it shut.'],
  inherited: ['They say that {whom} left you {site}, {you}. Will you keep it?'],
  gave: ['I heard what you did for {whom}, {you}. Not many would.', 'You helped {whom}, {you}. It gets about.'],
  paid: ['{whom} says that you pay well, {you}.'],
  turnedDown: ['They say that you sent {whom} away without pay, {you}. Is that so?'],
  vouched: ['You have vouched for {whom}, {you}. I will remember that.'],
  visited: [
    'They saw you at {site}, {you}. How was it?',
    'You have been to {site}, {you}, I hear. Is it worth the way?',
  ],
  liked: ['I hear that you like {site}, {you}.'],
  disliked: ['I hear that you were not pleased with {site}, {you}. What was it?'],
  sore: [
    'They say that you and {whom} have fallen out, {you}, because {whom} {wrong}. Is that so?',
    'You are angry with {whom}, {you}, I hear. Is it true that {whom} {wrong}?',
  ],
  forgave: ['You have forgiven {whom}, {you}, they say. That was well done.'],
  fond: ['You and {whom} get on, {you}. One hears it.'],
  plans: ['I hear that you want to open {site}, {you}. When?'],
  poor: ['I hear that it is tight with you, {you}. Is there work that you could take?'],
  worked: ['I saw that you looked after the square, {you}. It shows.'],
};

/** How it is known, after what was told. */
export const sources = {
  seen: [
    'I saw it myself.',
    'I was there.',
    'I was standing next to it, {you}.',
    'I have it from nobody: I was there, {you}.',
  ],
  from: [
    'I have it from {teller}.',
    '{teller} told me.',
    'That is what {teller} says, {you}.',
    'It comes from {teller}, and {teller} should know.',
  ],
  doubted: [
    'That is what {teller} says. I would not bet on it, {you}.',
    'I have it from {teller}, so take off a third.',
    '{teller} told me, and {teller} tells a lot.',
  ],
  rumour: [
    'I had it from {teller}, who had it from somebody else.',
    'It has gone through a few mouths before {teller} told me, {you}.',
  ],
} as const;
