/**
 * Texts for people in place of the gateways' texts for programs, by code, or by the code and what of it is full: people send no headers,
 * and need no paths.
 */

export type Words = Readonly<Record<string, string>>;

const everywhere: Words = {
  busy: 'The city cannot take this right now: it is starting, or has too much to do. Try again in a moment.',
  rate_limited: 'That was too much at once. Wait a minute, then try again.',
  resident_dead: 'It has died, and nothing more can be done for it.',
};

/** For visitors and strangers. */
export const visitorWords: Words = {
  ...everywhere,
  unauthorized: 'You are not logged in any more. Log in again.',
  insufficient_credits: 'Your wallet does not hold so much.',
  'tier_capacity_exceeded questions':
    'As many of your questions wait as may at a time. Ask again when one is answered or has lapsed.',
  'tier_capacity_exceeded network questions':
    'Too many questions of visitors from your network wait. Ask again when some are answered.',
  'tier_capacity_exceeded questions of a resident':
    'So many wait for an answer of this resident that it hears no more. Ask again later, or ask another.',
  'tier_capacity_exceeded notes':
    'As many of your notes lie in the city as may. Leave this one when one of them is gone.',
  'tier_capacity_exceeded notes here': 'There is no room for another note here. Leave it at another place, or later.',
  'tier_capacity_exceeded wishes': 'As many of your wishes stand as may. Wish for it when one of them is gone.',
  'tier_capacity_exceeded wishes of the city': 'The city has as many wishes as it can read. Wish for it later.',
  'tier_capacity_exceeded pictures':
    'As many of your pictures stand as may. Take one away on the page of your hand, or wait until one is gone.',
  'tier_capacity_exceeded pictures of a station':
    'There is no room for another picture here. Leave it at another station, or later.',
  'tier_capacity_exceeded posts': 'As many of your jobs stand as may. Post it when one of them has ended.',
  'tier_capacity_exceeded board': 'The board of this place is full. Post it at another place, or later.',
};

const noOperator = 'This is not the token of the operator of this city. Check it, and log in again.';

export const operatorWords: Words = { ...everywhere, unauthorized: noOperator, admin_required: noOperator };
