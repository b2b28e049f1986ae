/** The living, in pages, from any beginning of a name on; and the dead. */
import { createSignal, type JSX, Show } from 'solid-js';
import { causeOf, credits, placeName, ticks } from '../lib/shared-words.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { PlaceLink, ResidentLink } from '../parts/links.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import { Time } from '../parts/time.tsx';
import { DeathPage, ResidentPage, type ResidentRow } from './answers.ts';
import { operator } from './operator.ts';
import { paged } from './paged.ts';
import { isPublic } from './public-places.ts';
import { Turning } from './turning.tsx';

const pageRows = 25;

interface ListProps {
  /** Changes after each tick. */
  readonly revision: number;
  readonly onLineage: (id: string) => void;
}

export function Residents(props: ListProps): JSX.Element {
  const [from, setFrom] = createSignal('');
  const list = paged(
    (cursor, start) => {
      const query = cursor === undefined ? beginning(start) : `&cursor=${encodeURIComponent(cursor)}`;
      return operator.get(`/v1/dashboard/residents?limit=${pageRows}${query}`, ResidentPage);
    },
    () => from(),
    () => props.revision,
  );
  return (
    <Sheet title="Who lives">
      <Field
        label="Begin at"
        help="The beginning of a resident’s id, such as ada. Ids are made of names, in small letters."
      >
        {(field) => (
          <input
            {...field()}
            type="search"
            autocomplete="off"
            spellcheck={false}
            value={from()}
            onChange={(event) => setFrom(event.currentTarget.value.trim().toLowerCase())}
          />
        )}
      </Field>
      <RefusalNotice error={list.error()} isLook />
      <Rows rows={list.items()} onLineage={props.onLineage} />
      <Turning list={list} what="residents" />
    </Sheet>
  );
}

const beginning = (start: string): string => (start === '' ? '' : `&from=${encodeURIComponent(start)}`);

interface RowsProps {
  readonly rows: readonly ResidentRow[];
  readonly onLineage: (id: string) => void;
}

function Rows(props: RowsProps): JSX.Element {
  return (
    <Show when={props.rows.length > 0} fallback={<p class="empty">Nobody.</p>}>
      <ul class="rows">
        <Kept each={props.rows} by={byId}>
          {(row) => (
            <li>
              <p>
                <ResidentLink id={row().id} name={row().name} /> <small>{row().id}</small>
                <br />
                <span class="about">
                  at <Where id={row().location} />, {credits(row().balance)},{' '}
                  {row().runway_ticks === null ? 'enough for ever' : `enough for ${ticks(row().runway_ticks ?? 0)}`},
                  generation {row().generation}
                </span>
              </p>
              <p>
                <Button onClick={() => props.onLineage(row().id)}>
                  Lineage<span class="unseen"> of {row().name}</span>
                </Button>
              </p>
            </li>
          )}
        </Kept>
      </ul>
    </Show>
  );
}

/** There is no link to a place that strangers do not see. */
const Where = (props: { readonly id: string }): JSX.Element => (
  <Show when={isPublic(props.id)} fallback={placeName(props.id)}>
    <PlaceLink id={props.id} />
  </Show>
);

export function Deaths(props: ListProps): JSX.Element {
  const list = paged(
    (cursor) => {
      const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      return operator.get(`/v1/dashboard/deaths?limit=${pageRows}${query}`, DeathPage);
    },
    () => '',
    () => props.revision,
  );
  return (
    <Sheet title="Who has died">
      <RefusalNotice error={list.error()} isLook />
      <Show when={list.items().length > 0} fallback={<p class="empty">Nobody yet.</p>}>
        <ul class="rows">
          <Kept each={list.items()} by={byId}>
            {(row) => (
              <li>
                <p>
                  <ResidentLink id={row().id} name={row().name} /> died {causeOf(row().death_cause)} in tick{' '}
                  {row().died_tick}, <Time at={row().died_at} />
                </p>
                <p>
                  <Button onClick={() => props.onLineage(row().id)}>
                    Lineage<span class="unseen"> of {row().name}</span>
                  </Button>
                </p>
              </li>
            )}
          </Kept>
        </ul>
      </Show>
      <Turning list={list} what="the dead" />
    </Sheet>
  );
}
