/** The clock of the map, in seconds: the graphics card has too few digits for a day of them, so it is set back after an hour. */

const secondsMax = 3_600;

export class MapClock {
  readonly #setBack: (seconds: number) => void;
  #epoch = performance.now();

  /** `setBack`: called with the seconds by which all that was noted moves into the past. */
  constructor(setBack: (seconds: number) => void) {
    this.#setBack = setBack;
  }

  now(): number {
    const seconds = (performance.now() - this.#epoch) / 1_000;
    if (seconds < secondsMax) return seconds;
    this.#setBack(seconds);
    this.#epoch += seconds * 1_000;
    return 0;
  }
}
