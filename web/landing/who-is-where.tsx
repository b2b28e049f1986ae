/**
 * The city as a list, for readers who do not see the map or search somebody: each place with somebody in it, and the residents there by
 * name. Everything that can be chosen on the map can be chosen here. The list does not change while the keyboard's focus is in it.
 */
import { createMemo, createSignal, type JSX, Show } from 'solid-js';
import { Field } from '../parts/field.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import type { Gathering } from './city-model.ts';
import type { Target } from './map/city-map.ts';

const placesMax = 24;
const residentsMax = 12;

interface WhoIsWhereProps {
  readonly gatherings: readonly Gathering[];
  readonly choose: (target: Target) => void;
}

export function WhoIsWhere(props: WhoIsWhereProps): JSX.Element {
  const [wanted, setWanted] = createSignal('');
  const [held, setHeld] = createSignal<readonly Gathering[]>();
  const found = createMemo(() => named(held() ?? props.gatherings, wanted().trim().toLowerCase()));
  const release = ({ currentTarget, relatedTarget }: FocusEvent & { readonly currentTarget: Element }): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setHeld(undefined);
  };
  return (
    <>
      <Field label="Find a resident or a place">
        {(field) => <input {...field()} type="search" onInput={(event) => setWanted(event.currentTarget.value)} />}
      </Field>
      <Show
        when={found().length > 0}
        fallback={
          <p>{wanted() === '' ? 'Nobody is out in public now.' : 'Nothing like that is to be seen in public now.'}</p>
        }
      >
        <ul class="gatherings" onFocusIn={() => setHeld((before) => before ?? props.gatherings)} onFocusOut={release}>
          <Kept each={found().slice(0, placesMax)} by={byId}>
            {(gathering) => <At gathering={gathering()} choose={props.choose} />}
          </Kept>
        </ul>
      </Show>
      <Show when={found().length > placesMax}>
        <p>And {found().length - placesMax} more places. Look for a name to see them.</p>
      </Show>
    </>
  );
}

interface AtProps {
  readonly gathering: Gathering;
  readonly choose: (target: Target) => void;
}

function At(props: AtProps): JSX.Element {
  const more = () => props.gathering.residents.length - residentsMax;
  return (
    <li>
      <h3>
        <button
          type="button"
          class="place chooses"
          onClick={() => props.choose({ kind: 'place', id: props.gathering.id })}
        >
          {props.gathering.name}
        </button>
      </h3>
      <ul class="people">
        <Kept each={props.gathering.residents.slice(0, residentsMax)} by={byId}>
          {(resident) => (
            <li>
              <button
                type="button"
                class="resident chooses"
                onClick={() => props.choose({ kind: 'resident', id: resident().id })}
              >
                {resident().name}
              </button>
            </li>
          )}
        </Kept>
        <Show when={props.gathering.residents.length === 0}>
          <li>Nobody is there now.</li>
        </Show>
        <Show when={more() > 0}>
          <li>and {more()} more</li>
        </Show>
      </ul>
    </li>
  );
}

/** Places with this in their name, with all residents; of other places, the residents with it in their name. */
function named(all: readonly Gathering[], wanted: string): readonly Gathering[] {
  if (wanted === '') return all.filter(({ residents }) => residents.length > 0);
  return all.flatMap((gathering) => {
    if (gathering.name.toLowerCase().includes(wanted)) return [gathering];
    const residents = gathering.residents.filter(({ name }) => name.toLowerCase().includes(wanted));
    return residents.length === 0 ? [] : [{ ...gathering, residents }];
  });
}
