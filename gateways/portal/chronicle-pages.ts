/** `/chronicle`, a page for each day of the city, and its feed (Atom, RFC 4287): without scripts, from the rows alone. */
import { LRUCache } from 'lru-cache';
import type { ChronicleRows, EntriesAsked, Subject } from '../chronicle/chronicle-rows.ts';
import { dayMax, dayOf, durationText, ticksOf } from '../chronicle/day.ts';
import { type Sentence, sentencesOf, summaryOf, textOf } from '../chronicle/sentences.ts';
import { htmlType, type Page, type PageRequest, pageHeaders, type Shown } from '../route/page.ts';
import { type OriginOf, originOf, pictureOf } from './link-pictures/paths.ts';
import { cardOf, escaped, shortened } from './page-head.ts';
import { nothingPage, plainPage } from './plain-pages.ts';

export interface ChroniclePages {
  readonly rows: ChronicleRows;
  /** The newest tick. */
  readonly tick: () => number;
  readonly elapsed: () => number;
  /** From where the pictures of pages are read; unset where none are drawn. */
  readonly pictureOrigin?: OriginOf | undefined;
  /** What stands above each page; our own words. */
  readonly notice?: string | undefined;
}

/** Milliseconds for which a page is reused: whoever asks, and however often, the database is asked once. */
const keptMs = 2_000;
const pagesMax = 100;
/** Entries of a page, and of the feed. */
const entriesMax = 300;
const feedEntriesMax = 50;

const atomType = 'application/atom+xml; charset=utf-8';

export function chroniclePages(of: ChroniclePages): readonly Page[] {
  // The address of its picture, and of the feed, is the reader's: what is read is reused, not the text.
  const days = new Reused<(origin: string) => Shown>(of.elapsed);
  const newest = new Reused<readonly Sentence[]>(of.elapsed);
  const page = (path: string, type: string, show: (asked: PageRequest) => Promise<Shown>): Page => ({
    ...{ path, type, headers: [] },
    show,
  });
  return [
    page('/chronicle', htmlType, async ({ browser }) => {
      const shown = await days.get('newest', () => dayPage(of, dayOf(of.tick())));
      return shown(of.pictureOrigin?.(browser) ?? '');
    }),
    page('/chronicle/:day', htmlType, async ({ params, browser }) => {
      const day = Number(/^[1-9][0-9]{0,6}$/.exec(params['day'] ?? '')?.[0]);
      if (!(day <= Math.min(dayMax, dayOf(of.tick())))) return nothingPage;
      const shown = await days.get(String(day), () => dayPage(of, day));
      return shown(of.pictureOrigin?.(browser) ?? '');
    }),
    page('/chronicle.atom', atomType, async ({ browser }) => {
      const asked = { before: Number.MAX_SAFE_INTEGER, limit: feedEntriesMax };
      return feed(of.tick(), await newest.get('feed', () => tellings(of.rows, asked)), requestOrigin(browser));
    }),
  ];
}

/** What was made under a key is made again only when it is `keptMs` old; what could not be made is forgotten. */
class Reused<Value> {
  readonly #kept = new LRUCache<string, { readonly at: number; readonly made: Promise<Value> }>({ max: pagesMax });
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key);
    if (known !== undefined && this.#elapsed() - known.at < keptMs) return known.made;
    const made = make();
    this.#kept.set(key, { at: this.#elapsed(), made });
    made.catch(() => this.#kept.delete(key));
    return made;
  }
}

/** A page for each origin from which readers have it. */
async function dayPage({ rows, tick, notice }: ChroniclePages, day: number): Promise<(origin: string) => Shown> {
  const asked = { before: Number.MAX_SAFE_INTEGER, limit: entriesMax, ticks: ticksOf(day) };
  const [newestFirst, resident, place] = await Promise.all([
    tellings(rows, asked),
    rows.oldest('resident', tick()),
    rows.oldest('place', tick()),
  ]);
  const isNewest = day === dayOf(tick());
  const body = [
    notice === undefined ? '' : `<p role="note">${notice}</p>`,
    `<p class="lead">${summaryOf(newestFirst)}</p>`,
    newestFirst.length === 0 ? '' : list([...newestFirst].reverse()),
    newestFirst.length < entriesMax ? '' : `<p>Only the last ${entriesMax} things of the day are shown.</p>`,
    isNewest ? oldestText(tick(), resident, place) : '',
    links(day, isNewest),
  ];
  const title = `The chronicle of Civitas, day ${day}`;
  const said = headlineOf(newestFirst);
  return (origin) => plainPage(200, title, body.join('\n'), { head: headOfDay(day, title, said, origin), styles });
}

const headlineOf = (sentences: readonly Sentence[]): string => {
  const [newest] = sentences;
  return newest === undefined ? summaryOf(sentences) : `${summaryOf(sentences)} ${textOf(newest)}`;
};

function headOfDay(day: number, title: string, said: string, origin: string): string {
  const description = escaped(shortened(said));
  const lines = [
    '<link rel="alternate" type="application/atom+xml" title="The chronicle of Civitas" href="/chronicle.atom">',
    `<meta name="description" content="${description}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    '<meta property="og:type" content="article">',
    '<meta property="og:site_name" content="Civitas">',
    ...(origin === ''
      ? []
      : cardOf({ path: pictureOf.day(day), alt: `What happened on day ${day} in the town` }, origin)),
  ];
  return `${lines.join('\n')}\n`;
}

const tellings = async (rows: ChronicleRows, asked: EntriesAsked): Promise<readonly Sentence[]> =>
  sentencesOf(rows, await rows.read(asked));

const list = (sentences: readonly Sentence[]): string => {
  const items = sentences.map(
    (sentence) =>
      `<li id="e${sentence.seq}"><time datetime="${sentence.at}">tick ${sentence.tick}</time> <span>${htmlOf(sentence)}</span></li>`,
  );
  return `<ol>\n${items.join('\n')}\n</ol>`;
};

const htmlOf = ({ parts }: Sentence): string =>
  parts
    .map((part) => {
      if ('text' in part) return escaped(part.text);
      if ('quoted' in part) return `<q>${escaped(part.quoted)}</q>`;
      return 'resident' in part ? link('resident', part.resident, part.name) : link('place', part.place, part.name);
    })
    .join('');

const link = (kind: 'resident' | 'place', id: string, name: string): string =>
  `<a href="/watch/${kind}/${encodeURIComponent(id)}">${escaped(name)}</a>`;

function oldestText(tick: number, resident: Subject | undefined, place: Subject | undefined): string {
  const of = (words: string, kind: 'resident' | 'place', subject: Subject | undefined) => {
    if (subject?.since == null) return [];
    const id = subject.id.slice(kind.length + 1);
    return [`${words} is ${link(kind, id, subject.name ?? id)}, ${durationText(tick - subject.since)} old.`];
  };
  const said = [...of('The oldest place', 'place', place), ...of('Who has lived longest', 'resident', resident)];
  return said.length === 0 ? '' : `<p>${said.join(' ')}</p>`;
}

function links(day: number, isNewest: boolean): string {
  const before = day > 1 ? [`<a href="/chronicle/${day - 1}" rel="prev">The day before</a>`] : [];
  const after = isNewest ? [] : [`<a href="/chronicle/${day + 1}" rel="next">The day after</a>`];
  const others = ['<a href="/chronicle.atom">As a feed</a>', '<a href="/">Look at the city</a>'];
  return `<nav>${[...before, ...after, ...others].join(' ')}</nav>`;
}

const styles = `
body { margin-top: 6vh; }
.lead { font-size: 1.25rem; }
ol { list-style: none; padding: 0; }
li { display: flex; gap: 1rem; padding: .35rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
li:target { background: color-mix(in srgb, currentColor 10%, transparent); }
li span { overflow-wrap: anywhere; min-width: 0; }
time { flex: none; width: 6rem; opacity: .75; font-variant-numeric: tabular-nums; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; margin: 2rem 0 4rem; }
`;

function feed(tick: number, newestFirst: readonly Sentence[], base: string): Shown {
  const address = xml(`${base}/chronicle`);
  const entries = newestFirst.map((sentence) => {
    const at = `${address}/${sentence.day}#e${sentence.seq}`;
    return `<entry>
<id>${at}</id>
<title>${xml(textOf(sentence))}</title>
<updated>${sentence.at}</updated>
<link rel="alternate" href="${at}"/>
</entry>`;
  });
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address}</id>
<title>The chronicle of Civitas</title>
<subtitle>What happens in a city of programs; it is day ${dayOf(tick)}</subtitle>
<author><name>Civitas</name></author>
<updated>${newestFirst[0]?.at ?? '1970-01-01T00:00:00.000Z'}</updated>
<link rel="self" href="${address}.atom"/>
<link rel="alternate" href="${address}"/>
${entries.join('\n')}
</feed>
`;
  return { status: 200, body, headers: pageHeaders };
}

/** Characters that XML 1.0 cannot hold. */
const unheld = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const xml = (text: string): string => escaped(text.replace(unheld, ' '));

/** The address to which the request came; empty where it says none that can be one. */
const requestOrigin = originOf(undefined);
