/** How large a value is, in characters of its texts and 8 for each other value: enough to bound what is kept. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 8;
  for (const key in value) size += sizeOf((value as Readonly<Record<string, unknown>>)[key]);
  return size;
}
