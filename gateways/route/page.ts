/** A page: what every visitor gets under a path, without a caller or a body. */
import { createHash } from 'node:crypto';
import type { Headers } from '../transport/exchange.ts';
import type { BrowserHeaders } from '../visitors/cookie.ts';

/** What is asked of a page. All of it is any text. */
export interface PageRequest {
  /** What the request calls this server. */
  readonly host: string;
  /** Of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** `Accept-Encoding`. */
  readonly encodings: string;
  /** The caller's network address. */
  readonly address: string;
  /** How its reader calls this machine, and whether by https. */
  readonly browser: Pick<BrowserHeaders, 'host' | 'isSecure'>;
}

export interface Page {
  /** With `:name` for parameters. */
  readonly path: string;
  readonly type: string;
  readonly headers: Headers;
  show(asked: PageRequest): Shown | Promise<Shown>;
}

export interface Shown {
  readonly status: number;
  readonly body: string | Buffer;
  /** In place of the page's. */
  readonly type?: string;
  readonly headers?: Headers;
}

/** What everything that is no data says to browsers: nobody guesses its type, frames it, or reads it from another site. */
const safeHeaders: Headers = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
const pageHeaders: Headers = [...safeHeaders, ['Cache-Control', 'no-cache']];

/** A file whose name changes with what stands in it: whoever has it never asks again. */
export const assetHeaders: Headers = [
  ...safeHeaders,
  ['Cache-Control', 'public, max-age=31536000, immutable'],
  ['Vary', 'Accept-Encoding'],
];

/** A page that never changes while the process runs. */
export function fixedPage(path: string, type: string, body: string | Buffer, headers: Headers = []): Page {
  const shown = { status: 200, body };
  const all = [...headers, ...pageHeaders];
  return { path, type, headers: all, show: () => shown };
}

/** What the scripts and the style sheets of an HTML page may be: source lists of a Content-Security-Policy. */
interface Sources {
  readonly scripts: string;
  readonly styles: string;
  readonly fonts?: string;
}

export const htmlType = 'text/html; charset=utf-8';

/** An HTML page that runs no script but those of `scripts`, and talks to no host but its own. */
export function htmlPage(path: string, html: string, sources: Sources): Page {
  const headers = htmlHeaders(sources);
  return { path, type: htmlType, headers, show: () => ({ status: 200, body: html }) };
}

/** What a page of HTML that loads nothing but what `sources` says brings along. */
export function htmlHeaders({ scripts, styles, fonts = "'self'" }: Sources): Headers {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    // A WebSocket to its own host counts as its own (CSP 3).
    "connect-src 'self'",
    `font-src ${fonts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return [['Content-Security-Policy', policy], ['Referrer-Policy', 'no-referrer'], ...pageHeaders];
}

/** For a page that runs no script: its own style sheets, by their hash. */
export function ownStyles(html: string): Sources {
  const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');
  const hashes = sheets.map((sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`);
  return { scripts: "'none'", styles: hashes.length === 0 ? "'none'" : hashes.join(' ') };
}
