/**
 * Pictures that visitors leave at portal stations: how one is left, looked at and taken away; and how a visitor takes away whatever it has
 * left. The city decides whether a picture stands; its bytes are kept here, under the id of its note.
 */
import { z } from 'zod';
import { command } from '../../../actors/registry.ts';
import { view } from '../../../actors/views.ts';
import { readJson } from '../../../engine/command.ts';
import { contentHash } from '../../../engine/ids.ts';
import { JournalUnavailable } from '../../../engine/ports.ts';
import { NoteGone, NoteLeft, Notes } from '../../answers/notes.ts';
import { LookUpLimit } from '../../limits/look-up-limit.ts';
import type { SlidingLog } from '../../limits/sliding-log.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import { withKey } from '../../route/keyed-command.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { NoteId, Page, ShortText } from '../../schema/fields.ts';
import { OfStation, pictureCharsMax, StationId, VisitorPicture } from '../../schema/station-fields.ts';
import type { GatewaySettings } from '../../settings.ts';
import type { Cameras } from '../../stations/cameras.ts';
import { otherThan } from '../../stations/station-auth.ts';

export interface VisitorPictures {
  /** The rate limit of visitors' words. */
  readonly words: SlidingLog;
  readonly cameras: Cameras;
  readonly now: () => number;
  readonly settings: Pick<GatewaySettings, 'activityLookUpsMax'>;
}

/** Besides the picture there are words. */
const bodyBytesMax = pictureCharsMax + 8 * 1024;

/**
 * Stored once the city has taken it, so that nobody fills the table with what it refuses. Where that fails, the same request under its key
 * stores it.
 */
const leavePicture = ({ words, cameras, now }: VisitorPictures): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/pictures',
    summary:
      'Leave a picture at an active portal station that opens on a public room, for `PICTURE_PRICE` out of your wallet, with words that say what it shows',
    caller: 'visitor',
    body: z.strictObject({
      station: StationId,
      text: ShortText.meta({ description: 'What it shows, for those who cannot see it' }),
      jpeg: VisitorPicture,
    }),
    bodyBytesMax: () => bodyBytesMax,
    answer: NoteLeft,
    status: 201,
    refusals: ['not_found', 'tier_capacity_exceeded', 'insufficient_credits', 'invalid_state'],
    refusedWhen: { invalid_state: 'the station is inactive or closed, or opens where no stranger may walk' },
    perform: async ({ caller, body: { station, text, jpeg }, key }, city) => {
      const { bytes, width, height } = jpeg;
      const said = { station, text, content: contentHash(text), size: { width, height } };
      const reply = view('note_left', { visitor: caller.id });
      const asked = { caller: caller.actor, reply, contents: [text] };
      const limited = words.take(caller.id);
      if (limited !== undefined) return limited;
      const outcome = await city.submit(withKey(command(caller.actor, { type: 'leave_picture', ...said }, asked), key));
      if (outcome.type === 'refused') return outcome;
      try {
        await cameras.keep({ of: readJson(outcome.json).id, takenAt: now(), bytes });
        return outcome;
      } catch (cause) {
        if (!(cause instanceof JournalUnavailable)) throw cause;
        return { ...refused('busy', { retry_after_seconds: 1 }), applied: 'unknown' };
      }
    },
  });

const getPictures = defineRoute({
  method: 'GET',
  path: '/v1/portals/:id/pictures',
  summary: 'Pictures that visitors have left at a portal station, the newest first, in the words of who left them',
  caller: 'public',
  isCounted: true,
  params: OfStation,
  query: Page,
  answer: Notes,
  refusals: ['not_found'],
  view: ({ params: { id }, query: { limit, cursor } }) => view('pictures_at', { id, limit, cursor: cursor ?? null }),
});

const OfPicture = z.strictObject({ id: StationId, note_id: NoteId });

const getPicture = ({ cameras, settings }: VisitorPictures): Route => {
  const looks = new LookUpLimit(settings.activityLookUpsMax);
  return defineRoute({
    method: 'GET',
    path: '/v1/portals/:id/pictures/:note_id',
    summary: 'A picture that a visitor has left at a portal station that opens on a public room',
    caller: 'public',
    isCounted: true,
    params: OfPicture,
    answer: z.unknown().meta({ description: 'A JPEG picture' }),
    answerType: 'image/jpeg',
    refusals: ['not_found'],
    perform: async ({ params: { id: station, note_id: id } }, city) => {
      const seen = await city.view(view('picture_at', { id, station }));
      if (seen.type === 'refused') return seen;
      const found = await looks.run(async () => ({ picture: await cameras.newest([id]) }));
      if ('code' in found) return found;
      if (found.picture === undefined) return refused('not_found', { kind: 'picture' });
      const { takenAt, bytes } = found.picture;
      return { type: 'bytes', bytes, headers: [['Last-Modified', new Date(takenAt).toUTCString()]] };
    },
  });
};

const removePicture = defineRoute({
  method: 'DELETE',
  path: '/v1/portals/:id/pictures/:note_id',
  summary: 'Take away a picture that a visitor has left at you; what it cost does not come back',
  caller: 'station',
  params: OfPicture,
  answer: NoteGone,
  refusals: ['not_found', 'foreign_station'],
  command: ({ caller, params: { id: station, note_id: note } }) =>
    otherThan(caller, station) ??
    command(caller.actor, { type: 'remove_picture', note }, { caller: caller.actor, reply: view('note_gone', {}) }),
});

const takeBack = defineRoute({
  method: 'DELETE',
  path: '/v1/visitors/notes/:id',
  summary: 'Take away a note, a wish or a picture that you have left; what it cost does not come back',
  caller: 'visitor',
  params: z.strictObject({ id: NoteId }),
  answer: NoteGone,
  refusals: ['not_found'],
  command: ({ caller, params: { id: note } }) =>
    command(caller.actor, { type: 'take_back', note }, { caller: caller.actor, reply: view('note_gone', {}) }),
});

export const visitorPictureRoutes = (of: VisitorPictures): readonly Route[] => [
  leavePicture(of),
  getPictures,
  getPicture(of),
  removePicture,
  takeBack,
];
