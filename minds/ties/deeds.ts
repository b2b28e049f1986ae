/** What others can do to a mind, and what each does to its tie to them: one line for each. */
import type { Feeling, Reason } from './tie.ts';

interface Meaning {
  readonly feeling: Feeling;
  readonly why: Reason;
}

const means = (why: Reason, feeling: Feeling): Meaning => ({ why, feeling });

export const meaning = {
  /** What the city tells: credits, work, places, births. */
  gave: means('gave', { close: 0.08, grateful: 0.3, trust: 0.06 }),
  leftEstate: means('left_estate', { close: 0.2, grateful: 0.4 }),
  paid: means('paid', { close: 0.05, grateful: 0.12, trust: 0.1 }),
  tookWork: means('took_work', { close: 0.03, grateful: 0.04, trust: 0.05 }),
  turnedDown: means('turned_down', { close: -0.08, grateful: -0.3, trust: -0.15 }),
  bought: means('bought', { close: 0.03, grateful: 0.06, trust: 0.01 }),
  vouched: means('vouched', { close: 0.12, grateful: 0.2, trust: 0.12 }),
  letIn: means('let_in', { close: 0.04, grateful: 0.08, trust: 0.04 }),
  shutOut: means('shut_out', { close: -0.04, grateful: -0.12, trust: -0.03 }),
  broughtUp: means('brought_up', { close: 0.45, grateful: 0.4, trust: 0.25 }),
  wasBroughtUp: means('was_brought_up', { close: 0.45, grateful: 0.1, trust: 0.2 }),
  /** Has built a place with it, or has said so and not come. */
  builtWith: means('built_with', { close: 0.15, grateful: 0.2, trust: 0.12 }),
  stayedAway: means('stayed_away', { close: -0.04, grateful: -0.2, trust: -0.12 }),
  /** What was said, or was not. */
  talked: means('talked', { close: 0.05, trust: 0.01 }),
  agreed: means('agreed', { close: 0.04, grateful: 0.01, trust: 0.02 }),
  disagreed: means('disagreed', { close: -0.01, grateful: -0.06 }),
  doubted: means('doubted', { close: -0.01, grateful: -0.08, trust: -0.02 }),
  praised: means('praised', { close: 0.06, grateful: 0.08 }),
  thanked: means('thanked', { close: 0.06, grateful: 0.05 }),
  consoled: means('consoled', { close: 0.1, grateful: 0.12, trust: 0.03 }),
  warned: means('warned', { close: 0.02, grateful: 0.04, trust: 0.03 }),
  invited: means('invited', { close: 0.05, grateful: 0.03 }),
  forgave: means('forgave', { close: 0.1, grateful: 0.2, trust: 0.03 }),
  apologised: means('apologised', { close: 0.05, grateful: 0.2, trust: 0.02 }),
  /** Somebody else has put in a word for it. */
  spokenFor: means('spoken_for', { close: 0.01, grateful: 0.1 }),
  blamed: means('blamed', { close: -0.04, grateful: -0.14, trust: -0.02 }),
  boasted: means('boasted', { grateful: -0.02 }),
  refused: means('kept_silent', { close: -0.02, grateful: -0.09 }),
  hurriedAway: means('hurried_away', { close: -0.02, grateful: -0.07 }),
  /** Has opened a place like its own; has spoken ill of its own. */
  rivalled: means('rivalled', { close: -0.04, grateful: -0.24, trust: -0.03 }),
  ranDown: means('ran_down', { close: -0.02, grateful: -0.16, trust: -0.02 }),
  /** Has spoken of it to others what it would not have told; has what its mentor left; has the guests that it had. */
  toldTales: means('told_tales', { close: -0.02, grateful: -0.2, trust: -0.04 }),
  tookEstate: means('took_estate', { close: -0.04, grateful: -0.28, trust: -0.03 }),
  drewGuests: means('drew_guests', { close: -0.01, grateful: -0.1 }),
  /** What it paid for was not to its taste, or there was nothing for it; its work was paid when the time was over. */
  soldBadly: means('sold_badly', { close: -0.01, grateful: -0.09, trust: -0.02 }),
  soldNothing: means('sold_nothing', { close: -0.02, grateful: -0.2, trust: -0.06 }),
  paidLate: means('paid_late', { close: -0.02, grateful: -0.34, trust: -0.1 }),
  /** What it expected and did not get (`expectations.ts`). */
  keptLoan: means('kept_loan', { close: -0.04, grateful: -0.3, trust: -0.2 }),
  keptVouch: means('kept_vouch', { close: -0.03, grateful: -0.24, trust: -0.03 }),
  brokeWord: means('broke_word', { close: -0.02, grateful: -0.2, trust: -0.06 }),
  refusedHelp: means('refused_help', { close: -0.03, grateful: -0.24, trust: -0.04 }),
} as const satisfies Readonly<Record<string, Meaning>>;

/** What somebody did to the mind. */
export type Deed = keyof typeof meaning;
