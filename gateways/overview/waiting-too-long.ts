/** How long each kind of wait may take before something is wrong: for the operator's page and the doctor, which say what is late. */

/** Milliseconds by kind of wait, as the engine names it. */
const waitMsMax: ReadonlyMap<string, number> = new Map([
  // The slowest service, inference, may take 300 s.
  ['service', 330_000],
  ['sandbox', 60_000],
  ['sandbox.prepare', 300_000],
  ['sandbox.remove', 300_000],
  // Docker's deadlines for a pair of containers add up to less; after 300 s it has failed.
  ['core.prepare', 180_000],
  ['core.start', 180_000],
  ['core.remove', 180_000],
  ['archive', 300_000],
  // Retried at every tick.
  ['archiving', 900_000],
  ['journal', 5_000],
  // Residents may take their time: `connection approval` is never late.
]);

/** The kinds whose oldest wait has lasted too long. */
export const waitingTooLong = (oldestMs: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(oldestMs).flatMap(([what, ms]) =>
    ms > (waitMsMax.get(what) ?? Number.POSITIVE_INFINITY) ? [what] : [],
  );
