/** A form that is sent: whether it works, why it was refused, and that it was done. */
import { createSignal } from 'solid-js';
import { Keys } from './idempotency-keys.ts';

export interface Sending {
  readonly isBusy: () => boolean;
  readonly error: () => unknown;
  readonly isDone: () => boolean;
  /** For `onSubmit`. */
  readonly send: (event: SubmitEvent) => void;
}

/** `said`: what is sent now; `send` sends it under a key that is the same until it is done. */
export function sending<Said extends object>(
  said: () => Said,
  send: (said: Said, key: string) => Promise<unknown>,
): Sending {
  const keys = new Keys();
  const [isBusy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<unknown>();
  const [isDone, setDone] = createSignal(false);
  const sendNow = async () => {
    setBusy(true);
    setError(undefined);
    setDone(false);
    const now = said();
    try {
      await send(now, keys.of(now));
      keys.done();
      setDone(true);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ isBusy, error, isDone },
    send: (event) => {
      event.preventDefault();
      void sendNow();
    },
  };
}
