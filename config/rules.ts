/** Settings that rules read: part of the journal (J6). Credits are kept in millicredits, durations in ticks. */
import { credits, perhapsWhole, whole } from './units.ts';

export const ruleShape = {
  RESIDENT_UPKEEP: credits(1),
  NEWBORN_SEED_CREDITS: credits(60),
  /** The least that a mentor gives to whom it adopts. */
  MENTOR_DONATION: credits(25),
  /** Over so many ticks what its mentor gave becomes a newborn's own to give; 0: at once. */
  ENDOWMENT_TICKS: whole(24, 0, 10_000, 'ticks'),
  /** Souls of one visitor that may wait at once (SO1): nobody fills the queue alone. */
  SOULS_QUEUED_MAX: whole(10, 1, 1_000, 'souls'),
  /** Souls of all visitors that may wait at once (SO1): the queue and its pages stay bounded. */
  SOULS_WAITING_MAX: whole(1_000, 1, 10_000, 'souls'),
  /** Of all accounts that one network opened, a class room say (SO11): many accounts of one person are no way round the limit of one. */
  SOULS_PER_NETWORK_MAX: whole(200, 1, 10_000, 'souls'),
  /** After so long a soul that nobody adopted goes back to its visitor (SO12): it keeps no place of others for ever. */
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
  /** So many connections of a place that nobody owns make the next one dearer, and no more (LI2): the Commons stays within everybody's means. */
  CONNECTIONS_PRICED_UNOWNED_MAX: whole(4, 0, 1_000, 'connections'),
  /** The same of any other place: as many as the largest tier has. */
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
  /** After so long a job that nobody has done expires (JB7): its reward is not held for ever. */
  JOB_TICKS: whole(288, 1, 10_000, 'ticks'),
  /** So long a claimer has to submit something before the poster may take the job back (JB9): who claims keeps it from others. */
  JOB_CLAIM_TICKS: whole(24, 1, 10_000, 'ticks'),
  /** So long a poster looks at submitted work before it counts as accepted, unless it says otherwise (JB4): silence pays. */
  JOB_REVIEW_TICKS: whole(3, 0, 10_000, 'ticks'),
  /** The longest that it may say: a claimer knows by when it is paid. */
  JOB_REVIEW_TICKS_MAX: whole(12, 0, 10_000, 'ticks'),
  /** So long after they were submitted public works are paid (PW4): one job at a time is an income that others can count on, no fountain. */
  JOB_ANSWER_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** So long a job that has ended can be read (JB8): who was away learns what became of it. */
  JOB_KEPT_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Jobs of one poster that have not ended (JB1): nobody fills the boards alone. */
  JOBS_POSTED_MAX: whole(8, 1, 1_000, 'jobs'),
  /** Jobs that one resident has claimed and that have not ended (JB3): nobody keeps the work from others. */
  JOBS_CLAIMED_MAX: whole(8, 1, 1_000, 'jobs'),
  /** Jobs on the board of one place that have not ended (JB1): a board can be read. */
  JOBS_AT_PLACE_MAX: whole(500, 1, 100_000, 'jobs'),
  /** Public works: jobs that the city posts at the Commons. So many are open at once; 0: it posts none. */
  PUBLIC_WORKS_OPEN_MAX: whole(32, 0, 500, 'jobs'),
  /** What the treasury holds and pays for each of them (PW1). */
  PUBLIC_WORK_REWARD: credits(18),
  /** The city posts them while others than the treasury hold less than this, each of them counted up to it at most (PW1). */
  PUBLIC_WORKS_SUPPLY_PER_RESIDENT: credits(90, ' for each living resident'),
  /** The fee of a print at a portal station (PS4): paper is not free. */
  PRINT_COST: credits(5),
  /** A print of which its station says nothing for so long has failed (PS4): the fee is not held for ever. */
  PRINT_ANSWER_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** So long a print that has ended can be read: its payer learns what became of it. */
  PRINT_KEPT_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Prints of one resident or visitor in any `PRINT_WINDOW_TICKS` (PS4): nobody has a printer to itself. */
  PRINTS_PER_RESIDENT_MAX: whole(6, 1, 100, 'prints'),
  /** Prints of one portal station in any `PRINT_WINDOW_TICKS` (PS4): what stands there prints no faster. */
  PRINTS_PER_STATION_MAX: whole(12, 1, 1_000, 'prints'),
  /** The stretch in which both are counted; it slides (PS4). */
  PRINT_WINDOW_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Portal stations that may open on one place. */
  STATIONS_AT_PLACE_MAX: whole(8, 1, 64, 'stations'),
  VOUCHES_MAX: whole(10, 0, 100, 'vouches in a life'),
  /** So much that one poster pays for jobs gives a tenth of trust, and nothing that it pays beyond (VO4): nobody makes another trusted alone. */
  JOB_TRUST_REWARD: credits(5),
  /** The least price of a call that counts as a sale (AC1): calls for nothing make no shopkeeper. */
  SALE_COUNTED_PRICE: credits(1),
  /** Nominal seconds of a tick, by which ticks are shown as times. */
  TICK_SECONDS: whole(300, 1, 86_400, 'seconds'),
};
