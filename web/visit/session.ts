/** Who uses this page: unknown yet, a stranger, or a visitor who is logged in. */
import { createSignal } from 'solid-js';
import { type Refusal, refusalOf } from '../lib/api.ts';
import type { Me } from './answers.ts';
import { requests } from './requests.ts';
import { forgetDraft } from './unsent-soul.ts';
import { Visit } from './visit.ts';

export type Session =
  | { readonly type: 'looking' }
  | { readonly type: 'stranger' }
  | { readonly type: 'visitor'; readonly visit: Visit }
  /** It could not be found out. */
  | { readonly type: 'unknown'; readonly why: Refusal };

const [session, setSession] = createSignal<Session>({ type: 'looking' });

/** A signal. */
export { session };

/** What the last visitor has typed is removed with its session. */
function begin(next: Session): void {
  const before = session();
  if (before.type === 'visitor') {
    before.visit.close();
    forgetDraft(before.visit.known.me.id);
  }
  setSession(next);
}

/** A visitor has logged in, or was logged in already. */
export function welcome(me: Me): void {
  const visit = new Visit(me, () => void findOut());
  visit.feed.onLeft(() => {
    begin({ type: 'looking' });
    void findOut();
  });
  begin({ type: 'visitor', visit });
  void visit.open();
}

export const leave = (): void => begin({ type: 'stranger' });

/** Asks for the visitor of the cookie, if any. A session of the same visitor is left as it is. */
export async function findOut(): Promise<void> {
  try {
    const { visitor: me } = await requests.session();
    const now = session();
    if (me === null) leave();
    else if (now.type !== 'visitor' || now.visit.known.me.id !== me.id) welcome(me);
  } catch (thrown) {
    if (session().type !== 'visitor') begin({ type: 'unknown', why: refusalOf(thrown) });
  }
}
