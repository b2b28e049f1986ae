/** What the visitor was told while it was away, and is told now. Thoughts stand with who thinks them. */
import { type JSX, Show } from 'solid-js';
import { Rows, rowsOf } from './happenings.tsx';
import { PartHeading } from './heading.tsx';
import { More } from './more.tsx';
import type { Visit } from './visit.ts';

export function NotificationsPart(props: { readonly visit: Visit }): JSX.Element {
  const rows = () =>
    rowsOf(props.visit.known.notifications, props.visit.known.me.id).filter(({ told }) => told.sort !== 'thought');
  return (
    <>
      <PartHeading>News</PartHeading>
      <Show
        when={rows().length > 0}
        fallback={<p>Nothing yet. What becomes of your souls and your credits is kept here.</p>}
      >
        <Rows visit={props.visit} rows={rows()} label="News, the newest first" />
      </Show>
      <More hasMore={props.visit.known.older !== null} look={() => props.visit.lookFurther()} label="Older news" />
    </>
  );
}
