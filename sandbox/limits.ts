/** Bounds of a job that are the same everywhere, with their units. The bounds of a place's tier come with the job (`Resources`). */
export const limits = {
  /** Wall time of the code. */
  runMsMax: 10_000,
  /** Time beyond `runMsMax` from handing over the job to its outcome, the start of a container included. */
  graceMsMax: 5_000,
  /** Bytes that are kept of each of stdout and stderr. */
  streamBytesMax: 65_536,
  /** Bytes of JSON text that `handle` may return. */
  outputBytesMax: 65_536,
  /** Characters of a failure's reason. */
  reasonCharsMax: 500,
  filesMax: 256,
  fileBytesMax: 65_536,
  /** The path of a file, in UTF-16 units, and its parts: folders, and the name of the file itself. */
  pathCharsMax: 200,
  pathSegmentsMax: 16,
  /** Bytes of one part of a path in UTF-8, as file systems limit it. */
  segmentBytesMax: 255,
} as const;
