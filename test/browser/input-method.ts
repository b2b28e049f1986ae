/** How somebody uses a page: by pointing at things, or (`keyboard.ts`) with the keyboard alone. */
import type { Locator } from 'playwright-core';

export interface InputMethod {
  /** A button or a link. */
  press(target: Locator): Promise<void>;
  /** Writes over what stands in a field. */
  fill(target: Locator, text: string): Promise<void>;
  /** One of several of which one holds. */
  choose(target: Locator): Promise<void>;
}

export const pointing: InputMethod = {
  press: (target) => target.click(),
  fill: (target, text) => target.fill(text),
  choose: (target) => target.check(),
};
