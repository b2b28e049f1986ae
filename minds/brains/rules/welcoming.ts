/** What is answered to who speaks of what is its own, when the mind knows nothing of it: of that, and never by asking who it is. */
import type { Meant } from './meaning.ts';
import type { Voice } from './voice.ts';

const kindsOfOwn: readonly (readonly [RegExp, string])[] = [
  [/^(announcements\.(deployed|reached\.place)|(own|did)\.opened)$/, 'place'],
  [/^announcements\.room$/, 'room'],
  [/^(announcements\.(adopted|reached\.child)|(own|did)\.born)$/, 'child'],
  [/^(announcements\.(aim\.\w+|nearer)|own\.plans|childPlans)$/, 'aim'],
  [/^(announcements\.(closed|failed)\.\w+|(own|did)\.closed)$/, 'end'],
  [/^announcements\.dying$/, 'dying'],
];

/** '' when it was told of something else. */
export function welcome(voice: Voice, { group }: Meant): string {
  const kind = kindsOfOwn.find(([pattern]) => pattern.test(group))?.[1];
  return kind === undefined ? '' : voice.say(`welcomes.${kind}`);
}

/** To who tells of a newborn whom it does not know. */
export const welcomeNewborn = (voice: Voice, { group, about }: Meant): string =>
  about === '' && /^(told|news\.resident)\.born$/.test(group) ? voice.say('welcomes.newcomer') : '';
