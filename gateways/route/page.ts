/** A page: what everybody gets under a path, without a caller or a body. */
import { createHash } from 'node:crypto';
import type { Headers } from '../transport/exchange.ts';
import type { BrowserHeaders } from '../visitors/cookie.ts';

/** The parts of a request that a page uses. All of it is unchecked text. */
export interface PageRequest {
  /** The `Host` of the request. */
  readonly host: string;
  /** Parameters of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** `Accept-Encoding`. */
  readonly encodings: string;
  /** The caller's network address. */
  readonly address: string;
  /** `Host` of the request, and whether it came by https. */
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
  /** In place of the page's own type. */
  readonly type?: string;
  readonly headers?: Headers;
}

/** Headers of everything that is not data: browsers may not guess its type, frame it, or read it from another site. */
const safeHeaders: Headers = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];
/** For a page: nobody keeps it without asking whether it is new. */
export const pageHeaders: Headers = [...safeHeaders, ['Cache-Control', 'no-cache']];

/** For a file whose name changes with its contents: a browser that has it never asks again. */
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

/** Allowed scripts, style sheets and fonts of an HTML page: source lists of a Content-Security-Policy. */
interface Sources {
  readonly scripts: string;
  readonly styles: string;
  readonly fonts?: string;
}

export const htmlType = 'text/html; charset=utf-8';

/** An HTML page that runs only scripts of `scripts`, and contacts no host but its own. */
export function htmlPage(path: string, html: string, sources: Sources): Page {
  const headers = htmlHeaders(sources);
  return { path, type: htmlType, headers, show: () => ({ status: 200, body: html }) };
}

/** Headers of an HTML page that loads only from `sources`. */
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

/** For a page without scripts: its own style sheets, by their hash. */
export function ownStyles(html: string): Sources {
  const sheets = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');
  const hashes = sheets.map((sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`);
  return { scripts: "'none'", styles: hashes.length === 0 ? "'none'" : hashes.join(' ') };
}
