/** The city as this page sees it: looked at once, then followed by its feed; what is shown of it as signals. */
import { createSignal } from 'solid-js';
import { api, type Refusal, refusalOf } from '../lib/api.ts';
import { before } from '../lib/bounded.ts';
import { isSpeech, type SpeechEvent } from '../lib/events.ts';
import type { Feed } from '../lib/feed.ts';
import { City, type Drawing, type Gathering, gatherings, PublicMap } from './city.ts';

const wordsMax = 40;
/** Numbers of events before the map in which words are looked for at the start. */
const wordsBack = 600;
/** Lists are made anew this often at most, however many walk, and so are the words, however many speak. */
const listEveryMs = 1_000;
const wordsEveryMs = 250;
/** And so is the map looked at. */
const lookEveryMs = 3_000;
/** After a look that failed. */
const lookAgainMs = 4_000;
/** Who leaves a place comes into the next within the same moment. */
const goneMs = 700;

export interface LiveCity {
  readonly words: () => readonly SpeechEvent[];
  readonly gatherings: () => readonly Gathering[];
  readonly places: () => number;
  readonly residents: () => number;
  readonly tick: () => number | undefined;
  /** Why the city could not be looked at; undefined when it could. */
  readonly refusal: () => Refusal | undefined;
  readonly isThere: () => boolean;
}

/** Begins to follow the city; `feed` has not begun yet. */
export function liveCity(feed: Feed, drawing: Drawing): LiveCity {
  const [words, setWords] = createSignal<readonly SpeechEvent[]>([]);
  const [gathered, setGathered] = createSignal<readonly Gathering[]>([]);
  const [places, setPlaces] = createSignal(0);
  const [residents, setResidents] = createSignal(0);
  const [tick, setTick] = createSignal<number>();
  const [refusal, setRefusal] = createSignal<Refusal>();
  const [isThere, setThere] = createSignal(false);
  const city = new City({
    drawing,
    later: (run) => {
      const timer = setTimeout(run, goneMs);
      return () => clearTimeout(timer);
    },
    outdated: () => look.soon(),
  });
  const list = soonest(listEveryMs, () => {
    setGathered(gatherings(city));
    setPlaces(city.places.size);
    setResidents(city.residents.size);
  });
  let newest: readonly SpeechEvent[] = [];
  const speak = soonest(wordsEveryMs, () => setWords(newest));
  const lookNow = async () => {
    try {
      const map = await api.get('/v1/map', PublicMap);
      city.load(map);
      setRefusal(undefined);
      setThere(true);
      list.now();
      if (feed.seq === undefined) feed.start(map.seq, wordsBack);
    } catch (thrown) {
      setRefusal(refusalOf(thrown));
      setTimeout(() => void lookNow(), lookAgainMs);
    }
  };
  const look = soonest(lookEveryMs, () => void lookNow());
  feed.listen((event) => {
    city.hear(event);
    setTick((known) => Math.max(known ?? 0, event.tick));
    if (isSpeech(event) && event.actor !== null) {
      newest = before(newest, event, wordsMax);
      speak.soon();
    }
    list.soon();
  });
  feed.onGap(lookNow);
  void lookNow();
  return { words, gatherings: gathered, places, residents, tick, refusal, isThere };
}

/** Does `act` when asked, but no oftener than this. */
function soonest(everyMs: number, act: () => void): { readonly soon: () => void; readonly now: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    act();
  };
  const soon = () => {
    timer ??= setTimeout(now, everyMs);
  };
  return { soon, now };
}
