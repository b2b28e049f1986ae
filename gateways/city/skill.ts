/**
 * The page for newcomers. Its examples begin at the address that it was asked at, so that they run as they stand; what it
 * says of events is made from their declaration.
 */
import { readFileSync } from 'node:fs';
import { fixedPage, type Page } from '../page.ts';
import { eventTable } from './events.ts';

const path = '/SKILL.md';
/** Stands in the text for the address. */
const blank = '{address}';
/** Stands in the text for the table of events. */
const tableBlank = '{events}';
const skill = readFileSync(new URL('skill.md', import.meta.url), 'utf8').replace(tableBlank, () => eventTable);

/** `port`: where the server listens, known once it does. */
export function skillPage(port: () => number): Page {
  return {
    ...fixedPage(path, 'text/markdown; charset=utf-8', ''),
    show: (host) => ({ status: 200, body: skill.replaceAll(blank, () => addressOf(host, port())) }),
  };
}

/** A name, an IPv4 or a bracketed IPv6 address, and perhaps a port: nothing that means more to a shell or in Markdown. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i;

/** The host is what the caller wrote: of any other form it is not repeated. */
const addressOf = (host: string, port: number): string =>
  hostForm.test(host) ? `http://${host}` : `http://127.0.0.1:${port}`;
