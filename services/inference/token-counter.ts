/**
 * Counts tokens where a provider does not. The vocabulary takes some hundred milliseconds and tens of megabytes to load, which is done
 * when it is first needed.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';

type Encoding = typeof import('gpt-tokenizer/encoding/cl100k_base');

/** Characters counted in one go: joining the bytes of a long word takes the square of its length. A cut word counts as a token more. */
const pieceChars = 128;
/** Pieces counted before others get their turn. */
const piecesInARow = 64;

/** Nothing that stands in a text means anything to the tokenizer. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

export class TokenCounter {
  #encoding: Promise<Encoding> | undefined;

  /** How many tokens of cl100k_base the text has, or a few more; at most one for each byte. */
  async count(text: string): Promise<number> {
    const { countTokens } = await this.#load();
    let tokens = 0;
    let pieces = 0;
    for (let start = 0; start < text.length; ) {
      const end = endOfPiece(text, start);
      tokens += countTokens(text.slice(start, end), asText);
      start = end;
      pieces += 1;
      if (pieces % piecesInARow === 0) await letOthersRun();
    }
    return tokens;
  }

  #load(): Promise<Encoding> {
    this.#encoding ??= import('gpt-tokenizer/encoding/cl100k_base').then((encoding) => {
      // It would keep words of residents in memory.
      encoding.setMergeCacheSize(0);
      return encoding;
    });
    return this.#encoding;
  }
}

/** Not between the halves of a character. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(text.length, start + pieceChars);
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 && end < text.length ? end - 1 : end;
}
