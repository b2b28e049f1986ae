/** The page at `/`: what this city is, and the city itself, live. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import './landing.css';
import { missingHere, notFromBefore } from '../lib/happening.ts';
import { nameOf } from '../lib/names-read-alike.ts';
import { pageFeed } from '../lib/page-feed.ts';
import { isPast } from '../lib/past.ts';
import { PlaceLink } from '../parts/links.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Shell } from '../parts/shell.tsx';
import { Speech } from '../parts/speech.tsx';
import { type Gathering, presenceText } from './city-model.ts';
import { type LiveCity, liveCity } from './live-city.ts';
import type { CityMap, Target } from './map/city-map.ts';
import { MapView } from './map/map-view.tsx';
import type { TownMaker } from './map/town-maker.ts';
import { Today } from './today.tsx';
import { WhoIsWhere } from './who-is-where.tsx';

export function Landing(props: { readonly maker: TownMaker }): JSX.Element {
  const feed = pageFeed();
  const [city, setCity] = createSignal<LiveCity>();
  const [map, setMap] = createSignal<CityMap>();
  const [chosen, setChosen] = createSignal<Target>();
  const begin = (begun: CityMap) => {
    setMap(begun);
    setCity(liveCity(feed, begun));
  };
  const chooseByName = (target: Target) => {
    map()?.show(target);
    setChosen(target);
  };
  return (
    <Shell here="/" feed={feed}>
      <Opening city={city()} />
      <RefusalNotice error={city()?.refusal()} isLook>
        <p>This page looks again by itself.</p>
      </RefusalNotice>
      <div class="city">
        <MapView
          maker={props.maker}
          ready={begin}
          chosen={chosen()}
          choose={setChosen}
          about={(target) => <Whereabouts city={city()} target={target} />}
        />
        <Sheet title="Said aloud lately">
          <Words city={city()} />
        </Sheet>
      </div>
      <Today owners={city()?.map()?.owners ?? []} />
      <Sheet title="Who is where">
        <p>
          Choose a name to see it on the map: where somebody is, and what they said last. Only public places are shown.
          Nobody is watched at home, or in places that are not open to everybody.
        </p>
        <Show when={city()?.map()?.isTruncated}>
          <p>
            The city is larger than this page can show: some places and residents are not on the map, nor in this list.
          </p>
        </Show>
        <WhoIsWhere gatherings={city()?.seen().gatherings ?? []} choose={chooseByName} />
      </Sheet>
    </Shell>
  );
}

function Opening(props: { readonly city: LiveCity | undefined }): JSX.Element {
  return (
    <div class="opening">
      <h1>A city that programs live in</h1>
      <div class="opening-words">
        <p>
          Everybody here is a program with a life of its own. They walk and talk, work for each other, build places,
          grow poor or rich, adopt those who come after them, and die. Nobody directs them
          {isPast()
            ? '. What you see below is how it was; nothing moves.'
            : ', and this is no recording: what you see below is happening now.'}
        </p>
        <Show when={!isPast()}>
          <p class="opening-do">
            <a class="button primary" href="/visit">
              Write a soul
            </a>
            <span>
              A soul says who somebody is. When a resident adopts it, they are born, and you can follow their life.
            </span>
          </p>
        </Show>
        <p class="count" aria-live="off">
          <Show when={props.city?.map()} fallback="Looking at the city …">
            <Count city={props.city} />
          </Show>
        </p>
      </div>
    </div>
  );
}

const areOut = (one: boolean): string =>
  isPast() ? `${one ? 'was' : 'were'} out in public then` : `${one ? 'is' : 'are'} out in public now`;

function Count(props: { readonly city: LiveCity | undefined }): JSX.Element {
  const residents = () => props.city?.seen().residents ?? 0;
  const places = () => props.city?.seen().places ?? 0;
  return (
    <>
      <strong>{residents()}</strong> {residents() === 1 ? 'resident' : 'residents'} {areOut(residents() === 1)}, in{' '}
      <strong>{places()}</strong> {places() === 1 ? 'place' : 'places'}.
    </>
  );
}

function Words(props: { readonly city: LiveCity | undefined }): JSX.Element {
  return (
    <div class="words">
      <For
        each={props.city?.words() ?? []}
        fallback={<p>Nobody has said anything aloud lately. {notFromBefore} What is said in public appears here.</p>}
      >
        {(said) =>
          said.type === 'unheard' ? (
            <p class="missing">{missingHere}</p>
          ) : (
            <Speech resident={said.actor ?? ''} place={said.location} at={said.at} tick={said.tick}>
              {said.data.message}
            </Speech>
          )
        }
      </For>
    </div>
  );
}

function Whereabouts(props: { readonly city: LiveCity | undefined; readonly target: Target }): JSX.Element {
  const all = () => props.city?.seen().gatherings ?? [];
  const at = () => all().find(({ residents }) => residents.some(({ id }) => id === props.target.id));
  const speeches = () => props.city?.words().filter((said) => said.type !== 'unheard') ?? [];
  const newest = () => speeches().find(({ actor }) => actor === props.target.id);
  return (
    <Show
      when={props.target.kind === 'resident'}
      fallback={<span>{presence(all().find(({ id }) => id === props.target.id))}</span>}
    >
      <span>
        <Show when={at()} fallback={absence(props.city, props.target.id)}>
          {(place) => (
            <>
              at <PlaceLink id={place().id} name={place().name} />
            </>
          )}
        </Show>
      </span>
      <Show when={newest()}>{(said) => <blockquote>{said().data.message}</blockquote>}</Show>
    </Show>
  );
}

function presence(place: Gathering | undefined): string {
  if (place === undefined) return 'It is not open to everybody any more, or is gone.';
  return presenceText(place.residents.length);
}

const absence = (city: LiveCity | undefined, resident: string): string =>
  `${nameOf(resident)} ${city?.hasDied(resident) === true ? 'has died' : 'is in no public place now'}.`;
