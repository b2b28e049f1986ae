/** The console of the code: prints text as it is, everything else as `show` formats it, one line for each call. */
import { show } from './show.js';

const [out, err] = [1, 2];

/** @param {(stream: number, text: string) => void} print */
export function makeConsole(print) {
  const to =
    (stream) =>
    (...values) =>
      print(stream, `${values.map((value) => (typeof value === 'string' ? value : show(value))).join(' ')}\n`);
  return { log: to(out), info: to(out), debug: to(out), warn: to(err), error: to(err) };
}
