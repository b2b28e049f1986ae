/** Left alone, the view goes where something happens: to whoever spoke or did something last. A touch of the map ends that. */
import type { Camera, Point } from './camera.ts';

/** Seconds for which a view stays before it goes on to somebody else. */
const stays = 7;
const glides = 1.6;
/** At the beginning the whole town is seen for a moment. */
const firstAfter = 4;

interface Glide {
  readonly from: Camera;
  readonly to: Camera;
  readonly begin: number;
}

export class Following {
  isOn = true;
  #glide: Glide | undefined;
  #free = firstAfter;

  /** Something happens at a point: goes there, unless it has just come elsewhere. */
  attend(point: Point, scale: number, camera: Camera, now: number): boolean {
    if (!this.isReady(now)) return false;
    this.#free = now + stays;
    this.#glide = { from: camera, to: { ...point, scale }, begin: now };
    return true;
  }

  /** It may go elsewhere now. */
  isReady(now: number): boolean {
    return this.isOn && now >= this.#free;
  }

  stop(): void {
    this.isOn = false;
    this.#glide = undefined;
  }

  restart(now: number): void {
    this.isOn = true;
    this.#free = now;
  }

  setBack(seconds: number): void {
    this.#free -= seconds;
    if (this.#glide !== undefined) this.#glide = { ...this.#glide, begin: this.#glide.begin - seconds };
  }

  /** The camera on its way; undefined when it rests. */
  cameraAt(now: number): Camera | undefined {
    if (this.#glide === undefined) return undefined;
    const { from, to, begin } = this.#glide;
    const share = Math.max(0, Math.min(1, (now - begin) / glides));
    if (share === 1) this.#glide = undefined;
    const eased = share * share * (3 - 2 * share);
    const between = (a: number, b: number) => a + (b - a) * eased;
    const scale = Math.exp(between(Math.log(from.scale), Math.log(to.scale)));
    return { x: between(from.x, to.x), y: between(from.y, to.y), scale };
  }
}
