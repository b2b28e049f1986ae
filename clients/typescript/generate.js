/**
 * Writes types and functions for every path of the City API, from the document of a city that runs:
 * `npm run client:typescript -- http://127.0.0.1:3000 <folder>`. The folder needs nothing but TypeScript and `fetch`.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

const [city = 'http://127.0.0.1:3000', folder = 'city'] = process.argv.slice(2);
await createClient({
  input: `${city.replace(/\/+$/, '')}/openapi.json`,
  output: { path: folder, postProcess: [], importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'warn' },
});
copyFileSync(new URL('feed.ts', import.meta.url), join(folder, 'feed.ts'));
