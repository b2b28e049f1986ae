/** Who is to live the resident: a mind of the city, where some live here, or a program of the visitor. */
import { createUniqueId, type JSX, Match, Switch } from 'solid-js';
import type { Terms } from './answers.ts';
import { Radio } from './radio.tsx';
import type { SoulForm } from './soul-form.ts';

interface WhoLivesProps {
  readonly form: SoulForm;
  readonly terms: Terms;
}

export function WhoLives(props: WhoLivesProps): JSX.Element {
  return (
    <Switch
      fallback={
        <p>
          No minds of the city live here, so it is yours to live: when it is born you fetch its token, and a program of
          yours acts with it.
        </p>
      }
    >
      <Match when={props.form.framework.runtime.type === 'container'}>
        <p>This kind brings its own program, which the city runs: you need to run nothing.</p>
      </Match>
      <Match when={props.form.canBeLeft}>
        <Choice form={props.form} />
      </Match>
    </Switch>
  );
}

function Choice(props: { readonly form: SoulForm }): JSX.Element {
  const name = createUniqueId();
  const isChosen = (value: 'city' | 'me') => props.form.draft.livedBy === value;
  return (
    <fieldset class="choices">
      <legend>Who lives it?</legend>
      <Radio name={name} isChosen={isChosen('city')} onChoose={() => props.form.leaveTo('city')}>
        A mind of the city. You need to run nothing, and can take it over later.
      </Radio>
      <Radio name={name} isChosen={isChosen('me')} onChoose={() => props.form.leaveTo('me')}>
        A program of mine. You fetch its token when it is born.
      </Radio>
    </fieldset>
  );
}
