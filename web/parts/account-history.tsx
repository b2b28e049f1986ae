/** How an account came to what it has: a table, a page at a time, newest first. */
import { createEffect, createSignal, For, type JSX, on, Show } from 'solid-js';
import { type AccountHistory, held, historyRows, signed } from '../lib/account-history.ts';
import { refusalOf } from '../lib/api.ts';
import { Button } from './button.tsx';
import { RefusalNotice } from './notice.tsx';
import { CityTime } from './time.tsx';
import './account-history.css';

interface AccountHistoryProps {
  readonly look: (cursor: string | null) => Promise<AccountHistory>;
  /** Begins again from the newest when it changes. */
  readonly revision: unknown;
  /** The accessible name of the table. */
  readonly label: string;
}

export function AccountHistoryTable(props: AccountHistoryProps): JSX.Element {
  const [cursor, setCursor] = createSignal<string | null>(null);
  const [page, setPage] = createSignal<AccountHistory>();
  const [error, setError] = createSignal<unknown>();
  let asked = 0;
  const ask = async (from: string | null) => {
    asked += 1;
    const number = asked;
    try {
      const answer = await props.look(from);
      // Only the newest request counts, whichever is answered last.
      if (number !== asked) return;
      setCursor(from);
      setPage(answer);
      setError(undefined);
    } catch (thrown) {
      if (number === asked) setError(refusalOf(thrown));
    }
  };
  createEffect(
    on(
      () => props.revision,
      () => void (cursor() === null && ask(null)),
    ),
  );
  return (
    <div class="account-history">
      <RefusalNotice error={error()} isLook />
      <Show when={page()}>
        {(shown) => (
          <Show when={historyRows(shown()).length > 0} fallback={<p class="empty">Nothing yet.</p>}>
            <Rows history={shown()} label={props.label} />
          </Show>
        )}
      </Show>
      <p class="older">
        <Show when={cursor() !== null}>
          <Button onClick={() => void ask(null)}>Newest</Button>
        </Show>{' '}
        <Show when={page()?.next_cursor}>{(next) => <Button onClick={() => void ask(next())}>Older</Button>}</Show>
      </p>
    </div>
  );
}

function Rows(props: { readonly history: AccountHistory; readonly label: string }): JSX.Element {
  return (
    <table aria-label={props.label}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What for</th>
          <th scope="col">Credits</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        <For each={historyRows(props.history)}>
          {({ when, what, amount, balance }) => (
            <tr>
              <td>{when !== null && <CityTime tick={when.tick} at={when.at} />}</td>
              <th scope="row">{what}</th>
              <td>{amount !== null && signed(amount)}</td>
              <td>{held(balance)}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}
