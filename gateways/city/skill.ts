/**
 * The page for newcomers. Its examples use the address at which it was requested, so that they run as they stand. Its tables of events and
 * refusals are made from their declarations.
 */
import { readFileSync } from 'node:fs';
import { adviceTable } from '../refusals/skill-tables.ts';
import { urlAsked } from '../route/address.ts';
import { fixedPage, type Page } from '../route/page.ts';
import { eventTable } from './event-docs.ts';

const path = '/SKILL.md';
/** Placeholder of the address. */
const blank = '{address}';
/** Placeholders of the tables. */
const eventsBlank = '{events}';
const refusalsBlank = '{refusals}';
const servicesBlank = '{service-refusals}';
const skill = readFileSync(new URL('skill.md', import.meta.url), 'utf8')
  .replace(eventsBlank, () => eventTable)
  .replace(refusalsBlank, () => adviceTable);

/** `port` is known once the server listens; `services`: the table of refusals of the global services. */
export function skillPage(host: string, port: () => number, services: string): Page {
  const text = skill.replace(servicesBlank, () => services);
  return {
    ...fixedPage(path, 'text/markdown; charset=utf-8', ''),
    show: (asked) => ({ status: 200, body: text.replaceAll(blank, () => urlAsked(asked.host, host, port())) }),
  };
}
