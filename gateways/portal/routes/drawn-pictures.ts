/** Pictures of the pages, as they stand beside shared links (PNG), and of the map, for the moment until its page has drawn it (SVG). */
import { z } from 'zod';
import type { Drawable } from '../../../drawing/scene.ts';
import type { City } from '../../../engine/city-interface.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { dayMax } from '../../chronicle/day.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import type { Answered } from '../../route/answered.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { PlaceId, ResidentId } from '../../schema/fields.ts';
import type { KeptPictures } from '../drawn-pictures/kept-pictures.ts';
import { pageNames, schemes } from '../drawn-pictures/paths.ts';
import type { Scenes } from '../drawn-pictures/scenes.ts';

export interface DrawnPictureRoutes {
  /** Unset where none are drawn. */
  readonly pictures: KeptPictures | undefined;
  readonly scenes: Scenes;
  /** Milliseconds for which readers may keep a picture. */
  readonly keptMs: number;
}

const unknown = (kind: string) => ({ params: { unknown: { code: 'not_found', kind } } });

const oneOf = <Name extends string>(names: readonly Name[], kind: string, description: string) =>
  z
    .string()
    .transform((text, context) => {
      const name = names.find((one) => one === text);
      if (name !== undefined) return name;
      context.addIssue({ code: 'custom', ...unknown(kind) });
      return z.NEVER;
    })
    .meta({ description, override: { type: 'string', enum: [...names] } });

const Day = z.string().transform((text, context) => {
  const day = Number(/^[1-9][0-9]{0,6}$/.exec(text)?.[0]);
  if (day <= dayMax) return day;
  context.addIssue({ code: 'custom', ...unknown('day') });
  return z.NEVER;
});

const OfPage = z.strictObject({
  name: oneOf(pageNames, 'page', 'A page that is of nobody'),
});
const OfScheme = z.strictObject({ scheme: oneOf(schemes, 'scheme', 'The colours of the page') });
const OfResident = z.strictObject({ id: ResidentId });
const OfPlace = z.strictObject({ id: PlaceId });
const OfDay = z.strictObject({
  day: Day.meta({ description: 'A day of the city', override: { type: 'integer', minimum: 1, maximum: dayMax } }),
});

export function drawnPictureRoutes(of: DrawnPictureRoutes): readonly Route[] {
  const { scenes } = of;
  return [
    pictureRoute(of, {
      path: '/v1/link-pictures/pages/:name',
      summary: 'The picture of a page that is of nobody, for links to it',
      params: OfPage,
      name: ({ name }) => name,
      shown: ({ name }, city) => scenes.page(name, city),
      form: png,
    }),
    pictureRoute(of, {
      path: '/v1/link-pictures/residents/:id',
      summary: 'The picture of the page of a resident, for links to it',
      params: OfResident,
      name: ({ id }) => `resident:${id}`,
      shown: ({ id }, city) => scenes.resident(id, city),
      form: png,
    }),
    pictureRoute(of, {
      path: '/v1/link-pictures/places/:id',
      summary: 'The picture of the page of a public place, for links to it',
      params: OfPlace,
      name: ({ id }) => `place:${id}`,
      shown: ({ id }, city) => scenes.place(id, city),
      form: png,
    }),
    pictureRoute(of, {
      path: '/v1/link-pictures/days/:day',
      summary: 'The picture of a day of the chronicle, for links to it',
      params: OfDay,
      name: ({ day }) => `day:${day}`,
      shown: ({ day }, city) => scenes.day(day, city),
      form: png,
    }),
    pictureRoute(of, {
      path: '/v1/map-pictures/:scheme',
      summary: 'The middle of the map as a picture, for the moment until a page has drawn its own',
      params: OfScheme,
      name: ({ scheme }) => `map:${scheme}`,
      shown: ({ scheme }, city) => scenes.map(scheme, city),
      form: packedSvg,
    }),
  ];
}

interface Pictured<P> {
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType<P>;
  /** The name under which it is kept. */
  readonly name: (params: P) => string;
  readonly shown: (params: P, city: Pick<City, 'view'>) => Promise<Drawable | Refused>;
  readonly form: Form;
}

interface Form {
  readonly description: string;
  readonly type: string;
  readonly headers: (keptMs: number) => readonly (readonly [string, string])[];
  readonly get: 'get' | 'getAtOnce';
}

/** Whoever shows a link to others may show its picture on a page of their own. */
const png: Form = {
  description: 'A PNG picture',
  type: 'image/png',
  headers: (keptMs) => [
    ['Cache-Control', `public, max-age=${Math.floor(keptMs / 1_000)}`],
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ],
  get: 'get',
};

/** Its only reader is the page, which does not wait for it. Some browsers hold the styles of a picture to its own policy. */
const packedSvg: Form = {
  description: 'An SVG picture, packed with gzip',
  type: 'image/svg+xml',
  headers: () => [
    ['Cache-Control', 'no-cache'],
    ['Content-Encoding', 'gzip'],
    ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"],
  ],
  get: 'getAtOnce',
};

const pictureRoute = <P>({ pictures, keptMs }: DrawnPictureRoutes, of: Pictured<P>): Route =>
  defineRoute({
    method: 'GET',
    path: of.path,
    summary: of.summary,
    caller: 'public',
    isCounted: true,
    isTagged: true,
    params: of.params,
    answer: z.unknown().meta({ description: of.form.description }),
    answerType: of.form.type,
    refusals: ['not_found'],
    perform: async ({ params }, city): Promise<Answered<unknown>> => {
      if (pictures === undefined) return noneDrawn;
      const picture = await pictures[of.form.get](of.name(params), () => of.shown(params, city));
      if (picture.type === 'refused') return picture;
      return { type: 'bytes', bytes: picture.bytes, tag: picture.tag, headers: of.form.headers(keptMs) };
    },
  });

const noneDrawn = refused('not_found', {
  kind: 'picture',
  advice: 'This city draws none: its operator finds in the log why.',
});
