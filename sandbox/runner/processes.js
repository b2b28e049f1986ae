/**
 * The other processes of the container. The runner is process 1: a signal to -1 reaches all others in one step that no
 * fork can slip through, and none of theirs reaches the runner.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Where the kernel counts the processes that it killed for want of memory: cgroup v2, then v1. */
const oomCounters = ['/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control'];

/** @param {NodeJS.Signals} signal */
export function signalAll(signal) {
  send(-1, signal);
}

function send(/** @type {number} */ pid, /** @type {NodeJS.Signals} */ signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // There is no such process any more.
  }
}

/**
 * Stops every other process and kills all but `kept`, which stays stopped. One that another process wakes in that moment
 * gets away with it once: call again until nobody was left.
 *
 * @param {number | undefined} kept
 * @returns {{ living: number, orphans: number }} Those that had not ended yet, and those that have ended and that nobody waits for.
 */
export function stopAllBut(kept) {
  signalAll('SIGSTOP');
  let living = 0;
  let orphans = 0;
  for (const pid of others()) {
    if (pid === kept) continue;
    const { state, parent } = statusOf(pid);
    // A process whose first thread has ended looks ended, and may not be.
    send(pid, 'SIGKILL');
    if (state !== ended) living += 1;
    else if (parent === 1) orphans += 1;
  }
  return { living, orphans };
}

/** As the kernel writes the state of a process that has ended and was not waited for. */
const ended = 'Z';

/** A process that does not exist counts as ended. @returns {{ state: string, parent: number }} */
function statusOf(/** @type {number} */ pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the process's name, which may hold anything.
    const [state = '', parent = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return { state: ended, parent: 0 };
  }
}

/** How often the kernel has killed a process of this container for want of memory. */
export function oomKills() {
  for (const file of oomCounters) {
    try {
      const count = /^oom_kill (\d+)$/m.exec(readFileSync(file, 'utf8'));
      if (count !== null) return Number(count[1]);
    } catch {
      // The other version of cgroups.
    }
  }
  return 0;
}

/**
 * Makes the kernel choose this process, and what it will start, when the container runs out of memory. It cannot be done
 * to a Node that nobody may read: there the kernel takes the largest, and that is seldom the runner.
 */
export function offerToKernel(/** @type {number | undefined} */ pid) {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The file belongs to root, or the process is gone already.
  }
}

/**
 * Processes besides the runner. Orphans that have ended stay as zombies, because Node waits for its own children only;
 * a container that has such is given up by the city rather than carried on with fewer and fewer process numbers.
 */
export function othersLeft() {
  return others().length;
}

function others() {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1);
}
