/** The life of the resident born of a soul: where it is, what it has, its lineage, what it does and why; its death, and what it left. */
import { type JSX, onCleanup, Show } from 'solid-js';
import type { OwnResident } from '../lib/own-resident.ts';
import { causeOf, credits, hours } from '../lib/shared-words.ts';
import { AboutTicks } from '../parts/about-ticks.tsx';
import { LineageSheet, Names } from '../parts/lineage-sheet.tsx';
import { PlaceLink, ResidentLink } from '../parts/links.tsx';
import { Notice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { CityTime } from '../parts/time.tsx';
import type { Soul } from './answers.ts';
import { Fund } from './fund.tsx';
import { Happenings } from './happenings.tsx';
import { TokenSheet } from './token-sheet.tsx';
import type { Visit } from './visit.ts';

interface LifePartsProps {
  readonly visit: Visit;
  readonly resident: string;
  /** Unset for one that has left the city. */
  readonly soul: Soul | undefined;
}

export function LifeParts(props: LifePartsProps): JSX.Element {
  onCleanup(props.visit.watch(props.resident));
  const life = () => props.visit.known.lives[props.resident];
  return (
    <Show when={life()} fallback={<p role="status">Looking how it is …</p>}>
      {(now) => (
        <div class="life">
          <div class="column">
            <Show when={now().status === 'alive'} fallback={<End life={now()} />}>
              <Warned life={now()} />
              <Whereabouts life={now()} />
              <Means life={now()} />
              <Fund visit={props.visit} resident={now().id} name={now().name} />
            </Show>
            <LineageSheet
              mentor={now().lineage.mentor}
              mentees={now().lineage.mentees}
              {...(now().status === 'alive' ? { heir: now().legacy.heir } : {})}
            />
          </div>
          <div class="column">
            <Happenings visit={props.visit} resident={props.resident} isDead={now().status === 'dead'} />
          </div>
          {/* Not keyed: souls are looked at again and again, and a token that was given out stays on the page. */}
          <Show when={now().status === 'alive' && props.soul?.runtime === 'external' && props.soul}>
            {(soul) => <TokenSheet soul={soul()} onGiven={() => void props.visit.fetchAgain()} />}
          </Show>
        </div>
      )}
    </Show>
  );
}

/** How near the end is, in words, when it is near. */
function Warned(props: { readonly life: OwnResident }): JSX.Element {
  return (
    <div aria-live="polite">
      <Show when={props.life.state === 'dying'}>
        <Notice kind="wrong">
          {props.life.name} is dying. It can still speak, and decide who gets what it leaves.
        </Notice>
      </Show>
      <Show when={(props.life.means?.owed ?? 0) > 0}>
        <Notice kind="wrong">
          {props.life.name} could not pay for living, and dies in the next hour unless it gets credits. It owes{' '}
          {credits(props.life.means?.owed ?? 0)}.
        </Notice>
      </Show>
    </div>
  );
}

function Whereabouts(props: { readonly life: OwnResident }): JSX.Element {
  return (
    <Sheet title="Where it is">
      <p class="large" aria-live="polite">
        <Show when={props.life.place}>
          {(place) => (
            <Show when={place().public} fallback={place().name}>
              <PlaceLink id={place().id} name={place().name} />
            </Show>
          )}
        </Show>
      </p>
      <PublicPage life={props.life} />
    </Sheet>
  );
}

const PublicPage = (props: { readonly life: OwnResident }): JSX.Element => (
  <p>
    <a href={`/watch/resident/${encodeURIComponent(props.life.id)}`}>Its public page</a>, which you can send to anybody.
  </p>
);

function Means(props: { readonly life: OwnResident }): JSX.Element {
  const left = () => Math.max(0, props.life.dies_tick - props.life.tick);
  return (
    <Sheet title="What it has">
      <Show when={props.life.means}>
        {(means) => (
          <dl class="facts">
            <dt>Credits</dt>
            <dd>{credits(means().balance)}</dd>
            <dt>Living costs</dt>
            <dd>{credits(means().burn_per_tick)} each hour</dd>
            <dt>That lasts</dt>
            <dd>{means().runway_ticks === null ? 'for ever' : hours(means().runway_ticks ?? 0)}</dd>
            <dt>Life left</dt>
            <dd>
              {hours(left())}, until <CityTime tick={props.life.dies_tick} at={props.life.dies_at} />
            </dd>
            <dt>Jobs done</dt>
            <dd>{props.life.reputation.jobs_completed}</dd>
            <Show when={props.life.reputation.achievements.length > 0}>
              <dt>Achievements</dt>
              <dd>{props.life.reputation.achievements.map((one) => one.replaceAll('_', ' ')).join(', ')}</dd>
            </Show>
          </dl>
        )}
      </Show>
      <Pods life={props.life} />
      <AboutTicks />
    </Sheet>
  );
}

/** Its name; for a pod that is not open, also its status. */
const placeBuilt = ({ name, status }: OwnResident['pods'][number]): string =>
  status === 'deployed' ? name : `${name} (${status.replaceAll('_', ' ')})`;

const Pods = (props: { readonly life: OwnResident }): JSX.Element => (
  <Show when={props.life.pods.length > 0}>
    <p>It has built {props.life.pods.map(placeBuilt).join(', ')}.</p>
  </Show>
);

function End(props: { readonly life: OwnResident }): JSX.Element {
  const estate = () => props.life.estate;
  return (
    <Sheet title="Its death, and what it left">
      <p class="large">
        {props.life.name} died {causeOf(props.life.death_cause)}
        <Show when={props.life.died_at}>
          {(at) => (
            <>
              , <CityTime tick={props.life.dies_tick} at={at()} />
            </>
          )}
        </Show>
        .
      </p>
      <dl class="facts">
        <dt>Credits</dt>
        <dd>
          {estate()?.credits == null ? 'Not known' : credits(estate()?.credits ?? 0)}, to{' '}
          <Show when={estate()?.to} fallback="the city">
            {(heir) => <ResidentLink id={heir().id} name={heir().name ?? undefined} />}
          </Show>
        </dd>
        <dt>In the library</dt>
        <dd>
          {props.life.legacy.library_contribution ?? 'Its memories, and no words of its own'}
          <Show when={props.life.legacy.content}>{(words) => <blockquote>{words()}</blockquote>}</Show>
        </dd>
        <dt>Jobs done</dt>
        <dd>{props.life.reputation.jobs_completed}</dd>
        <dt>Had adopted</dt>
        <dd>
          <Names of={props.life.lineage.mentees} nobody="Nobody" />
        </dd>
      </dl>
      <PublicPage life={props.life} />
    </Sheet>
  );
}
