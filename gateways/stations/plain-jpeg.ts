/**
 * A JPEG picture of somebody whom nobody knows, made plain: what draws it is kept and all else is left out, such as where it was taken, by
 * what, when, and whatever else was written into it. Nothing is decoded here, as of no picture (`jpeg.ts`); what it would cost to decode is
 * bounded by its sides and the number of its scans.
 */
import { isBare, isFrame, marker } from './jpeg.ts';

export interface PlainJpeg {
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pixels of a side, at most. */
export const pictureSideMax = 1_600;
/** Bytes as they come, at most. */
export const pictureBytesMax = 256 * 1024;
/** One that appears bit by bit has about ten. */
const scansMax = 32;

/** Frames that browsers draw: baseline, extended, progressive. */
const drawn: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman tables, quantization tables, restart intervals. */
const tables: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd]);
/** APP14, as Adobe writes it: says how colours are meant, in 12 bytes. */
const adobe = { code: 0xee, size: 14, name: 'Adobe' } as const;

interface Segment {
  readonly code: number;
  /** The marker is here, and what follows the segment there. */
  readonly from: number;
  readonly to: number;
}

/** Undefined where it is no such picture. */
export function plainJpeg(bytes: Buffer): PlainJpeg | undefined {
  if (bytes.length > pictureBytesMax || bytes.length < 4) return undefined;
  if (bytes[0] !== 0xff || bytes[1] !== marker.soi) return undefined;
  const kept = [bytes.subarray(0, 2)];
  let size: Pick<PlainJpeg, 'width' | 'height'> | undefined;
  let scans = 0;
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at);
    if (segment === undefined) return undefined;
    const { code, from, to } = segment;
    if (code === marker.eoi) {
      kept.push(bytes.subarray(from, to));
      const isWhole = to === bytes.length && size !== undefined && scans > 0;
      return isWhole && size !== undefined ? { bytes: Buffer.concat(kept), ...size } : undefined;
    }
    if (isFrame(code)) {
      if (size !== undefined) return undefined;
      size = sizeIn(bytes, segment);
      if (size === undefined) return undefined;
    }
    if (code === marker.sos && (size === undefined || ++scans > scansMax)) return undefined;
    if (isKept(bytes, segment)) kept.push(bytes.subarray(from, to));
    at = to;
  }
}

/** The segment that begins here; of a scan with the data after it. */
function segmentAt(bytes: Buffer, at: number): Segment | undefined {
  let from = at;
  // Any number of fill bytes may come before a marker.
  while (bytes[from] === 0xff && bytes[from + 1] === 0xff) from += 1;
  const code = bytes[from + 1];
  if (bytes[from] !== 0xff || code === undefined) return undefined;
  if (code === marker.eoi) return { code, from, to: from + 2 };
  if (code === 0 || isBare(code) || from + 4 > bytes.length) return undefined;
  const size = bytes.readUInt16BE(from + 2);
  const to = from + 2 + size;
  if (size < 2 || to > bytes.length) return undefined;
  return { code, from, to: code === marker.sos ? endOfScan(bytes, to) : to };
}

/** Where the next marker is: a byte of data that looks like one has a zero after it, and restarts belong to the scan. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** Of eight bits in one colour or three, with sides that are given and not too long. */
function sizeIn(bytes: Buffer, { code, from, to }: Segment): Pick<PlainJpeg, 'width' | 'height'> | undefined {
  if (!drawn.has(code) || to - from < 10 || bytes[from + 4] !== 8) return undefined;
  const [height, width] = [bytes.readUInt16BE(from + 5), bytes.readUInt16BE(from + 7)];
  const colours = bytes[from + 9];
  if ((colours !== 1 && colours !== 3) || to - from !== 10 + 3 * colours) return undefined;
  const fits = (side: number): boolean => side > 0 && side <= pictureSideMax;
  return fits(width) && fits(height) ? { width, height } : undefined;
}

function isKept(bytes: Buffer, { code, from, to }: Segment): boolean {
  if (code === adobe.code)
    return to - from === 2 + adobe.size && bytes.toString('latin1', from + 4, from + 9) === adobe.name;
  return isFrame(code) || code === marker.sos || tables.has(code);
}
