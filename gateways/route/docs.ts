/**
 * The API as a page: `/openapi.json`, and `/docs`, which shows it with Scalar's reference, served from here. The page has no inline script
 * and contacts no other host; style attributes are Scalar's own.
 */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { developmentPackage, releaseFolder } from '../installed-files.ts';
import { fixedPage, htmlPage, type Page } from './page.ts';

/** Options without which Scalar contacts its own hosts. */
const configuration = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  hideClientButton: true,
};

const start = `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`;

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>API reference</title>
</head>
<body>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** The pages that show a gateway's OpenAPI text, which `document` makes; and the AsyncAPI text of its feed, which `feed` makes. */
export function docsPages(document: () => string, feed: () => string): readonly Page[] {
  return [
    laterPage('/openapi.json', 'application/json', document),
    laterPage('/asyncapi.json', 'application/json', feed),
    htmlPage('/docs', html, { scripts: "'self'", styles: "'unsafe-inline'", fonts: "'self' data:" }),
    laterPage('/docs/reference.js', script, readReference),
    fixedPage('/docs/start.js', script, start),
  ];
}

/** Scalar's reference: the one file of its package that is served. */
function readReference(): Buffer {
  const module = developmentPackage('@scalar/api-reference');
  if (module === undefined) return brotliDecompressSync(readFileSync(new URL('reference.js.br', releaseFolder)));
  return readFileSync(new URL('browser/standalone.js', module));
}

const script = 'text/javascript; charset=utf-8';

/** Made at its first request: the document takes 40 ms, the reference has 3.5 MB, and most cities show neither. */
function laterPage(path: string, type: string, make: () => string | Buffer): Page {
  let body: string | Buffer | undefined;
  return {
    ...fixedPage(path, type, ''),
    show: () => {
      body ??= make();
      return { status: 200, body };
    },
  };
}
