/** The newest picture of a portal station, as an address that an image of this page may have: the policy of pages allows no other. */

export interface Picture {
  readonly url: string;
  /** ISO 8601. */
  readonly takenAt: string;
}

/** Undefined while there is none. */
export async function pictureOf(station: string): Promise<Picture | undefined> {
  const response = await fetch(`/v1/portals/${encodeURIComponent(station)}/camera`);
  if (!response.ok || response.headers.get('Content-Type') !== 'image/jpeg') return undefined;
  const taken = new Date(response.headers.get('Last-Modified') ?? '');
  const blob = await response.blob();
  return { url: await dataUrl(blob), takenAt: Number.isNaN(taken.getTime()) ? '' : taken.toISOString() };
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('the picture cannot be read'));
    reader.readAsDataURL(blob);
  });
}
