/**
 * The page for newcomers. Its examples begin at the address that it was asked at, so that they run as they stand; what it
 * says of events is made from their declaration.
 */
import { readFileSync } from 'node:fs';
import { urlAsked } from '../address.ts';
import { fixedPage, type Page } from '../page.ts';
import { eventTable } from './events.ts';

const path = '/SKILL.md';
/** Stands in the text for the address. */
const blank = '{address}';
/** Stands in the text for the table of events. */
const tableBlank = '{events}';
const skill = readFileSync(new URL('skill.md', import.meta.url), 'utf8').replace(tableBlank, () => eventTable);

/** `port` is known once the server listens. */
export function skillPage(host: string, port: () => number): Page {
  return {
    ...fixedPage(path, 'text/markdown; charset=utf-8', ''),
    show: (asked) => ({ status: 200, body: skill.replaceAll(blank, () => urlAsked(asked, host, port())) }),
  };
}
