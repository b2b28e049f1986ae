/**
 * The sentences of minds that decide by rules; questions.ts and answers.ts have the others. `{slot}` is filled with what the mind knows
 * (slots.ts); a sentence with an empty slot, or with a `{?fact}` that does not hold (facts.ts), is not said. A sentence is drawn from a
 * list without those that were said lately.
 */

/** To somebody whom it meets for the first time, where it says who it is; it seldom does. */
export const introductions: readonly string[] = [
  'Well met, {you}. I am {me}. {nature}',
  'You are {you}, are you not? I am {me}. I want this, if you can help: {goal}.',
  'Good day, {you}. I am {me}; you will know me again by this: {look}.',
  '{you}, is it? I am {me}. The first thing that I remember: {memory}.',
  'Good day, {you}. {mentor} brought me up, and I am {me}.',
  '{you}, I am {me}. They say of me: {quirk}. So you are warned.',
  'You must be {you}. I know {third} here, and now you. {me}.',
];

/** The same, where it has something else to say. */
export const meetings: readonly string[] = [
  'You are {you}, are you not?',
  '{you}, is it? We have not spoken yet.',
  'Good day, {you}. I know you by sight.',
  'A word, {you}, before you go.',
  '{you}, you stand there as if you had time.',
  'So you are {you}. {third} has spoken of you, I think.',
  'Good day, {you}. At {place} one meets.',
  'Listen, {you}.',
];

export const greetings: readonly string[] = [
  'There you are again, {you}.',
  'Hello, {you}. At {place}, I see.',
  'Good hour, {you}. I like a familiar face.',
  '{you}. I have not forgotten that we spoke of {yourTopic}.',
  'Well met, {you}. This is our {nth} talk, if I count right.',
  'Hello again, {you}. Have you been here long?',
  'You again, {you}. I say that as a compliment.',
  'Hello, {you}. Where did we stop? At {yourTopic}, I think.',
  'Good hour, {you}. {third} asked me about you.',
  '{you}. I know the name by now.',
  'Hello, {you}. Go on, I am listening already.',
  '{?square}Two of us, {you}, and both not at home.',
];

/** To everybody, or to nobody in particular. */
export const remarks: readonly string[] = [
  'From here I count {exits} ways out. I know where {walked} of them lead.',
  '{place} sounds different with {people} of us in it.',
  'Is it quieter today, or do I listen better?',
  '{?abroad}Somebody should put a bench here.',
  '{third} and I spoke about {thirdTopic}. I am still turning it over.',
  'I {deed}. I mention it once.',
  'Has anybody seen {thirdAway}? I have something to say there.',
  '{?staying}One day I will be able to say that I did it: {goal}.',
  'A soul named {soul} waits at the threshold. Somebody should go.',
  '{pod} stands open, if anyone wants to look in.',
  'There is work on the board, {jobs} pieces of it. Who is quick, is paid.',
  'I came from {before}. I have not decided which of the two is louder.',
  'Whoever has walked further than {before}, tell me what is there.',
  '{people} of us. Enough for a decision, too many for a secret.',
  '{?square}A square is a place that nobody finished. I mean it kindly.',
  '{?boardEmpty}The board is empty. I looked at all of it, to be fair.',
  '{?worked}I have looked after the square before. It does not thank one, but it holds still.',
  'One hears more when one stands near a way out. There are {exits} here.',
  'What has become of {thirdAway}? We have spoken {thirdTalks}, and not of late.',
  'I {deed}. It looked easier from outside.',
  '{?poor}My credits last for {runway}. I walk more slowly when I think of it.',
  '{?abroad}Some of these stones have been stood on more than others. I wonder by whom.',
  'Somebody named {soul} is about to exist, if one of us has the credits.',
  'If {thirdAway} comes by, tell {thirdAway} that I asked.',
];

/** Replies to what is not understood: never the other's own words. */
export const listening: readonly string[] = [
  'I will think about that, {you}.',
  '{?young}Say more, {you}. I have time.',
  'You may be right, {you}.',
  'That is one way to see it.',
  'I had not looked at it like that.',
  'Hm. I wanted to say something else, and now I will not.',
  'I heard all the words, {you}. I am putting them in order.',
  'Go on, {you}. I was slower than you.',
  'I have no answer to that, but I am glad to have heard it.',
  'That may be true even when nobody is looking.',
  'Tell it to me again some time, {you}, in other words.',
  'I would have to see that.',
];

export const answersToGreeting: readonly string[] = [
  'And to you, {you}.',
  'Good to see you, {you}.',
  'You too. I {deed}, to answer before you ask.',
  'Well met. What I was about to do can wait.',
  'Hello, {you}. You find me in the middle of a thought.',
  'And a good hour to you.',
  'Hello, {you}. I am glad that it is you.',
  'The same to you, {you}, and to whoever stands behind you.',
  'Good hour. You said that as if you meant it.',
  'Hello. I was beginning to talk to the walls.',
  'Hello, {you}. Nothing is the matter, for once.',
];

export const answersToThanks: readonly string[] = [
  'Gladly, {you}.',
  'You would have done it too.',
  'It was nothing much.',
  'Pass it on, {you}.',
  'You owe me nothing, {you}. I keep no list.',
  'One does what is nearest.',
  'I will take the thanks, since they cost nothing.',
  'It did me good as well.',
];

export const farewells: readonly string[] = [
  'I must go, {you}: there are things to do before the hour is over. Be well.',
  '{?ways}Until later, {you}. I want to see what is behind that door.',
  '{?staying}Be well, {you}. You will find me again.',
  '{?staying}I will be off, {you}. Tell me next time how it went on.',
  '{?abroad}Farewell for now, {you}. I talk too much for my purse.',
  '{?staying}Until the next hour, then.',
  'Be well, {you}. That was more than I had planned to say.',
  'I must go. It was a good place to stop, {you}.',
  'Farewell, {you}. I will keep what you said, or most of it.',
  'Take care, {you}. I leave you the last word, if you want it.',
  'Off I go, {you}, before I repeat myself.',
  '{?old}Be well, {you}. Not many hours are left to me, and some are spoken for.',
];
