/** The reverse indexes of the city: under which keys actors of a kind are found (A1). Each is derived by that kind. */
import { indexName } from '../engine/ids.ts';

export const indexes = {
  /** Living residents, by the place where they stand. */
  present: indexName<'resident'>('present'),
  /** Residents in memory, by `alive` or `dead`. */
  status: indexName<'resident'>('status'),
  /** Residents, by mentor. */
  mentees: indexName<'resident'>('mentees'),
  /** Residents, by SHA-256 of their token, and of the one that is to replace it. */
  token: indexName<'resident'>('token'),
  /** Residents who live in a core container, by the public id of their soul. */
  cores: indexName<'resident'>('cores'),

  /** Open rooms, by `<house>` and by `<house> <purpose>`. */
  rooms: indexName<'room'>('rooms'),
  /** Rooms, those that have ended too, by house: what a house remembers is bounded. */
  roomNames: indexName<'room'>('room names'),
  /** Open rooms, by `<guest>` and by `<house> <guest>`. */
  invitations: indexName<'room'>('invitations'),

  /** Pods that have not shut down, by representative. */
  represented: indexName<'pod'>('represented'),
  /** Pods that have not shut down, by owner. */
  owned: indexName<'pod'>('owned'),

  /** Containers that are allowed or run, by pod. */
  containers: indexName<'container'>('containers'),
  /** Containers, those that have stopped too, by pod: what a pod remembers is bounded. */
  containerNames: indexName<'container'>('container names'),

  /** Connections that can be travelled, by their exit. */
  exit: indexName<'connection-request'>('exit'),
  /** Connections as exits: by `<visibility> <place>`. Doors by `door <place> <resident>`, and by the place within as visible exits. */
  exits: indexName<'connection-request'>('exits'),
  /** Ways that everyone can see, by the places to which they lead. */
  seenPlaces: indexName<'connection-request'>('seen places'),
  /** Connections that count against the limit of a place, by place. */
  countedConnections: indexName<'connection-request'>('counted connections'),
  /** Connections that are open, by place. */
  openConnections: indexName<'connection-request'>('open connections'),
  /** Connections that wait for a deploy, by `<from>|<workshop>`. */
  reservedConnections: indexName<'connection-request'>('reserved connections'),
  /** Requests that wait for approval, by `<resident> <place>`: who asked, and for which place. */
  waitingRequests: indexName<'connection-request'>('waiting requests'),
  /** Requests that wait for approval, by place. */
  pending: indexName<'connection-request'>('pending'),

  /** Visitors, by the reference of their login. */
  login: indexName<'visitor'>('login'),
  /** All visitors, under one key (`rules/people/visitor-capacity.ts`). */
  visitors: indexName<'visitor'>('visitors'),
  /** Souls, by their public id. */
  souls: indexName<'soul'>('souls'),
  /** Souls, by visitor. */
  soulsOf: indexName<'soul'>('souls of'),
  /**
   * Souls that wait, in the order of their creation: all, by visitor, and by framework those that can be adopted
   * (`rules/birth/soul-queue.ts`).
   */
  soulQueue: indexName<'soul'>('soul queue'),
  /** Souls that are adopted and for which a core container is being made ready, by mentor. */
  adopted: indexName<'soul'>('adopted'),
  /** Souls whose resident lives and is left to minds of the city, in the order of their creation, under one key (`kinds/soul/minds.ts`). */
  minded: indexName<'soul'>('minded'),

  /** Frameworks, by state. */
  frameworks: indexName<'framework'>('frameworks'),
  /** Jobs that have not ended, by `<place>` and by `<state> <place>`. */
  jobs: indexName<'job'>('jobs'),
  /** Jobs that have not ended, by poster. */
  postedJobs: indexName<'job'>('posted jobs'),
  /** Jobs that have not ended, by claimer. */
  claimedJobs: indexName<'job'>('claimed jobs'),
  /** Public works that have not ended: under `open`, under their claimer, and all of them under `standing`. */
  publicWorks: indexName<'job'>('public works'),

  /** Questions of visitors, by `<state> <resident>`: who was asked. */
  questionsTo: indexName<'question'>('questions to'),
  /** Questions, by `<visitor>` who asked, and those that wait by `asked <visitor>`. */
  questionsOf: indexName<'question'>('questions of'),
  /** Questions that wait, by the network of who asked, where it is known. */
  questionsFrom: indexName<'question'>('questions from'),
  /** Notes and wishes of visitors: by place, and by the keys under which they are counted (`rules/people/note-terms.ts`). */
  notes: indexName<'note'>('notes'),

  /** Portal stations that are not closed, by `<place>` and by `<state> <place>`. */
  stationsAt: indexName<'portal-station'>('stations at'),
  /** All portal stations, by state. */
  stations: indexName<'portal-station'>('stations'),
  /** Portal stations that are not closed, by SHA-256 of their token. */
  stationToken: indexName<'portal-station'>('station token'),
  /** Prints, by `<station>` and by `<state> <station>`. */
  prints: indexName<'print'>('prints'),
  /** Prints that count against a limit, by station and by payer. */
  countedPrints: indexName<'print'>('counted prints'),

  /** Runs and calls under way, of code and of global services, by caller. */
  openCalls: indexName<'call' | 'service-call'>('open calls'),
  /** Runs and calls under way, by the place to which the code belongs. */
  callsAt: indexName<'call'>('calls at'),
} as const;
