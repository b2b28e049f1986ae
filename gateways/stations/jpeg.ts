/**
 * Whether bytes are a JPEG picture (ISO/IEC 10918-1, annex B): segments from SOI on, among them a frame with a size, then a scan, and EOI
 * at the very end. Nothing is decoded: that is left to browsers. This check only excludes what is no picture at all.
 */

export const marker = { soi: 0xd8, eoi: 0xd9, sos: 0xda } as const;

/** SOF0 to SOF15, without DHT, JPG and DAC that lie between them. */
export const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

/** Markers without a length. */
export const isBare = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= marker.eoi);

/** A frame: its length, precision, height and width; the scan may give the height (0). */
const hasSize = (bytes: Buffer, at: number, length: number): boolean => length >= 8 && bytes.readUInt16BE(at + 5) > 0;

export function isJpeg(bytes: Buffer): boolean {
  const { length } = bytes;
  if (length < 4 || bytes.readUInt16BE(0) !== 0xff00 + marker.soi) return false;
  if (bytes.readUInt16BE(length - 2) !== 0xff00 + marker.eoi) return false;
  let at = 2;
  let hasFrame = false;
  while (at + 4 <= length) {
    if (bytes[at] !== 0xff) return false;
    const code = bytes[at + 1] ?? 0;
    // Any number of fill bytes may come before a marker.
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (isBare(code)) return false;
    const size = bytes.readUInt16BE(at + 2);
    if (size < 2 || at + 2 + size > length) return false;
    if (code === marker.sos) return hasFrame && at + 2 + size < length - 2;
    if (isFrame(code)) hasFrame = hasSize(bytes, at + 2, size);
    at += 2 + size;
  }
  return false;
}
