/** Puts credits into the wallet of a visitor, by the id that the visitor has given the operator. */
import { createSignal, type JSX, Show } from 'solid-js';
import { type Refusal, refusalOf } from '../lib/api.ts';
import { Keys } from '../lib/idempotency-keys.ts';
import { credits } from '../lib/shared-words.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Granted } from './answers.ts';
import { operator } from './operator.ts';

export function Wallets(): JSX.Element {
  const keys = new Keys();
  const [visitor, setVisitor] = createSignal('');
  const [amount, setAmount] = createSignal('');
  const [busy, setBusy] = createSignal<string>();
  const [said, setSaid] = createSignal('');
  const [refusal, setRefusal] = createSignal<Refusal>();
  const give = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const wanted = { visitor: visitor().trim(), amount: Number(amount().replace(',', '.')) };
    setBusy('One moment …');
    setSaid('');
    setRefusal(undefined);
    try {
      const { handle, balance } = await operator.post('/v1/admin/credits', wanted, Granted, { key: keys.of(wanted) });
      keys.done();
      setSaid(`${handle} has ${credits(balance)} now.`);
      setAmount('');
    } catch (thrown) {
      setRefusal(refusalOf(thrown));
    }
    setBusy(undefined);
  };
  return (
    <Sheet title="Wallets of visitors">
      <form class="form" onSubmit={(event) => void give(event)}>
        <Field label="Visitor" help="The id that stands on the visitor’s own page, under Wallet. It begins with vis-.">
          {(field) => (
            <input
              {...field()}
              autocomplete="off"
              spellcheck={false}
              required
              value={visitor()}
              onInput={(event) => setVisitor(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Credits" help="They come out of the city’s treasury.">
          {(field) => (
            <input
              {...field()}
              inputMode="decimal"
              autocomplete="off"
              required
              value={amount()}
              onInput={(event) => setAmount(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          <Button type="submit" busy={busy()}>
            Put into the wallet
          </Button>
        </p>
      </form>
      <RefusalNotice error={refusal()} />
      <Show when={said() !== ''}>
        <Notice kind="good">{said()}</Notice>
      </Show>
    </Sheet>
  );
}
