/**
 * Copies `text`. Resolves with the message for the reader. Where the browser gives pages no clipboard, as over http, `select` selects it
 * instead.
 */
export async function copied(text: string, select: () => void): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    select();
    return 'It is selected. Copy it with Ctrl+C, or by a long press.';
  }
}
