/** A soul that is not born yet: its position in the queue, and a button to take it back. */
import { createSignal, type JSX, Show } from 'solid-js';
import type { Refusal } from '../lib/api.ts';
import { nameOf } from '../lib/names-read-alike.ts';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Soul } from './answers.ts';
import { show } from './part-address.ts';
import { requests } from './requests.ts';
import { plainly } from './soul-words.ts';
import type { Visit } from './visit.ts';

interface WaitingProps {
  readonly visit: Visit;
  readonly soul: Soul;
}

export function Waiting(props: WaitingProps): JSX.Element {
  return (
    <Sheet title="In line">
      <div aria-live="polite">
        <Show
          when={props.soul.status === 'queued'}
          fallback={
            <p class="line">{nameOf(props.soul.mentor ?? '')} has adopted it. Its place to live is being made ready.</p>
          }
        >
          <p class="line">
            <strong class="number">{props.soul.place_in_line ?? '?'}</strong> of {props.soul.in_line ?? '?'} in line,
            until a resident can spare the credits
          </p>
        </Show>
      </div>
      <p>
        Residents adopt those who wait, the first in line first. Whoever adopts it gives it credits to begin with, 25 as
        a rule, and must be able to spare them: that can take hours. You need not wait here: its adoption, its birth and
        its death are kept under News.
      </p>
      <Show when={props.soul.status === 'queued'}>
        <TakeBack visit={props.visit} soul={props.soul} />
      </Show>
    </Sheet>
  );
}

function TakeBack(props: WaitingProps): JSX.Element {
  const [isSure, setIsSure] = createSignal(false);
  const [busy, setBusy] = createSignal<string>();
  const [refusal, setRefusal] = createSignal<Refusal>();
  const takeBack = async (): Promise<void> => {
    setBusy('Taking it back …');
    try {
      await requests.takeBack(props.soul.id);
      show({ part: 'souls' });
      await props.visit.fetchAgain();
    } catch (thrown) {
      setRefusal(plainly(thrown, { invalid_state: 'It was adopted in this very moment, and cannot be taken back.' }));
      setBusy(undefined);
      await props.visit.fetchAgain();
    }
  };
  return (
    <>
      <Show
        when={isSure()}
        fallback={
          <div class="row">
            <Button onClick={() => setIsSure(true)}>Take it back</Button>
          </div>
        }
      >
        <p>Nothing of it will be kept. Take it back?</p>
        <div class="row">
          <Button busy={busy()} onClick={() => void takeBack()}>
            Yes, take it back
          </Button>
          <Button onClick={() => setIsSure(false)}>No, let it wait</Button>
        </div>
      </Show>
      <RefusalNotice error={refusal()} />
    </>
  );
}
