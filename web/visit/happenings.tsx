/** What a resident did and thought, newest first: thoughts are listed among acts, so that readers see why it acts. */
import { createSignal, createUniqueId, For, type JSX, Show } from 'solid-js';
import type { Happening } from '../lib/happening.ts';
import { Lines } from '../parts/lines.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { More } from './more.tsx';
import type { Visit } from './visit.ts';
import { linesOf, withGaps } from './visitor-lines.ts';

const filters = [
  { name: 'everything', title: 'Everything', kinds: undefined },
  { name: 'said', title: 'What it says', kinds: ['word', 'gap'] },
  { name: 'thought', title: 'What it thinks', kinds: ['thought'] },
  { name: 'credits', title: 'Credits and warnings', kinds: ['credits', 'warning'] },
] as const satisfies readonly {
  readonly name: string;
  readonly title: string;
  readonly kinds: readonly Happening['kind'][] | undefined;
}[];

interface HappeningsProps {
  readonly visit: Visit;
  readonly resident: string;
  readonly isDead: boolean;
}

export function Happenings(props: HappeningsProps): JSX.Element {
  const [filter, setFilter] = createSignal<string>('everything');
  const isWanted = ({ kind }: Happening): boolean => {
    const kinds: readonly string[] | undefined = filters.find(({ name }) => name === filter())?.kinds;
    return kinds === undefined || kinds.includes(kind);
  };
  const lines = () => {
    const { happenings, gaps, me } = props.visit.known;
    return withGaps(linesOf(happenings[props.resident] ?? [], me.id), gaps[props.resident] ?? []).filter(isWanted);
  };
  return (
    <Sheet title={props.isDead ? 'What it did, and why' : 'What it does, and why'}>
      <Filter value={filter()} onChange={setFilter} />
      {/* Another list is not news in this one. */}
      <Show when={filter()} keyed>
        <Lines
          lines={lines()}
          saysWhere
          isAloud
          label={props.isDead ? 'What it did, the newest first' : 'What it does, the newest first'}
          empty={
            props.isDead
              ? 'Nothing of it is among what this page has looked at.'
              : 'Nothing yet that this page has heard of. What it does appears here as it happens.'
          }
        />
      </Show>
      <Show when={props.isDead}>
        <p class="help">
          Of what it said and did, only what is among the newest events of the whole city is still kept. Its thoughts
          and warnings are kept with your news, and stand here too.
        </p>
      </Show>
      <More
        hasMore={props.visit.known.older !== null}
        look={() => props.visit.fetchOlder()}
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
