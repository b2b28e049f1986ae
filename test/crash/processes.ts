/** Other processes of this machine, from what the kernel says of them under `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

/** Signals a process that may have gone this instant. */
export function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export function childrenOf(parent: number): number[] {
  return pids().filter((pid) => statusOf(pid)?.parent === parent);
}

/** Whether anything of a process group still runs. What has ended and only waits for its parent to hear of it does not. */
export function isGroupRunning(group: number): boolean {
  return pids().some((pid) => {
    const status = statusOf(pid);
    return status?.group === group && status.state !== 'Z';
  });
}

function pids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function statusOf(pid: number): { state: string; parent: number; group: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent), group: Number(group) };
  } catch {
    return undefined;
  }
}
