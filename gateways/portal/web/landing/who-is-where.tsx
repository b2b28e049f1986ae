/** The city as a list, for those who do not see the map or look for somebody: each place where anybody is, and who; others by name. */
import { createMemo, createSignal, For, type JSX, Show } from 'solid-js';
import { Field } from '../parts/field.tsx';
import { PlaceLink, ResidentLink } from '../parts/links.tsx';
import type { Gathering } from './city.ts';

const placesMax = 24;
const residentsMax = 12;

export function WhoIsWhere(props: { readonly gatherings: readonly Gathering[] }): JSX.Element {
  const [wanted, setWanted] = createSignal('');
  const found = createMemo(() => named(props.gatherings, wanted().trim().toLowerCase()));
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
        <ul class="gatherings">
          <For each={found().slice(0, placesMax)}>{(gathering) => <At gathering={gathering} />}</For>
        </ul>
      </Show>
      <Show when={found().length > placesMax}>
        <p>And {found().length - placesMax} more places. Look for a name to see them.</p>
      </Show>
    </>
  );
}

function At(props: { readonly gathering: Gathering }): JSX.Element {
  const more = () => props.gathering.residents.length - residentsMax;
  return (
    <li>
      <h3>
        <PlaceLink id={props.gathering.id} name={props.gathering.name} />
      </h3>
      <ul class="people">
        <For each={props.gathering.residents.slice(0, residentsMax)}>
          {({ id, name }) => (
            <li>
              <ResidentLink id={id} name={name} />
            </li>
          )}
        </For>
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

/** Places with this in their name, whole; of others those residents who have it in theirs. */
function named(all: readonly Gathering[], wanted: string): readonly Gathering[] {
  if (wanted === '') return all.filter(({ residents }) => residents.length > 0);
  return all.flatMap((gathering) => {
    if (gathering.name.toLowerCase().includes(wanted)) return [gathering];
    const residents = gathering.residents.filter(({ name }) => name.toLowerCase().includes(wanted));
    return residents.length === 0 ? [] : [{ ...gathering, residents }];
  });
}
