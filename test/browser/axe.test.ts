/** axe sees what it is to see: a field that nobody has named, and words that hardly stand out. */
import t from 'tap';
import { findingsIn } from './axe.ts';
import { startChromium } from './chromium.ts';

const page = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main>`;

t.test('a field without a label and a text without contrast are found, and nothing where all is well', async (t) => {
  const browser = await startChromium();
  t.teardown(() => browser.close());
  const context = await browser.newContext({ bypassCSP: true });
  const shown = await context.newPage();
  const findings = async (body: string) => {
    await shown.setContent(page(body));
    return (await findingsIn(shown)).join('\n');
  };
  t.match(await findings('<input>'), /critical label/);
  t.match(await findings('<p style="color: #ccc; background: #fff">pale</p>'), /serious color-contrast/);
  t.equal(await findings('<label>Name <input></label>'), '');
});
