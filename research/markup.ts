/** Text within XML or HTML, in an element or in an attribute: words of ours and of residents alike, nothing of it becomes markup. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
