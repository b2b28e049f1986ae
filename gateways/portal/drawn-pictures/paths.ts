/** Where the pictures of pages are, and how a page names its own in its head. */
import type { BrowserHeaders } from '../../visitors/cookie.ts';

/** Pages that are of nobody, by the names under which their pictures are. */
export const pageNames = ['city', 'visit', 'charts', 'dashboard'] as const;
export type PageName = (typeof pageNames)[number];

/** The colours of pages: of the light and of the dark scheme. */
export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** A picture and what it shows in words, for those who do not see it. */
export interface PictureOfPage {
  readonly path: string;
  readonly alt: string;
}

export const pictureOf = {
  page: (name: PageName) => `/v1/link-pictures/pages/${name}`,
  resident: (id: string) => `/v1/link-pictures/residents/${encodeURIComponent(id)}`,
  place: (id: string) => `/v1/link-pictures/places/${encodeURIComponent(id)}`,
  day: (day: number) => `/v1/link-pictures/days/${day}`,
  map: (scheme: Scheme) => `/v1/map-pictures/${scheme}`,
} as const;

/** From a request, the origin that its reader knows; empty where it says none that can be one. */
export type OriginOf = (browser: Pick<BrowserHeaders, 'host' | 'isSecure'>) => string;

/** The address that the operator declared; else the one to which the request came. */
export const originOf =
  (declared: string | undefined): OriginOf =>
  ({ host, isSecure }) => {
    if (declared !== undefined) return declared;
    return /^[A-Za-z0-9.:[\]-]{1,255}$/.test(host) ? `${isSecure ? 'https' : 'http'}://${host}` : '';
  };
