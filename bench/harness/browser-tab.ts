/** A tab of Chromium whose frames, memory and loading are measured. */
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../../test/browser/chromium.ts';
import { ends } from './cleanup.ts';
import { residentSetBytes } from './memory-use.ts';

const tellMs = 300;

/**
 * Notes when the page first showed the town and said that it is live: when the frame after that was drawn. And when the gateway's picture
 * of the map was first on the screen, if that came before.
 */
const noteLive = `window.__live = new Promise((resolve) => {
  let pictureMs = Infinity;
  new PerformanceObserver((seen) => {
    for (const { renderTime } of seen.getEntries()) pictureMs = Math.min(pictureMs, renderTime);
  }).observe({ type: 'element', buffered: true });
  const look = () => {
    if (document.querySelector('[data-state="live"]') === null || document.querySelector('[data-town]') === null) return;
    watching.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const liveMs = performance.now();
      // What was seen is told a while later.
      setTimeout(() => resolve({ liveMs, pictureMs: Math.min(pictureMs, liveMs) }), ${tellMs});
    }));
  };
  const watching = new MutationObserver(look);
  watching.observe(document, { subtree: true, childList: true, attributes: true });
});`;

const countFrames = (ms: number): string => `new Promise((resolve) => {
  let frames = 0, longestMs = 0, since = 0, last = 0;
  const next = (now) => {
    if (last === 0) since = now;
    else { frames += 1; longestMs = Math.max(longestMs, now - last); }
    last = now;
    if (now - since >= ${ms}) resolve({ perSecond: (frames * 1000) / (now - since), longestMs });
    else requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})`;

export interface DrawnFrames {
  readonly perSecond: number;
  readonly longestMs: number;
}

/** Milliseconds from the beginning of a page with a map. */
export interface MapTimes {
  /** Until a picture of the map is on the screen, the gateway's or the page's own. */
  readonly pictureMs: number;
  readonly liveMs: number;
}

export interface TabMemory {
  /** Bytes of the process that shows the page. */
  readonly process: number;
  /** Bytes of its scripts' heap, after a collection. */
  readonly heap: number;
}

export class Tab {
  readonly page: Page;
  readonly end: () => Promise<void>;
  readonly #browser: Browser;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.page = page;
    this.end = ends(() => browser.close());
  }

  /** Opens a tab in a browser of its own, with an empty cache. */
  static async open(): Promise<Tab> {
    const browser = await startChromium();
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    page.setDefaultTimeout(240_000);
    await page.addInitScript(noteLive);
    return new Tab(browser, page);
  }

  /** Opens a page with a map, until it is live. */
  async openMap(url: string): Promise<MapTimes> {
    await this.page.goto(url);
    return this.page.evaluate<MapTimes>('window.__live');
  }

  /** Bytes of everything that a page loads but for the city's data, each compressed. */
  async weigh(url: string): Promise<number> {
    const files = new Map<string, Promise<Buffer>>();
    this.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/v1/')) files.set(pathname, response.body());
    });
    await this.page.goto(url);
    await this.page.waitForLoadState('networkidle');
    this.page.removeAllListeners('response');
    const bodies = await Promise.all(files.values());
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  }

  frames(ms: number): Promise<DrawnFrames> {
    return this.page.evaluate<DrawnFrames>(countFrames(ms));
  }

  async memory(): Promise<TabMemory> {
    const tab = await this.page.context().newCDPSession(this.page);
    await tab.send('HeapProfiler.collectGarbage');
    const { usedSize } = await tab.send('Runtime.getHeapUsage');
    await tab.detach();
    const browser = await this.#browser.newBrowserCDPSession();
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    await browser.detach();
    // One that Chromium keeps ready for the next page is smaller.
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentSetBytes(id));
    return { process: Math.max(...renderers), heap: usedSize };
  }
}
