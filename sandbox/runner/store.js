/**
 * The `store` that code of a place sees, the same in every sandbox: plain JavaScript without dependencies, so that it
 * runs in Node and in QuickJS as it stands. It holds JSON text, not values: what code does to a value after `set`, or
 * to what `get` gave, does not reach the store.
 *
 * Its bounds help the author of the code: an error says where the mistake was made. Code may get around them, so the city checks the
 * result again.
 */

/** Characters of a key. */
const keyCharsMax = 200;

/**
 * @typedef {object} Store
 * @property {(key: string) => unknown} get The value, or `undefined` when the key was never set.
 * @property {(key: string, value: unknown) => void} set Throws when the value is not JSON or a bound would be passed.
 * @property {(key: string) => boolean} delete Says whether there was a value.
 * @property {(prefix?: string) => string[]} list The keys that start with `prefix`, sorted.
 */

/**
 * @param {string} initialJson The whole store as JSON object text.
 * @param {{ readonly keysMax: number, readonly bytesMax: number }} bounds Keys, and bytes of the whole store as JSON text.
 * @returns {{ readonly store: Store, changedJson(): string | null }} `changedJson` is the whole store, `null` when it is as it was.
 */
export function makeStore(initialJson, bounds) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const [key, value] of Object.entries(JSON.parse(initialJson))) texts.set(key, JSON.stringify(value));
  const before = textOf(texts);
  let bytes = bytesOf(before);

  const set = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    checkKey(key);
    const text = jsonOf(value);
    const old = texts.get(key);
    if (old === undefined && texts.size >= bounds.keysMax)
      throw new Error(`store: at most ${bounds.keysMax} keys (storeKeysMax)`);
    const after = bytes + bytesOf(text) - (old === undefined ? -entryBytes(key, texts.size) : bytesOf(old));
    if (after > bounds.bytesMax) throw new Error(`store: at most ${bounds.bytesMax} bytes (storeBytesMax)`);
    texts.set(key, text);
    bytes = after;
  };
  const remove = (/** @type {string} */ key) => {
    checkKey(key);
    const old = texts.get(key);
    if (old === undefined) return false;
    texts.delete(key);
    bytes -= bytesOf(old) + entryBytes(key, texts.size);
    return true;
  };
  const get = (/** @type {string} */ key) => {
    checkKey(key);
    const text = texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  };
  const list = (prefix = '') => [...texts.keys()].filter((key) => key.startsWith(prefix)).sort();

  const changedJson = () => {
    const now = textOf(texts);
    return now === before ? null : now;
  };
  return { store: Object.freeze({ get, set, delete: remove, list }), changedJson };
}

/** Bytes that a key adds to a store that has `others` further keys: its name, the colon, and the comma. */
function entryBytes(/** @type {string} */ key, /** @type {number} */ others) {
  return bytesOf(JSON.stringify(key)) + 1 + (others > 0 ? 1 : 0);
}

function checkKey(/** @type {unknown} */ key) {
  if (typeof key !== 'string' || key.length < 1 || key.length > keyCharsMax)
    throw new TypeError(`store: a key is a string of 1 to ${keyCharsMax} characters`);
}

function jsonOf(/** @type {unknown} */ value) {
  const text = JSON.stringify(value);
  if (typeof text !== 'string') throw new TypeError('store: the value is not JSON');
  return text;
}

function textOf(/** @type {Map<string, string>} */ texts) {
  return `{${[...texts].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

/** Bytes of `text` as UTF-8. JSON text has no lone surrogates, so every pair of them is one character of four bytes. */
function bytesOf(/** @type {string} */ text) {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
