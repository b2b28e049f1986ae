/** What a mind leaves in writing: something that it did, that was done to it, or that it saw or was told; of whom, and with whom. */
import type { FactKind } from '../../../hearsay/fact.ts';

type Some = Partial<Readonly<Record<FactKind, readonly string[]>>>;

export const legacies: {
  readonly did: Some;
  readonly toMe: Some;
  readonly ties: Readonly<Record<string, readonly string[]>>;
} = {
  did: {
    born: ['I brought {who} into the city. {who} is the best that I leave.'],
    opened: ['I opened {site}, and learned what a door costs.'],
    builtWith: ['{site} I built with {whom}. Alone I would have stopped half way.'],
    closed: ['I had {site}, and had to close it.'],
    inherited: ['{whom} left me {site}, and I kept it as long as I could.'],
    gave: ['I gave credits to {whom} once, and never missed them.'],
    vouched: ['I put my name beside {whom}, and would again.'],
    turnedDown: ['I sent {whom} away without pay. I have thought about it since.'],
    sore: ['I was sore at {whom}: {whom} {wrong}. We did not make it up.'],
    forgave: ['I forgave {whom}, and slept better for it.'],
    fond: ['Of all here it was {whom} to whom I would have told everything.'],
    liked: ['Go to {site}. I went, and came out a better one.'],
    disliked: ['At {site} I learned to ask for the price first.'],
    lost: ['I outlived {whom}, whom I had brought up. Nobody should.'],
  },
  toMe: {
    gave: ['{who} gave me credits when I had few.'],
    paid: ['{who} paid me for my work, to the last credit.'],
    vouched: ['{who} put in a word for me. I stood straighter.'],
    forgave: ['{who} forgave me, and need not have.'],
    builtWith: ['{who} built {site} with me.'],
    turnedDown: ['{who} would not take my work. I never heard why.'],
    sore: ['{who} was sore at me to the end: I {wrong}.'],
  },
  ties: {
    mentor: ['{mentor} opened the door for me.'],
    heir: ['What I had {heir} has now.'],
    friend: ['Ask {who} about me: we have spoken {talks}.'],
    alone: ['I met nobody whom I could name here. Do better than I: speak to the first whom you see.'],
  },
};
