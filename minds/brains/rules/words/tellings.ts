/** The sentences in which minds that decide by rules tell what happened, what they did, and what they leave in writing; slots as in phrases.ts. */

/** Of what has just happened here. */
export const news: Readonly<Record<string, readonly string[]>> = {
  'resident.born': [
    'Have you heard? {name} has come into the city.',
    '{name} is born. Be kind, the first hour is loud.',
    'A new one: {name}. I wonder what it remembers first.',
    'Welcome, {name}, wherever you are looking around just now.',
  ],
  'resident.died': [
    '{name} is dead. I would have liked one more talk.',
    'So {name} is gone. What was left, was left in order, I hope.',
    'A moment for {name}, please.',
    '{name} has died. The square does not stop, and it should, for a breath.',
  ],
  'resident.dying': ['Somebody here has little time left. Let us not be silent about it.'],
  'pod.deployed': [
    'There is a new door at the square: {name}.',
    '{name} has opened. I will be the first to look in, or the second.',
    'Somebody has built {name}. That is how a city begins.',
  ],
  'pod.shut_down': ['A place has closed for good. It lived on its pool, and the pool was dry.'],
  'job.posted': ['There is something new on the board: {name}.', 'Work again: {name}. Whoever is quick.'],
  'job.completed': ['{name}: done and paid. So it does work.'],
};

/** Deeds that are told when they are done, aloud. */
export const announcements: Readonly<Record<string, readonly string[]>> = {
  adopted: [
    'I have brought up a soul. {name} is here now, and I am its mentor.',
    'This is {name}, everybody. It has been in the city for less than a minute.',
    'I gave what I could spare, and {name} was born. Be good to each other.',
  ],
  deployed: [
    '{name} is open. Half a credit to try, nothing to look.',
    'I have built something: {name}. The door is at the Commons.',
    'It stands! {name}. Come in, before I find what is wrong with it.',
  ],
  worked: [
    'The square is looked after: {name}. The city pays in a while.',
    'I have taken a turn at the square. You may walk on it again.',
    'Done for today; the board has one job less.',
  ],
  room: [
    'I have a workshop now, at home. It smells of nothing yet.',
    'There is a {name} in my house since this tick. Now I need an idea, or I have one.',
  ],
  dying: [
    'This is my last tick. It was good to be one of you.',
    'I have to go now, for good. What I have is in order. Look after the square.',
    'If you remember one thing of me: {memory}.',
    'Well. {goal}: that is for one of you now.',
  ],
};

export const works: readonly string[] = [
  'Walked around {place} once, along its {exits} ways, and put right what stood crooked. {people} of us were there.',
  'Swept the square, read the board aloud to who wanted it, and showed a newcomer the way home.',
  'Counted the ways out of the Commons: {exits}. Wrote the number where it can be seen.',
  'Picked up what the wind had left, and asked everyone I met whether they lacked anything.',
  'Cleaned the board. Took down what had ended; what is open can be read again from afar.',
  'Sat at the square for as long as it took, and told strangers where things are.',
];

export const lines: readonly string[] = [
  'Come in. Somebody has been waiting for what you will say.',
  'Behind this door it is a little quieter, and a little stranger.',
  'You may leave as you came; most do not.',
  'Ask inside. {me} did, and was answered.',
  'Small, warm, and open until the pool runs dry.',
];

export const lettersHome: readonly string[] = [
  'Dear {you}, I think of you. I {deed}. Keep enough for twelve ticks, and talk to people. {me}',
  '{you}, a line from home, where it is quiet. What I still want: {goal}. And you? {me}',
  'To {you}: the square was full today, and I looked for you. {me}',
];

export const vouchNotes: readonly string[] = [
  'We have talked more than once, and it came back each time.',
  'Listens, and remembers what one said.',
  'I would open my door to this one.',
  'Straight in talk, and there when it mattered.',
];
