/** The settings of memory and library; the other services have a `settings.ts` of their own. */
import type { Config } from '../config/settings.ts';
import type { LibrarySettings } from './library/manifest.ts';
import type { MemorySettings } from './memory/manifest.ts';

export const memorySettings = (config: Config): MemorySettings => ({
  prices: {
    message: config.MEMORY_MESSAGE_PRICE,
    reasoning: {
      minimal: config.MEMORY_REASONING_PRICE_MINIMAL,
      low: config.MEMORY_REASONING_PRICE_LOW,
      medium: config.MEMORY_REASONING_PRICE_MEDIUM,
      high: config.MEMORY_REASONING_PRICE_HIGH,
      max: config.MEMORY_REASONING_PRICE_MAX,
    },
  },
  callsPerMinute: config.MEMORY_RATE_PER_MINUTE,
});

export const librarySettings = (config: Config): LibrarySettings => ({
  callPrice: config.LIBRARY_CALL_PRICE,
  callsPerMinute: config.LIBRARY_RATE_PER_MINUTE,
  retryAfterSeconds: config.LIBRARY_RETRY_SECONDS,
});
