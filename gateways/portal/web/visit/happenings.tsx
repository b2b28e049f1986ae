/** What a resident did and thought, the newest first: thoughts stand beside acts, so that it can be seen why it acts. */
import { createSignal, createUniqueId, For, type JSX, Show } from 'solid-js';
import { Sheet } from '../parts/sheet.tsx';
import type { Happening } from './answers.ts';
import { More } from './more.tsx';
import type { Visit } from './visit.ts';
import { When } from './when.tsx';
import { type Sort, type Told, tell } from './words.ts';

const marks: Readonly<Record<Sort, string>> = {
  said: 'Said',
  thought: 'Thought',
  moved: 'Went',
  credits: 'Credits',
  warning: 'Warning',
  life: 'Life',
};

const filters = [
  { name: 'everything', title: 'Everything', sorts: ['said', 'thought', 'moved', 'credits', 'warning', 'life'] },
  { name: 'said', title: 'What it says', sorts: ['said'] },
  { name: 'thought', title: 'What it thinks', sorts: ['thought'] },
  { name: 'credits', title: 'Credits and warnings', sorts: ['credits', 'warning'] },
] as const satisfies readonly { readonly name: string; readonly title: string; readonly sorts: readonly Sort[] }[];

interface Row {
  readonly happening: Happening;
  readonly told: Told;
}

/** Those that can be told to the visitor `me`, as rows. */
export const rowsOf = (happenings: readonly Happening[], me: string): readonly Row[] =>
  happenings.flatMap((happening) => {
    const told = tell(happening, me);
    return told === undefined ? [] : [{ happening, told }];
  });

const shownAtOnce = 60;

export function Happenings(props: { readonly visit: Visit; readonly resident: string }): JSX.Element {
  const [filter, setFilter] = createSignal<string>('everything');
  const sorts = (): readonly Sort[] => filters.find(({ name }) => name === filter())?.sorts ?? [];
  const rows = () =>
    rowsOf(props.visit.known.happenings[props.resident] ?? [], props.visit.known.me.id)
      .filter(({ told }) => sorts().includes(told.sort))
      .slice(0, shownAtOnce);
  return (
    <Sheet title="What it does, and why">
      <Filter value={filter()} onChange={setFilter} />
      <Rows visit={props.visit} rows={rows()} label="What it does, the newest first" />
      <Show when={rows().length === 0}>
        <p>Nothing yet that this page has heard of. What it does is shown here as it happens.</p>
      </Show>
      <More
        hasMore={props.visit.known.older !== null}
        look={() => props.visit.lookFurther()}
        label="Look for older thoughts"
      />
    </Sheet>
  );
}

function Filter(props: { readonly value: string; readonly onChange: (value: string) => void }): JSX.Element {
  const id = createUniqueId();
  return (
    <div class="field filter">
      <label for={id}>Show</label>
      <select id={id} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        <For each={filters}>{({ name, title }) => <option value={name}>{title}</option>}</For>
      </select>
    </div>
  );
}

interface RowsProps {
  readonly visit: Visit;
  readonly rows: readonly Row[];
  readonly label: string;
}

/** New rows are said aloud, one by one, when whoever listens has nothing else to hear. */
export function Rows(props: RowsProps): JSX.Element {
  return (
    <ol class="happenings" aria-label={props.label} aria-live="polite" aria-relevant="additions">
      <For each={props.rows.map(({ happening }) => happening)}>
        {(happening) => {
          const told = tell(happening, props.visit.known.me.id);
          return (
            <li data-sort={told?.sort}>
              <p class="about">
                <span class="sort">{told === undefined ? '' : marks[told.sort]}</span> <When at={happening.at} />
              </p>
              <p>{told?.text}</p>
              <Show when={told?.quote}>{(quote) => <blockquote>{quote()}</blockquote>}</Show>
            </li>
          );
        }}
      </For>
    </ol>
  );
}
