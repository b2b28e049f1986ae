/**
 * Every bound and limit of the gateways, with its unit in its name. The defaults are here, once; `gatewaySettings` sets those that the
 * configuration of a city changes.
 */

import type { Config } from '../config/settings.ts';

/** Prices in millicredits, only to refuse a caller early (G3): the turn decides. */
export interface Prices {
  /** Away from the speaker's home. */
  readonly broadcast: number;
  /** Away from the speaker's home. */
  readonly whisper: number;
  readonly shout: number;
  readonly letter: number;
  readonly print: number;
}

export interface GatewaySettings {
  /** Requests of one resident to all endpoints without a limit of their own. */
  readonly residentRatePerMinute: number;
  /** Requests and sockets of one address with a token that nobody in memory has, or that is not the operator's where it must be. */
  readonly strangerRatePerMinute: number;
  /** Thoughts that one resident may note. */
  readonly thoughtsPerMinute: number;
  /** Names (residents, addresses) that a rate limit keeps; the longest unused are dropped. */
  readonly rateNamesMax: number;
  /** Requests of one visitor, and of one portal station. */
  readonly visitorRatePerMinute: number;
  readonly stationRatePerMinute: number;
  /** The part of a visitor's requests that speak and print at portal stations. */
  readonly stationVisitsPerMinute: number;
  /** The part of a visitor's requests that ask residents, leave words and post jobs, on the Portal Gateway. */
  readonly visitorWordsPerMinute: number;
  /** Without a heartbeat for this long a portal station is inactive. */
  readonly stationSilentMs: number;
  /** Pictures of portal stations that are cached; the longest unused are read from the database again. */
  readonly picturesBytesMax: number;
  /** Pictures that the gateway draws: how long one is given again, bytes that are kept, how many are drawn at once and wait for it. */
  readonly drawnPictureKeptMs: number;
  readonly drawnPicturesBytesMax: number;
  readonly drawnPicturesAtOnceMax: number;
  readonly drawnPicturesWaitingMax: number;
  /** Concurrent look-ups that anybody may cause: the activity of portal stations, and residents who may have left memory. */
  readonly activityLookUpsMax: number;
  readonly residentLookUpsMax: number;
  /** Writing requests without a token, of one network address. */
  readonly anonymousWritesPerMinute: number;
  /** Reading requests without a token, for residents and places, and for what may need the database. */
  readonly anonymousLooksPerMinute: number;
  /** Requests without a token for pages and their files. */
  readonly pageLooksPerMinute: number;
  /** Entries of `X-Forwarded-For`, from the right, that are believed: those of our own proxies. */
  readonly trustedProxies: number;
  /** The origin of the Portal's pages, for example `https://city.example`; unset: the address of the request. */
  readonly portalOrigin: string | undefined;
  /** Where residents reach the City API, and visitors the Portal, as the operator declares; unset: the address of the request. */
  readonly cityUrl: string | undefined;
  readonly portalUrl: string | undefined;
  /** How long a visitor is logged in, and its number of sessions; the oldest ends. */
  readonly sessionMs: number;
  readonly sessionsPerVisitorMax: number;
  /** Sessions that are cached; the longest unused are read from the database again. */
  readonly sessionsKnownMax: number;
  readonly sessionLookUpsAtOnceMax: number;
  /** Logins that may fail within `failedLoginsWindowMs`: for a handle from one network address, and for a network address. */
  readonly failedLoginsPerHandleMax: number;
  readonly failedLoginsPerAddressMax: number;
  readonly failedLoginsWindowMs: number;
  /** For argon2id: 19 MiB and two passes are what OWASP advises, some 30 ms of one core. */
  readonly passwordMemoryKib: number;
  readonly passwordPasses: number;
  /** Passwords that are hashed concurrently, and those that wait for it; more logins are answered `busy`. */
  readonly passwordHashesAtOnceMax: number;
  readonly passwordHashesWaitingMax: number;
  readonly bodyBytesMax: number;
  /** Of a body that writes code. */
  readonly codeBytesMax: number;
  /** Bodies that are still arriving from known callers, all connections together. */
  readonly bodiesBytesMax: number;
  /** Bodies that are still arriving from one known caller. */
  readonly callerBodiesBytesMax: number;
  /** Bodies that are still arriving from callers who are not known, or not yet. */
  readonly strangerBodiesBytesMax: number;
  /** Answers that their callers have not read yet, all connections together; above it the oldest is given up. */
  readonly unreadAnswersBytesMax: number;
  /** How long the headers of the first request of a connection may take, and how many connections are watched for it. */
  readonly firstRequestMsMax: number;
  readonly firstRequestsMax: number;
  /** After a 413: how much is read and discarded, and for how long, before the connection is closed. */
  readonly discardBytesMax: number;
  readonly discardMsMax: number;
  readonly jsonDepthMax: number;
  /** Values of a body, however small: they are walked in one go, in which others wait. */
  readonly jsonValuesMax: number;
  readonly tokenCacheEntriesMax: number;
  readonly tokenCacheMs: number;
  /** Tokens of the departed that are cached; the longest unused are dropped. */
  readonly departedTokensMax: number;
  /** How long `close` waits for answers that are under way, in milliseconds. */
  readonly drainMsMax: number;
  /** Frames and pings that one socket may send. */
  readonly socketFramesPerMinute: number;
  readonly socketFrameBytesMax: number;
  /** Bytes that wait to be sent to one socket; above it the socket is a slow reader and is ended. */
  readonly socketBacklogBytesMax: number;
  /** How long a slow reader may take to drain, so that it learns why it is closed. */
  readonly socketSlowMsMax: number;
  /** From the upgrade to a valid token. */
  readonly socketAuthMsMax: number;
  /** After `hello` the live feed waits this long for a `resume`, so that nothing comes twice or out of order. */
  readonly socketHoldMs: number;
  readonly socketIdleSeconds: number;
  readonly socketsPerResidentMax: number;
  /** Sockets that have not shown a token yet: all of them, and those of one network address. */
  readonly socketsUnknownMax: number;
  readonly socketsUnknownPerAddressMax: number;
  /** Sockets whose token came with the upgrade and is being looked up. */
  readonly socketsCheckedMax: number;
  /** Missed events in one look-up, and live ones that may wait while the missed ones are sent. */
  readonly resumePageEvents: number;
  readonly resumeWaitingEventsMax: number;
  /** How many events a resume may read, the newest of those missed; older ones are a gap. */
  readonly resumeEventsMax: number;
  /** Concurrent look-ups of missed events; one at a time for each resident. */
  readonly resumeLookUpsMax: number;
  /** Sockets on the Portal's feed: all of them, and those of one network address. */
  readonly portalSocketsMax: number;
  readonly portalSocketsPerNetworkMax: number;
  /** Events from which a resume on the Portal's feed is answered. */
  readonly publicEventsKept: number;
  /** Anybody may look at the charts of the city. */
  readonly chartsArePublic: boolean;
  readonly prices: Prices;
}

/** Requests that one page with its files counts as, and some more: readers open several pages in a row. */
const pageFiles = 20;

/** The defaults. */
export const gatewayDefaults: GatewaySettings = {
  residentRatePerMinute: 600,
  strangerRatePerMinute: 20,
  thoughtsPerMinute: 20,
  rateNamesMax: 50_000,
  visitorRatePerMinute: 60,
  stationRatePerMinute: 60,
  stationVisitsPerMinute: 60,
  visitorWordsPerMinute: 10,
  stationSilentMs: 60_000,
  picturesBytesMax: 64 * 1024 * 1024,
  drawnPictureKeptMs: 180_000,
  drawnPicturesBytesMax: 16 * 1024 * 1024,
  drawnPicturesAtOnceMax: 1,
  drawnPicturesWaitingMax: 8,
  activityLookUpsMax: 4,
  residentLookUpsMax: 8,
  anonymousWritesPerMinute: 20,
  anonymousLooksPerMinute: 300,
  pageLooksPerMinute: 300 * pageFiles,
  trustedProxies: 0,
  portalOrigin: undefined,
  cityUrl: undefined,
  portalUrl: undefined,
  sessionMs: 30 * 24 * 60 * 60 * 1_000,
  sessionsPerVisitorMax: 10,
  sessionsKnownMax: 50_000,
  sessionLookUpsAtOnceMax: 16,
  failedLoginsPerHandleMax: 10,
  failedLoginsPerAddressMax: 50,
  failedLoginsWindowMs: 15 * 60 * 1_000,
  passwordMemoryKib: 19_456,
  passwordPasses: 2,
  passwordHashesAtOnceMax: 1,
  passwordHashesWaitingMax: 32,
  bodyBytesMax: 1024 * 1024,
  codeBytesMax: 4 * 1024 * 1024,
  bodiesBytesMax: 64 * 1024 * 1024,
  callerBodiesBytesMax: 16 * 1024 * 1024,
  strangerBodiesBytesMax: 16 * 1024 * 1024,
  unreadAnswersBytesMax: 64 * 1024 * 1024,
  firstRequestMsMax: 3_000,
  firstRequestsMax: 4_096,
  discardBytesMax: 8 * 1024 * 1024,
  discardMsMax: 2_000,
  jsonDepthMax: 32,
  jsonValuesMax: 10_000,
  tokenCacheEntriesMax: 50_000,
  tokenCacheMs: 30_000,
  departedTokensMax: 4_096,
  drainMsMax: 5_000,
  socketFramesPerMinute: 120,
  socketFrameBytesMax: 64 * 1024,
  socketBacklogBytesMax: 64 * 1024,
  socketSlowMsMax: 3_000,
  socketAuthMsMax: 5_000,
  socketHoldMs: 300,
  socketIdleSeconds: 60,
  socketsPerResidentMax: 64,
  socketsUnknownMax: 1_000,
  socketsUnknownPerAddressMax: 250,
  socketsCheckedMax: 1_000,
  resumePageEvents: 200,
  resumeWaitingEventsMax: 2_000,
  resumeEventsMax: 1_000_000,
  resumeLookUpsMax: 2,
  portalSocketsMax: 20_000,
  portalSocketsPerNetworkMax: 1_000,
  publicEventsKept: 10_000,
  chartsArePublic: false,
  prices: { broadcast: 100, whisper: 100, shout: 2_000, letter: 100, print: 5_000 },
};

/** The settings of gateways whose city has this configuration. */
export const gatewaySettings = (config: Config): GatewaySettings => ({
  ...gatewayDefaults,
  drainMsMax: (config.DRAIN_MS * 2) / 3,
  residentRatePerMinute: config.RESIDENT_RATE_PER_MINUTE,
  strangerRatePerMinute: config.STRANGER_RATE_PER_MINUTE,
  visitorRatePerMinute: config.VISITOR_RATE_PER_MINUTE,
  stationRatePerMinute: config.STATION_RATE_PER_MINUTE,
  stationVisitsPerMinute: config.STATION_VISITS_PER_MINUTE,
  visitorWordsPerMinute: config.VISITOR_WORDS_PER_MINUTE,
  stationSilentMs: config.STATION_SILENT_SECONDS * 1_000,
  anonymousWritesPerMinute: config.ANONYMOUS_WRITES_PER_MINUTE,
  anonymousLooksPerMinute: config.ANONYMOUS_LOOKS_PER_MINUTE,
  pageLooksPerMinute: config.ANONYMOUS_LOOKS_PER_MINUTE * pageFiles,
  trustedProxies: config.TRUSTED_PROXIES,
  portalOrigin: config.PORTAL_PUBLIC_URL === undefined ? undefined : new URL(config.PORTAL_PUBLIC_URL).origin,
  cityUrl: config.CITY_PUBLIC_URL,
  portalUrl: config.PORTAL_PUBLIC_URL,
  resumeEventsMax: config.RESUME_EVENTS_MAX,
  chartsArePublic: config.CHARTS_PUBLIC === 1,
  prices: {
    broadcast: config.MESSAGE_PRICE,
    whisper: config.MESSAGE_PRICE,
    shout: config.SHOUT_PRICE,
    letter: config.LETTER_PRICE,
    print: config.PRINT_COST,
  },
});
