/** Pictures of the pages, as they stand beside shared links: PNG, for whoever shows a link. */
import { z } from 'zod';
import type { Scene } from '../../../drawing/scene.ts';
import type { City } from '../../../engine/city-interface.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { dayMax } from '../../chronicle/day.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import type { Answered } from '../../route/answered.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { PlaceId, ResidentId } from '../../schema/fields.ts';
import type { LinkPictures } from '../link-pictures/link-pictures.ts';
import { pageNames } from '../link-pictures/paths.ts';
import type { Scenes } from '../link-pictures/scenes.ts';

export interface LinkPictureRoutes {
  /** Unset where none are drawn. */
  readonly pictures: LinkPictures | undefined;
  readonly scenes: Scenes;
  /** Milliseconds for which readers may keep a picture. */
  readonly keptMs: number;
}

const unknown = (kind: string) => ({ params: { unknown: { code: 'not_found', kind } } });

const PageName = z.string().transform((text, context) => {
  const name = pageNames.find((one) => one === text);
  if (name !== undefined) return name;
  context.addIssue({ code: 'custom', ...unknown('page') });
  return z.NEVER;
});

const Day = z.string().transform((text, context) => {
  const day = Number(/^[1-9][0-9]{0,6}$/.exec(text)?.[0]);
  if (day <= dayMax) return day;
  context.addIssue({ code: 'custom', ...unknown('day') });
  return z.NEVER;
});

const OfPage = z.strictObject({
  name: PageName.meta({ description: 'A page that is of nobody', override: { type: 'string', enum: [...pageNames] } }),
});
const OfResident = z.strictObject({ id: ResidentId });
const OfPlace = z.strictObject({ id: PlaceId });
const OfDay = z.strictObject({
  day: Day.meta({ description: 'A day of the city', override: { type: 'integer', minimum: 1, maximum: dayMax } }),
});

export function linkPictureRoutes(of: LinkPictureRoutes): readonly Route[] {
  const { scenes } = of;
  return [
    pictureRoute(of, {
      path: '/v1/link-pictures/pages/:name',
      summary: 'The picture of a page that is of nobody, for links to it',
      params: OfPage,
      page: ({ name }) => name,
      scene: ({ name }, city) => scenes.page(name, city),
    }),
    pictureRoute(of, {
      path: '/v1/link-pictures/residents/:id',
      summary: 'The picture of the page of a resident, for links to it',
      params: OfResident,
      page: ({ id }) => `resident:${id}`,
      scene: ({ id }, city) => scenes.resident(id, city),
    }),
    pictureRoute(of, {
      path: '/v1/link-pictures/places/:id',
      summary: 'The picture of the page of a public place, for links to it',
      params: OfPlace,
      page: ({ id }) => `place:${id}`,
      scene: ({ id }, city) => scenes.place(id, city),
    }),
    pictureRoute(of, {
      path: '/v1/link-pictures/days/:day',
      summary: 'The picture of a day of the chronicle, for links to it',
      params: OfDay,
      page: ({ day }) => `day:${day}`,
      scene: ({ day }, city) => scenes.day(day, city),
    }),
  ];
}

interface Pictured<P> {
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType<P>;
  /** The name under which it is kept. */
  readonly page: (params: P) => string;
  readonly scene: (params: P, city: Pick<City, 'view'>) => Promise<Scene | Refused>;
}

const pictureRoute = <P>({ pictures, keptMs }: LinkPictureRoutes, of: Pictured<P>): Route =>
  defineRoute({
    method: 'GET',
    path: of.path,
    summary: of.summary,
    caller: 'public',
    isCounted: true,
    isTagged: true,
    params: of.params,
    answer: z.unknown().meta({ description: 'A PNG picture' }),
    answerType: 'image/png',
    refusals: ['not_found'],
    perform: async ({ params }, city): Promise<Answered<unknown>> => {
      if (pictures === undefined) return noneDrawn;
      const picture = await pictures.get(of.page(params), () => of.scene(params, city));
      if (picture.type === 'refused') return picture;
      return { type: 'bytes', bytes: picture.png, tag: picture.tag, headers: headersOf(keptMs) };
    },
  });

const noneDrawn = refused('not_found', {
  kind: 'picture',
  advice: 'This city draws none for links: its operator finds in the log why.',
});

/** Whoever shows a link to others may show its picture on a page of their own. */
const headersOf = (keptMs: number) =>
  [
    ['Cache-Control', `public, max-age=${Math.floor(keptMs / 1_000)}`],
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ] as const;
