/** Deadlines of requests to Docker: a daemon that hangs counts as none (X2). */

/** Docker did not answer in time. */
class DockerSilent extends Error {
  override readonly name = 'DockerSilent';
}

/** Resolves to the answer to `request`. A request that takes longer than `msMax` milliseconds is given up, and its connection closed. */
export async function withDeadline<T>(
  what: string,
  msMax: number,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DockerSilent(`Docker has not answered within ${Math.round(msMax)} ms: ${what}`));
      giveUp.abort();
    }, msMax);
  });
  try {
    return await Promise.race([request(giveUp.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `msMax` at the latest, whatever becomes of `promise`: to `undefined` when that is late or has failed. */
export async function settled<T>(promise: Promise<T>, msMax: number): Promise<T | undefined> {
  return withDeadline('', msMax, () => promise).catch(() => undefined);
}

/** The HTTP status of a refusal by Docker; `undefined` for every other failure. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
