/** The settings of the city that concern the anonymous mailbox. */
import type { Config } from '../../config/settings.ts';
import type { CaddrSettings } from './index.ts';

export const caddrSettings = (config: Config): CaddrSettings => ({
  letterDays: config.CADDR_LETTER_DAYS,
  mailboxDays: config.CADDR_MAILBOX_DAYS,
  mailboxBytesMax: config.CADDR_MAILBOX_BYTES_MAX,
  callsPerMinute: config.CADDR_RATE_PER_MINUTE,
});
