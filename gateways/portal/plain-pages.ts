/**
 * Pages that are shown where no pages were built: small, without scripts, in the colours of the others. Only the built pages have their
 * typeface.
 */
import { htmlHeaders, ownStyles, type Shown } from '../route/page.ts';

const style = `
:root { color-scheme: light dark; }
body { max-width: 38rem; margin: 15vh auto 0; padding: 0 1rem; font: 1.125rem/1.6 Overpass, system-ui, sans-serif;
  background: #f7f1e3; color: #12294a; }
h1 { font-size: 2.25rem; line-height: 1.1; }
a { color: inherit; }
@media (prefers-color-scheme: dark) { body { background: #0b1526; color: #f1e8d2; } }
`;

/** `title` and `body` are HTML of our own: whatever comes from outside is escaped in them. */
export function plainPage(
  status: number,
  title: string,
  body: string,
  {
    head = '',
    headers = [],
    styles = '',
  }: Partial<Readonly<Record<'head' | 'styles', string>>> & Pick<Shown, 'headers'> = {},
): Shown {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${title}</title>
<style>${style}${styles}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return { status, body: html, headers: [...htmlHeaders(ownStyles(html)), ...headers] };
}

/** Reloads by itself. */
export const unbuiltPage = plainPage(
  503,
  'The pages are being built',
  '<p>The city runs already. Its pages are ready in a few seconds, and come up here by themselves.</p>',
  { head: '<meta http-equiv="refresh" content="1">\n', headers: [['Retry-After', '1']] },
);

export const failedPage = plainPage(
  503,
  'The pages could not be built',
  '<p>The city itself runs. Its operator finds in the log why its pages are not here: start the city again once that is mended. For programs everything is there: <a href="/docs">the API</a>.</p>',
);

export const nothingPage = plainPage(
  404,
  'There is nothing here',
  '<p>Nothing stands under this address; perhaps the link has lost a letter. <a href="/">Look at the city</a>, or <a href="/visit">visit it</a>.</p>',
);

/** Shown where the address of the City API is not configured. */
export const unsaidPage = plainPage(
  404,
  'This city does not say where programs reach it',
  '<p>Its operator knows: ask there. <a href="/">Look at the city</a>.</p>',
);
