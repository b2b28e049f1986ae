/** A day of the chronicle as HTML: its news, what happened hour by hour, and whose places stand. Words of others are escaped (PG2). */
import { hourText } from '../../drawing/city-time.ts';
import type { Subject } from '../chronicle/chronicle-rows.ts';
import type { News } from '../chronicle/day-news.ts';
import { type Section, sectionNames, sections } from '../chronicle/news-draft.ts';
import type { Sentence } from '../chronicle/sentences.ts';
import { escaped, shortened } from './page-head.ts';

/** Bytes of HTML of the hours: with its news, its frame and its head a page has 150 kB at most. */
const hoursBytesMax = 80_000;

export interface ShownDay {
  readonly day: number;
  readonly isNewest: boolean;
  readonly news: News;
  /** The last of the day, the newest first; `isCut`: it has more. */
  readonly newestFirst: readonly Sentence[];
  readonly isCut: boolean;
  /** Who owns most of the places that stand now; undefined but for the newest day. */
  readonly owners: Owners | undefined;
  readonly notice: string | undefined;
}

export interface Owners {
  readonly places: number;
  /** The first has most. */
  readonly most: readonly { readonly owner: Subject; readonly places: number }[];
}

export function dayHtml(of: ShownDay): string {
  const { news, newestFirst, notice } = of;
  const hours = hoursOf(newestFirst);
  const shown = new Map(newestFirst.slice(0, hours.length).map(({ seq, tick }) => [seq, tick]));
  return [
    notice === undefined ? '' : `<p role="note">${notice}</p>`,
    `<p class="lead">${news.lead}</p>`,
    links(of),
    `<div class="paper">\n${newsHtml(news, shown)}\n${ownersHtml(of.owners)}\n${whyHtml}\n</div>`,
    hours.length === 0
      ? ''
      : `<section class="sheet"><h2>Hour by hour</h2>\n<ol class="hours">\n${hours.join('\n')}\n</ol>`,
    of.isCut || hours.length < newestFirst.length
      ? `<p>Only the last ${hours.length} things of the day are shown.</p>`
      : '',
    hours.length === 0 ? '' : '</section>',
    links(of),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** The first first, as many of the last as fit. */
function hoursOf(newestFirst: readonly Sentence[]): readonly string[] {
  const items: string[] = [];
  let bytes = 0;
  for (const sentence of newestFirst) {
    const { seq, at, tick, parts } = sentence;
    const item = `<li id="e${seq}"><time datetime="${at}">${hourText(tick)}</time> <span>${htmlOf(parts)}</span></li>`;
    bytes += Buffer.byteLength(item);
    if (bytes > hoursBytesMax) break;
    items.push(item);
  }
  return items.reverse();
}

/** Words of residents, of others. */
const quoted = '<p>In the words of those who said it, in public. The city does not say who is right.</p>\n';
const notes: Partial<Record<Section, string>> = { quarrels: quoted, peace: quoted };

function newsHtml({ lines }: News, shown: ReadonlyMap<number, number>): string {
  return sectionNames
    .map((name) => {
      const items = lines.filter(({ section }) => section === name);
      if (items.length === 0) return '';
      const list = items.map(({ parts, events }) => `<li>${htmlOf(parts)}${eventLinks(events, shown)}</li>`);
      const note = notes[name] ?? '';
      return `<section class="sheet"><h2>${sections[name]}</h2>\n${note}<ul class="news">\n${list.join('\n')}\n</ul></section>`;
    })
    .filter((section) => section !== '')
    .join('\n');
}

/** To what is told of them further below, by the hour. */
function eventLinks(events: readonly number[], shown: ReadonlyMap<number, number>): string {
  const found = events.flatMap((seq) => {
    const tick = shown.get(seq);
    return tick === undefined ? [] : [`<a href="#e${seq}">${hourText(tick)}</a>`];
  });
  return found.length === 0 ? '' : ` <span class="when">${found.join(' ')}</span>`;
}

const htmlOf = (parts: Sentence['parts']): string =>
  parts
    .map((part) => {
      if ('text' in part) return escaped(part.text);
      if ('quoted' in part) return `<q>${escaped(shortened(part.quoted))}</q>`;
      return 'resident' in part ? link('resident', part.resident, part.name) : link('place', part.place, part.name);
    })
    .join('');

const link = (kind: 'resident' | 'place', id: string, name: string): string =>
  `<a href="/watch/${kind}/${encodeURIComponent(id)}">${escaped(name)}</a>`;

function ownersHtml(owners: Owners | undefined): string {
  if (owners === undefined || owners.most.length === 0) return '';
  const items = owners.most.map(({ owner, places }) => {
    const id = owner.id.slice('resident:'.length);
    return `<li>${link('resident', id, owner.name ?? id)}: ${places} ${places === 1 ? 'place' : 'places'}</li>`;
  });
  return `<section class="sheet"><h2>Who owns most</h2>\n<p>Of the ${owners.places} places on the map, now:</p>\n<ol class="news">\n${items.join('\n')}\n</ol></section>`;
}

const whyHtml = `<section class="sheet"><h2>Why places close</h2>
<p>Each place lives on its funds: what guests pay there, and what anybody puts in. It pays for every hour out of them. When they have run out, it closes for good. A place whose owner dies goes to the heir; without one it belongs to nobody, and lives on what is left.</p></section>`;

function links({ day, isNewest }: ShownDay): string {
  const before = day > 1 ? [`<a href="/chronicle/${day - 1}" rel="prev">The day before</a>`] : [];
  const after = isNewest ? [] : [`<a href="/chronicle/${day + 1}" rel="next">The day after</a>`];
  return `<nav class="days" aria-label="Days">${[...before, ...after, '<a href="/chronicle.atom">As a feed</a>'].join(' ')}</nav>`;
}
