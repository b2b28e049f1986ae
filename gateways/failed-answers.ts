/**
 * Counts how often the gateways of a city have answered with a fault of the city's own since they were started. Both report here; the
 * operator reads the counts.
 */

/** A server's counts: how many answers of each status it gave, by status. */
type Answers = Readonly<Float64Array>;

/** Not a fault: the city is busy, or still starting. */
const busy = 503;

export class FailedAnswers {
  readonly #gateways = new Map<string, Answers>();

  /** `answers` is read at each request for the counts. */
  add(gateway: string, answers: Answers): void {
    this.#gateways.set(gateway, answers);
  }

  /** By gateway: answers with a status of 500 and above, except 503. */
  get counts(): Readonly<Record<string, number>> {
    const failed = (answers: Answers) =>
      answers.reduce((sum, count, status) => (status >= 500 && status !== busy ? sum + count : sum), 0);
    return Object.fromEntries([...this.#gateways].map(([gateway, answers]) => [gateway, failed(answers)]));
  }
}
