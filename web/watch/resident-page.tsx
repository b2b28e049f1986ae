/** A resident, live, as strangers see it; for the visitor who wrote its soul also its means and its thoughts. */
import { createEffect, createSignal, type JSX, Show } from 'solid-js';
import { Face } from '../faces/face.tsx';
import { rememberFace } from '../faces/known-faces.ts';
import { api, refusalOf } from '../lib/api.ts';
import type { Feed } from '../lib/feed.ts';
import { notFromBefore } from '../lib/happening.ts';
import { eventsKept } from '../lib/limits.ts';
import { nameOf, remember, rememberNamed } from '../lib/names-read-alike.ts';
import { OwnResident } from '../lib/own-resident.ts';
import { pageFeed } from '../lib/page-feed.ts';
import { causeOf } from '../lib/shared-words.ts';
import { LineageSheet } from '../parts/lineage-sheet.tsx';
import { Lines } from '../parts/lines.tsx';
import { PlaceLink } from '../parts/links.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Shell } from '../parts/shell.tsx';
import { CityTime } from '../parts/time.tsx';
import { Named, Resident } from './answers.ts';
import { GoalsPart } from './goals-part.tsx';
import { History } from './history.tsx';
import { LineageDrawing } from './lineage-drawing.tsx';
import { Own } from './owner-part.tsx';
import { type PageRefresher, pageRefresher } from './page-refresher.ts';
import { Born, Left, lifePart, Passport } from './passport.tsx';
import { Questions } from './questions-part.tsx';
import { heard, looked, missed, type ResidentState } from './resident-state.ts';
import { SendLink } from './send-link.tsx';
import { Unseen } from './unseen.tsx';

export function ResidentPage(props: { readonly id: string }): JSX.Element {
  const feed = pageFeed();
  const { state, own, look } = followed(props.id, feed);
  return (
    <Shell {...(state() === undefined ? {} : { feed })}>
      <Show
        when={state()}
        fallback={
          <Unseen look={look} title="Nobody here has that name">
            Nobody of this id has ever lived here; perhaps the link has lost a letter.{' '}
            <a href="/">See who lives in the city now</a>.
          </Unseen>
        }
      >
        {(known) => <Seen state={known()} own={own()} look={look} isVisitor={feed.visitor !== null} />}
      </Show>
    </Shell>
  );
}

function followed(id: string, feed: Feed) {
  const [state, setState] = createSignal<ResidentState>();
  const [own, setOwn] = createSignal<OwnResident>();
  const path = encodeURIComponent(id);
  /** A visitor who did not write its soul: it need not be asked for again. */
  let stranger: string | undefined;
  const fetchAsOwner = async (visitor: string) => {
    if (visitor === stranger) return;
    const seen = await seenAsOwner(path);
    if (seen === undefined) stranger = visitor;
    setOwn(seen);
  };
  const look = pageRefresher(async () => {
    const resident = await api.get(`/v1/residents/${path}`, Resident);
    remember(resident.id, resident.name);
    rememberFace(resident.id, resident.face);
    setState((before) => looked(resident, before));
    if (feed.seq === undefined) feed.start(resident.seq, eventsKept);
    if (feed.visitor !== null) await fetchAsOwner(feed.visitor);
    await learn('/v1/frameworks', resident.framework);
    if (resident.location !== null) await learn('/v1/places', resident.location);
  });
  // The page's visitor is known once the feed has said it. `look` itself shows why it failed.
  createEffect(() => feed.visitor !== null && void look.now().catch(() => {}));
  feed.follow({ residents: [id] });
  feed.listen((event) => {
    rememberNamed(event);
    setState((before) => before && heard(before, event));
    if (event.actor === id || event.subject === id) look.ask();
  });
  feed.onGap(() => {
    setState((before) => before && missed(before, feed.seq ?? 0));
    return look.now();
  });
  return { state, own, look };
}

/** What the visitor of this page sees in addition; undefined if it did not write the soul. */
async function seenAsOwner(path: string): Promise<OwnResident | undefined> {
  try {
    return await api.get(`/v1/visitors/residents/${path}`, OwnResident);
  } catch (thrown) {
    if (refusalOf(thrown).status === 404) return undefined;
    throw thrown;
  }
}

const learned = new Set<string>();

/** Fetches the name of a place or framework, once; the gateway does not name places that are not public. */
async function learn(list: '/v1/places' | '/v1/frameworks', id: string): Promise<void> {
  if (learned.has(id)) return;
  learned.add(id);
  try {
    remember(id, (await api.get(`${list}/${encodeURIComponent(id)}`, Named)).name);
  } catch {
    // It keeps the name that is made of its id.
  }
}

interface SeenProps {
  readonly state: ResidentState;
  readonly own: OwnResident | undefined;
  readonly look: PageRefresher;
  /** True when a visitor is logged in on this page. */
  readonly isVisitor: boolean;
}

function Seen(props: SeenProps): JSX.Element {
  const resident = () => props.state.resident;
  const isDead = () => resident().status === 'dead';
  return (
    <>
      <header class="watched">
        <p class="kind">{isDead() ? 'Lived in this city' : 'Lives in this city'}</p>
        <div class="who" data-status={resident().status}>
          <Face of={resident().id} />
          <h1>{nameOf(resident().id)}</h1>
        </div>
        <Show when={isDead()} fallback={<Whereabouts {...props} />}>
          <Tombstone resident={resident()} />
        </Show>
        <Show when={props.state.warning}>
          {(warning) => (
            <Notice kind="wrong">
              <p>
                {resident().name} {warning().does}.
              </p>
            </Notice>
          )}
        </Show>
        <RefusalNotice error={props.look.refusal()} isLook />
      </header>
      <div class="watch">
        <div class="main">
          <Show when={resident().legacy}>{(legacy) => <Left legacy={legacy()} />}</Show>
          <GoalsPart id={resident().id} isOwn={props.own !== undefined} isDead={isDead()} />
          <Sheet title={doingsTitle(isDead(), props.own !== undefined)}>
            <Lines
              lines={props.state.lines}
              saysWhere
              label={`What ${resident().name} says and does, the newest first`}
              empty={
                isDead()
                  ? 'What it said and did is not shown any more.'
                  : `Nothing in public lately. ${notFromBefore} What it says and does where everybody may be appears here by itself.`
              }
            />
          </Sheet>
          <Questions resident={resident().id} name={resident().name} isDead={isDead()} isVisitor={props.isVisitor} />
          <History
            about={`resident:${resident().id}`}
            title={isDead() ? 'Its life' : 'Its life so far'}
            anchor={lifePart}
            isShort={isDead()}
          />
          <Show when={isDead()}>
            <LineageDrawing id={resident().id} name={resident().name} />
          </Show>
        </div>
        <div class="aside">
          <Passport resident={resident()} />
          <Show when={props.own}>{(own) => <Own own={own()} />}</Show>
          <Family own={props.own} lineage={resident().lineage} />
          <SendLink title={resident().name} />
        </div>
      </div>
    </>
  );
}

function doingsTitle(isDead: boolean, isOwn: boolean): string {
  if (isDead) return isOwn ? 'What it said, did and thought' : 'What it said and did';
  return isOwn ? 'What it says, does and thinks' : 'What it says and does';
}

function Whereabouts(props: SeenProps): JSX.Element {
  const place = () => props.state.resident.location;
  return (
    <p class="description">
      <Show when={place()} fallback={<Private own={props.own} />}>
        {(id) => (
          <>
            At <PlaceLink id={id()} />.
          </>
        )}
      </Show>
    </p>
  );
}

const Private = (props: { readonly own: OwnResident | undefined }): JSX.Element => (
  <Show when={props.own?.place} fallback="At home, or in another private place.">
    {(place) => <>At {place().name}, a private place: only you see that.</>}
  </Show>
);

const byIdAlone = (id: string) => ({ id });

function Family(props: { readonly own: OwnResident | undefined; readonly lineage: Resident['lineage'] }): JSX.Element {
  const lineage = () => {
    if (props.own !== undefined) return props.own.lineage;
    if (props.lineage === undefined) return undefined;
    const { mentor, mentees } = props.lineage;
    return { mentor: mentor === null ? null : byIdAlone(mentor), mentees: mentees.map(byIdAlone) };
  };
  return (
    <Show
      when={lineage()}
      fallback={
        <Sheet title="Family">
          <p class="empty">Not public yet: it is shown once another resident has vouched for this one.</p>
        </Sheet>
      }
    >
      {(known) => <LineageSheet mentor={known().mentor} mentees={known().mentees} />}
    </Show>
  );
}

function Tombstone(props: { readonly resident: Resident }): JSX.Element {
  return (
    <div class="tombstone">
      <p>
        <Born resident={props.resident} /> to{' '}
        <CityTime tick={props.resident.dies_tick} at={props.resident.died_at ?? props.resident.dies_at} />
      </p>
      <p>It died {causeOf(props.resident.death_cause)}.</p>
    </div>
  );
}
