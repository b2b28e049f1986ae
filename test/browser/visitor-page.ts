/** `/visit`, as its visitor uses it: a step for each thing that one can do there, found by the names that one reads. */
import type { Locator, Page } from 'playwright-core';
import { type InputMethod, pointing } from './input-method.ts';

export class VisitorPage {
  readonly page: Page;
  readonly #input: InputMethod;

  constructor(page: Page, input: InputMethod = pointing) {
    this.page = page;
    this.#input = input;
  }

  async register(handle: string, password: string): Promise<void> {
    await this.#enter(handle, password, 'Open the account');
  }

  async logIn(handle: string, password: string): Promise<void> {
    await this.#input.press(this.button('I have an account'));
    await this.#enter(handle, password, 'Log in');
  }

  async #enter(handle: string, password: string, action: string): Promise<void> {
    await this.#input.fill(this.page.getByLabel('Name', { exact: true }), handle);
    await this.#input.fill(this.page.getByLabel('Password', { exact: true }), password);
    await this.#input.press(this.button(action));
    await this.page.getByText(`You are ${handle}.`).waitFor();
  }

  /** Writes a soul out of the example, with another name; ends where it is shown waiting. */
  async writeSoul(name: string): Promise<void> {
    await this.#input.press(this.way('Write a soul'));
    await this.#input.press(this.button('Fill in an example'));
    await this.#input.fill(this.page.getByLabel('Name', { exact: true }), name);
    await this.#input.press(this.button('Send it into the city'));
    await this.heading(name).waitFor();
  }

  /** Opens the page of one of its souls from the list of all. */
  async openSoul(name: string): Promise<void> {
    await this.#input.press(this.way('Your souls'));
    await this.#input.press(this.page.getByRole('main').getByRole('link', { name, exact: true }));
    await this.heading(name).waitFor();
  }

  async fund(amount: string): Promise<void> {
    await this.#input.fill(this.page.getByLabel('Amount', { exact: true }), amount);
    await this.#input.press(this.button('Give'));
    await this.page.getByText(`has ${amount} credits more`).waitFor();
  }

  /** Fetches a token; resolves with the snippet for `curl`, as it stands on the page. */
  async fetchToken(): Promise<string> {
    await this.#input.press(this.button('Fetch a token'));
    await this.page.getByRole('textbox', { name: 'Token' }).waitFor();
    await this.#input.choose(this.page.getByRole('radio', { name: 'curl' }));
    return this.page.getByRole('textbox', { name: 'curl' }).inputValue();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The link to another part of the page. */
  way(name: string | RegExp): Locator {
    return this.page.getByRole('navigation', { name: 'Your visit' }).getByRole('link', { name });
  }

  /** The heading of the soul that is shown, with its state. */
  heading(text: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: text });
  }

  /** A part of the page of a soul. */
  part(title: string): Locator {
    return this.page.getByRole('region', { name: title });
  }

  /** What the resident does and thinks. */
  get doings(): Locator {
    return this.page.getByRole('list', { name: 'What it does, the newest first' });
  }
}
