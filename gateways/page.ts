/** A page: what every visitor gets under a path, without a caller or a body. */
import { createHash } from 'node:crypto';

export interface Page {
  readonly path: string;
  readonly type: string;
  readonly headers: readonly (readonly [string, string])[];
  /** `host`: what the request calls this server; any text. */
  show(host: string): Shown | Promise<Shown>;
}

interface Shown {
  readonly status: number;
  readonly body: string | Buffer;
}

/** What every page says: nobody guesses its type, frames it, or reads it from another site. */
const pageHeaders = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-cache'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const;

/** A page that never changes while the process runs. */
export function fixedPage(
  path: string,
  type: string,
  body: string | Buffer,
  headers: readonly (readonly [string, string])[] = [],
): Page {
  const shown = { status: 200, body };
  const all = [...headers, ...pageHeaders];
  return { path, type, headers: all, show: () => shown };
}

/** An HTML page that runs no script but those of `scripts`, and talks to no host but its own. */
export function htmlPage(
  path: string,
  html: string,
  sources: { readonly scripts: string; readonly styles: string } = { scripts: "'none'", styles: styleSource(html) },
): Page {
  const policy = [
    "default-src 'none'",
    `script-src ${sources.scripts}`,
    `style-src ${sources.styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return fixedPage(path, 'text/html; charset=utf-8', html, [
    ['Content-Security-Policy', policy],
    ['Referrer-Policy', 'no-referrer'],
  ]);
}

/** The style sheets that stand in the page itself, by their hash. */
function styleSource(html: string): string {
  const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');
  if (sheets.length === 0) return "'none'";
  return sheets.map((sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`).join(' ');
}
