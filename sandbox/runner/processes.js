/**
 * The other processes of the container. The runner is process 1: a signal to -1 reaches all others in one step that no
 * fork can slip through, and none of theirs reaches the runner.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Where the kernel counts the processes that it killed for want of memory: cgroup v2, then v1. */
const oomCounters = ['/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control'];

/** @param {NodeJS.Signals} signal */
export function signalAll(signal) {
  try {
    process.kill(-1, signal);
  } catch {
    // There is nobody else.
  }
}

/** How often the kernel has killed a process of this container for want of memory. */
export function oomKills() {
  for (const file of oomCounters) {
    try {
      const count = /^oom_kill (\d+)$/m.exec(readFileSync(file, 'utf8'));
      if (count !== null) return Number(count[1]);
    } catch {
      // The other version.
    }
  }
  return 0;
}

/** Makes the kernel choose this process, and what it will start, when the container runs out of memory. */
export function offerToKernel(/** @type {number | undefined} */ pid) {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It is gone already.
  }
}

/**
 * Processes besides the runner. Orphans that have ended stay as zombies, because Node waits for its own children only;
 * a container that has such is given up by the city rather than carried on with fewer and fewer process numbers.
 */
export function othersLeft() {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== '1').length;
}
