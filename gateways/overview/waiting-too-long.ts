/** How long what waits may wait before something does not work: for the operator's page and the doctor, who are told which is late. */

/** Milliseconds, by what waits, as the engine names it. */
const waitMsMax: ReadonlyMap<string, number> = new Map([
  // The slowest service, inference, may take 300 s.
  ['service', 330_000],
  ['sandbox', 60_000],
  ['sandbox.prepare', 300_000],
  ['sandbox.remove', 300_000],
  // Docker's deadlines for a pair of containers are less than this together; after 300 s it has failed.
  ['core.prepare', 180_000],
  ['core.start', 180_000],
  ['core.remove', 180_000],
  ['archive', 300_000],
  // Tried again at every tick.
  ['archiving', 900_000],
  ['journal', 5_000],
  // Residents may take their time: `connection approval` is never late.
]);

/** What has waited too long, of the oldest of each. */
export const waitingTooLong = (oldestMs: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(oldestMs).flatMap(([what, ms]) =>
    ms > (waitMsMax.get(what) ?? Number.POSITIVE_INFINITY) ? [what] : [],
  );
