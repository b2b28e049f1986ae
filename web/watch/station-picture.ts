/** The newest picture of a portal station, as a URL that an image of this page may have: the policy of pages allows no other. */
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
  const response = await fetch(`${path}/camera`);
  if (!response.ok || response.headers.get('Content-Type') !== 'image/jpeg') return undefined;
  return { url: await dataUrl(await response.blob()), takenAt };
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('the picture cannot be read'));
    reader.readAsDataURL(blob);
  });
}
