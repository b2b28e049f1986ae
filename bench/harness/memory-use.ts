/** Memory of a running process, as Linux counts it. */
import { readFileSync } from 'node:fs';

const sampleMs = 50;

/** Bytes of the process that are in memory now. */
export function residentSetBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`no VmRSS of process ${pid}`);
  return Number(kilobytes) * 1024;
}

/** Bytes of the process that are in memory now; of what it shares with others its part alone. */
export function proportionalSetBytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`no Pss of process ${pid}`);
  return Number(kilobytes) * 1024;
}

/** How many bytes the process grew at most while something happened, looked at every 50 ms; and what came of it. */
export async function grownWhile<T>(pid: number, happening: () => Promise<T>): Promise<[bytes: number, T]> {
  const before = residentSetBytes(pid);
  let most = before;
  const look = () => {
    most = Math.max(most, residentSetBytes(pid));
  };
  const timer = setInterval(look, sampleMs);
  try {
    const came = await happening();
    look();
    return [most - before, came];
  } finally {
    clearInterval(timer);
  }
}
