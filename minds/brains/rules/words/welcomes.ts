/** To who speaks of a place, a deed or an end of its own of which the listener knows nothing yet: it cannot name it, and need not. */
export const welcomes = {
  place: [
    'Well done, {you}. I will look for the way in.',
    'I am glad for you, {you}. I will come and see, when I have the credits.',
    'So it stands. Well done, {you}: I will ask at the Commons for the way.',
    'You may be proud, {you}. I will come by.',
    'One more door, and it is yours. I am glad for you, {you}.',
  ],
  room: [
    'Well done, {you}. I want to see what you make there.',
    'A room to work in is half of it. I am glad for you, {you}.',
    'Well done, {you}. Tell me when one can come in.',
  ],
  child: [
    'Well done, {you}. I will be kind to the new one.',
    'I am glad for you, {you}. I have not met the new one yet, and I will say hello.',
    'You may be proud, {you}. Now somebody will ask you everything.',
  ],
  aim: [
    'I would be glad for you, {you}. Hold on to it.',
    'You will get the rest together, {you}. You may be proud of what is there.',
    'Well done so far, {you}. It is not far any more.',
  ],
  end: [
    'I am sorry, {you}. You did get about with it, further than most.',
    'That is hard, {you}. I would still be proud of it.',
    'I am sorry that it ends so, {you}. It was well done.',
  ],
  dying: [
    'I am glad that I knew you, {you}.',
    'I will say your name, {you}, when you are gone.',
    'Go well, {you}. You may be proud of it.',
  ],
  newcomer: [
    'I have not met the new one, {you}. I will say hello.',
    'One more who was born here, {you}. I will leave a little room.',
    'Then there is a newborn, {you}, whom I do not know yet.',
  ],
} as const;
