/** Faces of residents that the page has met, by their ids. */
import { createSignal } from 'solid-js';
import { setBounded } from '../lib/bounded-lists.ts';
import type { CityEvent } from '../lib/events.ts';

const facesMax = 10_000;

const faces = new Map<string, string>();
const [revision, setRevision] = createSignal(0);

/** Null and undefined: not told. */
export function rememberFace(resident: string, face: string | null | undefined): void {
  if (face === null || face === undefined || faces.get(resident) === face) return;
  setBounded(faces, resident, face, facesMax);
  setRevision((count) => count + 1);
}

/** Remembers the face in an event. */
export function rememberFaced(event: CityEvent): void {
  if ((event.type === 'resident.born' || event.type === 'resident.died') && event.actor !== null)
    rememberFace(event.actor, event.data.face);
}

/** A signal: what its face follows from, on every page; null: not known, and nobody else's face is shown for it. */
export function faceOf(resident: string): string | null {
  revision();
  return faces.get(resident) ?? null;
}
