/** The parameter of a path with its escapes decoded. One that cannot be decoded is left as it came, and will be unknown. */
export function decoded(raw: string): string {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
