/** Bounds of JSON from somebody else's server, checked before it is parsed: a few megabytes of brackets become a hundred of values. */

export interface JsonBounds {
  readonly valuesMax: number;
  readonly depthMax: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * True when the text holds at most so many values (counted by commas and opening brackets outside of strings), nested at most so deeply.
 */
export function isWithin(text: string, { valuesMax, depthMax }: JsonBounds): boolean {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) at = endOfText(text, at);
    else if (char === comma) values += 1;
    else if (closing.has(char)) depth -= 1;
    else if (opening.has(char)) {
      values += 1;
      depth += 1;
    }
    if (values > valuesMax || depth > depthMax) return false;
  }
  return true;
}

/** The end of the string that begins at `start`: the next quote that is not escaped. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
