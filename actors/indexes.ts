/** The reverse indexes of the city: under which keys actors of a kind are found (A1). Each is derived by that kind. */
import { indexName } from '../engine/ids.ts';

export const indexes = {
  /** Residents who live, by the place where they stand. */
  present: indexName<'resident'>('present'),
  /** By `alive` or `dead`, as far as they are in memory. */
  status: indexName<'resident'>('status'),
  /** By mentor. */
  mentees: indexName<'resident'>('mentees'),
  /** By SHA-256 of their token. */
  token: indexName<'resident'>('token'),
  /** Residents who live in a core container, by the public id of their soul. */
  cores: indexName<'resident'>('cores'),

  /** Open rooms, by `<house>` and by `<house> <purpose>`. */
  rooms: indexName<'room'>('rooms'),
  /** By house, those that have ended too: what a house remembers is bounded. */
  roomNames: indexName<'room'>('room names'),
  /** Open rooms, by `<guest>` and by `<house> <guest>`. */
  invitations: indexName<'room'>('invitations'),

  /** Pods that have not shut down, by who speaks for them. */
  represented: indexName<'pod'>('represented'),
  /** Pods that have not shut down, by owner. */
  owned: indexName<'pod'>('owned'),

  /** Containers that are allowed or run, by pod. */
  containers: indexName<'container'>('containers'),
  /** By pod, those that have stopped too: what a pod remembers is bounded. */
  containerNames: indexName<'container'>('container names'),

  /** Connections that one can travel by, by their exit. */
  exit: indexName<'connection-request'>('exit'),
  /** Connections as exits: by `<visibility> <place>`; doors by `door <place> <resident>`, and as visible from within. */
  exits: indexName<'connection-request'>('exits'),
  /** Ways that everyone can see, by the places where they lead. */
  seenPlaces: indexName<'connection-request'>('seen places'),
  /** Connections that count against the limit of a place, by place. */
  countedConnections: indexName<'connection-request'>('counted connections'),
  /** Connections that are open, by place. */
  openConnections: indexName<'connection-request'>('open connections'),
  /** Connections that wait for a deploy, by `<from>|<workshop>`. */
  reservedConnections: indexName<'connection-request'>('reserved connections'),
  /** Requests that wait for approval, by who asked for them and place: `<resident> <place>`. */
  waitingRequests: indexName<'connection-request'>('waiting requests'),
  /** Requests that wait for approval, by place. */
  pending: indexName<'connection-request'>('pending'),

  /** Visitors, by the reference of their login. */
  login: indexName<'visitor'>('login'),
  /** All of them, under one key (`visitor/capacity.ts`). */
  visitors: indexName<'visitor'>('visitors'),
  /** By their public id. */
  souls: indexName<'soul'>('souls'),
  /** By visitor. */
  soulsOf: indexName<'soul'>('souls of'),
  /** Souls that wait, in the order of their creation: all, by visitor, and by framework those that can be adopted (`soul/queue.ts`). */
  soulQueue: indexName<'soul'>('soul queue'),
  /** Souls whose resident lives and is left to minds of the city, in the order of their creation, under one key (`soul/minds.ts`). */
  minded: indexName<'soul'>('minded'),

  /** By state. */
  frameworks: indexName<'framework'>('frameworks'),
  /** Jobs that have not ended, by `<place>` and by `<state> <place>`. */
  jobs: indexName<'job'>('jobs'),
  /** The same, by poster. */
  postedJobs: indexName<'job'>('posted jobs'),
  /** The same, by who has claimed them. */
  claimedJobs: indexName<'job'>('claimed jobs'),
  /** Of those that the city posts and that have not ended: `open`, or by who has claimed them, and `standing`, all of them. */
  publicWorks: indexName<'job'>('public works'),

  /** Portal stations, by `<place>` and by `<state> <place>`, those that are closed left out. */
  stationsAt: indexName<'portal-station'>('stations at'),
  /** All of them, by state. */
  stations: indexName<'portal-station'>('stations'),
  /** By SHA-256 of their token, those that are closed left out. */
  stationToken: indexName<'portal-station'>('station token'),
  /** By `<station>` and by `<state> <station>`. */
  prints: indexName<'print'>('prints'),
  /** Prints that count against a limit, by station and by who wanted them. */
  countedPrints: indexName<'print'>('counted prints'),

  /** Runs and calls under way, of code and of global services, by caller. */
  openCalls: indexName<'call' | 'service-call'>('open calls'),
  /** Runs and calls under way, by the place whose code it is. */
  callsAt: indexName<'call'>('calls at'),
} as const;
