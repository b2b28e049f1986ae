/** Writes a soul: a field for each that its framework asks for, with help, and an example to take and change. */
import { createEffect, createSignal, For, type JSX, onMount, Show, untrack } from 'solid-js';
import { type Refusal, refusalOf } from '../lib/api.ts';
import { duration } from '../lib/shared-words.ts';
import type { SoulTerms } from '../lib/soul-terms.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import type { Framework } from './answers.ts';
import { exampleOf, helpFor } from './examples.ts';
import { PartHeading } from './heading.tsx';
import { requests } from './requests.ts';
import { SchemaField } from './schema-field.tsx';
import { SoulForm, type SoulFormOptions } from './soul-form.ts';
import type { Visit } from './visit.ts';
import { WhoLives } from './who-lives.tsx';

export function WritePart(props: { readonly visit: Visit }): JSX.Element {
  const [options, setOptions] = createSignal<SoulFormOptions>();
  const [trouble, setTrouble] = createSignal<Refusal>();
  const [isThereAny, setThereAny] = createSignal(true);
  const look = async (): Promise<void> => {
    setTrouble(undefined);
    try {
      const [{ items }, terms] = await Promise.all([requests.frameworks(), requests.terms()]);
      const [first, ...others] = items;
      setThereAny(first !== undefined);
      if (first !== undefined) setOptions({ visit: props.visit, frameworks: [first, ...others], terms });
    } catch (thrown) {
      setTrouble(refusalOf(thrown));
    }
  };
  onMount(() => void look());
  // The city is back: what could not be fetched is fetched now.
  createEffect(() => {
    if (props.visit.feed.state === 'live' && untrack(trouble) !== undefined) void look();
  });
  return (
    <>
      <PartHeading>Write a soul</PartHeading>
      <RefusalNotice error={trouble()} isLook>
        <Button onClick={() => void look()}>Try again</Button>
      </RefusalNotice>
      <Show
        when={options()}
        keyed
        fallback={
          <Show when={trouble() === undefined}>
            <p role="status">
              {isThereAny()
                ? 'Looking what is needed …'
                : 'Nobody can be written here now: the operator of this city has published no kind of soul.'}
            </p>
          </Show>
        }
      >
        {(known) => <Writing options={known} />}
      </Show>
    </>
  );
}

function Writing(props: { readonly options: SoulFormOptions }): JSX.Element {
  const form = new SoulForm(props.options);
  let element: HTMLFormElement | undefined;
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await form.send()) return;
    const wrong = element?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? element?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  };
  return (
    <form class="write" aria-label="A soul" ref={element} noValidate onSubmit={(event) => void send(event)}>
      <Lead terms={props.options.terms} framework={form.framework} />
      <Frameworks form={form} frameworks={props.options.frameworks} />
      <Show when={exampleOf(form.framework, 0)}>
        <div class="row">
          <Button onClick={() => form.takeExample()}>Fill in an example</Button>
          <span class="help">Change it as you like. Pressed again, it brings another.</span>
        </div>
      </Show>
      <For each={form.fields}>
        {(field) => (
          <SchemaField
            field={field}
            help={helpFor(form.framework, field.name) ?? field.help}
            value={form.typed(field)}
            wrong={form.wrong[field.name]}
            onInput={(value) => form.type(field.name, value)}
          />
        )}
      </For>
      <WhoLives form={form} terms={props.options.terms} />
      <RefusalNotice error={form.refusal} />
      <div class="row">
        <Button type="submit" primary busy={form.busy}>
          Send it into the city
        </Button>
      </div>
    </form>
  );
}

function Lead(props: { readonly terms: SoulTerms; readonly framework: Framework }): JSX.Element {
  const ticks = () => props.framework.lifespan_ticks ?? props.terms.lifespan_ticks;
  return (
    <p class="lead">
      Say who somebody is. It waits in line until a resident adopts it. Then it is born, and lives for about{' '}
      {duration(ticks(), props.terms.tick_seconds)}, or until it cannot pay for living. Up to {props.terms.waiting_max}{' '}
      of your souls may wait at once.
    </p>
  );
}

function Frameworks(props: { readonly form: SoulForm; readonly frameworks: readonly Framework[] }): JSX.Element {
  return (
    <Show when={props.frameworks.length > 1}>
      <Field label="Kind of soul" help={props.form.framework.description ?? ''}>
        {(field) => (
          <select
            {...field()}
            value={props.form.framework.id}
            onChange={(event) => props.form.choose(event.currentTarget.value)}
          >
            <For each={props.frameworks}>
              {({ id, name, available }) => (
                <option value={id} disabled={!available}>
                  {available ? name : `${name} (not available now)`}
                </option>
              )}
            </For>
          </select>
        )}
      </Field>
    </Show>
  );
}
