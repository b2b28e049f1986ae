/** The city as this page sees it: looked at once, then followed by its feed; what is shown of it as signals. */
import { createSignal } from 'solid-js';
import { api, type Refusal, refusalOf } from '../lib/api.ts';
import { before } from '../lib/bounded.ts';
import { isSpeech, type SpeechEvent } from '../lib/events.ts';
import type { Feed } from '../lib/feed.ts';
import { Refresher } from '../lib/refresher.ts';
import { City, counted, type Drawing, type Gathering, gatherings, PublicMap } from './city.ts';

const wordsMax = 40;
const deadMax = 200;
/** Numbers of events before the map in which words are looked for at the start. */
const wordsBack = 600;
/** Lists are made anew this often at most, however many walk, and so are the words, however many speak. */
const listEveryMs = 1_000;
const wordsEveryMs = 250;
/** And so is the map looked at. */
const lookEveryMs = 3_000;
/** Without that anything was told: not all that closes a place is told to strangers. */
const lookRepeatMs = 20_000;
/** After a look that failed. */
const lookAgainMs = 4_000;
/** Who leaves a place comes into the next within the same moment. */
const goneMs = 700;

/** What is seen of the city at one time. */
interface Seen {
  readonly gatherings: readonly Gathering[];
  /** In which somebody is. */
  readonly places: number;
  readonly residents: number;
}

/** Words that this page has not heard, and that nobody can tell it again. */
interface Unheard {
  readonly type: 'unheard';
}

export interface LiveCity {
  /** The newest first. */
  readonly words: () => readonly (SpeechEvent | Unheard)[];
  readonly seen: () => Seen;
  /** Who has died since the page was opened. */
  readonly hasDied: (resident: string) => boolean;
  /** Why the city could not be looked at; undefined when it could. */
  readonly refusal: () => Refusal | undefined;
  /** What the map says of itself; undefined until it was looked at. */
  readonly map: () => MapSeen | undefined;
}

interface MapSeen {
  /** There is more in the city than the map holds. */
  readonly isTruncated: boolean;
}

/** Begins to follow the city; `feed` has not begun yet. */
export function liveCity(feed: Feed, drawing: Drawing): LiveCity {
  const [words, setWords] = createSignal<ReturnType<LiveCity['words']>>([]);
  const [seen, setSeen] = createSignal<Seen>({ gatherings: [], places: 0, residents: 0 });
  const [dead, setDead] = createSignal<readonly string[]>([]);
  const city = new City({ drawing, later: afterMoment(() => list.ask()), outdated: () => look.ask() });
  const list = new Refresher({
    everyMs: listEveryMs,
    look: async () => setSeen({ gatherings: gatherings(city), ...counted(city) }),
  });
  const { refusal, map, look } = lookingAtMap((map) => {
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

/** Looks at the map when asked, and again by itself, sooner after a look that failed. */
function lookingAtMap(load: (map: PublicMap) => void) {
  const [refusal, setRefusal] = createSignal<Refusal>();
  const [map, setMap] = createSignal<MapSeen>();
  const look = new Refresher({
    ...{ everyMs: lookEveryMs, repeatMs: lookRepeatMs, againMs: lookAgainMs },
    look: async () => {
      try {
        const answer = await api.get('/v1/map', PublicMap);
        load(answer);
        setMap({ isTruncated: answer.truncated });
        setRefusal(undefined);
      } catch (thrown) {
        setRefusal(refusalOf(thrown));
        throw thrown;
      }
    },
  });
  return { refusal, map, look };
}

/** `changed`: it has run, and nobody else tells. */
const afterMoment =
  (changed: () => void) =>
  (run: () => void): (() => void) => {
    const timer = setTimeout(() => {
      run();
      changed();
    }, goneMs);
    return () => clearTimeout(timer);
  };
