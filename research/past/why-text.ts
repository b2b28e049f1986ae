/** What led to an event, as text for people: amounts in credits. */
import type { JournalCommand } from '../../engine/command.ts';
import type { AccountHistory } from '../../engine/why/balances.ts';
import type { Chain, ChainEnd, Link } from '../../engine/why/causes.ts';
import type { Accrued, TracedAccount } from '../../engine/why/traced-accounts.ts';
import type { Origin, TracedMessage, TracedPosting } from '../../engine/why/turn-trace.ts';

/** Characters of a message's fields that are shown. */
const fieldsMax = 200;

/** A line each. Messages that led to what was asked for bear a `>`. */
export const whyLines = ({ links, end }: Chain): readonly string[] => [
  ...links.flatMap((link, n) => [...(n === 0 ? [] : ['', becauseOf(link)]), ...linkLines(link)]),
  '',
  endLine(end, links.at(-1)?.trace.command.intervention === true),
];

const becauseOf = ({ said }: Link): string =>
  said === undefined ? 'because of' : `because of event ${said}, as the caller says`;

function linkLines({ trace, path }: Link): readonly string[] {
  const { turn, at, tick, messages, accounts, upkeep, events } = trace;
  const published =
    events === null
      ? 'no event'
      : events.from === events.to
        ? `event ${events.from}`
        : `events ${events.from} to ${events.to}`;
  const intervened = trace.command.intervention ? ' (an intervention: whoever made this fork added it)' : '';
  return [
    `turn ${turn}, tick ${tick}, ${new Date(at).toISOString()}: ${commandText(trace.command, trace.askedIn)}${intervened}; ${published}`,
    ...messages.flatMap((message) => messageLines(message, path.includes(message.number))),
    ...accounts.map(accountLine),
    ...(upkeep === 0 ? [] : [`  upkeep of all accounts at this tick: ${credits(upkeep)} credits to the treasury`]),
  ];
}

/** How an account came to what it has, a line each, the newest turn first. */
export const accountLines = (of: AccountHistory): readonly string[] => [
  `${of.account} after turn ${of.turn}, tick ${of.tick}: ${credits(of.balance)} credits${sinceText(of.since)}`,
  ...of.turns.flatMap((one) => [
    '',
    `turn ${one.turn}, tick ${one.tick}, ${new Date(one.at).toISOString()}: ${commandText(one.command, one.askedIn)}`,
    ...one.postings.map((posting) => `    ${postingText(posting)}`),
    accountLine(one.account),
  ]),
  '',
  accountEnd(of),
];

function accountEnd({ account, end, turns }: AccountHistory): string {
  switch (end.type) {
    case 'opened':
      return turns.length === 0
        ? 'No turn has changed it: it had nothing, or there was no such account.'
        : 'No turn before has changed it: it began with nothing.';
    case 'unknown':
      return end.note;
    case 'longer':
      return `There is more: civitas why account:${account} --at turn:${end.turn}`;
  }
}

function accountLine({ account, since, before, after, upkeep }: TracedAccount): string {
  const paid = upkeep === 0 ? '' : `, of which upkeep ${credits(upkeep)}`;
  return `  ${account}: ${credits(before)} -> ${credits(after)}${paid}${sinceText(since)}`;
}

/** Upkeep that no turn took. */
const sinceText = ({ turn, balance, ticks, perTick, upkeep }: Accrued): string =>
  upkeep === 0
    ? ''
    : ` (turn ${turn} left ${credits(balance)}, then upkeep: ${ticks} ${ticks === 1 ? 'tick' : 'ticks'} of ${credits(perTick)}, ${credits(upkeep)} together)`;

/** What began a turn; `askedIn`: the turn that asked for what the outside answers, where that is known. */
export function commandText(command: JournalCommand, askedIn: number | null = null): string {
  switch (command.type) {
    case 'event':
      return `${command.caller} sends ${command.event.type} to ${command.to}`;
    case 'performed': {
      const asked = askedIn === null ? '' : ` that turn ${askedIn} asked for`;
      return `the outside answers ${command.actor}: ${command.event.type}, the end of effect ${command.call}${asked}`;
    }
    case 'tick':
      return `tick ${command.tick} begins`;
    case 'tick.completed':
      return `all have heard tick ${command.tick}`;
    case 'settings.changed':
      return 'settings change';
    case 'quarantine':
      return `${command.actor} is ${command.on ? 'quarantined' : 'released'}`;
    case 'create':
      return `the city begins with ${command.actor}`;
    case 'wake':
      return `a wake-up of ${command.actor}`;
    case 'wake.dropped':
    case 'wake.deferred':
      return `a wake-up of ${command.actor} was refused and ${command.type === 'wake.dropped' ? 'is dropped' : 'waits'}`;
  }
}

function messageLines(message: TracedMessage, leads: boolean): readonly string[] {
  const { number, to, event, from, state, origin, steps, postings, events, born, asked } = message;
  const { type, ...fields } = event;
  const text = JSON.stringify(fields);
  const shown = text === '{}' ? '' : ` ${text.length > fieldsMax ? `${text.slice(0, fieldsMax)}...` : text}`;
  return [
    `${leads ? '>' : ' '} ${number}. ${to} hears ${type}${shown} (${originText(origin)})`,
    ...steps.map((step) => {
      const guard = step.guard === null ? '' : ` [${step.guard}]`;
      return `       ${step.from || from}: ${step.event || 'always'}${guard} -> ${step.to ?? 'stays'}`;
    }),
    ...(from === state ? [] : [`       state ${from} -> ${state}`]),
    ...postings.map((posting) => `       ${postingText(posting)}`),
    ...asked.map((wake) => `       asks for a wake-up of ${wake.actor}: ${wake.event}`),
    ...(born.length === 0 ? [] : [`       begins ${born.join(', ')}`]),
    ...(events.length === 0 ? [] : [`       publishes event ${events.join(', ')}`]),
  ];
}

const postingText = ({ from, to, amount, reason, payerBalance, payeeBalance }: TracedPosting): string =>
  `${from} pays ${to} ${credits(amount)} credits, ${reason}; then they have ${credits(payerBalance)} and ${credits(payeeBalance)}`;

function originText(origin: Origin): string {
  switch (origin.type) {
    case 'command':
      return 'the command';
    case 'message':
      return `by ${origin.number}`;
    case 'wake':
      return origin.turn === null
        ? `due at tick ${origin.tick}`
        : `due at tick ${origin.tick}, asked for in turn ${origin.turn}`;
    case 'derived':
      return 'made due by the map or the end of another';
  }
}

function endLine(end: ChainEnd, intervened: boolean): string {
  switch (end.type) {
    case 'command':
      return `It began with ${intervened ? 'an intervention in a fork' : 'a command'}.`;
    case 'tick':
      return 'It began with a tick.';
    case 'answer':
      return 'It began with an answer from outside.';
    case 'unknown':
      return end.note;
    case 'longer':
      return `There is more: civitas why turn:${end.turn}`;
  }
}

const credits = (millicredits: number): string => String(millicredits / 1_000);
