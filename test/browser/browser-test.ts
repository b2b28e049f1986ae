/** Browsers of one test: opened when it asks for them, closed with it, and every fault of their pages is a fault of the test. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { startChromium } from './chromium.ts';
import { Faults } from './faults.ts';

/** A guard against what hangs, not a measure. */
const waitMsMax = 120_000;
const testMsMax = 900_000;

export const phone = { width: 390, height: 844 } as const;
export const desk = { width: 1_440, height: 900 } as const;

export class Windows {
  readonly faults = new Faults();
  readonly #browsers: Browser[] = [];
  readonly #contexts: BrowserContext[] = [];

  /** A page in a browser of its own, with nothing kept from any other. */
  async inNewBrowser(options: BrowserContextOptions = {}): Promise<Page> {
    this.#browsers.push(await startChromium());
    return this.open(options);
  }

  /** A page in a context of its own, of the newest browser. */
  async open(options: BrowserContextOptions = {}): Promise<Page> {
    const browser = this.#browsers.at(-1) ?? (await startChromium());
    if (this.#browsers.length === 0) this.#browsers.push(browser);
    const context = await browser.newContext({ viewport: desk, ...options });
    context.setDefaultTimeout(waitMsMax);
    this.#contexts.push(context);
    await this.faults.watch(context);
    return context.newPage();
  }

  /** Closes the context of a page. */
  async close(page: Page): Promise<void> {
    await page.context().close();
  }

  /** What the pages show now, for who has to find out why a test failed. */
  async shown(): Promise<string> {
    const pages = this.#contexts.flatMap((context) => context.pages());
    const texts = await Promise.all(
      pages.map(async (page) => `${page.url()}\n${await page.locator('body').ariaSnapshot({ timeout: 1_000 })}`),
    );
    return texts.join('\n----\n');
  }

  async end(): Promise<void> {
    for (const browser of this.#browsers) await browser.close();
  }
}

/** A test with browsers. It fails with what it says, and with every fault of its pages. */
export function browserTest(name: string, run: (t: Test, windows: Windows) => Promise<void>): void {
  t.test(name, async (t) => {
    t.setTimeout(testMsMax);
    const windows = new Windows();
    t.teardown(() => windows.end());
    try {
      await run(t, windows);
    } catch (cause) {
      t.comment(await windows.shown().catch(String));
      throw cause;
    } finally {
      t.same(windows.faults.all, [], 'nothing went wrong in any page');
    }
  });
}
