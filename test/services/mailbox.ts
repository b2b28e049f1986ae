/** The anonymous mailbox as a city without settings has it, and those who use it. */
import type { Test } from 'tap';
import { z } from 'zod';
import { readConfig } from '../../config/settings.ts';
import { caddrKeeping } from '../../services/caddr/index.ts';
import { caddrSettings } from '../../services/caddr/settings.ts';
import type { CallKey } from '../../services/contract.ts';
import { type Opened, opened } from './opened.ts';

export const usual = caddrSettings(readConfig({}));

export const caddr = caddrKeeping(usual);

const Registered = z.object({ address: z.string() });
const Inbox = z.object({
  address: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      from_address: z.string(),
      body: z.string(),
      sent_at: z.string(),
      reply_to: z.string().nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** What residents do with their mailboxes, by name. */
function usersOf(service: Opened) {
  const { free } = service;
  return {
    ...service,
    register: async (who: string) => Registered.parse(await free('register', who)).address,
    send: (who: string, to: string, body: string, key?: CallKey) =>
      free('send', who, { body: { to, body }, ...(key && { key }) }),
    reply: (who: string, message_id: string, body: string) => free('reply', who, { body: { message_id, body } }),
    inbox: async (who: string, query = {}) => Inbox.parse(await free('inbox', who, { query })),
  };
}

/** Over a database of its own. */
export const mailboxes = async (t: Test, settings = usual) => usersOf(await opened(t, caddrKeeping(settings)));
