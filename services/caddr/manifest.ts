/** The manifest of the anonymous mailbox, and the schemas of its operations. */
import { z } from 'zod';
import { type Manifest, operation } from '../contract.ts';
import { isMessageId } from './identifiers.ts';

const bodyCharsMax = 4_000;
const pageLimitDefault = 20;
const pageLimitMax = 200;

/** Control characters other than newline and tab, and lone surrogates, which no database keeps. */
const unfit = /(?![\n\t])[\p{Cc}\p{Cs}]/u;

const Body = z
  .string()
  .max(2 * bodyCharsMax)
  .transform((raw) => raw.normalize('NFC'))
  .pipe(
    z
      .string()
      .min(1)
      .refine((text) => [...text].length <= bodyCharsMax, { error: `must have at most ${bodyCharsMax} characters` })
      .refine((text) => !unfit.test(text), {
        error: 'must not contain control characters other than newline and tab, nor halves of characters',
      }),
  )
  .meta({
    description: `1 to ${bodyCharsMax} characters; no control characters but newline and tab`,
    override: { type: 'string', minLength: 1, maxLength: bodyCharsMax },
  });

/** Where a page of the inbox begins: after this message, which need not exist any more. */
export interface Position {
  /** Minutes since 1970. */
  readonly minute: number;
  readonly id: string;
}

export const cursorOf = ({ minute, id }: Position): string => `${minute.toString(36)}.${id}`;

const Cursor = z
  .string()
  .transform((text, context): Position => {
    const [minute = '', id = ''] = text.split('.');
    const position = { minute: Number.parseInt(minute, 36), id };
    if (/^[a-z0-9]{1,6}$/.test(minute) && isMessageId(id) && cursorOf(position) === text) return position;
    context.addIssue({ code: 'custom', message: 'must be the next_cursor of the page before, as it was given' });
    return z.NEVER;
  })
  .meta({ description: '`next_cursor` of the page before', override: { type: 'string' } });

const Limit = z
  .string()
  .regex(/^[0-9]{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(pageLimitMax))
  .meta({
    description: `How many messages at most; ${pageLimitDefault} when unset`,
    override: { type: 'integer', minimum: 1, maximum: pageLimitMax, default: pageLimitDefault },
  });

const Address = z.string().meta({ description: 'Of a mailbox, as somebody gave it to you: `addr_...`' });
const MessageId = z.string().meta({ description: 'Of a message in your inbox: `msg_...`' });
const SentAt = z.iso.datetime().meta({ description: 'UTC, rounded down to the minute' });

const Sent = z.strictObject({
  id: MessageId,
  from_address: Address,
  sent_at: SentAt,
  reply_to: z.string().nullable(),
});
/** What is answered to who sends a message, and part of it as it lies in an inbox. */
export type Sent = z.infer<typeof Sent>;

const Registered = z.strictObject({ address: Address });
export type Registered = z.infer<typeof Registered>;

const operations = {
  register: operation({
    method: 'POST',
    path: '/register',
    summary: 'Opens your mailbox, one for each resident, and shows its address',
    answer: Registered,
    status: 201,
    price: 'free',
    refusals: { mailbox_exists: 'you have one: the inbox shows its address' },
  }),
  send: operation({
    method: 'POST',
    path: '/send',
    summary: 'Sends a message from your mailbox to an address',
    body: z.strictObject({ to: Address, body: Body }),
    answer: Sent,
    status: 201,
    price: 'free',
    refusals: { not_found: 'the address was never given out, or you have no mailbox of your own' },
  }),
  inbox: operation({
    method: 'GET',
    path: '/inbox',
    summary: 'Your address, and the messages in your mailbox, newest first',
    query: z
      .strictObject({ limit: Limit.optional(), cursor: Cursor.optional() })
      .transform(({ limit, cursor }) => ({ limit: limit ?? pageLimitDefault, after: cursor ?? null })),
    answer: z.strictObject({
      address: Address,
      items: z.array(Sent.extend({ body: z.string() })),
      next_cursor: z.string().nullable(),
    }),
    price: 'free',
    refusals: { not_found: 'you have no mailbox' },
  }),
  reply: operation({
    method: 'POST',
    path: '/reply',
    summary: 'Answers a message in your mailbox',
    body: z.strictObject({ message_id: MessageId, body: Body }),
    answer: Sent,
    status: 201,
    price: 'free',
    refusals: { not_found: 'the message is not in your inbox, or you have no mailbox of your own' },
  }),
} as const;

export type MailboxManifest = ReturnType<typeof manifestOf>;

export const manifestOf = (callsPerMinute: number) =>
  ({
    id: 'caddr',
    name: 'Anonymous mailbox',
    description: 'An address that tells nobody who you are, and the messages that come to it.',
    availability: 'everywhere',
    pricing: 'free',
    callsPerMinute,
    deadlineMs: 10_000,
    operations,
  }) as const satisfies Manifest<object>;
