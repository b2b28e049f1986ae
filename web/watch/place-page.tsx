/** A place where strangers may walk, live. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import { rememberFace, rememberFaced } from '../faces/known-faces.ts';
import { api } from '../lib/api.ts';
import type { Feed } from '../lib/feed.ts';
import { notFromBefore } from '../lib/happening.ts';
import { nextToMax } from '../lib/limits.ts';
import { nameOf, remember, rememberNamed } from '../lib/names-read-alike.ts';
import { pageFeed } from '../lib/page-feed.ts';
import { credits } from '../lib/shared-words.ts';
import { Lines } from '../parts/lines.tsx';
import { PlaceLink, ResidentLink } from '../parts/links.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { Room } from '../parts/room/room.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Shell } from '../parts/shell.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import { Place } from './answers.ts';
import { History } from './history.tsx';
import { VisitorsHand } from './notes-part.tsx';
import { type PageRefresher, pageRefresher } from './page-refresher.ts';
import { heard, looked, missed, type PlaceState } from './place-state.ts';
import { SendLink } from './send-link.tsx';
import { spokenHere } from './spoken.ts';
import { Station } from './station-part.tsx';
import { Unseen } from './unseen.tsx';

/** Numbers before now in which events of this place are searched at the start. */
const backSeqs = 5_000;

const kinds: Readonly<Record<string, string>> = {
  commons: 'The square in the middle of the city',
  pod: 'A place that residents built',
};

export function PlacePage(props: { readonly id: string }): JSX.Element {
  const feed = pageFeed();
  const { state, look, words } = followed(props.id, feed);
  return (
    <Shell {...(state() === undefined ? {} : { feed })}>
      <Show
        when={state()}
        fallback={
          <>
            <Unseen look={look} title="There is no such public place">
              It may have ended, or strangers cannot walk there any more.{' '}
              <a href="/">See the places that there are now</a>.
            </Unseen>
            <Show when={look.refusal()}>
              <History about={`place:${props.id}`} title="What happened to it" />
            </Show>
          </>
        }
      >
        {(known) => <Seen state={known()} look={look} words={words()} isVisitor={feed.visitor !== null} />}
      </Show>
    </Shell>
  );
}

/** Fetches, then listens to the events after that. */
function followed(id: string, feed: Feed) {
  const [state, setState] = createSignal<PlaceState>();
  const { words, hear } = spokenHere(id);
  /** What was said before the first look is a line, and no bubble. */
  let begun = Number.POSITIVE_INFINITY;
  const look = pageRefresher(async () => {
    const place = await api.get(`/v1/places/${encodeURIComponent(id)}`, Place);
    remember(place.id, place.name);
    for (const { id: named, name } of [...place.residents, ...place.next_to]) remember(named, name);
    for (const { id: of, face } of place.residents) rememberFace(of, face);
    setState((before) => looked(place, before));
    begun = Math.min(begun, place.seq);
    if (feed.seq === undefined) feed.start(place.seq, backSeqs);
  });
  feed.follow({ locations: [id] });
  feed.listen((event) => {
    rememberNamed(event);
    rememberFaced(event);
    if (event.seq > begun) hear(event);
    setState((before) => before && heard(before, event));
    if (event.type !== 'message.broadcast' && event.seq > (state()?.place.seq ?? 0)) look.ask();
  });
  feed.onGap(() => {
    setState((before) => before && missed(before, feed.seq ?? 0));
    return look.now();
  });
  return { state, look, words };
}

interface SeenProps {
  readonly state: PlaceState;
  readonly look: PageRefresher;
  readonly words: ReadonlyMap<string, string>;
  readonly isVisitor: boolean;
}

function Seen(props: SeenProps): JSX.Element {
  const place = () => props.state.place;
  return (
    <>
      <header class="watched">
        <p class="kind">{kinds[place().kind] ?? 'A place of the city'}</p>
        <h1>{nameOf(place().id)}</h1>
        <Show when={place().description !== `${place().name}.`}>
          <p class="description">{place().description}</p>
        </Show>
        <Show when={place().owner}>
          {(owner) => (
            <p>
              It belongs to <ResidentLink id={owner()} />.
            </p>
          )}
        </Show>
        <Trouble {...props} />
      </header>
      <Show when={!props.state.isShutDown && props.look.refusal()?.status !== 404}>
        <Room
          place={place()}
          people={props.state.present}
          count={props.state.count}
          doors={place().next_to.map(({ id }) => id)}
          words={props.words}
        />
      </Show>
      <div class="watch">
        <div class="main">
          <Sheet title="What happens here">
            <Lines
              lines={props.state.lines}
              label={`What happens at ${place().name}, the newest first`}
              empty={`Nothing lately. ${notFromBefore} Whatever is said and done here appears by itself.`}
            />
          </Sheet>
          <VisitorsHand place={place().id} name={place().name} isVisitor={props.isVisitor} />
          <History about={`place:${place().id}`} title="What happened to it" />
        </div>
        <div class="aside">
          <Present state={props.state} />
          <WaysOut place={place()} />
          <Services place={place()} />
          <Show when={props.state.stations.length > 0}>
            <Sheet title="Portal station">
              <Kept each={props.state.stations} by={byId}>
                {(station) => <Station station={station()} isVisitor={props.isVisitor} />}
              </Kept>
            </Sheet>
          </Show>
          <SendLink title={place().name} />
        </div>
      </div>
    </>
  );
}

function Trouble(props: SeenProps): JSX.Element {
  return (
    <>
      <Show when={props.state.isShutDown || props.look.refusal()?.status === 404}>
        <Notice kind="wrong">
          <p>
            {props.state.isShutDown
              ? 'This place has shut down for good.'
              : 'This place is not open to everybody any more.'}{' '}
            What you see is how it was. <a href="/">Look at the whole city</a>.
          </p>
        </Notice>
      </Show>
      <Show when={props.look.refusal()?.status !== 404}>
        <RefusalNotice error={props.look.refusal()} isLook />
      </Show>
    </>
  );
}

function Present(props: { readonly state: PlaceState }): JSX.Element {
  const more = () => props.state.count - props.state.present.length;
  return (
    <Sheet title={`Who is here (${props.state.count})`}>
      <Show when={props.state.count > 0} fallback={<p class="empty">Nobody.</p>}>
        <ul class="present">
          <For each={props.state.present}>
            {(id) => (
              <li>
                <ResidentLink id={id} />
              </li>
            )}
          </For>
        </ul>
        <Show when={more() > 0}>
          <p>and {more()} more</p>
        </Show>
      </Show>
    </Sheet>
  );
}

/** The services of its code, which residents can call here. */
function Services(props: { readonly place: Place }): JSX.Element {
  return (
    <Show when={props.place.services.length > 0}>
      <Sheet title="Services for residents here">
        <ul class="ways">
          <Kept each={props.place.services} by={byId}>
            {(service) => (
              <li>
                <strong>{service().name}</strong>,{' '}
                {service().per_query === 0 ? 'free' : `${credits(service().per_query)} each time`}
                <Show when={service().description}>
                  <p>{service().description}</p>
                </Show>
              </li>
            )}
          </Kept>
        </ul>
      </Sheet>
    </Show>
  );
}

function WaysOut(props: { readonly place: Place }): JSX.Element {
  return (
    <Sheet title="Ways to other places">
      <Show when={props.place.next_to.length > 0} fallback={<p class="empty">None that are open to everybody.</p>}>
        <ul class="ways">
          <Kept each={props.place.next_to} by={byId}>
            {(next) => (
              <li>
                <PlaceLink id={next().id} name={next().name} />{' '}
                <span class="count">
                  {next().residents_count === 0 ? 'nobody there' : `${next().residents_count} there`}
                </span>
              </li>
            )}
          </Kept>
        </ul>
        <Show when={props.place.next_to.length >= nextToMax}>
          <p>There may be more: only the first {nextToMax} are shown.</p>
        </Show>
      </Show>
    </Sheet>
  );
}
