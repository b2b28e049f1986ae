/** The city as this page sees it: fetched once, then followed by the feed; what is shown of it, as signals. */
import { createSignal } from 'solid-js';
import { api, type Refusal, refusalOf } from '../lib/api.ts';
import { before } from '../lib/bounded-lists.ts';
import { isSpeech, type SpeechEvent } from '../lib/events.ts';
import type { Feed } from '../lib/feed.ts';
import { Refresher } from '../lib/refresher.ts';
import {
  City,
  counted,
  type Drawing,
  type Gathering,
  gatherings,
  type Owning,
  owners,
  PublicMap,
} from './city-model.ts';

const wordsMax = 40;
const deadMax = 200;
/** Numbers of events before the map in which speech is searched at the start. */
const wordsBack = 600;
/** The least time between two updates of the lists and of the speech, however many residents walk and speak. */
const listEveryMs = 1_000;
const wordsEveryMs = 250;
/** The least time between two requested fetches of the map. */
const fetchEveryMs = 3_000;
/** Between fetches that nothing requests: not every event that closes a place is public. */
const fetchRepeatMs = 20_000;
/** After a fetch that failed. */
const fetchAgainMs = 4_000;
/** A resident who leaves a place enters the next one within this time. */
const goneMs = 700;

/** Counts of what is visible now. */
interface Seen {
  readonly gatherings: readonly Gathering[];
  /** Places with somebody in them. */
  readonly places: number;
  readonly residents: number;
}

/** A gap: speech that this page did not hear and that cannot be sent again. */
interface Unheard {
  readonly type: 'unheard';
}

export interface LiveCity {
  /** Newest first. */
  readonly words: () => readonly (SpeechEvent | Unheard)[];
  readonly seen: () => Seen;
  /** True for a resident who has died since the page was opened. */
  readonly hasDied: (resident: string) => boolean;
  /** Why the city could not be fetched; undefined when it could. */
  readonly refusal: () => Refusal | undefined;
  /** Counts from the map; undefined until it was fetched. */
  readonly map: () => MapSeen | undefined;
}

interface MapSeen {
  /** The city has more than the map holds. */
  readonly isTruncated: boolean;
  /** The one with most places first. */
  readonly owners: readonly Owning[];
}

/** Begins to follow the city. `feed` must not be started yet. */
export function liveCity(feed: Feed, drawing: Drawing): LiveCity {
  const [words, setWords] = createSignal<ReturnType<LiveCity['words']>>([]);
  const [seen, setSeen] = createSignal<Seen>({ gatherings: [], places: 0, residents: 0 });
  const [dead, setDead] = createSignal<readonly string[]>([]);
  const city = new City({ drawing, later: afterMoment(() => list.ask()), outdated: () => look.ask() });
  const list = new Refresher({
    everyMs: listEveryMs,
    look: async () => setSeen({ gatherings: gatherings(city), ...counted(city) }),
  });
  const { refusal, map, look } = mapRefresher((map) => {
    city.load(map);
    list.ask();
    if (feed.seq === undefined) feed.start(map.seq, wordsBack);
  });
  let newest: ReturnType<LiveCity['words']> = [];
  const speak = new Refresher({ everyMs: wordsEveryMs, look: async () => setWords(newest) });
  feed.listen((event) => {
    city.hear(event);
    if (isSpeech(event) && event.actor !== null) {
      newest = before(newest, event, wordsMax);
      speak.ask();
    }
    if (event.type === 'resident.died' && event.actor !== null) setDead(before(dead(), event.actor, deadMax));
    list.ask();
  });
  feed.onGap(() => {
    if (newest[0]?.type !== 'unheard') newest = before(newest, { type: 'unheard' }, wordsMax);
    speak.ask();
    return look.now();
  });
  look.ask();
  return { words, seen, hasDied: (resident) => dead().includes(resident), refusal, map };
}

/** Fetches the map on request, and by itself at intervals, sooner after a fetch that failed. */
function mapRefresher(load: (map: PublicMap) => void) {
  const [refusal, setRefusal] = createSignal<Refusal>();
  const [map, setMap] = createSignal<MapSeen>();
  const look = new Refresher({
    ...{ everyMs: fetchEveryMs, repeatMs: fetchRepeatMs, againMs: fetchAgainMs },
    look: async () => {
      try {
        const answer = await api.get('/v1/map', PublicMap);
        load(answer);
        setMap({ isTruncated: answer.truncated, owners: owners(answer.places) });
        setRefusal(undefined);
      } catch (thrown) {
        setRefusal(refusalOf(thrown));
        throw thrown;
      }
    },
  });
  return { refusal, map, look };
}

/** `changed` is called when it has run by itself. */
const afterMoment =
  (changed: () => void) =>
  (run: () => void): (() => void) => {
    const timer = setTimeout(() => {
      run();
      changed();
    }, goneMs);
    return () => clearTimeout(timer);
  };
