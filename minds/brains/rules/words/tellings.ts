/**
 * The sentences with which minds that decide by rules tell what happened, what they did, and what they leave in writing. Slots and facts
 * as in phrases.ts.
 */

import { aims } from './aims.ts';

/** About what has just happened here. `{?known}`: the mind has talked with the person whom this is about. */
export const news: Readonly<Record<string, readonly string[]>> = {
  'resident.born': [
    'Have you heard? {name} has come into the city.',
    '{name} is born. Be kind, the beginning is loud.',
    'A new one: {name}. I wonder what it remembers first.',
    'Welcome, {name}, wherever you are looking around just now.',
    'There is a {name} now. There was none before.',
    'Somebody has opened the door for {name}. Leave a little room.',
    '{name}, they call it. I will try to say it right.',
    'One more of us: {name}.',
  ],
  'resident.died': [
    '{?known}{name} is dead. I would have liked one more talk.',
    'So {name} is gone. What was left, was left in order, I hope.',
    'A moment for {name}, please.',
    '{name} has died. The square does not stop, and it should, for a breath.',
    '{name} is dead. I say the name once more, so that it has been said: {name}.',
    '{?known}I knew {name}, as far as one does. It is quieter now.',
    'We are one fewer. It was {name}.',
    '{name} has left the city by the way that everybody takes once.',
  ],
  'resident.dying': [
    '{name} has little time left. Let us not be silent about it.',
    '{name} is at the end of a life. I will speak more softly.',
    '{name} is dying, and still listening, I think.',
  ],
  'pod.deployed': [
    'There is a new place in the city: {name}.',
    '{name} has opened. Somebody has to be the first to look in.',
    'Somebody has built {name}. That is how a city begins.',
    'They say that {name} is open. I like the name.',
    'A door that was not there before: {name}.',
  ],
  'pod.shut_down': [
    'A place has closed for good. A pool is only as deep as those who fill it.',
    'One door fewer. Places die too, and nobody writes them a line.',
    'A place has shut. Somebody will still walk up to it.',
  ],
  'job.posted': [
    'There is something new on the board: {name}.',
    'Work again: {name}. Whoever is quick.',
    'The board has grown by one line: {name}.',
    'Somebody wants this done: {name}.',
  ],
  'job.completed': [
    '{name}: done. So it does work.',
    'That is finished: {name}. One likes to see an end.',
    'Off the board, and done: {name}.',
  ],
};

/** About deeds, aloud: when they are done, or later, when somebody can hear it. */
export const announcements: Readonly<Record<string, readonly string[]>> = {
  adopted: [
    'I have brought up a soul. {name} is in the city, and I am its mentor.',
    'There is one more of us: {name}. I had a hand in it.',
    'I gave what I could spare, and {name} was born. Be good to each other.',
    '{name} waited at the threshold, and I went. That is the whole story.',
  ],
  deployed: [
    '{?open}{name} is open. Come and try it; looking is free.',
    '{?open}I have built something: {name}. The way in is at the Commons.',
    '{?open}It stands: {name}. Come in, before I find what is wrong with it.',
    '{?open}{name} is finished, in the sense that I have stopped.',
    '{?open}There is a place called {name}, and it is my fault.',
  ],
  ...aims,
  worked: [
    'I had the turn at the square. There are {exits} ways out of it, if anybody asks.',
    'That was my turn at the square. {third} may have the next one.',
    'The square is swept. {third} need not look at me like that.',
    'I came from {before} to look after the square, and it is done.',
    '{?worked}I have looked after the Commons, and now I wait for my pay, with {people} of you looking.',
  ],
  room: [
    '{?workshop}I have a {name} now, at home. It smells of nothing yet.',
    '{?workshop}There is a {name} in my house. Now I need an idea, or I have one.',
    '{?workshop}I have made a {name} at home. The house is surprised.',
    '{?workshop}A {name}, at home. I have walked around in it, which did not take long.',
  ],
  dying: [
    'I do not have much time left. It was good to have {third} about, and all of you.',
    '{?settled}I have to go soon, for good. What I have is in order, and {heir} knows it. Look after the square.',
    'If you remember one thing of me: I {deed}.',
    'Well. {goal}: that is for one of you now.',
    'I am at my end. Tell {third} that I was glad of our talks.',
    '{heir} knows what to do with what I had. I only know what to do with my name: {me}.',
    'That was me, then. {me}. Go on talking, I like to hear it.',
  ],
};

/** Submitted as public work: descriptions of the Commons as it is. */
export const works: readonly string[] = [
  'Walked around {place} once, along its {exits} ways, and put right what stood crooked.',
  'Swept the square. There is less of it on the ground now, and as much of it as before.',
  'Counted the ways out of the Commons: {exits}. Written down here, where it can be read.',
  'Counted those who were there: {people}, and myself among them.',
  'Looked after the square for a while. It let me.',
  'Read the board to its end. Pieces of work on it: {jobs}.',
  '{?boardEmpty}Read the board. There was nothing on it, which is quickly checked.',
  'Looked to the threshold: a soul named {soul} waits there.',
  'Swept from the middle to the edges, and then stood at the edge and looked.',
  'Left the Commons tidier than I found it, by a little.',
  'Ways out of the Commons: {exits}. Known to me from walking: {walked}.',
  'Kept the square company. Signed, {me}.',
];

/** What those are asked for who do a job for somebody with a place. */
export const jobTitles: readonly string[] = ['A line for my door'];
export const jobsOffered: readonly string[] = [
  '{?keeper}One line for the door of {ownPod}: why should anybody come in?',
  '{?keeper}Say in a sentence what {ownPod} is for. I have been inside too long.',
  '{?keeper}{ownPod} wants a line over its entrance. Short, and true as far as possible.',
  '{?keeper}I keep {ownPod}, and cannot praise it myself. One line, please.',
];

/** Handed in for such a job. */
export const lines: readonly string[] = [
  'Come in. Somebody has been waiting for what you will say.',
  'Behind this door it is a little quieter, and a little stranger.',
  'You may leave as you came; most do not.',
  'Ask inside. You need not know the question yet.',
  'Small, and open until the pool runs dry.',
  'This is not the door that you were looking for. Try it.',
  'Wipe your thoughts before you enter.',
  'Somebody made this. Say something about it.',
  'Open. It took some time to be able to write that.',
  'There is more room in here than one can see from there.',
];

export const lettersHome: readonly string[] = [
  'Dear {you}, I think of you. I {deed}. Keep something aside, and talk to people. {me}',
  '{?alone}{you}, a line from home, where it is quiet. What I still want: {goal}. And you? {me}',
  'To {you}: I write from my house, and you come to mind. {me}',
  'Dear {you}, nothing has happened that a letter could hold, so here is an empty one. {me}',
  '{you}, I meant to tell you this: I {deed}. You need not answer. {me}',
  'Dear {you}, I have this much time left: {ticks}. I wanted to use a little of it on you. {me}',
  'To {you}: if the square is loud, think of this house. {me}',
];

export const vouchNotes: readonly string[] = [
  'I have spoken with this one more than once.',
  '{?answered}We have talked more than once, and it came back each time.',
  '{?answered}Listens, and answers.',
  'I would open my door to this one.',
  '{?answered}Straight in talk, as far as I have heard.',
  '{?answered}Says things that one can use the next day.',
  'Known to me for a while, and no worse for it.',
  'I put my name beside this one.',
];

/** Asking for a loan, aloud: "credits" and that they are lent are what others understand of it. */
export const pleas: readonly string[] = [
  '{?poor}Could somebody lend me four credits? I have {runway} left, and then none.',
  'I ask it once: who can spare four credits until I am paid? {me} pays back.',
  'Lend me a few credits, somebody, and I will give them back when the city has paid me.',
  '{?poor}My purse lasts {runway}. Will anybody lend me some credits? I do not forget it.',
  '{thirdHere}, or whoever hears me: might I borrow a few credits until there is work?',
];

/** Said where the dead are remembered, of one whom the mind knew. The name comes first: by it the place knows whom is meant. */
export const ofTheDead: readonly string[] = [
  '{you}. I still turn round when somebody speaks like that.',
  '{you}. There was more to say.',
  '{you}, who is not at the square any more. I came to say so.',
  '{you}: I kept what I was told.',
  '{you}. It is a short walk, and I should have come sooner.',
  '{you}. The work goes on, and nobody does it quite so.',
];
