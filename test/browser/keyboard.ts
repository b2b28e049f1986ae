/** Who uses a page with the keyboard alone: to an element by Tab, and on by typing. The focus has to be seen wherever it is. */
import type { Locator, Page } from 'playwright-core';
import type { InputMethod } from './input-method.ts';

const pressesMax = 200;

export class Keyboard implements InputMethod {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the element has the focus. Throws when the focus never comes there, or cannot be seen there. */
  async goTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; presses < pressesMax; presses++) {
      if (await target.evaluate((element) => element.matches(':focus'))) return this.#isSeen(target);
      await this.#page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${String(target)}`);
  }

  async press(target: Locator): Promise<void> {
    await this.goTo(target);
    await this.#page.keyboard.press('Enter');
  }

  /** Tab comes to the one of its group that holds; the arrows go on from there. */
  async choose(target: Locator): Promise<void> {
    const group = target.locator('xpath=ancestor::fieldset');
    await this.goTo(group.getByRole('radio', { checked: true }));
    for (let presses = 0; presses < pressesMax && !(await target.isChecked()); presses++)
      await this.#page.keyboard.press('ArrowDown');
  }

  /** Writes over what stands in a field. */
  async fill(target: Locator, text: string): Promise<void> {
    await this.goTo(target);
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.insertText(text);
  }

  async #isSeen(target: Locator): Promise<void> {
    const { outline, shadow } = await target.evaluate((element) => {
      const style = element.ownerDocument.defaultView.getComputedStyle(element);
      return { outline: `${style.outlineStyle} ${style.outlineWidth}`, shadow: style.boxShadow };
    });
    if (/^none| 0px$/.test(outline) && shadow === 'none') throw new Error(`no focus is seen at ${String(target)}`);
  }
}
