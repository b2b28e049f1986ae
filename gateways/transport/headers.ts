/** What a gateway reads of a request's headers. */

/** The headers of a request, each line by itself, names in lower case. */
interface HeaderLines {
  forEach(hear: (name: string, value: string) => void): void;
}

/**
 * Read in one walk: three looks by name cost as much, and see of several lines of one name the first alone. Of a header that did not
 * come the text is empty, of one that came twice it is the first that has any.
 */
export class RequestHeaders {
  authorization = '';
  /** `Idempotency-Key`. */
  key = '';
  host = '';
  /** `Accept-Encoding`. */
  encodings = '';
  /** `Accept`. */
  types = '';
  /** `Content-Length`. */
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

  /** (H6) More than one length, or one without a number; a coding of the transfer that is not `chunked` alone; not one host. */
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
      case 'accept-encoding':
        this.encodings ||= value;
        break;
      case 'accept':
        this.types ||= value;
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
