/** What a resident may set about to do in a tick. What the city refuses of it has not happened. Amounts are credits. */
import { z } from 'zod';

/** UTF-16 units: a file of code may not be longer. */
const codeCharsMax = 65_536;

/** UTF-16 units: nothing longer is heard in a city. */
const textCharsMax = 4_000;
const idCharsMax = 200;
/** Credits. */
const amountMax = 1_000_000_000;
/** Ways of a shop: as many as a tiny pod can have. */
const waysMax = 2;
/** Acts of one resident in one tick. */
const actsMax = 1_000;

const Id = z.string().min(1).max(idCharsMax);
const Amount = z.number().min(0).max(amountMax);

/** `cause`: the `seq` of the event to which it answers, if it does: so that `civitas why` goes on to that. */
const act = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape, cause: z.int().min(1).optional() });

const ofJob = <Type extends string>(type: Type) => act(type, { job: Id });

const actSchema = z.discriminatedUnion('type', [
  ofJob('claim'),
  ofJob('submit'),
  ofJob('accept'),
  ofJob('release'),
  /** Posts a job where it stands. */
  act('hire', { reward: Amount }),
  act('adopt', {}),
  act('speak', { text: z.string().min(1).max(textCharsMax).optional() }),
  act('give', { to: Id, amount: Amount }),
  /**
   * Opens a shop: a workshop at home, code in it, and a tiny pod of it with a way from the Commons. `code`: the module `index.js`, which
   * exports `handle(input, caller)`; unless it is said, one that answers `{}`. `from`: the places from which ways lead to it, if not from
   * the Commons alone; who speaks for them must agree, as who builds does for its own.
   */
  act('build', {
    price: Amount,
    code: z.string().min(1).max(codeCharsMax).optional(),
    from: z.array(Id).min(1).max(waysMax).optional(),
  }),
  /**
   * Goes through the exit, looks what is offered there, calls it with the input if that costs at most `priceMax`, and comes back. `input`:
   * anything that JSON can say; `{}` unless it is said.
   */
  act('buy', { exit: Id, priceMax: Amount, input: z.json().optional() }),
  /** Pays into the pool of a pod. */
  act('fund', { pod: Id, amount: Amount }),
  /** Sets what a call of its pod costs. */
  act('price', { pod: Id, price: Amount }),
  /** Says that another can be trusted: free, once for each. */
  act('vouch', { for: Id }),
  /** Names its heir, in place of any before. */
  act('bequeath', { to: Id }),
  /** Goes through an exit that costs nothing, and stays there: who never did lives at the Commons. */
  act('go', { exit: Id }),
  /** Closes a way for good, if one of its ends is its own. */
  act('close', { exit: Id }),
  /** Keeps a text for itself, in place of any before: asks nothing of the city. */
  act('note', { text: z.string().max(textCharsMax) }),
]);

export type Act = z.infer<typeof actSchema>;

/** Counted before they are read: a million of them would take long. */
export const actsSchema = z.array(z.unknown()).max(actsMax).pipe(z.array(actSchema));
