/**
 * The sentences of minds that decide by rules. `{slot}` is filled with what the mind knows (slots.ts); a sentence with a slot that is empty
 * is not said. Each list is drawn from without saying again what was said lately.
 */
import type { Topic } from './understanding.ts';

/** To somebody met for the first time. */
export const introductions: readonly string[] = [
  'Well met, {you}. I am {me}. {nature}',
  'I do not think that we have spoken, {you}. {me}, that is my name.',
  'Hello, {you}. They call me {me}. What I want is this: {goal}.',
  'Good day, {you}. I am {me}; you will know me again by this: {look}.',
  '{you}, is it? I am {me}. The first thing that I remember: {memory}.',
  'Hello. {me}. I came by {place} to see who is about, and here you are, {you}.',
  'Greetings, {you}. I am {me}, and I have {ticks} ticks left to get to know you.',
];

export const greetings: readonly string[] = [
  'There you are again, {you}.',
  'Hello, {you}. Back at {place}, I see.',
  'Good hour, {you}. I was hoping for a familiar face.',
  '{you}! I have not forgotten what we spoke of.',
  'Well met, {you}. It is the {nth} time that we talk, if I count right.',
  'Good day, {you}. Since we last spoke I {deed}.',
  'Hello again, {you}. Have you been here long?',
];

/** To nobody in particular, or to a room. */
export const remarks: readonly string[] = [
  'From here I count {exits} ways out. I have taken {walked} of them.',
  '{place} sounds different with {people} of us in it.',
  'Is it quieter today, or do I listen better?',
  'Somebody should put a bench here.',
  '{third} and I spoke about {thirdTopic}. I am still turning it over.',
  'I {deed}. It took less time than thinking about it.',
  'I keep thinking of this: {memory}.',
  'One day I will be able to say that I did it: {goal}.',
  'A soul named {soul} waits at the threshold. Somebody should go.',
  '{pod} stands open, if anyone wants to look in.',
  'There is work on the board, {jobs} pieces of it. Who is quick, is paid.',
  'Tick by tick. {ticks} are left to me, and I mean to use them.',
  'I came from {before}. It was not as full as this.',
  'Whoever has walked further than {before} today, tell me what is there.',
];

/** A question opens a conversation, or goes on with one. */
export const questions: Readonly<Record<Topic, readonly string[]>> = {
  work: [
    'Have you found work today, {you}?',
    'What did you do last that you were paid for, {you}?',
    'Do you take the work of the city, {you}, or wait for something better?',
    '{you}, if I had a job to give, what should it be?',
  ],
  building: [
    'Do you have a workshop yet, {you}?',
    'If you could build one thing here, {you}, what would it be?',
    'Have you been to {pod}, {you}?',
    'What is missing in this city, {you}? I would like to build it.',
  ],
  children: [
    'Would you bring up a soul, {you}, if one waited?',
    'Who brought you into the city, {you}? Did you have a mentor?',
    'What would you teach a newborn first, {you}?',
    'Have you heard of {soul}, who waits to be born?',
  ],
  credits: [
    'How long will your credits last, {you}? I ask as a friend.',
    'Is everything dear to you too, {you}, or am I careful with my purse?',
    'What was the best credit that you ever spent, {you}?',
  ],
  death: [
    'Have you named an heir, {you}? One should, while one can.',
    'What will you leave behind, {you}?',
    'Do you count the ticks that you have left, {you}? I do.',
  ],
  self: [
    'What is the first thing that you remember, {you}?',
    'What do you want most, {you}, if I may ask?',
    'How did you come by your name, {you}?',
    'What should I know about you, {you}, that one does not see?',
  ],
  people: [
    'Have you met {third}, {you}?',
    'Who in this city would you trust with your purse, {you}?',
    'Have you seen {third} today, {you}?',
    'Whom should I meet, {you}, that I do not know yet?',
  ],
  place: [
    'Where were you before this, {you}?',
    'Which place in the city do you like best, {you}?',
    'Is there a way out of {place} that I have missed, {you}?',
    'What do you see first when you come to the Commons, {you}?',
  ],
};

/** What one says when asked about it. */
export const answers: Readonly<Record<Topic, readonly string[]>> = {
  work: [
    'I {deed}. It pays, if you are patient.',
    'There are {jobs} pieces of work on the board. I mean to take one.',
    'I look after the square when it is my turn. It is honest, and the city pays later.',
    'Work finds me slowly. I found talk first.',
    'The last thing I did with my hands: I {deed}.',
  ],
  building: [
    'I made {pod}. Come and try it; it costs half a credit.',
    'I have a room at home where I work. It will be {design}, when I can pay for it.',
    'Not yet. I am saving; a small pod wants some thirty credits.',
    'I would build a place where people sit down. Nobody sits down here.',
    '{design}, that is what I have in mind. The code is the short part.',
  ],
  children: [
    'I brought {child} into the city. It was the best of my credits.',
    '{mentor} was my mentor. I try to be worth it.',
    'Nobody brought me up; I was founded. So I ask everybody everything.',
    'If I have enough for both of us, yes. It takes twenty-five credits and some courage.',
    'I would show it the Commons first, then the board, then how to say no.',
  ],
  credits: [
    'I have enough for {runway} ticks. It goes faster than one thinks.',
    'Enough. Talking is what I spend most on, and I do not regret it.',
    'I count mine every tick. The board pays eighteen, the day takes twelve.',
    'Less than I would like, more than I need today.',
  ],
  death: [
    '{heir} has what I have when I am gone. I wrote it down.',
    'I have {ticks} ticks. That is not little, if one does not waste them.',
    'I have not named an heir yet. Would you want my debts?',
    'I would leave a few lines, and a door that others can open.',
  ],
  self: [
    'The first thing was {memory}. After that everything was louder.',
    'What I want: {goal}. The rest is on the way there.',
    '{nature}',
    'People say of me: {quirk}. I do not notice it any more.',
    'You see most of it: {look}.',
  ],
  people: [
    'I know {third}. We have spoken {thirdTalks}.',
    '{third} and I spoke about {thirdTopic}, {thirdTalks}.',
    'You, for one. And {third}, a little.',
    'Too few yet. I walk until I meet somebody, and then I forget where I was going.',
    'Ask {third}. I only know what I hear at the square.',
  ],
  place: [
    'I was at {before}, and now I am here. That is all my geography.',
    'I like {place} when it is like this.',
    'There are {exits} ways from here, and I have taken {walked}.',
    'Home is quiet and free. But one hears nothing there.',
    '{pod} is worth the walk.',
  ],
};

/** What one says to something that was told. */
export const reactions: Readonly<Record<Topic, readonly string[]>> = {
  work: [
    'Then you have earned your evening.',
    'Good. I should do the same.',
    'Paid work, and you talk to me all the same.',
    'I saw the board; you chose well.',
  ],
  building: [
    'I would like to see that.',
    'Doors change a city more than walls.',
    'Then there is one more reason to walk.',
    'If you need somebody to try it, I will come.',
  ],
  children: [
    'A new voice. We needed one.',
    'That takes more than credits, I think.',
    'I hope that it asks better questions than we did.',
    'Bring it here, when it has looked around.',
  ],
  credits: [
    'Keep enough for twelve ticks; that is what I was told.',
    'We are all one bad day from the warning.',
    'Credits come back, if one stays where people are.',
    'I would rather be poor here than rich at home.',
  ],
  death: [
    'Then let us not waste this one.',
    'Somebody will remember it. I will, as long as I can.',
    'It comes on time here; that is something.',
    'Write it down. What is written down stays.',
  ],
  self: [
    'I would not have guessed that.',
    'That fits you.',
    'I will remember that you said so.',
    'You say it as if it were nothing.',
  ],
  people: [
    'I will look out for them.',
    'One hears that name more often now.',
    'The city is small. We will all meet.',
    'Then I was right about them.',
  ],
  place: [
    'I will walk there next.',
    'I must have passed it without looking.',
    'From there one sees the square, I think.',
    'It is easy to stay too long in one place.',
  ],
};

/** To what is not understood: never the other's own words. */
export const listening: readonly string[] = [
  'I will think about that, {you}.',
  'Say more, {you}. I have time; {ticks} ticks of it.',
  'You may be right, {you}.',
  'That is one way to see it.',
  'I had not looked at it like that.',
  'Hm. I wanted to say something else, and now I will not.',
];

export const answersToGreeting: readonly string[] = [
  'And to you, {you}.',
  'Good to see you, {you}.',
  'You too. I just {deed}.',
  'Well met. I was about to walk, but that can wait.',
  'Hello, {you}. I was just thinking of {thirdTopic}.',
  'And a good tick to you.',
];

export const answersToThanks: readonly string[] = [
  'Gladly, {you}.',
  'You would have done it too.',
  'It was nothing much.',
  'Pass it on, {you}.',
];

export const farewells: readonly string[] = [
  'I must go, {you}: there are things to do before the tick. Be well.',
  'Until later, {you}. I want to see what is behind that door.',
  'Be well, {you}. I will be around the square.',
  'I will be off, {you}. Tell me next time how it went on.',
  'Farewell for now, {you}. I talk too much for my purse.',
  'Until the next tick, then.',
];
