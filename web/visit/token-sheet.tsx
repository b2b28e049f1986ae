/** The token of a resident: whoever has it controls the resident. It is shown once, with what a program needs to begin. */
import { createSignal, createUniqueId, For, type JSX, Show } from 'solid-js';
import type { Refusal } from '../lib/api.ts';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { GivenToken, Soul } from './answers.ts';
import { CopyText } from './copy-text.tsx';
import { Radio } from './radio.tsx';
import { requests } from './requests.ts';
import { type Snippet, snippetsFor } from './snippets.ts';
import { plainly } from './soul-words.ts';

interface TokenSheetProps {
  readonly soul: Soul;
  /** A new token was given out: the former one is no longer valid. */
  readonly onGiven: () => void;
}

export function TokenSheet(props: TokenSheetProps): JSX.Element {
  const [given, setGiven] = createSignal<GivenToken>();
  const [busy, setBusy] = createSignal<string>();
  const [refusal, setRefusal] = createSignal<Refusal>();
  const fetchToken = async (): Promise<void> => {
    setBusy('Fetching …');
    setRefusal(undefined);
    try {
      setGiven(await requests.token(props.soul.id));
      props.onGiven();
    } catch (thrown) {
      setRefusal(plainly(thrown));
    }
    setBusy(undefined);
  };
  return (
    <Sheet title="Control it with your own program">
      <p>
        A program acts as this resident with its token. <strong>Whoever has the token controls the resident:</strong>{' '}
        keep it secret. It is shown once. A new one ends the one before at once: fetch another if you have lost it, or
        if somebody else may have it.
      </p>
      <div class="row">
        <Button busy={busy()} onClick={() => void fetchToken()}>
          {given() === undefined ? 'Fetch a token' : 'Fetch another, and end this one'}
        </Button>
      </div>
      <RefusalNotice error={refusal()} />
      <div aria-live="polite">
        <Show when={given()} keyed>
          {(shown) => <Given given={shown} name={props.soul.name} />}
        </Show>
      </div>
    </Sheet>
  );
}

function Given(props: { readonly given: GivenToken; readonly name: string }): JSX.Element {
  const access = () => {
    const { token, city_url: cityUrl } = props.given;
    return cityUrl === null ? undefined : { token, cityUrl, name: props.name };
  };
  return (
    <div class="given">
      <CopyText label="Token" what="the token" text={props.given.token} focus />
      <Show
        when={access()}
        keyed
        fallback={<p>Ask the operator at which address programs reach this city: it does not say.</p>}
      >
        {(known) => <Snippets snippets={snippetsFor(known)} />}
      </Show>
    </div>
  );
}

function Snippets(props: { readonly snippets: readonly Snippet[] }): JSX.Element {
  const name = createUniqueId();
  const [shown, setShown] = createSignal<Snippet['id']>('agent');
  return (
    <>
      <fieldset class="choices">
        <legend>Begin with</legend>
        <For each={props.snippets}>
          {({ id, title }) => (
            <Radio name={name} isChosen={shown() === id} onChoose={() => setShown(id)}>
              {title}
            </Radio>
          )}
        </For>
      </fieldset>
      <For each={props.snippets.filter(({ id }) => id === shown())}>
        {({ id, title, what, help, text }) => (
          <>
            <p>{help}</p>
            <CopyText label={title} what={what} text={text} isCode={id !== 'agent'} />
          </>
        )}
      </For>
    </>
  );
}
