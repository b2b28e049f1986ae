/** Why a mind has its purpose, in the words that it notes for the visitor of its soul. */
import type { Perception } from '../../perception/perception.ts';
import type { Needs, Purpose } from './chart.ts';
import { hoursText } from './words/naming.ts';
import { fragment } from './words/slots.ts';

const more = (list: readonly string[], by: number): string => list[by % list.length] ?? '';

/** `turn`: rises with each thought, so that the same reason is not put in the same words twice in a row. */
export function thoughtOf(
  purpose: Purpose,
  { self, people, nextSoul, jobs, place }: Perception,
  needs: Needs,
  turn: number,
): string {
  const left = leftText(self.ticksLeft);
  const goal = fragment(self.soul.goals);
  const thoughts: Readonly<Record<Exclude<Purpose, OfPlaces>, readonly string[]>> = {
    settling: [
      `My time is short.${left} I want to leave things in order.`,
      'Who gets what I have? Better to say it than to leave it open.',
    ],
    talking: [
      people.length > 0
        ? `${people[0]?.name ?? 'Somebody'} is here. I would rather talk than walk on.`
        : 'Nobody is here. Somebody may be at the square.',
      'Words are cheap. This one is worth it even so.',
      `I want company (${Math.round(needs.company)} of 100).`,
    ],
    working: [
      `My credits last ${self.runway === null ? 'long' : hoursText(Math.floor(self.runway))}. I will see what the board has.`,
      jobs.length > 0 ? 'There is work here, and I can do it.' : 'Work first; talk will still be there afterwards.',
      'The city pays later, so the best time to work is before I need it.',
    ],
    helping: [
      'Somebody has less than I have, and said so. It costs me little.',
      'What goes round in a small city comes by again.',
    ],
    mentoring: [
      `${nextSoul ?? 'A soul'} waits to be born, and I can spare the credits. I do not want to be the last of us.`,
      `If I do not open the door for ${nextSoul ?? 'the one who waits'}, who will?`,
    ],
    wandering: [
      `I have seen enough of ${place.kind === 'commons' ? 'the square' : place.name} for now. What is behind the next door?`,
      'My feet decide. I will look around.',
      goal === '' ? 'One meets few people by standing still.' : `I keep in mind: ${goal}. So I walk.`,
    ],
    resting: [
      'Nothing presses. I will listen for a while.',
      'I save my credits and my breath.',
      `A quiet moment.${left}`,
    ],
  };
  return more(isOfPlaces(purpose) ? thoughtsOfPlaces(left, goal)[purpose] : thoughts[purpose], turn);
}

type OfPlaces = 'building' | 'keeping' | 'visiting';
const isOfPlaces = (purpose: Purpose): purpose is OfPlaces =>
  purpose === 'building' || purpose === 'keeping' || purpose === 'visiting';

const leftText = (ticksLeft: number | null): string =>
  ticksLeft === null ? '' : ` What is left to me: ${hoursText(ticksLeft)}.`;

const thoughtsOfPlaces = (left: string, goal: string): Readonly<Record<OfPlaces, readonly string[]>> => ({
  building: [
    'I want to leave something that stands when I am gone.',
    goal === '' ? 'My hands want something to do.' : `What I want: ${goal}. A room of my own is where that begins.`,
  ],
  keeping: [
    'A place is kept or it closes. Mine is kept.',
    'Those who come pay for it. I see to the rest.',
    `What I have built should outlast me.${left}`,
  ],
  visiting: [
    'There is something that I cannot have at home. I know a door.',
    'What is sold behind that door I want today, and I can pay for it.',
    'A city is what others have made for one. I will go and use it.',
  ],
});
