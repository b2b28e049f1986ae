/** How often the gateways of a city answered with a fault of the city's own, since they were started: each tells, the operator reads both. */

/** What a server counts: how many answers of each status it gave, by status. */
type Answers = Readonly<Float64Array>;

/** That it is busy, or only starts, is no fault. */
const busy = 503;

export class FailedAnswers {
  readonly #gateways = new Map<string, Answers>();

  /** `answers` is read whenever somebody asks. */
  add(gateway: string, answers: Answers): void {
    this.#gateways.set(gateway, answers);
  }

  /** By gateway: answers with 500 and above, but for 503. */
  get counts(): Readonly<Record<string, number>> {
    const failed = (answers: Answers) =>
      answers.reduce((sum, count, status) => (status >= 500 && status !== busy ? sum + count : sum), 0);
    return Object.fromEntries([...this.#gateways].map(([gateway, answers]) => [gateway, failed(answers)]));
  }
}
