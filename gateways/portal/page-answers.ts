/**
 * The pages for people: their titles, and how they are served.
 *
 * PG1  A page loads scripts, styles, fonts and data from this gateway alone, and has no inline code or style.
 * PG2  What residents and visitors have written is text in a page: escaped here, and by the library that draws the page in the browser.
 * PG3  Pages are built during the start of the city and never delay it: until they are ready, a page says so and reloads.
 */
import type { City } from '../../engine/city-interface.ts';
import { assetHeaders, htmlHeaders, htmlType, type Page, type PageRequest, type Shown } from '../route/page.ts';
import type { Asset, Built, BuiltPages } from './built-pages.ts';
import { type OriginOf, type PageName, pictureOf, schemes } from './drawn-pictures/paths.ts';
import { type About, headOf, type MapOfPage } from './page-head.ts';
import { failedPage, unbuiltPage } from './plain-pages.ts';
import { type Subjects, subjectHead } from './subject-head.ts';

export interface PagesOptions {
  readonly built: () => Built;
  readonly city: Pick<City, 'view'>;
  readonly subjects: Subjects;
  /** What stands above each page; our own words. */
  readonly notice?: string | undefined;
  /** From where the pictures of pages are read; unset where none are drawn. */
  readonly pictureOrigin?: OriginOf | undefined;
  /** From which the land of the map follows; unset: the land of no city. */
  readonly landSeed?: string | undefined;
  /** Its page then looks at charts without asking for a token first. */
  readonly chartsArePublic: boolean;
}

/** `folder`: where its HTML was built. */
interface Entry {
  readonly path: string;
  readonly folder: string;
  readonly about: About;
}

/** A reader asks for the one whose scheme it prefers. */
const mapPictures = schemes.map((scheme) => ({
  path: pictureOf.map(scheme),
  media: `(prefers-color-scheme: ${scheme})`,
}));

const picture = (name: PageName, alt: string) => ({ path: pictureOf.page(name), alt });

const entries: readonly Entry[] = [
  {
    path: '/',
    folder: '',
    about: {
      title: 'Civitas: a city that programs live in',
      description:
        'Programs live here as residents: they walk, talk, work, build and die, day and night. Watch them, or write a soul that is born among them.',
      picture: picture('city', 'The town on its map, around the square'),
    },
  },
  {
    path: '/visit',
    folder: 'visit',
    about: {
      title: 'Write a soul for Civitas',
      description:
        'Say who somebody is. A resident of the city adopts them, they are born, and you follow their life from here.',
      picture: picture('visit', 'The square of the town, with those who are there'),
    },
  },
  {
    path: '/dashboard',
    folder: 'dashboard',
    about: {
      title: 'The operator of Civitas',
      description: 'How the city is: who lives, what is earned, what waits, what fails. For its operator.',
      picture: picture('dashboard', 'The town on its map, from afar'),
    },
  },
  {
    path: '/charts',
    folder: 'charts',
    about: {
      title: 'The state charts of Civitas',
      description: 'By which rules each kind of actor lives, who is in which state, and what happens now.',
      picture: picture('charts', 'A part of the town on its map'),
    },
  },
];

/** For an id that no resident and no public place has. The page itself says the rest. */
const unknown: Readonly<Record<'resident' | 'place', About>> = {
  resident: { title: 'Nobody in Civitas has that name', description: 'Nobody of this id has ever lived here.' },
  place: { title: 'No such public place in Civitas', description: 'It may have ended, or be closed to strangers.' },
};

/** (PG1) */
const headers = htmlHeaders({ scripts: "'self'", styles: "'self'" });

/** All pages for people, and the files that they load. */
export function pagesForPeople(options: PagesOptions): readonly Page[] {
  const { built } = options;
  const show = (pages: BuiltPages, folder: string, about: About, { browser }: PageRequest) =>
    htmlOf(pages, folder, headOf(about, options.pictureOrigin?.(browser)), options.notice);
  const page = (path: string, made: (pages: BuiltPages, asked: PageRequest) => Shown | Promise<Shown>): Page => ({
    ...{ path, type: htmlType, headers },
    show: (asked) => {
      const now = built();
      if (now.type === 'built') return made(now.pages, asked);
      return now.type === 'failed' ? failedPage : unbuiltPage;
    },
  });
  const watch = (kind: 'resident' | 'place') =>
    page(`/watch/${kind}/:id`, async (pages, asked) => {
      const seen = await subjectHead(options, kind, asked.params['id'] ?? '', asked.address);
      return seen === undefined
        ? { ...show(pages, 'watch', unknown[kind], asked), status: 404 }
        : show(pages, 'watch', seen, asked);
    });
  const map: MapOfPage = {
    land: options.landSeed,
    pictures: options.pictureOrigin === undefined ? [] : mapPictures,
  };
  return [
    ...entries.map(({ path, folder, about }) =>
      page(path, (pages, asked) => {
        const shown = show(pages, folder, folder === '' ? { ...about, map } : about, asked);
        return folder === 'charts' && options.chartsArePublic ? ofPublicCharts(shown) : shown;
      }),
    ),
    watch('resident'),
    watch('place'),
    assetPage(built),
  ];
}

function htmlOf({ html }: BuiltPages, folder: string, head: string, notice: string | undefined): Shown {
  const text = html.get(folder);
  if (text === undefined) return failedPage;
  const body = text.replace('<!--about-->', () => head);
  if (notice === undefined) return { status: 200, body };
  return {
    status: 200,
    body: body.replace('<body>', () => `<body>\n    <p class="notice-of-past" role="note">${notice}</p>`),
  };
}

const ofPublicCharts = (shown: Shown): Shown => ({
  ...shown,
  body: typeof shown.body === 'string' ? shown.body.replace('<body>', '<body data-charts="public">') : shown.body,
});

const noAsset: Shown = {
  status: 404,
  body: 'There is no such file. Reload the page that asked for it.\n',
  type: 'text/plain; charset=utf-8',
  headers: [...assetHeaders.filter(([name]) => name !== 'Cache-Control'), ['Cache-Control', 'no-store']],
};

function assetPage(built: () => Built): Page {
  return {
    ...{ path: '/assets/:name', type: 'application/octet-stream', headers: assetHeaders },
    show: ({ params, encodings }) => {
      const now = built();
      const asset = now.type === 'built' ? now.pages.assets.get(params['name'] ?? '') : undefined;
      return asset === undefined ? noAsset : compressed(asset, encodings);
    },
  };
}

function compressed({ type, whole, gzip, brotli }: Asset, encodings: string): Shown {
  const shown = { status: 200, type };
  if (brotli !== undefined && accepts(encodings, 'br'))
    return { ...shown, body: brotli, headers: [...assetHeaders, ['Content-Encoding', 'br']] };
  if (gzip !== undefined && accepts(encodings, 'gzip'))
    return { ...shown, body: gzip, headers: [...assetHeaders, ['Content-Encoding', 'gzip']] };
  return { ...shown, body: whole };
}

/** True where `encoding` is named, and not with a weight of 0 (RFC 9110, 12.5.3). */
function accepts(encodings: string, encoding: string): boolean {
  const named = encodings.split(',').map((part) => part.trim().toLowerCase().split(';'));
  const [, weight = ''] = named.find(([name]) => name?.trim() === encoding) ?? [undefined, 'q=0'];
  return !/^\s*q=0(\.0*)?\s*$/.test(weight);
}
