/** The reverse indexes of the city: under which keys actors of a kind are found (A1). Each is derived by that kind. */
import { indexName } from '../engine/ids.ts';

export const indexes = {
  /** Residents who live, by the place where they stand. */
  present: indexName<'resident'>('present'),
  /** By mentor. */
  mentees: indexName<'resident'>('mentees'),
  /** By SHA-256 of their token. */
  token: indexName<'resident'>('token'),

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

  /** Runs and calls under way, of code and of global services, by caller. */
  openCalls: indexName<'call' | 'service-call'>('open calls'),
  /** Runs and calls under way, by the place whose code it is. */
  callsAt: indexName<'call'>('calls at'),
} as const;
