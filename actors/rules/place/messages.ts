/** What every place hears in the same way. Types only. */

/** A resident wants to enter. */
export type Enter = {
  readonly traveller: string;
  /** The place where it stands. */
  readonly from: string;
  readonly exit: string;
  /** True for a gated connection; and the most that the traveller will pay, null when it names no limit. */
  readonly gated: boolean;
  readonly max_toll: number | null;
  /** True when everyone can see the way that it takes. */
  readonly visible: boolean;
  /** True for the exit of a connection, which it knows afterwards. */
  readonly known: boolean;
};
