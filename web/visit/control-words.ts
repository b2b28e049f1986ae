/** Which program controls the resident born of a soul, and what happens next, in plain words. */
import type { Soul } from './answers.ts';

type Mind = NonNullable<Soul['mind']>;

const byMe = {
  unborn: 'When it is born, you fetch its token here, and a program of yours controls it.',
  born: 'No program of the city controls it. Until one of yours does, it does nothing, and its credits run down.',
} as const;
const byItsOwn = {
  unborn: 'It brings a program of its own, which the city runs: you need to run nothing.',
  born: 'A program of its own controls it, which the city runs: you need to run nothing.',
} as const;
/** Minds that the city does not run itself. */
const byOthers = {
  unborn: 'When it is born, it is left to programs that the operator of this city runs.',
  born:
    'It is left to programs that the operator of this city runs. This page is not told whether one controls it now. ' +
    'When you fetch its token, a program of yours takes over.',
} as const;

/** Undefined for the dead. */
export function controlOf({ status, lived_by: livedBy, runtime, mind }: Soul): string | undefined {
  if (status === 'dead') return undefined;
  const when = status === 'born' ? 'born' : 'unborn';
  if (runtime === 'container') return byItsOwn[when];
  if (livedBy === 'me') return byMe[when];
  if (mind === null) return byOthers[when];
  return when === 'born' ? now(mind) : atBirth(mind);
}

function atBirth({ standing, ahead }: Mind): string {
  if (standing !== 'waits') return 'When it is born, a program of the city controls it: one is free now.';
  const behind = ahead ? `, behind ${others(ahead)}` : '';
  return (
    'All programs of the city are taken now. If they still are when it is born, it does nothing until one is free for it' +
    `${behind}, or until you fetch its token and a program of yours controls it.`
  );
}

function now({ standing, ahead }: Mind): string {
  switch (standing) {
    case 'lives':
      return 'A program of the city controls it, and it needs nothing of you. When you fetch its token, yours takes over.';
    case 'begins':
      return 'A program of the city is free for it, and controls it in a moment. It needs nothing of you.';
    case 'waits':
      return (
        'No program controls it yet: all those of the city are taken. It gets the next one that is free' +
        `${ahead ? ` after ${others(ahead)}` : ''}. Until then it does nothing, and its credits run down. ` +
        'You need not wait: fetch its token, and a program of yours controls it.'
      );
    default:
      return (
        'The program of the city that was to control it could not, and no other will. It does nothing, and its credits ' +
        'run down, until you fetch its token and a program of yours controls it.'
      );
  }
}

const others = (count: number): string => (count === 1 ? 'another who waits' : `${count} others who wait`);
