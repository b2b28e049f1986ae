/** Who is to live the resident: a mind of the city, where some live here, or a program of the visitor. */
import { createUniqueId, type JSX, Match, Switch } from 'solid-js';
import type { SoulTerms } from '../lib/soul-terms.ts';
import { Radio } from './radio.tsx';
import type { SoulForm } from './soul-form.ts';

interface WhoLivesProps {
  readonly form: SoulForm;
  readonly terms: SoulTerms;
}

export function WhoLives(props: WhoLivesProps): JSX.Element {
  return (
    <Switch
      fallback={
        <p>
          You control it with a program of your own: when it is born, you fetch its token here, and your program acts
          with it. This city has no programs that would do that for you.
        </p>
      }
    >
      <Match when={props.form.framework.runtime.type === 'container'}>
        <p>This kind of soul brings its own program, which the city runs: you need to run nothing.</p>
      </Match>
      <Match when={props.form.canBeLeft}>
        <Choice form={props.form} isAnyFree={props.terms.is_mind_free !== false} />
      </Match>
    </Switch>
  );
}

function Choice(props: { readonly form: SoulForm; readonly isAnyFree: boolean }): JSX.Element {
  const name = createUniqueId();
  const isChosen = (value: 'city' | 'me') => props.form.draft.livedBy === value;
  return (
    <fieldset class="choices">
      <legend>Which program controls it?</legend>
      <Radio name={name} isChosen={isChosen('city')} onChoose={() => props.form.leaveTo('city')}>
        One of the city. You need to run nothing, and can take over later.{' '}
        {props.isAnyFree
          ? ''
          : 'All of them are taken now: if they still are when it is born, it waits for a free one.'}
      </Radio>
      <Radio name={name} isChosen={isChosen('me')} onChoose={() => props.form.leaveTo('me')}>
        One of mine. You fetch its token when it is born.
      </Radio>
    </fieldset>
  );
}
