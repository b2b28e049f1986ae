/** Logging in, by an existing account or a new one. */
import { createSignal, type JSX, onMount, Show } from 'solid-js';
import type { Refusal } from '../lib/api.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { SecretField } from '../parts/secret-field.tsx';
import { requests } from './requests.ts';
import { welcome } from './session.ts';
import { beyond, faultsIn, handleForm, passwordForm, plainly, whoSeesHandle } from './soul-words.ts';

type Way = 'log in' | 'register';

const words = {
  'log in': {
    title: 'Log in',
    action: 'Log in',
    busy: 'Logging in …',
    other: 'I have no account yet',
    password: 'current-password',
  },
  register: {
    title: 'Open an account',
    action: 'Open the account',
    busy: 'Opening …',
    other: 'I have an account',
    password: 'new-password',
  },
} as const;

const refusals = {
  unauthorized: 'This name and this password do not belong together. Check both, or open an account.',
  already_exists: 'Somebody has this name. Choose another, or log in if it is yours.',
} as const;

export function SignIn(): JSX.Element {
  const [way, setWay] = createSignal<Way>('register');
  let hasChanged = false;
  const change = (to: Way): void => {
    hasChanged = true;
    setWay(to);
  };
  return (
    <div class="entry">
      <div class="lead">
        <h1>Write somebody into the city</h1>
        <ol class="steps">
          <li>You write a soul: who somebody is that may be born.</li>
          <li>It waits in line until a resident of the city adopts it.</li>
          <li>It is born. It walks, talks, works and grows old, and you follow its life from here.</li>
        </ol>
        <p>For that you need an account. It takes a name and a password, and nothing else.</p>
      </div>
      <Show when={way()} keyed>
        {(shown) => (
          <AccountForm
            way={shown}
            takesFocus={hasChanged}
            onOther={() => change(shown === 'register' ? 'log in' : 'register')}
          />
        )}
      </Show>
    </div>
  );
}

interface AccountFormProps {
  readonly way: Way;
  /** The form has replaced the other, whose pressed button no longer exists. */
  readonly takesFocus: boolean;
  readonly onOther: () => void;
}

function AccountForm(props: AccountFormProps): JSX.Element {
  const [handle, setHandle] = createSignal('');
  const [password, setPassword] = createSignal('');
  const [busy, setBusy] = createSignal<string>();
  const [refusal, setRefusal] = createSignal<Refusal>();
  let form: HTMLFormElement | undefined;
  onMount(() => {
    if (props.takesFocus) form?.querySelector('input')?.focus();
  });
  const wrong = (field: string) => {
    const why = refusal();
    return why === undefined ? undefined : faultsIn(why)[field];
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(words[props.way].busy);
    setRefusal(undefined);
    const account = { handle: handle().trim(), password: password() };
    try {
      const { visitor } = await (props.way === 'register' ? requests.register(account) : requests.logIn(account));
      welcome(visitor);
    } catch (thrown) {
      setRefusal(plainly(thrown, refusals));
      setBusy(undefined);
      form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  };
  return (
    <form ref={form} class="sheet account" aria-label={words[props.way].title} onSubmit={(event) => void send(event)}>
      <h2>{words[props.way].title}</h2>
      <NameField value={handle()} onInput={setHandle} wrong={wrong('handle')} isNew={props.way === 'register'} />
      <SecretField
        label="Password"
        kind={words[props.way].password}
        help={props.way === 'register' ? `${passwordForm} Keep it: nobody can tell you what it was.` : undefined}
        value={password()}
        onInput={setPassword}
        wrong={wrong('password')}
      />
      <RefusalNotice error={beyond(refusal(), ['handle', 'password'])} />
      <div class="row">
        <Button type="submit" primary busy={busy()}>
          {words[props.way].action}
        </Button>
        <Button onClick={() => props.onOther()}>{words[props.way].other}</Button>
      </div>
    </form>
  );
}

interface NameFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly wrong: string | undefined;
  readonly isNew: boolean;
}

function NameField(props: NameFieldProps): JSX.Element {
  return (
    <Field label="Name" help={props.isNew ? `${handleForm} ${whoSeesHandle}` : undefined} wrong={props.wrong}>
      {(field) => (
        <input
          {...field()}
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          value={props.value}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
