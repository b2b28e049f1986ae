/** The headers that a gateway reads of every request; those of proxies and browsers are read where they are needed (`forwarded.ts`). */

/** The headers of a request, each line separately, names in lower case. */
interface HeaderLines {
  forEach(hear: (name: string, value: string) => void): void;
}

/** The text of an absent header is empty; of a repeated one it is the first that is not empty. */
export interface RequestHeaders {
  readonly authorization: string;
  /** `Idempotency-Key`. */
  readonly key: string;
  /** `X-Cause-Seq`. */
  readonly cause: string;
  readonly host: string;
  /** `Accept-Encoding`. */
  readonly encodings: string;
  /** `Accept`. */
  readonly types: string;
  /** `If-None-Match`. */
  readonly knownTags: string;
  /** `Content-Length`. */
  readonly length: string;
  /** (H6) More than one length, or one without a number; a transfer coding that is not just `chunked`; more than one host. */
  readonly isBadlyFramed: boolean;
}

/** Read in one walk: three look-ups by name cost as much, and see only the first of several lines of one name. */
export const readHeaders = (lines: HeaderLines): RequestHeaders => new Walk(lines);

class Walk implements RequestHeaders {
  authorization = '';
  key = '';
  cause = '';
  host = '';
  encodings = '';
  types = '';
  knownTags = '';
  length = '';
  #lengths = 0;
  #hosts = 0;
  #codings = 0;
  #isChunked = true;

  constructor(lines: HeaderLines) {
    lines.forEach((name, value) => {
      this.#hear(name, value);
    });
  }

  get isBadlyFramed(): boolean {
    const isLengthOdd = this.#lengths > 1 || (this.#lengths === 1 && this.length === '');
    const isCodingOdd = this.#codings > 1 || !this.#isChunked || (this.#codings === 1 && this.#lengths > 0);
    return isLengthOdd || isCodingOdd || this.#hosts > 1;
  }

  #hear(name: string, value: string): void {
    switch (name) {
      case 'authorization':
        this.authorization ||= value;
        break;
      case 'idempotency-key':
        this.key ||= value;
        break;
      case 'x-cause-seq':
        this.cause ||= value;
        break;
      case 'accept-encoding':
        this.encodings ||= value;
        break;
      case 'accept':
        this.types ||= value;
        break;
      case 'if-none-match':
        this.knownTags ||= value;
        break;
      case 'host':
        this.host ||= value;
        this.#hosts += 1;
        break;
      case 'content-length':
        this.length ||= value;
        this.#lengths += 1;
        break;
      case 'transfer-encoding':
        this.#codings += 1;
        this.#isChunked &&= value.toLowerCase() === 'chunked';
    }
  }
}
