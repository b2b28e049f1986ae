/**
 * `/chronicle`, a page for each day of the city, and its feed: without scripts, from the rows alone, but for whose places stand now. They
 * look like every other page where these were built (`web/chronicle/`), and plain where not.
 */
import { dayOf, ticksOf } from '../../drawing/city-time.ts';
import type { ChronicleRows, EntriesAsked } from '../chronicle/chronicle-rows.ts';
import { dayMax } from '../chronicle/day.ts';
import { newsOf } from '../chronicle/day-news.ts';
import { type Sentence, sentencesOf, textOf } from '../chronicle/sentences.ts';
import { htmlHeaders, htmlType, type Page, type PageRequest, type Shown } from '../route/page.ts';
import { dayHtml, type Owners } from './chronicle-day.ts';
import { atomType, feedOf } from './chronicle-feed.ts';
import type { Standing } from './chronicle-sources.ts';
import { type OriginOf, originOf, pictureOf } from './drawn-pictures/paths.ts';
import { cardOf, escaped, shortened } from './page-head.ts';
import { nothingPage, plainPage } from './plain-pages.ts';
import { Reused } from './reused.ts';

export interface ChroniclePages {
  readonly rows: ChronicleRows;
  /** The newest tick. */
  readonly tick: () => number;
  readonly elapsed: () => number;
  /** The page as it was built; undefined while there is none. */
  readonly template?: () => string | undefined;
  /** The places that strangers see now. */
  readonly places?: () => Promise<readonly Standing[]>;
  /** From where the pictures of pages are read; unset where none are drawn. */
  readonly pictureOrigin?: OriginOf | undefined;
  /** What stands above each page; our own words. */
  readonly notice?: string | undefined;
}

/** Entries of a page, and of the feed. */
const entriesMax = 300;
const feedEntriesMax = 50;
/** Owners that are named. */
const ownersMax = 5;

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
      return feedOf(of.tick(), await newest.get('feed', () => tellings(of.rows, asked)), requestOrigin(browser));
    }),
  ];
}

/** A page for each origin from which readers have it. */
async function dayPage(of: ChroniclePages, day: number): Promise<(origin: string) => Shown> {
  const { rows, tick, notice, places = () => Promise.resolve([]) } = of;
  const isNewest = day === dayOf(tick());
  const asked = { before: Number.MAX_SAFE_INTEGER, limit: entriesMax, ticks: ticksOf(day) };
  const [newestFirst, news, owners] = await Promise.all([
    tellings(rows, asked),
    newsOf(rows, day, tick(), async () => (await places()).map(({ id }) => id)),
    isNewest ? ownersOf(rows, await places()) : undefined,
  ]);
  const isCut = newestFirst.length === entriesMax;
  const template = of.template?.();
  const shown = { day, isNewest, news, newestFirst, isCut, owners };
  const title = `The chronicle of Civitas, day ${day}`;
  const [last] = newestFirst;
  const said = last === undefined ? news.lead : `${news.lead} ${textOf(last)}`;
  return (origin) => {
    const head = headOfDay(day, title, said, origin);
    if (template === undefined)
      return plainPage(200, title, dayHtml({ ...shown, notice }), { head, styles: plainStyles });
    return { status: 200, body: built(template, title, head, dayHtml({ ...shown, notice })), headers: builtHeaders };
  };
}

/** As every built page, but that nothing of it runs. */
const builtHeaders = htmlHeaders({ scripts: "'none'", styles: "'self'" });

const built = (template: string, title: string, head: string, day: string): string =>
  template
    .replace('<!--about-->', () => `<title>${title}</title>\n${head}`)
    .replace('<!--day-->', () => `<h1>${title}</h1>\n${day}`);

async function ownersOf(rows: ChronicleRows, all: readonly Standing[]): Promise<Owners> {
  const counts = new Map<string, number>();
  for (const { owner } of all) if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const most = [...counts].sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1)).slice(0, ownersMax);
  const known = await rows.subjects(most.map(([id]) => `resident:${id}` as const));
  const nobody = { name: null, since: null, until: null };
  return {
    places: all.length,
    most: most.map(([id, count]) => {
      const subject = known.find((one) => one.id === `resident:${id}`);
      return { owner: subject ?? { id: `resident:${id}`, ...nobody }, places: count };
    }),
  };
}

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

const plainStyles = `
body { margin-top: 6vh; }
.lead { font-size: 1.25rem; }
.hours { list-style: none; padding: 0; }
.hours li { display: flex; gap: 1rem; padding: .35rem 0; }
li { overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; margin: 2rem 0; }
`;

/** The address to which the request came; empty where it says none that can be one. */
const requestOrigin = originOf(undefined);
