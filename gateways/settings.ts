/**
 * Every bound and limit of the gateways, with its unit in its name. The defaults stand here, once; `gatewaySettings` says
 * which of them the configuration of a city changes.
 */

import type { Config } from '../config/settings.ts';

/** What an action costs, in millicredits: only for telling a caller early (G3); the turn decides. */
export interface Prices {
  /** Away from one's own home. */
  readonly broadcast: number;
  /** Away from one's own home. */
  readonly whisper: number;
  readonly shout: number;
  readonly letter: number;
  readonly print: number;
}

export interface GatewaySettings {
  /** Requests of one resident over all endpoints that have no limit of their own. */
  readonly residentRatePerMinute: number;
  /** Requests and sockets of one address whose token nobody in memory has, or is not the operator's where it must be. */
  readonly strangerRatePerMinute: number;
  /** Thoughts that one resident may note. */
  readonly thoughtsPerMinute: number;
  /** Residents, and addresses, whose requests are counted at the same time; those heard of longest ago are forgotten. */
  readonly rateNamesMax: number;
  /** Requests of one visitor, and of one portal station. */
  readonly visitorRatePerMinute: number;
  readonly stationRatePerMinute: number;
  /** Of those of a visitor, what it says and has printed at portal stations. */
  readonly stationVisitsPerMinute: number;
  /** After which a portal station of which no heartbeat has come is inactive. */
  readonly stationSilentMs: number;
  /** Pictures of portal stations that are remembered; of those looked at longest ago the database is asked again. */
  readonly picturesBytesMax: number;
  /** Look-ups that anybody may ask for: of what happened at portal stations, and of residents, who may have left memory. */
  readonly activityLooksAtOnceMax: number;
  readonly residentLooksAtOnceMax: number;
  /** Requests by which somebody who shows no token would change something, of one network address. */
  readonly anonymousWritesPerMinute: number;
  /** Looks of such at residents and places, and at what may need the database. */
  readonly anonymousLooksPerMinute: number;
  /** The same at pages and the files that these bring along. */
  readonly pageLooksPerMinute: number;
  /** Entries of `X-Forwarded-For`, from the right, that are believed: those of our own proxies. */
  readonly trustedProxies: number;
  /** Where the pages of the Portal Gateway come from, for example `https://city.example`; unset: the address asked at. */
  readonly portalOrigin: string | undefined;
  /** How long a visitor stays logged in, and in how many sessions at once; the oldest ends. */
  readonly sessionMs: number;
  readonly sessionsPerVisitorMax: number;
  /** Sessions that are remembered; of those used longest ago the database is asked again. */
  readonly sessionsKnownMax: number;
  readonly sessionLookUpsAtOnceMax: number;
  /** Logins that may fail within `failedLoginsWindowMs`: for a handle from one network address, and for such an address. */
  readonly failedLoginsPerHandleMax: number;
  readonly failedLoginsPerAddressMax: number;
  readonly failedLoginsWindowMs: number;
  /** Of argon2id: 19 MiB and two passes are what OWASP advises, some 30 ms of one core. */
  readonly passwordMemoryKib: number;
  readonly passwordPasses: number;
  /** Passwords that are hashed at once, and those that wait for it; more logins are answered `busy`. */
  readonly passwordHashesAtOnceMax: number;
  readonly passwordHashesWaitingMax: number;
  readonly bodyBytesMax: number;
  /** Of a body that writes code. */
  readonly codeBytesMax: number;
  /** Bodies that are still arriving from callers who are known, all connections together. */
  readonly bodiesBytesMax: number;
  /** The same of one of them. */
  readonly callerBodiesBytesMax: number;
  /** The same of those who are not, or not yet. */
  readonly strangerBodiesBytesMax: number;
  /** Answers that their callers have not read yet, all connections together; above it the oldest is given up. */
  readonly unreadAnswersBytesMax: number;
  /** How long the headers of the first request of a connection may take, and of how many connections that is kept in mind. */
  readonly firstRequestMsMax: number;
  readonly firstRequestsMax: number;
  /** After a 413: how much is read and thrown away, and for how long, before the connection is closed. */
  readonly discardBytesMax: number;
  readonly discardMsMax: number;
  readonly jsonDepthMax: number;
  /** Values of a body, however small: each is walked in one go, and others wait meanwhile. */
  readonly jsonValuesMax: number;
  readonly tokenCacheEntriesMax: number;
  readonly tokenCacheMs: number;
  /** Tokens of the departed that are remembered; those heard of longest ago are forgotten. */
  readonly departedTokensMax: number;
  /** How long `close` waits for answers that are under way, in milliseconds. */
  readonly drainMsMax: number;
  /** Frames and pings that one socket may send. */
  readonly socketFramesPerMinute: number;
  readonly socketFrameBytesMax: number;
  /** What waits to be sent to one socket; above it the socket is a slow reader and is ended. */
  readonly socketBacklogBytesMax: number;
  /** How long a slow reader may take to drain what it was sent, so that it can learn why it is closed. */
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
  /** How many events a resume may look at, the newest of those missed; what came before them is a gap. */
  readonly resumeEventsMax: number;
  /** Look-ups of missed events that run at once; one at a time for each resident. */
  readonly resumeLooksAtOnceMax: number;
  /** Sockets on the Portal's feed: all of them, and those of one network address. */
  readonly portalSocketsMax: number;
  readonly portalSocketsPerNetworkMax: number;
  /** Events that a resume on the Portal's feed is answered from. */
  readonly publicEventsKept: number;
  readonly prices: Prices;
}

/** Looks that one page with its files counts as, and some more: whoever looks at pages asks for several in a row. */
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
  stationSilentMs: 60_000,
  picturesBytesMax: 64 * 1024 * 1024,
  activityLooksAtOnceMax: 4,
  residentLooksAtOnceMax: 8,
  anonymousWritesPerMinute: 20,
  anonymousLooksPerMinute: 300,
  pageLooksPerMinute: 300 * pageFiles,
  trustedProxies: 0,
  portalOrigin: undefined,
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
  resumeLooksAtOnceMax: 2,
  portalSocketsMax: 20_000,
  portalSocketsPerNetworkMax: 1_000,
  publicEventsKept: 10_000,
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
  stationSilentMs: config.STATION_SILENT_SECONDS * 1_000,
  anonymousWritesPerMinute: config.ANONYMOUS_WRITES_PER_MINUTE,
  anonymousLooksPerMinute: config.ANONYMOUS_LOOKS_PER_MINUTE,
  pageLooksPerMinute: config.ANONYMOUS_LOOKS_PER_MINUTE * pageFiles,
  trustedProxies: config.TRUSTED_PROXIES,
  portalOrigin: config.PORTAL_PUBLIC_URL === undefined ? undefined : new URL(config.PORTAL_PUBLIC_URL).origin,
  resumeEventsMax: config.RESUME_EVENTS_MAX,
  prices: {
    broadcast: config.MESSAGE_PRICE,
    whisper: config.MESSAGE_PRICE,
    shout: config.SHOUT_PRICE,
    letter: config.LETTER_PRICE,
    print: config.PRINT_COST,
  },
});
