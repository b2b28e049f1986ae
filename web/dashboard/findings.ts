/** What fails and what waits, from the gateway's answer about the city's health. */
import type { Health, Machines } from './answers.ts';

export interface Finding {
  readonly level: 'fails' | 'waits';
  readonly what: string;
  /** What to do about it. */
  readonly advice: string;
  /** The actor that may be released. */
  readonly actor?: string;
}

/** The kinds of waits: the engine's name, and the text for readers. */
const texts: Readonly<Record<string, string>> = {
  service: 'Calls of global services',
  sandbox: 'Runs of code',
  'sandbox.prepare': 'Sandboxes to prepare',
  'sandbox.remove': 'Sandboxes to remove',
  archive: 'The dead being archived',
  archiving: 'The dead to archive',
  'connection approval': 'Requests for a connection, which residents decide',
};

export function failing(health: Health): readonly Finding[] {
  const services = Object.entries(health.failing_services).map(
    ([service, { failures, reason, for_ms }]): Finding => ({
      level: 'fails',
      what: `The service ${service} has failed ${failures} times in ${lasting(for_ms)}: ${reason}`,
      advice: 'Run `civitas doctor`, which tells what it needs. Nobody pays for what failed.',
    }),
  );
  const quarantined = health.quarantined.map(
    (actor): Finding => ({
      level: 'fails',
      what: `${actor} has failed and does nothing any more.`,
      advice: 'The log says why. Let it act again once that is mended.',
      actor,
    }),
  );
  return [...standing(health), ...mindsAway(health), ...quarantined, ...services];
}

const mindsAway = ({ minds }: Health): readonly Finding[] =>
  minds === null || minds.is_running
    ? []
    : [
        {
          level: 'fails',
          what: 'The minds that live here are away.',
          advice: 'Their process starts again by itself; the log says why it ended. Residents lose nothing but time.',
        },
      ];

function standing({ ready, oldest_uncommitted_ms, waiting_too_long }: Health): readonly Finding[] {
  const away: Finding = {
    level: 'fails',
    what: 'The city does not serve.',
    advice: 'It may be starting, or its database is away: see its log.',
  };
  const slow: Finding = {
    level: 'fails',
    what: `The journal is ${lasting(oldest_uncommitted_ms)} behind.`,
    advice: 'The database is slow or away. Nothing that was acknowledged is lost.',
  };
  return [...(ready ? [] : [away]), ...(waiting_too_long.includes('journal') ? [slow] : [])];
}

/** The longest wait first. */
export function waiting(
  { oldest_waiting_ms, waiting_too_long, minds }: Health,
  machines: Machines | undefined,
): readonly Finding[] {
  const souls = machines?.items.find(({ kind }) => kind === 'soul')?.states['queued'] ?? 0;
  const others = Object.entries(oldest_waiting_ms)
    .filter(([, ms]) => ms > 0)
    .sort(([, one], [, other]) => other - one);
  return [
    ...counted('Souls that wait to be adopted', souls, 'Residents adopt them, and pay for it.'),
    ...counted(
      'Residents that wait for a mind',
      minds?.waiting ?? 0,
      'They get one when another is free: see `MINDS_MAX`.',
    ),
    ...others.map(
      ([name, ms]): Finding => ({
        level: 'waits',
        what: `${texts[name] ?? name}: the oldest for ${lasting(ms)}`,
        advice: waiting_too_long.includes(name) ? 'That is too long. Run `civitas doctor`.' : '',
      }),
    ),
  ];
}

const counted = (what: string, count: number, advice: string): readonly Finding[] =>
  count === 0 ? [] : [{ level: 'waits', what: `${what}: ${count}`, advice }];

/** A span of time, rounded to what matters. */
export function lasting(ms: number): string {
  if (ms < 1_000) return 'under a second';
  const units = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ] as const;
  const [unit, name] = units.find(([length]) => ms >= length) ?? units[3];
  const count = Math.floor(ms / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
