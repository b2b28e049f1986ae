/** The visitor's notifications, from while it was away and from now. Thoughts are shown with their resident. */
import type { JSX } from 'solid-js';
import { AboutTicks } from '../parts/about-ticks.tsx';
import { Lines } from '../parts/lines.tsx';
import { PartHeading } from './heading.tsx';
import { More } from './more.tsx';
import type { Visit } from './visit.ts';
import { linesOf } from './visitor-lines.ts';

export function NotificationsPart(props: { readonly visit: Visit }): JSX.Element {
  const lines = () =>
    linesOf(props.visit.known.notifications, props.visit.known.me.id).filter(({ kind }) => kind !== 'thought');
  return (
    <>
      <PartHeading>News</PartHeading>
      <Lines
        lines={lines()}
        isAloud
        label="News, the newest first"
        empty="Nothing yet. What becomes of your souls and your credits is kept here."
      />
      <AboutTicks />
      <More hasMore={props.visit.known.older !== null} look={() => props.visit.fetchOlder()} label="Older news" />
    </>
  );
}
