/** Looks that a page repeats while somebody sees it, and not while it is hidden. */

/** Calls `look` every `everyMs` while the page is seen, and when it is seen again after longer. Returns what ends that. */
export function whileSeen(everyMs: number, look: () => void): () => void {
  let lookedAt = Date.now();
  const lookNow = () => {
    lookedAt = Date.now();
    look();
  };
  const timer = setInterval(() => {
    if (!document.hidden) lookNow();
  }, everyMs);
  const seen = () => {
    if (!document.hidden && Date.now() - lookedAt >= everyMs) lookNow();
  };
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
