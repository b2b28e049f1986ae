/** Lineages: who began one, and the tree of a resident's descendants, which the keyboard can walk. */
import { createEffect, createSignal, type JSX, on, Show } from 'solid-js';
import { refusalOf } from '../lib/api.ts';
import { labelOf } from '../lib/names-read-alike.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { ResidentLink } from '../parts/links.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import { FounderPage, Lineage as LineageAnswer } from './answers.ts';
import { Tree } from './lineage-tree-view.tsx';
import { operator, ownRefusal } from './operator.ts';
import { paged } from './paged.ts';

const pageRows = 20;

interface LineageProps {
  /** The resident whose lineage is shown; empty: none yet. */
  readonly of: string;
  readonly onChoose: (id: string) => void;
  readonly revision: number;
}

export function Lineages(props: LineageProps): JSX.Element {
  const [answer, setAnswer] = createSignal<LineageAnswer>();
  const [error, setError] = createSignal<unknown>();
  let heading: HTMLDivElement | undefined;
  const look = async (id: string) => {
    try {
      const found = await operator.get(`/v1/dashboard/lineages/${encodeURIComponent(id)}`, LineageAnswer);
      if (id !== props.of) return;
      setAnswer(found);
      setError(undefined);
    } catch (thrown) {
      if (id === props.of) setError(ownRefusal(thrown));
    }
  };
  createEffect(
    on([() => props.of, () => props.revision], ([id], before) => {
      if (id === '') return;
      void look(id);
      if (before !== undefined && before[0] !== id) heading?.focus();
    }),
  );
  return (
    <Sheet title="Lineages">
      <div class="lineages">
        <Founders {...props} />
        {/* Focused when a lineage is asked for from elsewhere on the page. */}
        <div ref={heading} tabIndex={-1} class="lineage">
          <Show when={refusalOf(error()).status !== 404} fallback={<p>Nobody of this id has ever lived here.</p>}>
            <RefusalNotice error={error()} isLook />
          </Show>
          <Show
            when={props.of !== '' && answer()}
            fallback={<p class="empty">Choose somebody to see who adopted whom.</p>}
          >
            {(shown) => <Shown answer={shown()} onChoose={props.onChoose} />}
          </Show>
        </div>
      </div>
    </Sheet>
  );
}

function Founders(props: LineageProps): JSX.Element {
  const [typed, setTyped] = createSignal('');
  const list = paged(
    (cursor) => {
      const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      return operator.get(`/v1/dashboard/lineages?limit=${pageRows}${query}`, FounderPage);
    },
    () => '',
    () => props.revision,
  );
  const choose = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed().trim() !== '') props.onChoose(typed().trim());
  };
  return (
    <div class="founders">
      <form class="form" onSubmit={choose}>
        <Field label="Whose lineage" help="A resident’s id, such as ada-4.">
          {(field) => (
            <input
              {...field()}
              autocomplete="off"
              spellcheck={false}
              value={typed()}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          <Button type="submit">Show it</Button>
        </p>
      </form>
      <h3>Founders, the newest first</h3>
      <RefusalNotice error={list.error()} isLook />
      <ul class="chosen">
        <Kept each={list.items()} by={byId}>
          {(one) => (
            <li>
              <button
                type="button"
                class="choice"
                aria-pressed={props.of === one().id}
                onClick={() => props.onChoose(one().id)}
              >
                {one().name} <small>{one().id}</small>
              </button>
            </li>
          )}
        </Kept>
      </ul>
      <Show when={list.hasBefore() || list.hasMore()}>
        <p class="buttons">
          <Button disabled={!list.hasBefore()} onClick={list.back}>
            Back<span class="unseen"> in the list of lineages</span>
          </Button>
          <Button disabled={!list.hasMore()} onClick={list.on}>
            More<span class="unseen"> lineages</span>
          </Button>
        </p>
      </Show>
    </div>
  );
}

function Shown(props: { readonly answer: LineageAnswer; readonly onChoose: (id: string) => void }): JSX.Element {
  return (
    <>
      <h3>
        <ResidentLink id={props.answer.resident.id} name={props.answer.resident.name} />
      </h3>
      <Show when={props.answer.ancestors.length > 0}>
        <p>
          Adopted by{' '}
          <Kept each={props.answer.ancestors} by={byId}>
            {(one) => (
              <>
                {one().id === props.answer.ancestors[0]?.id ? '' : ', who was adopted by '}
                <button type="button" class="choice" onClick={() => props.onChoose(one().id)}>
                  {labelOf(one().id, one().name)}
                </button>
              </>
            )}
          </Kept>
        </p>
      </Show>
      <Tree answer={props.answer} onChoose={props.onChoose} />
      <p class="empty">
        {props.answer.truncated ? 'There are more: choose somebody at the edge to go on. ' : ''}
        Arrow keys walk, Enter shows the lineage of who is chosen.
      </p>
    </>
  );
}
