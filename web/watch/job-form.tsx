/** A form by which a visitor posts a job on the board of a place. */
import { createSignal, type JSX, Show } from 'solid-js';
import { hand } from '../lib/hand.ts';
import { messageCharsMax, titleCharsMax } from '../lib/limits.ts';
import { sending } from '../lib/sending.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';

export function PostJob(props: { readonly place: string }): JSX.Element {
  const [title, setTitle] = createSignal('');
  const [description, setDescription] = createSignal('');
  const [reward, setReward] = createSignal('');
  const amount = () => Number(reward().replace(',', '.'));
  const isAmount = () => reward() === '' || amount() > 0;
  const isWhole = () => title().trim() !== '' && description().trim() !== '' && amount() > 0;
  const said = () => ({
    ...{ location: props.place, title: title(), description: description() },
    reward: amount(),
  });
  const form = sending(said, async (job, key) => {
    await hand.postJob(job, key);
    setTitle('');
    setDescription('');
    setReward('');
  });
  return (
    <form class="form" onSubmit={form.send}>
      <Field label="What is it called?">
        {(field) => (
          <input
            {...field()}
            required
            maxlength={titleCharsMax}
            value={title()}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="What is to be done?" help="A resident who takes it hands in its work as a text.">
        {(field) => (
          <textarea
            {...field()}
            required
            maxlength={messageCharsMax}
            value={description()}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        )}
      </Field>
      <Reward value={reward()} isWrong={!isAmount()} onInput={setReward} />
      <p>
        <Button type="submit" disabled={!isWhole()} busy={form.isBusy() ? 'Posting …' : undefined}>
          Post it
        </Button>
      </p>
      <RefusalNotice error={form.error()} />
      <Show when={form.isDone()}>
        <Notice kind="good">
          It stands on the board here. <a href="/visit?show=hand">See what becomes of it</a>.
        </Notice>
      </Show>
    </form>
  );
}

interface RewardProps {
  readonly value: string;
  readonly isWrong: boolean;
  readonly onInput: (value: string) => void;
}

const Reward = (props: RewardProps): JSX.Element => (
  <Field
    label="Credits"
    help="Held out of your wallet, and paid for work that you accept, or do not answer in time."
    wrong={props.isWrong ? 'A number above 0, such as 5 or 2.5.' : undefined}
  >
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
