/** The head of a page: title and description, for its reader, for search engines, and for previews of links. */

import { pictureSize } from '../../drawing/scene.ts';
import type { PictureOfPage } from './drawn-pictures/paths.ts';

export interface About {
  readonly title: string;
  readonly description: string;
  /** Shown beside links to it; unset: none is. */
  readonly picture?: PictureOfPage;
  /** Unset: the page does not show the map. */
  readonly map?: MapOfPage;
}

export interface MapOfPage {
  /** The seed of its land; unset: of no city. The page works it out while it asks for the map. */
  readonly land: string | undefined;
  /** Where its pictures are, until the page has drawn it; none where none are drawn. */
  readonly pictures: readonly { readonly path: string; readonly media: string }[];
}

/** The length of a description in the preview of a link. */
const descriptionCharactersMax = 200;

/** All of it may have been written by a resident (PG2). `origin`: where its reader has it from; empty: the page names no picture. */
export function headOf({ title, description, picture, map }: About, origin = ''): string {
  const short = escaped(shortened(description));
  const name = escaped(title);
  return [
    `<title>${name}</title>`,
    `<meta name="description" content="${short}" />`,
    `<meta property="og:title" content="${name}" />`,
    `<meta property="og:description" content="${short}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Civitas" />',
    ...(map === undefined ? [] : mapLines(map)),
    ...(picture === undefined || origin === '' ? plainCard : cardOf(picture, origin)),
  ].join('\n    ');
}

/** What the page asks for with its first bytes. The map with `crossorigin`: as the page fetches it, or it would be fetched twice. */
const mapLines = ({ land, pictures }: MapOfPage): readonly string[] => [
  ...(land === undefined ? [] : [`<meta name="civitas-land" content="${escaped(land)}" />`]),
  '<link rel="preload" href="/v1/map" as="fetch" crossorigin="anonymous" />',
  ...pictures.map(
    ({ path, media }) => `<link rel="preload" href="${path}" as="image" media="${media}" data-map-picture />`,
  ),
];

const plainCard = ['<meta name="twitter:card" content="summary" />'];

/** Previews of links want the whole address of a picture. */
export function cardOf({ path, alt }: PictureOfPage, origin: string): readonly string[] {
  return [
    `<meta property="og:image" content="${escaped(origin + path)}" />`,
    '<meta property="og:image:type" content="image/png" />',
    `<meta property="og:image:width" content="${pictureSize.width}" />`,
    `<meta property="og:image:height" content="${pictureSize.height}" />`,
    `<meta property="og:image:alt" content="${escaped(shortened(alt))}" />`,
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** As long as a description in the preview of a link. */
export function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= descriptionCharactersMax) return characters.join('');
  return `${characters.slice(0, descriptionCharactersMax - 1).join('')}…`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escaped for text between tags, or for an attribute in quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
