/** Pictures of visitors, walked: left at a station and taken away, as their visitor and as their station see it. */
import type { StationEvent } from '../../actors/kinds/portal-station/facts.ts';
import type { StationContext } from '../../actors/kinds/portal-station/messages.ts';
import type { VisitorEvent } from '../../actors/kinds/visitor/facts.ts';
import type { VisitorContext } from '../../actors/kinds/visitor/messages.ts';
import { command } from '../../actors/registry.ts';
import { noteActor, stationActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { square } from '../gateways/station-gateways.ts';
import { present, rules } from './facts.ts';
import type { Situation, Variants } from './kind-model.ts';
import type { Refusal, Stage, Station, Visitor } from './stage.ts';
import type { Handed } from './visitor-hand.ts';

const max = (name: string): number => rules[name] ?? 0;
const [ownMax, hereMax] = [max('PICTURES_PER_VISITOR_MAX'), max('PICTURES_AT_STATION_MAX')];
const price = max('PICTURE_PRICE') / 1000;
const [text, unknown] = ['A lamp.', 'note_aaaaaaaaaaaaaaaa'];
const said = { text, content: contentHash(text), size: { width: 8, height: 8 } };

const bodyFor = (station: string) => ({ station, text, jpeg: square.toString('base64') });
const leave = (by: Visitor, { id }: Pick<Station, 'id'>): Promise<Refusal> =>
  by.post('/v1/visitors/pictures', bodyFor(id));

/** Out of a wallet that is filled for it; the id of its note. */
async function left(stage: Stage, by: Visitor, { id }: Pick<Station, 'id'>): Promise<string> {
  await stage.grant(by, price);
  return String((await by.make('/v1/visitors/pictures', bodyFor(id)))['id']);
}

async function takeDown(stage: Stage, notes: readonly string[]): Promise<void> {
  for (const note of notes) await stage.operate('DELETE', `/v1/admin/notes/${note}`);
}

const leaves = (ofVisitor = 0): VisitorEvent => ({
  ...{ type: 'leave_picture', station: 'library-1', ...said },
  facts: { ...present, ofVisitor },
});
const takesBack = (note: string | null): VisitorEvent => ({
  ...{ type: 'take_back', note: note ?? unknown },
  facts: { ...present, actor: note === null ? null : noteActor(note) },
});

/** What a visitor hears. */
export const picturesOfVisitor: Variants<Handed, VisitorEvent, VisitorContext> = {
  'leaves a picture': {
    hears: [leaves()],
    play: async ({ stage, self }) => {
      await takeDown(stage, [await left(stage, self, await stage.station())]);
      return undefined;
    },
  },
  'leaves too many pictures': {
    hears: [leaves(ownMax)],
    play: async ({ stage, self }) => {
      const station = await stage.station();
      const notes: string[] = [];
      for (let n = 0; n < ownMax; n++) notes.push(await left(stage, self, station));
      const refusal = await leave(self, station);
      await takeDown(stage, notes);
      return refusal;
    },
  },
  'takes back what it has left': {
    hears: [takesBack('note_1')],
    play: async ({ stage, self }) =>
      self.remove(`/v1/visitors/notes/${await left(stage, self, await stage.station())}`),
  },
  'takes back what another has left': {
    hears: [takesBack(null)],
    play: ({ self }) => self.remove(`/v1/visitors/notes/${unknown}`),
  },
};

interface OfStation {
  readonly stage: Stage;
  readonly self: Station;
  readonly visitor: Visitor;
}

type At = Situation<StationContext>;

const receives = (known: Partial<{ isPublic: boolean; standing: number }> = {}): StationEvent => ({
  ...{ type: 'receive_picture', by: 'vis-1', ...said },
  facts: { ...present, note: 'note_1', isPublic: true, standing: 0, ...known },
});
const removes = (isOwn: boolean): StationEvent => ({
  ...{ type: 'remove_picture', note: unknown },
  facts: { ...present, isOwn },
});

/** Visitors leave pictures until one is refused. */
async function untilFull({ stage, self }: OfStation): Promise<Refusal> {
  let visitor = await stage.register();
  let refusal: Refusal;
  for (let n = 0; n <= hereMax && refusal === undefined; n++) {
    if (n % ownMax === 0) visitor = await stage.register();
    await stage.grant(visitor, price);
    refusal = await leave(visitor, self);
  }
  return refusal;
}

/** What a station hears: in a pod to which strangers walk, or where nobody can look at a picture. */
export const picturesOfStation = (isPublic: (at: At) => boolean): Variants<OfStation, StationEvent, StationContext> => {
  const isShown = (at: At) => at.state === 'active' && isPublic(at);
  return {
    'is given a picture where no stranger may walk': {
      when: (at) => !isPublic(at),
      hears: [receives({ isPublic: false })],
      play: async ({ stage, visitor, self }) => {
        await stage.grant(visitor, price);
        return leave(visitor, self);
      },
    },
    'takes a picture': {
      when: isShown,
      hears: [receives()],
      play: async ({ stage, self }) => {
        await left(stage, await stage.register(), self);
        return undefined;
      },
    },
    'is given more pictures than it has room for': {
      when: isShown,
      hears: [receives({ standing: hereMax })],
      play: untilFull,
    },
    'removes a picture': {
      when: isShown,
      hears: [removes(true)],
      play: async ({ stage, self }) => self.removePicture(await left(stage, await stage.register(), self)),
    },
    'removes a picture that it took before it fell silent': {
      when: (at) => at.state === 'inactive' && isPublic(at),
      hears: [removes(true)],
      play: async ({ stage, self }) => {
        await self.heartbeat();
        const note = await left(stage, await stage.register(), self);
        await stage.submit(command(stationActor(self.id), { type: 'silent' }, { caller: 'city' }));
        return self.removePicture(note);
      },
    },
    'removes a picture of another station': {
      when: ({ state }) => state !== 'closed',
      hears: [removes(false)],
      play: ({ self }) => self.removePicture(unknown),
    },
  };
};
