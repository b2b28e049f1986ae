/** The page of a visitor: its souls, one of them, a new one, its wallet, and its notifications. */
import { createEffect, type JSX, Match, onCleanup, Show, Switch, untrack } from 'solid-js';
import { credits } from '../lib/shared-words.ts';
import { Button } from '../parts/button.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { Shell } from '../parts/shell.tsx';
import { AccountPart } from './account-part.tsx';
import { HandPart } from './hand-part.tsx';
import { NotificationsPart } from './notifications-part.tsx';
import { shown } from './part-address.ts';
import { PartLink } from './part-link.tsx';
import { requests } from './requests.ts';
import { findOut, leave, session } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { SoulPart } from './soul-part.tsx';
import { SoulsPart } from './souls-part.tsx';
import type { Visit } from './visit.ts';
import { WalletPart } from './wallet-part.tsx';
import { WritePart } from './write-part.tsx';

export function VisitPage(): JSX.Element {
  void findOut();
  const visit = () => {
    const now = session();
    return now.type === 'visitor' ? now.visit : undefined;
  };
  const why = () => {
    const now = session();
    return now.type === 'unknown' ? now.why : undefined;
  };
  const connection = () => {
    const now = visit();
    return now === undefined ? {} : { feed: now.feed };
  };
  return (
    <Shell here="/visit" {...connection()}>
      <Switch>
        <Match when={session().type === 'looking'}>
          <p role="status">Looking who you are …</p>
        </Match>
        <Match when={why()}>
          {(refusal) => (
            <RefusalNotice error={refusal()} isLook>
              <Button onClick={() => void findOut()}>Try again</Button>
            </RefusalNotice>
          )}
        </Match>
        <Match when={session().type === 'stranger'}>
          <SignIn />
        </Match>
        <Match when={visit()} keyed>
          {(now) => <Parts visit={now} />}
        </Match>
      </Switch>
    </Shell>
  );
}

function Parts(props: { readonly visit: Visit }): JSX.Element {
  // The gateway takes the connection for a stranger's, or another visitor's: the session may have ended.
  createEffect(() => {
    const { feed, known } = props.visit;
    if (feed.state === 'live' && feed.visitor !== known.me.id) void findOut();
  });
  // The city is back: what could not be fetched is fetched now.
  createEffect(() => {
    const { feed, known } = props.visit;
    if (feed.state === 'live' && untrack(() => known.trouble) !== undefined) void props.visit.fetchAgain();
  });
  const soul = () => {
    const now = shown();
    return now.part === 'soul' ? now.id : undefined;
  };
  return (
    <div class="visit">
      <Ways visit={props.visit} />
      <Newest visit={props.visit} />
      <RefusalNotice error={props.visit.known.trouble} isLook>
        <div class="row">
          <Button onClick={() => void props.visit.fetchAgain()}>Try again</Button>
        </div>
      </RefusalNotice>
      <Switch>
        <Match when={shown().part === 'souls'}>
          <SoulsPart visit={props.visit} />
        </Match>
        <Match when={shown().part === 'write'}>
          <WritePart visit={props.visit} />
        </Match>
        <Match when={shown().part === 'hand'}>
          <HandPart />
        </Match>
        <Match when={shown().part === 'wallet'}>
          <WalletPart visit={props.visit} />
        </Match>
        <Match when={shown().part === 'told'}>
          <NotificationsPart visit={props.visit} />
        </Match>
        <Match when={shown().part === 'account'}>
          <AccountPart visit={props.visit} />
        </Match>
        <Match when={soul()} keyed>
          {(id) => <SoulPart visit={props.visit} id={id} />}
        </Match>
      </Switch>
    </div>
  );
}

function Ways(props: { readonly visit: Visit }): JSX.Element {
  const logOut = async (): Promise<void> => {
    // Even if it fails, the visitor has left this page.
    await requests.logOut().catch(() => {});
    leave();
  };
  return (
    <nav class="ways" aria-label="Your visit">
      <ul>
        <li>
          <PartLink to={{ part: 'souls' }}>Your souls</PartLink>
        </li>
        <li>
          <PartLink to={{ part: 'write' }}>Write a soul</PartLink>
        </li>
        <li>
          <PartLink to={{ part: 'hand' }}>Your hand</PartLink>
        </li>
        <li>
          <PartLink to={{ part: 'wallet' }}>Wallet: {credits(props.visit.known.me.balance)}</PartLink>
        </li>
        <li>
          <PartLink to={{ part: 'told' }}>News</PartLink>
        </li>
      </ul>
      <p class="who">
        You are {props.visit.known.me.handle}. <PartLink to={{ part: 'account' }}>Account</PartLink>{' '}
        <Button onClick={() => void logOut()}>Log out</Button>
      </p>
    </nav>
  );
}

/** The newest event, for a while. The element exists from the beginning, so that its changes are announced. */
function Newest(props: { readonly visit: Visit }): JSX.Element {
  const shownMs = 20_000;
  createEffect(() => {
    if (props.visit.known.newest === '') return;
    const timer = setTimeout(() => props.visit.say(''), shownMs);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <div aria-live="polite">
      <Show when={props.visit.known.newest}>{(text) => <Notice>{text()}</Notice>}</Show>
    </div>
  );
}
