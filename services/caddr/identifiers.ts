/** Addresses and identifiers of messages: 80 random bits, so that nobody can guess one or find out when it was made. */
import { randomBytes } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';
/** Characters, of 5 bits each. */
const length = 16;

const random = (): string => Array.from(randomBytes(length), (byte) => letters.charAt(byte % letters.length)).join('');

export const newAddress = (): string => `addr_${random()}`;
export const newMessageId = (): string => `msg_${random()}`;

export const isAddress = (text: string): boolean => /^addr_[a-z2-7]{16}$/.test(text);
export const isMessageId = (text: string): boolean => /^msg_[a-z2-7]{16}$/.test(text);
