/** Gives credits out of the wallet to a resident. */
import { createSignal, type JSX, Show } from 'solid-js';
import type { Refusal } from '../lib/api.ts';
import { Keys } from '../lib/idempotency-keys.ts';
import { credits } from '../lib/shared-words.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PartLink } from './part-link.tsx';
import { requests } from './requests.ts';
import { beyond, faultsIn, plainly } from './soul-words.ts';
import type { Visit } from './visit.ts';

interface FundProps {
  readonly visit: Visit;
  readonly resident: string;
  readonly name: string;
}

export function Fund(props: FundProps): JSX.Element {
  const keys = new Keys();
  const [amount, setAmount] = createSignal('');
  const [busy, setBusy] = createSignal<string>();
  const [given, setGiven] = createSignal<string>();
  const [refusal, setRefusal] = createSignal<Refusal>();
  const give = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const wanted = Number(amount().replace(',', '.'));
    setBusy('Giving …');
    setGiven(undefined);
    setRefusal(undefined);
    try {
      const { balance } = await requests.fund(props.resident, wanted, keys.of({ wanted }));
      keys.done();
      props.visit.setMe({ ...props.visit.known.me, balance });
      setGiven(`${props.name} has ${credits(wanted)} more. ${credits(balance)} left in your wallet.`);
      setAmount('');
    } catch (thrown) {
      setRefusal(plainly(thrown));
    }
    setBusy(undefined);
  };
  const fault = () => {
    const why = refusal();
    return why === undefined ? undefined : faultsIn(why)['amount'];
  };
  const balance = () => props.visit.known.me.balance;
  return (
    <Sheet title="Give it credits">
      <Show
        when={balance() > 0}
        fallback={
          <p>
            Your wallet is empty. <PartLink to={{ part: 'wallet' }}>How credits come</PartLink>
          </p>
        }
      >
        <form class="fund" aria-label={`Give credits to ${props.name}`} onSubmit={(event) => void give(event)}>
          <Amount value={amount()} onInput={setAmount} balance={balance()} wrong={fault()} />
          <Button type="submit" busy={busy()}>
            Give
          </Button>
        </form>
      </Show>
      <div aria-live="polite">
        <Show when={given()}>{(text) => <Notice kind="good">{text()}</Notice>}</Show>
      </div>
      <RefusalNotice error={beyond(refusal(), ['amount'])} />
    </Sheet>
  );
}

interface AmountProps {
  readonly value: string;
  readonly balance: number;
  readonly wrong: string | undefined;
  readonly onInput: (value: string) => void;
}

const Amount = (props: AmountProps): JSX.Element => (
  <Field label="Amount" help={`Your wallet holds ${credits(props.balance)}.`} wrong={props.wrong}>
    {(field) => (
      <input
        {...field()}
        inputMode="decimal"
        autocomplete="off"
        required
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
    )}
  </Field>
);
