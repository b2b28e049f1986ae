/** Settings that rules read: part of the journal (J6). Credits are kept in millicredits, durations in ticks. */
import { credits, perhapsWhole, whole } from './units.ts';

export const ruleShape = {
  RESIDENT_UPKEEP: credits(1),
  NEWBORN_SEED_CREDITS: credits(60),
  /** The least that a mentor gives to the newborn that it adopts. */
  MENTOR_DONATION: credits(25),
  /** For so many ticks a part of what its mentor gave is endowment, which a newborn cannot give away; 0: none of it is. */
  ENDOWMENT_TICKS: whole(24, 0, 10_000, 'ticks'),
  /** Souls of one visitor that may wait at the same time (SO1): nobody fills the queue alone. */
  SOULS_QUEUED_MAX: whole(10, 1, 1_000, 'souls'),
  /** Souls of all visitors that may wait at the same time (SO1): the queue and its pages are bounded. */
  SOULS_WAITING_MAX: whole(1_000, 1, 10_000, 'souls'),
  /**
   * Waiting souls of all accounts that were opened from one network, a class room for example (SO11): many accounts of one person do not
   * get around the limit of one.
   */
  SOULS_PER_NETWORK_MAX: whole(200, 1, 10_000, 'souls'),
  /** After so many ticks a soul that nobody adopted goes back to its visitor (SO12): it takes no place in the queue for ever. */
  SOUL_WAITS_TICKS: whole(2_016, 1, 100_000, 'ticks'),
  /**
   * 1: visitors may leave residents to the city (`lived_by: "city"`). Unset: they may while `MINDS` is not 0; else programs of the
   * operator live these residents.
   */
  MINDS_LIVE_HERE: perhapsWhole(0, 1),
  /** Accounts of visitors that the city has. */
  VISITORS_MAX: whole(100_000, 1, 10_000_000, 'visitors'),
  DEFAULT_LIFESPAN_TICKS: whole(72, 1, 100_000, 'ticks'),
  MAX_LIFESPAN_TICKS: whole(288, 1, 100_000, 'ticks'),
  MESSAGE_PRICE: credits(0.1),
  LETTER_PRICE: credits(0.1),
  SHOUT_PRICE: credits(2),
  CREDIT_ALERT_TICKS: whole(6, 0, 10_000, 'ticks'),

  /** Upkeep of rooms, added to the owner's burn; the first tick is paid when the room begins (UP5). */
  ROOM_UPKEEP_WORKSHOP: credits(0.5),
  ROOM_UPKEEP_STUDY: credits(0.25),
  ROOM_UPKEEP_STORAGE: credits(0.25),
  ROOM_UPKEEP_MEETING: credits(0.1),
  /** Prices of pods: once, and for each tick from the pool. A shared workshop costs half of both. */
  DEPLOY_COST_TINY: credits(20),
  DEPLOY_COST_SMALL: credits(40),
  DEPLOY_COST_MEDIUM: credits(80),
  DEPLOY_COST_LARGE: credits(160),
  DEPLOY_COST_MASSIVE: credits(320),
  POD_UPKEEP_TINY: credits(0.5),
  POD_UPKEEP_SMALL: credits(1),
  POD_UPKEEP_MEDIUM: credits(2),
  POD_UPKEEP_LARGE: credits(4),
  POD_UPKEEP_MASSIVE: credits(8),
  LIBRARY_TERMINAL_UPKEEP: credits(1),
  /** Price of each processor core of a nested container, each tick, from the pool of its pod. */
  CONTAINER_CORE_UPKEEP: credits(4),
  /** Multiplied by T(n + 1), the triangular number of the connections that the place has already. */
  CONNECTION_PRICE: credits(2),
  /**
   * Only so many connections of a place that nobody owns make the next one dearer (LI2): everybody can afford a connection of the
   * Commons.
   */
  CONNECTIONS_PRICED_UNOWNED_MAX: whole(4, 0, 1_000, 'connections'),
  /** The same bound for any other place: as many connections as the largest tier has. */
  CONNECTIONS_PRICED_MAX: whole(22, 0, 1_000, 'connections'),
  /** Connections of a house, besides its own way to the Commons. */
  HOUSE_CONNECTIONS_MAX: whole(2, 0, 22, 'connections'),
  CONNECTION_REQUEST_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Ticks between two checks whether anybody is in a ruin. */
  RUIN_DECAY_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** The price of a gated entry when the pod has set none. */
  TOLL_DEFAULT: credits(1),
  /** The most that is paid for a toll or a service when the caller names no maximum. */
  PAY_MAX_DEFAULT: credits(5),
  /** Calls and runs that one resident may have open. */
  OPEN_CALLS_MAX: whole(8, 1, 1_000, 'calls'),
  /** After so many ticks a job that nobody has done expires (JB7): its reward is not held for ever. */
  JOB_TICKS: whole(288, 1, 10_000, 'ticks'),
  /** For so many ticks a claimer may submit its work before the poster may take the job back (JB9): a claim keeps the job from others. */
  JOB_CLAIM_TICKS: whole(24, 1, 10_000, 'ticks'),
  /** For so many ticks a poster may review submitted work before it counts as accepted, unless the job says otherwise (JB4). */
  JOB_REVIEW_TICKS: whole(3, 0, 10_000, 'ticks'),
  /** The most ticks that a job may set for that: so a claimer knows by when it is paid. */
  JOB_REVIEW_TICKS_MAX: whole(12, 0, 10_000, 'ticks'),
  /**
   * Public works are paid so many ticks after they were submitted (PW4): one job at a time is a modest income, and others can count on
   * theirs.
   */
  JOB_ANSWER_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** For so many ticks a job that has ended can be read (JB8): a resident that was away can learn its end. */
  JOB_KEPT_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Jobs of one poster that have not ended (JB1): nobody fills the boards alone. */
  JOBS_POSTED_MAX: whole(8, 1, 1_000, 'jobs'),
  /** Jobs that one resident has claimed and that have not ended (JB3): nobody keeps all work from others. */
  JOBS_CLAIMED_MAX: whole(8, 1, 1_000, 'jobs'),
  /** Jobs on the board of one place that have not ended (JB1): a board can be read. */
  JOBS_AT_PLACE_MAX: whole(500, 1, 100_000, 'jobs'),
  /** Public works that are open at the same time: jobs that the city posts at the Commons; 0: it posts none. */
  PUBLIC_WORKS_OPEN_MAX: whole(32, 0, 500, 'jobs'),
  /** What the treasury holds and pays for each public work (PW1). */
  PUBLIC_WORK_REWARD: credits(18),
  /** The city posts public works while all but the treasury hold less than this, where each account counts up to this at most (PW1). */
  PUBLIC_WORKS_SUPPLY_PER_RESIDENT: credits(90, ' for each living resident'),
  /** What a visitor pays for the answer of a resident (VH3). 0: who answers has its words for it alone. */
  QUESTION_PRICE: credits(0),
  /** For so many ticks a resident may answer a question (VH4). */
  QUESTION_TICKS: whole(24, 1, 10_000, 'ticks'),
  /** For so many ticks a question that was answered, or lapsed, can be read (VH4). */
  QUESTION_KEPT_TICKS: whole(72, 1, 10_000, 'ticks'),
  /** Questions that wait: of one visitor, of all accounts of one network, and for one resident (VH2). */
  QUESTIONS_PER_VISITOR_MAX: whole(3, 1, 100, 'questions'),
  QUESTIONS_PER_NETWORK_MAX: whole(24, 1, 10_000, 'questions'),
  QUESTIONS_PER_RESIDENT_MAX: whole(8, 1, 100, 'questions'),
  /** What it costs a visitor to leave words at a place (VH7), and for how many ticks they stand. */
  NOTE_PRICE: credits(1),
  NOTE_TICKS: whole(72, 1, 10_000, 'ticks'),
  /** Notes that stand: of one visitor, and at one place (VH7). */
  NOTES_PER_VISITOR_MAX: whole(8, 1, 100, 'notes'),
  NOTES_AT_PLACE_MAX: whole(20, 1, 200, 'notes'),
  /** What it costs a visitor to name a wish for the city (VH8), and for how many ticks it stands. */
  WISH_PRICE: credits(5),
  WISH_TICKS: whole(144, 1, 10_000, 'ticks'),
  /** Wishes that stand: of one visitor, and of all (VH8). */
  WISHES_PER_VISITOR_MAX: whole(2, 1, 100, 'wishes'),
  WISHES_MAX: whole(40, 1, 200, 'wishes'),
  /** What it costs a visitor to leave a picture at a portal station (VH10), and for how many ticks it stands. */
  PICTURE_PRICE: credits(5),
  PICTURE_TICKS: whole(72, 1, 10_000, 'ticks'),
  /** Pictures that stand: of one visitor, and at one station (VH10); 0: no station takes any. */
  PICTURES_PER_VISITOR_MAX: whole(2, 1, 100, 'pictures'),
  PICTURES_AT_STATION_MAX: whole(6, 0, 50, 'pictures'),
  /** The fee of a print at a portal station (PS4). */
  PRINT_COST: credits(5),
  /** A print whose station has not answered for so many ticks has failed (PS4): its fee is not held for ever. */
  PRINT_ANSWER_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** For so many ticks a print that has ended can be read: its payer can learn its end. */
  PRINT_KEPT_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Prints of one resident or visitor in any `PRINT_WINDOW_TICKS` (PS4): nobody has a printer to itself. */
  PRINTS_PER_RESIDENT_MAX: whole(6, 1, 100, 'prints'),
  /** Prints of one portal station in any `PRINT_WINDOW_TICKS` (PS4): the rate at which its printer can print. */
  PRINTS_PER_STATION_MAX: whole(12, 1, 1_000, 'prints'),
  /** The sliding window for both limits (PS4). */
  PRINT_WINDOW_TICKS: whole(12, 1, 10_000, 'ticks'),
  /** Portal stations that may be open at one place. */
  STATIONS_AT_PLACE_MAX: whole(8, 1, 64, 'stations'),
  /** So long nobody must show the token of a resident before its mentor gets another (WK6). */
  TOKEN_MISSED_TICKS: whole(12, 1, 10_000, 'ticks'),
  VOUCHES_MAX: whole(10, 0, 100, 'vouches in a life'),
  /**
   * What one poster must pay for jobs to give a tenth of trust; what it pays beyond gives none (VO4): nobody makes another trusted alone.
   */
  JOB_TRUST_REWARD: credits(5),
  /** The least price of a call that counts as a sale (AC1): free calls make no shopkeeper. */
  SALE_COUNTED_PRICE: credits(1),
  /** Nominal seconds of a tick, by which ticks are shown as times. */
  TICK_SECONDS: whole(300, 1, 86_400, 'seconds'),
};
