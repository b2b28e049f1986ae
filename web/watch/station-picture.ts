/** Pictures at portal stations, as URLs that an image of this page may have: the policy of pages allows no others. */
import { api } from '../lib/api.ts';
import { StationSeen } from './answers.ts';

export interface Picture {
  readonly url: string;
  /** ISO 8601. */
  readonly takenAt: string;
}

/** Undefined while there is none; `known` while there is no newer one. Rejects when the city does not answer. */
export async function pictureOf(station: string, known: Picture | undefined): Promise<Picture | undefined> {
  const path = `/v1/portals/${encodeURIComponent(station)}`;
  const { picture_taken_at: takenAt } = await api.get(path, StationSeen);
  if (takenAt === null || takenAt === known?.takenAt) return takenAt === null ? undefined : known;
  const url = await fetched(`${path}/camera`);
  return url === undefined ? undefined : { url, takenAt };
}

/** A picture that a visitor has left; undefined when it is gone. Rejects when the city does not answer. */
export const leftPictureOf = (station: string, note: string): Promise<string | undefined> =>
  fetched(`/v1/portals/${encodeURIComponent(station)}/pictures/${encodeURIComponent(note)}`);

async function fetched(path: string): Promise<string | undefined> {
  const response = await fetch(path);
  if (!response.ok || response.headers.get('Content-Type') !== 'image/jpeg') return undefined;
  return dataUrl(await response.blob());
}

export function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('the picture cannot be read'));
    reader.readAsDataURL(blob);
  });
}
