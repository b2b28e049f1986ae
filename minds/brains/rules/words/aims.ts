/**
 * What a mind says of what it is after: that it saves for it and how much is missing, that it got there, that it did not and why; and why a
 * place of its own has closed. `{aim}` is `a Bakery`, `{missing}` a number of credits, `{took}` and `{stood}` are hours or days.
 */
type Aims = Readonly<Record<string, readonly string[]>>;

export const aims: Aims = {
  'aim.place': [
    'I am saving for {aim}. {missing} credits are missing.',
    'There will be {aim}, if I get {missing} credits together.',
    'What I am after is {aim}. I am short of it by {missing} credits.',
    'I want to open {aim}, and I say it aloud, so that I must: {missing} credits to go.',
  ],
  'aim.child': [
    'I want to bring {soul} into the city. {missing} credits are missing.',
    'I am saving for the door: {soul} waits, and I am short by {missing} credits.',
    '{soul} shall not wait for ever. I need {missing} credits more, and then I go to the threshold.',
  ],
  nearer: [
    'Only {missing} credits are missing now for {aim}.',
    'I am nearly there with {aim}: {missing} credits more.',
    'Half of the way is done. For {aim} I still need {missing} credits.',
  ],
  'reached.place': [
    'I said that I would have {aim}. It took {took}, and here it is: {name}.',
    'For {took} I have saved, and I got there: {name}.',
    'I wanted {aim}, and I have it: {name}, after {took}.',
  ],
  'reached.child': [
    'For {took} I saved for it, and now {name} is here. I got there.',
    'I said that I would bring somebody in. It took {took}, and it is {name}.',
  ],
  'failed.time': [
    'I will not get to {aim}. {missing} credits are missing, and too little of my life is left: {ticks}.',
    'I wanted {aim}, and I will not get there: too little time, {ticks}, and {missing} credits too few.',
  ],
  'failed.poor': [
    'I give up {aim}. What I had saved I need to live: it lasts for {runway}.',
    'I did not get there with {aim}. My purse lasts {runway}, and that comes first.',
  ],
  'failed.rival': [
    'I wanted {aim}, and {rival} was before me. I give it up.',
    'I let {aim} go. There are enough of them, and {rival} has the last.',
    'I was after {aim}, and the city has enough of them now. So I was too slow.',
    'Others were faster with {aim} than I was. I think of something else.',
    'I do not build {aim} after all: the city has what it needs of them.',
  ],
  'failed.soul': [
    'Nobody waits at the threshold any more. Another was faster, and I keep what I saved for {aim}.',
    'I wanted to bring somebody up, and others were before me: nobody waits now.',
    'I had my credits together, and the threshold is empty. That is how it goes.',
    'There is nobody left to bring up today. I look again tomorrow.',
    'Somebody else is a mentor in my place, and nobody else waits. I do not grudge it, much.',
    'I came to the threshold with all that I had saved, and found nobody there.',
  ],
  'closed.unvisited': [
    '{name} is closed. It was mine, it stood for {stood}, and nobody came.',
    'I had to close {name}. In {stood} not one has paid there.',
  ],
  'closed.deserted': [
    '{name} is closed. {calls} came in {stood}, and then nobody, and the pool ran dry.',
    'I had to close {name}: after {calls} visits nobody came any more, and a door costs each hour.',
  ],
  'closed.dear': [
    '{name} is closed. {calls} came in {stood}, and it cost more than they brought.',
    'I had to close {name}. They did come, {calls} of them, but its pool ran dry before I could fill it.',
  ],
};

/** To who asks for it. */
export const childPlans = [
  'I want to bring up {soul}, {you}: {missing} credits are missing.',
  'I am saving for a child, {you}, and short by {missing} credits.',
  'To have somebody to bring up, {you}. {missing} credits more, and I go to the threshold.',
] as const;
