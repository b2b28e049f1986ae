/**
 * Cursors of paged lists: where the next page begins, signed for the list that gave them out, and not to be read. A cursor is an argument
 * of a view, so clients that could invent cursors could make any number of views. Signed instead of looked up: the item that a cursor names
 * may have left the list by the time of the next page, and paging goes on all the same. Encrypted, since it may be one that its reader is
 * not shown (CH5): by the signature as initialization vector, as in SIV (RFC 5297), so that the same position is the same cursor.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { refused } from '../refusals/gateway-refusals.ts';
import type { Route } from './route.ts';

/** 96 bits of the signature: they cannot be guessed at the rate of requests, and cursors remain short. */
const signatureBytes = 12;
const cipher = 'aes-256-ctr';
/** Of the initialization vector, after the signature: where its counter begins. */
const counter = Buffer.alloc(4);
/** Far longer than any position, of which an identifier is the longest. */
const cursorCharsMax = 400;

type List = Pick<Route, 'path' | 'isPaged'>;

/** The answer to a cursor that was not given out. */
export const invalidCursor = refused('invalid_request', {
  issues: [{ path: 'cursor', message: 'must be the next_cursor of the page before, as it was given' }],
});

export class Cursors {
  readonly #key: string;
  readonly #cipherKey: Buffer;

  /** `key`: a secret of the city, the same in both gateways and after a restart. */
  constructor(key: string) {
    this.#key = key;
    this.#cipherKey = createHmac('sha256', key).update('positions').digest();
  }

  /** The query with the position in place of its cursor; `undefined` when the cursor was not given out for this list. */
  verified(list: List, query: object): object | undefined {
    if (!list.isPaged || !('cursor' in query)) return query;
    const position = this.#position(list, String(query.cursor));
    return position === undefined ? undefined : { ...query, cursor: position };
  }

  /** The page with a cursor in place of its position; the same object where there is no next page. */
  signed(list: List, page: unknown): unknown {
    if (!list.isPaged || typeof page !== 'object' || page === null || !('next_cursor' in page)) return page;
    return page.next_cursor === null ? page : { ...page, next_cursor: this.#cursor(list, String(page.next_cursor)) };
  }

  #cursor(list: List, position: string): string {
    const signature = this.#signature(list, position);
    const sealing = createCipheriv(cipher, this.#cipherKey, Buffer.concat([signature, counter]));
    return `${sealing.update(position).toString('base64url')}.${signature.toString('base64url')}`;
  }

  #signature({ path }: List, position: string): Buffer {
    return createHmac('sha256', this.#key).update(`${path}\n${position}`).digest().subarray(0, signatureBytes);
  }

  /** Only the exact text that was given out is accepted. */
  #position(list: List, cursor: string): string | undefined {
    if (cursor.length > cursorCharsMax) return undefined;
    const [sealed, signature] = cursor.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (sealed === undefined || signature?.length !== signatureBytes) return undefined;
    const opening = createDecipheriv(cipher, this.#cipherKey, Buffer.concat([signature, counter]));
    const position = opening.update(sealed).toString();
    const given = Buffer.from(this.#cursor(list, position));
    const came = Buffer.from(cursor);
    return given.length === came.length && timingSafeEqual(given, came) ? position : undefined;
  }
}
