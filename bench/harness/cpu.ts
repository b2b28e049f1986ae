/** CPU time of a running process, as Linux counts it: user and system, all its threads. */
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Microseconds of one clock tick in /proc: 100 a second on every Linux that Node runs on. */
const tickMicros = 10_000;

/** How long a process must have used less than this share of a core to be idle, and how long one waits for it. */
const idleMs = 1_000;
const idleShare = 0.1;
const idleMsMax = 180_000;

interface Stat {
  readonly parent: number;
  readonly micros: number;
}

/** Microseconds that the process has used since it began; with what its ended children had used. */
export function cpuMicros(pid: number): number {
  return statOf(pid).micros;
}

/** Microseconds of a process and its children, for a server that has one process for each connection. */
export function familyMicros(pid: number): number {
  let micros = cpuMicros(pid);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = statOf(Number(name));
      if (stat.parent === pid) micros += stat.micros;
    } catch {
      // It ended between the list and the look.
    }
  }
  return micros;
}

/** Waits until the process has next to nothing to do: what it was asked for before has been done. */
export async function idle(pid: number): Promise<void> {
  for (let end = performance.now() + idleMsMax; performance.now() < end; ) {
    const before = cpuMicros(pid);
    await pause(idleMs);
    if (cpuMicros(pid) - before < idleMs * 1000 * idleShare) return;
  }
  throw new Error(`the process ${pid} has been busy for ${idleMsMax} ms`);
}

function statOf(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may hold spaces; behind it the fields are numbered from 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), micros: (field(14) + field(15) + field(16) + field(17)) * tickMicros };
}
