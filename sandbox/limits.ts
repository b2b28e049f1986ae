/** Bounds of a job that are the same everywhere, with their units. Those of a place's tier come with the job (`Resources`). */
export const limits = {
  /** Wall time of the code. */
  runMsMax: 10_000,
  /** More than `runMsMax`, from handing over the job to its outcome: start of a container included. */
  graceMsMax: 5_000,
  /** Kept of each of stdout and stderr. */
  streamBytesMax: 65_536,
  /** JSON text that `handle` may return. */
  outputBytesMax: 65_536,
  /** Characters of a failure's reason. */
  reasonCharsMax: 500,
  filesMax: 256,
  fileBytesMax: 65_536,
  /** A path of a file, in UTF-16 units, and its parts: folders, and the name of the file itself. */
  pathCharsMax: 200,
  pathSegmentsMax: 16,
  /** What file systems take for one part of a path, in UTF-8. */
  segmentBytesMax: 255,
} as const;
