/** The operator's token: typed in, kept for this tab alone, forgotten on request or when the tab is closed. */
import { createSignal } from 'solid-js';

const name = 'civitas.operator';

/** Browsers may refuse to store anything: then it is known until the page is left. */
function kept(): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

const [token, setToken] = createSignal(kept());

/** A signal: undefined while no token is known. */
export const operatorToken = token;

export function keepToken(typed: string): void {
  setToken(typed);
  try {
    sessionStorage.setItem(name, typed);
  } catch {
    // It is known as long as the page is open.
  }
}

export function forgetToken(): void {
  setToken(undefined);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // It was never stored.
  }
}
