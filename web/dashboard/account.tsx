/** How any account came to what it has, by its id. */
import { createSignal, type JSX, Show } from 'solid-js';
import { AccountHistory, postingsOfPage } from '../lib/account-history.ts';
import { pagePath } from '../lib/lists.ts';
import { AccountHistoryTable } from '../parts/account-history.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { operator } from './operator.ts';

export function Account(props: { readonly revision: unknown }): JSX.Element {
  const [typed, setTyped] = createSignal('treasury');
  const [account, setAccount] = createSignal('');
  const look = (id: string) => (cursor: string | null) =>
    operator.get(
      pagePath(`/v1/dashboard/accounts/${encodeURIComponent(id)}/history`, postingsOfPage, cursor),
      AccountHistory,
    );
  const show = (event: SubmitEvent) => {
    event.preventDefault();
    setAccount(typed().trim());
  };
  return (
    <Sheet title="An account">
      <form class="form" onSubmit={show}>
        <Field label="Account" help="treasury, escrow, or an actor such as resident:vera-7, visitor:vis-1 or pod:mill.">
          {(field) => (
            <input
              {...field()}
              autocomplete="off"
              spellcheck={false}
              required
              value={typed()}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          <Button type="submit">Show how it came about</Button>
        </p>
      </form>
      <Show when={account()} keyed>
        {(id) => <AccountHistoryTable look={look(id)} revision={props.revision} label={`The account ${id}`} />}
      </Show>
    </Sheet>
  );
}
