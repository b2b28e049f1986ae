/** Two observers of the same turns, each told all, the first one first. */
import type { TurnObserver } from './turn-observer.ts';

export class ObserverPair implements TurnObserver {
  readonly one: TurnObserver;
  readonly other: TurnObserver;

  constructor(one: TurnObserver, other: TurnObserver) {
    this.one = one;
    this.other = other;
  }

  begins(...told: Parameters<TurnObserver['begins']>): void {
    this.one.begins(...told);
    this.other.begins(...told);
  }

  takes(...told: Parameters<TurnObserver['takes']>): void {
    this.one.takes(...told);
    this.other.takes(...told);
  }

  wakes(...told: Parameters<TurnObserver['wakes']>): void {
    this.one.wakes(...told);
    this.other.wakes(...told);
  }

  derives(): void {
    this.one.derives();
    this.other.derives();
  }

  hears(...told: Parameters<TurnObserver['hears']>): void {
    this.one.hears(...told);
    this.other.hears(...told);
  }

  decided(...told: Parameters<TurnObserver['decided']>): void {
    this.one.decided(...told);
    this.other.decided(...told);
  }

  born(...told: Parameters<TurnObserver['born']>): void {
    this.one.born(...told);
    this.other.born(...told);
  }

  sets(...told: Parameters<TurnObserver['sets']>): void {
    this.one.sets(...told);
    this.other.sets(...told);
  }

  ends(): void {
    this.one.ends();
    this.other.ends();
  }
}
