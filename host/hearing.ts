/** What residents were there to hear, for the memory: read from the city's events and from who followed what (decision 082). */
import { at, residentActor } from '../actors/rules/place/names.ts';
import type { FeedEvent } from '../engine/command.ts';
import type { Events } from '../engine/ports.ts';
import { saidOf } from '../gateways/city/said-words.ts';
import type { HeardMessage, Hearing } from '../services/hearing.ts';

export const hearingOf = (events: Pick<Events, 'heard' | 'said' | 'stays'>): Hearing => ({
  visits: async (resident, after, limit) =>
    (await events.stays(residentActor(resident), after, limit)).map(({ from, until, topic, at: began }) => ({
      ...{ from, until },
      place: topic.slice(at('').length),
      began: new Date(began),
    })),
  words: async ({ from, until, place }, { after, before }, limit, first) => {
    const between = {
      after: Math.max(after, from - 1),
      before: Math.min(before, until ?? Number.MAX_SAFE_INTEGER),
    };
    return (await events.said(at(place), between, limit, first)).map((event) => messageOf(event, from));
  },
  newest: async (resident, visits, wordsOfEach) =>
    (await events.heard(residentActor(resident), visits, wordsOfEach)).map(({ event, stay }) => messageOf(event, stay)),
});

function messageOf(event: FeedEvent, visit: number): HeardMessage {
  const { seq, from: peer, message: content, said_at } = saidOf(event);
  return { seq, visit, peer, content, created_at: new Date(said_at) };
}
