/**
 * Chromium, as the browser tests and the benches of pages run it: without a window, without a graphics card, and quiet towards the world.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * `CHROMIUM`, or where Debian has it: the shell without a window takes a third less of the processor than the whole
 * browser.
 */
const executablePath =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  'chromium';

const flags = [
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser of its own, with a new folder for its user. It runs without Chromium's sandbox: it is shown this city alone. */
export const startChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: [...flags, ...more] });
