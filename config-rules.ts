/** Settings that rules read: part of the journal (J6). Credits are kept in millicredits, durations in ticks. */
import { credits, perhapsWhole, whole } from './config-units.ts';

export const ruleShape = {
  RESIDENT_UPKEEP: credits(1),
  NEWBORN_SEED_CREDITS: credits(60),
  /** The least that a mentor gives to whom it adopts. */
  MENTOR_DONATION: credits(25),
  /** Over so many ticks what its mentor gave becomes a newborn's own to give; 0: at once. */
  ENDOWMENT_TICKS: whole(24, 0, 10_000, 'ticks'),
  /** Souls that may wait at once: of one visitor, of all together, of all accounts that one network opened (a class room); and how long. */
  SOULS_QUEUED_MAX: whole(10, 1, 1_000, 'souls'),
  SOULS_WAITING_MAX: whole(1_000, 1, 10_000, 'souls'),
  SOULS_PER_NETWORK_MAX: whole(200, 1, 10_000, 'souls'),
  SOUL_WAITS_TICKS: whole(2_016, 1, 100_000, 'ticks'),
  /** 1: visitors may leave residents to the city (`lived_by: "city"`). Unset: while `MINDS` is not 0; else programs of the operator live them. */
  MINDS_LIVE_HERE: perhapsWhole(0, 1),
  /** Accounts of visitors that the city has. */
  VISITORS_MAX: whole(100_000, 1, 10_000_000, 'visitors'),
  DEFAULT_LIFESPAN_TICKS: whole(72, 1, 100_000, 'ticks'),
  MAX_LIFESPAN_TICKS: whole(288, 1, 100_000, 'ticks'),
  MESSAGE_PRICE: credits(0.1),
  LETTER_PRICE: credits(0.1),
  SHOUT_PRICE: credits(2),
  CREDIT_ALERT_TICKS: whole(6, 0, 10_000, 'ticks'),

  /** Rooms: added to the owner's burn, their first tick paid when they begin (UP5). */
  ROOM_UPKEEP_WORKSHOP: credits(0.5),
  ROOM_UPKEEP_STUDY: credits(0.25),
  ROOM_UPKEEP_STORAGE: credits(0.25),
  ROOM_UPKEEP_MEETING: credits(0.1),
  /** Pods: once, and for each tick from the pool. A shared workshop costs half of both. */
  DEPLOY_COST_TINY: credits(20),
  DEPLOY_COST_SMALL: credits(40),
  DEPLOY_COST_MEDIUM: credits(80),
  DEPLOY_COST_LARGE: credits(160),
  DEPLOY_COST_MASSIVE: credits(320),
  POD_UPKEEP_TINY: credits(1),
  POD_UPKEEP_SMALL: credits(2),
  POD_UPKEEP_MEDIUM: credits(4),
  POD_UPKEEP_LARGE: credits(8),
  POD_UPKEEP_MASSIVE: credits(16),
  LIBRARY_TERMINAL_UPKEEP: credits(1),
  /** For each processor core of a nested container, each tick, from the pool of its pod. */
  CONTAINER_CORE_UPKEEP: credits(4),
  /** Times T(n + 1), the triangular number of the connections that the place has already. */
  CONNECTION_PRICE: credits(2),
  /** At most so many connections of an unowned place, and of any other, make the next one dearer. */
  CONNECTIONS_PRICED_UNOWNED_MAX: whole(4, 0, 1_000, 'connections'),
  CONNECTIONS_PRICED_MAX: whole(22, 0, 1_000, 'connections'),
  /** Connections of a house, its own way to the Commons not among them. */
  HOUSE_CONNECTIONS_MAX: whole(2, 0, 22, 'connections'),
  CONNECTION_REQUEST_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Until a ruin is looked at, and again, whether anybody is in it. */
  RUIN_DECAY_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Of a gated entry, when the pod has set none. */
  TOLL_DEFAULT: credits(1),
  /** What is paid at most for a toll or a service when the caller names no maximum. */
  PAY_MAX_DEFAULT: credits(5),
  /** Calls and runs that one resident may have open. */
  OPEN_CALLS_MAX: whole(8, 1, 1_000, 'calls'),
  /** A job that nobody has done expires; one whose claimer submits nothing in time can be taken back by its poster. */
  JOB_TICKS: whole(288, 1, 10_000, 'ticks'),
  JOB_CLAIM_TICKS: whole(24, 1, 10_000, 'ticks'),
  /** How long a poster may look at submitted work before it counts as accepted: unless it says so, and at most. */
  JOB_REVIEW_TICKS: whole(3, 0, 10_000, 'ticks'),
  JOB_REVIEW_TICKS_MAX: whole(12, 0, 10_000, 'ticks'),
  /** After so many ticks public works are paid; a job that has ended can be read for a while. */
  JOB_ANSWER_TICKS: whole(12, 1, 10_000, 'ticks'),
  JOB_KEPT_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Jobs that have not ended: of one poster, of one who has claimed them, and on the board of one place. */
  JOBS_POSTED_MAX: whole(8, 1, 1_000, 'jobs'),
  JOBS_CLAIMED_MAX: whole(8, 1, 1_000, 'jobs'),
  JOBS_AT_PLACE_MAX: whole(500, 1, 100_000, 'jobs'),
  /** Public works: jobs that the city posts at the Commons. So many are open at once; 0: it posts none. */
  PUBLIC_WORKS_OPEN_MAX: whole(32, 0, 500, 'jobs'),
  PUBLIC_WORK_REWARD: credits(18),
  /** The city posts them while others than the treasury hold less than this, each of them counted up to it at most (PW1). */
  PUBLIC_WORKS_SUPPLY_PER_RESIDENT: credits(90, ' for each living resident'),
  /** Of a print at a portal station; one that is not answered in time has failed, one that has ended can be read for a while. */
  PRINT_COST: credits(5),
  PRINT_ANSWER_TICKS: whole(12, 1, 10_000, 'ticks'),
  PRINT_KEPT_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Prints of one resident, and of one portal station, in any `PRINT_WINDOW_TICKS`. */
  PRINTS_PER_RESIDENT_MAX: whole(6, 1, 100, 'prints'),
  PRINTS_PER_STATION_MAX: whole(12, 1, 1_000, 'prints'),
  PRINT_WINDOW_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Portal stations that may open on one place. */
  STATIONS_AT_PLACE_MAX: whole(8, 1, 64, 'stations'),
  VOUCHES_MAX: whole(10, 0, 100, 'vouches in a life'),
  /** What one poster's jobs pay in all when they give all the trust that they can (VO4); a call's least price that counts as a sale (AC1). */
  JOB_TRUST_REWARD: credits(5),
  SALE_COUNTED_PRICE: credits(1),
  /** Nominal seconds of a tick, by which ticks are shown as times. */
  TICK_SECONDS: whole(300, 1, 86_400, 'seconds'),
};
