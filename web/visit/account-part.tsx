/** The account of the visitor: a change of the password, and an end of the sessions in other browsers. */
import { createSignal, type JSX, Show } from 'solid-js';
import type { Refusal } from '../lib/api.ts';
import { Button } from '../parts/button.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { SecretField } from '../parts/secret-field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PartHeading } from './heading.tsx';
import { requests } from './requests.ts';
import { beyond, faultsIn, passwordForm, plainly, whoSeesHandle } from './soul-words.ts';
import type { Visit } from './visit.ts';

export function AccountPart(props: { readonly visit: Visit }): JSX.Element {
  return (
    <>
      <PartHeading>Your account</PartHeading>
      <p>
        Its name is <strong>{props.visit.known.me.handle}</strong>. {whoSeesHandle}
      </p>
      <PasswordSheet handle={props.visit.known.me.handle} />
      <SessionsSheet />
    </>
  );
}

const ended = (sessions: number): string =>
  sessions === 0
    ? 'You were logged in nowhere else.'
    : `You are logged out in ${sessions} other ${sessions === 1 ? 'place' : 'places'}.`;

/** The request under way, and its result. */
function asking(asks: () => Promise<{ readonly sessions_ended: number }>) {
  const [busy, setBusy] = createSignal<string>();
  const [done, setDone] = createSignal<string>();
  const [refusal, setRefusal] = createSignal<Refusal>();
  const ask = async (said: string): Promise<boolean> => {
    setBusy('One moment …');
    setDone(undefined);
    setRefusal(undefined);
    try {
      const { sessions_ended: sessions } = await asks();
      setDone(`${said} ${ended(sessions)}`.trim());
    } catch (thrown) {
      setRefusal(plainly(thrown));
    }
    setBusy(undefined);
    return refusal() === undefined;
  };
  return { busy, done, refusal, ask };
}

function PasswordSheet(props: { readonly handle: string }): JSX.Element {
  const [password, setPassword] = createSignal('');
  const [next, setNext] = createSignal('');
  const { busy, done, refusal, ask } = asking(() => requests.changePassword(password(), next()));
  let form: HTMLFormElement | undefined;
  const wrong = (field: string) => {
    const why = refusal();
    return why === undefined ? undefined : faultsIn(why)[field];
  };
  const change = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await ask('You have another password.')) for (const set of [setPassword, setNext]) set('');
    else form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <Sheet title="Take another password">
      <form ref={form} class="form account" aria-label="Take another password" onSubmit={(event) => void change(event)}>
        <input
          class="unseen"
          name="username"
          autocomplete="username"
          value={props.handle}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <SecretField
          label="Your password now"
          kind="current-password"
          value={password()}
          onInput={setPassword}
          wrong={wrong('password')}
        />
        <SecretField
          label="The new one"
          kind="new-password"
          help={passwordForm}
          value={next()}
          onInput={setNext}
          wrong={wrong('new_password')}
        />
        <p class="help">Wherever else you are logged in, you are logged out by it.</p>
        <div class="row">
          <Button type="submit" primary busy={busy()}>
            Change the password
          </Button>
        </div>
      </form>
      <Outcome done={done()} refusal={beyond(refusal(), ['password', 'new_password'])} />
    </Sheet>
  );
}

function SessionsSheet(): JSX.Element {
  const { busy, done, refusal, ask } = asking(() => requests.endOtherSessions());
  return (
    <Sheet title="Other places">
      <p>Have you left yourself logged in somewhere? Here you stay logged in.</p>
      <div class="row">
        <Button busy={busy()} onClick={() => void ask('')}>
          Log out everywhere else
        </Button>
      </div>
      <Outcome done={done()} refusal={refusal()} />
    </Sheet>
  );
}

const Outcome = (props: { readonly done: string | undefined; readonly refusal: Refusal | undefined }): JSX.Element => (
  <>
    <div aria-live="polite">
      <Show when={props.done}>{(text) => <Notice kind="good">{text()}</Notice>}</Show>
    </div>
    <RefusalNotice error={props.refusal} />
  </>
);
