/** What was typed of a soul and is not sent yet, kept in this tab: a reload loses nothing. */
import * as z from 'zod/mini';

const Draft = z.object({
  framework: z.string(),
  typed: z.record(z.string(), z.string()),
  livedBy: z.enum(['city', 'me']),
});
export type Draft = z.infer<typeof Draft>;

const keyOf = (visitor: string): string => `civitas soul of ${visitor}`;

/** Undefined where nothing was kept, or nothing usable. */
export function keptDraft(visitor: string): Draft | undefined {
  try {
    const parsed = z.safeParse(Draft, JSON.parse(sessionStorage.getItem(keyOf(visitor)) ?? ''));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** A browser may refuse to store anything: then it is lost with the tab. */
export function keepDraft(visitor: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(visitor), JSON.stringify(draft));
  } catch {
    return;
  }
}

export function forgetDraft(visitor: string): void {
  try {
    sessionStorage.removeItem(keyOf(visitor));
  } catch {
    return;
  }
}
