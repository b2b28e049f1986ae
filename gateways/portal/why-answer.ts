/** A chain of causes as the operator is answered: credits, ISO times, and no secret of anybody. */
import { withoutSecrets } from '../../actors/secrets.ts';
import { addresseeOf } from '../../engine/addressee.ts';
import type { JournalCommand } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { isoTime } from '../../engine/turn/seal.ts';
import type { Chain, ChainEnd, Link } from '../../engine/why/causes.ts';
import type { Accrued, TracedAccount } from '../../engine/why/traced-accounts.ts';
import type { Origin, TracedMessage, TracedPosting } from '../../engine/why/turn-trace.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { Why } from '../answers/why.ts';

type Answer = AnswerOf<typeof Why>;

export const whyAnswer = ({ links, end }: Chain): Answer => ({ turns: links.map(turnOf), end: endOf(end) });

function turnOf({ trace, path, said }: Link): Answer['turns'][number] {
  const { turn, at, tick, command, messages, accounts, upkeep, events, askedIn } = trace;
  return {
    ...{ turn, said: said ?? null, at: isoTime(at), tick, events },
    command: { ...commandOf(command), intervention: command.intervention === true, asked_in: askedIn },
    messages: messages.map((message) => messageOf(message, path.includes(message.number))),
    accounts: accounts.map(accountOf),
    upkeep: credits(upkeep),
  };
}

function commandOf(command: JournalCommand): Omit<Answer['turns'][number]['command'], 'asked_in' | 'intervention'> {
  const { command: type, caller, to } = addresseeOf(command);
  return { type, caller, to, event: 'event' in command ? eventOf(command.event) : null };
}

const eventOf = ({ type, ...fields }: Message) => ({ type, fields: withoutSecrets(fields) });

function messageOf(message: TracedMessage, ledHere: boolean): Answer['turns'][number]['messages'][number] {
  const { number, origin, to, event, from, state, steps, postings, events, born, asked } = message;
  return {
    ...{ number, led_here: ledHere, origin: originOf(origin), to, event: eventOf(event), state_before: from, state },
    ...{ transitions: steps, postings: postings.map(postingOf), events, born, wakes: asked },
  };
}

function originOf(origin: Origin): Answer['turns'][number]['messages'][number]['origin'] {
  const { type } = origin;
  const none = { message: null, turn: null, tick: null };
  if (origin.type === 'message') return { ...none, type, message: origin.number };
  if (origin.type === 'wake') return { ...none, type, turn: origin.turn, tick: origin.tick };
  return { ...none, type };
}

const postingOf = ({ from, to, amount, reason, payerBalance, payeeBalance }: TracedPosting) => ({
  ...{ from, to, amount: credits(amount), reason },
  ...{ payer_balance: credits(payerBalance), payee_balance: credits(payeeBalance) },
});

const accountOf = ({ account, since, before, after, posted, upkeep }: TracedAccount) => ({
  ...{ account, since: sinceOf(since) },
  ...{ before: credits(before), after: credits(after), posted: credits(posted), upkeep: credits(upkeep) },
});

const sinceOf = ({ turn, balance, ticks, perTick, upkeep }: Accrued) => ({
  ...{ turn, ticks, balance: credits(balance), per_tick: credits(perTick), upkeep: credits(upkeep) },
});

const endOf = (end: ChainEnd): Answer['end'] => ({
  type: end.type,
  note: end.type === 'unknown' ? end.note : null,
  turn: end.type === 'longer' ? end.turn : null,
});

const credits = (millicredits: number): number => millicredits / 1_000;
