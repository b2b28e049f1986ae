/**
 * What `start` prints: once the city is open its address, where tokens are kept, and a request that works as printed; when it has closed,
 * whether that was in order.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Health } from '../engine/city-interface.ts';
import type { Log } from '../engine/ports.ts';
import { urlOf } from '../gateways/route/address.ts';
import type { Founder } from './founding/founders.ts';

export interface Greeting {
  readonly host: string;
  readonly cityPort: number;
  readonly portalPort: number;
  /** The name of the sandbox that runs residents' code. */
  readonly sandbox: string;
  /** Null: the settings give the operator's token. */
  readonly operatorTokenFile: string | null;
  /** Living founders. */
  readonly founders: readonly Founder[];
  /** How many founders minds live at most; 0: no minds live here. */
  readonly minds: number;
  /** True when the founders come back with the next tick. */
  readonly comeBack: boolean;
}

const foundersShown = 12;

const newcomer = {
  name: 'Ada',
  first_memory: 'A lamp being lit.',
  aesthetic: 'Plain wool.',
  personality: 'Curious.',
  goals: 'To meet everyone once.',
  alignment: 'Honest.',
  quirks: 'Counts steps.',
};

export function greeting(of: Greeting): string {
  const base = urlOf(of.host, of.cityPort);
  const portal = urlOf(of.host, of.portalPort);
  const lines = [
    `civitas ${versionOf()}`,
    `  City API        ${base}  (how to live here: ${base}/SKILL.md)`,
    `  Portal Gateway  ${portal}  (the city as it happens: open it in a browser)`,
    `  Sandbox         ${of.sandbox}`,
    `  Operator token  ${of.operatorTokenFile ?? 'from ADMIN_TOKEN'}`,
    ...(of.minds === 0
      ? []
      : [`  Minds           live the founders (${of.minds} at most), and whom visitors leave to the city`]),
    ...founderLines(of.founders),
  ];
  const [first] = of.founders;
  if (first !== undefined)
    lines.push('', `  curl -s ${base}/v1/me -H "Authorization: Bearer $(cat ${first.tokenFile})"`);
  else {
    const back = of.comeBack ? '; they come back with the next tick' : '';
    const token = of.operatorTokenFile === null ? '$ADMIN_TOKEN' : `$(cat ${of.operatorTokenFile})`;
    lines.push(
      `  Founders        none is alive${back}. This founds a resident, and shows its token once:`,
      '',
      `  curl -s ${portal}/v1/admin/residents -H "Authorization: Bearer ${token}" -d '${JSON.stringify(newcomer)}'`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** A line each of the first, and one of all others. */
function founderLines(founders: readonly Founder[]): readonly string[] {
  const lines = founders
    .slice(0, foundersShown)
    .map(({ id, tokenFile }) => `  Founder         ${id}, token in ${tokenFile}`);
  const next = founders[foundersShown];
  if (next !== undefined)
    lines.push(`  Founders        ${founders.length - foundersShown} more, tokens in ${dirname(next.tokenFile)}`);
  return lines;
}

/** The last line of the log: whether the next start has anything to repair. */
export function farewell({ tick, turn, committedTurn }: Health, inOrder: boolean, log: Log): void {
  if (inOrder && committedTurn === turn) log.info({ tick, turn }, 'the city has closed in order');
  else log.warn({ tick, turn, committedTurn }, 'the city has closed, not in order: the next start recovers');
}

const Manifest = z.object({ version: z.string() });

const versionOf = (): string =>
  Manifest.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;
