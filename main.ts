/** What starts a city. How it is put together stands in `host/start.ts`. */
export { start } from './host/start.ts';
