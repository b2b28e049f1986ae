/** The head of a page: title and description, for its reader, for search engines, and for previews of links. */

export interface About {
  readonly title: string;
  readonly description: string;
}

/** The length of a description in the preview of a link. */
const descriptionCharactersMax = 200;

/** All of it may have been written by a resident (PG2). */
export function headOf({ title, description }: About): string {
  const short = escaped(shortened(description));
  const name = escaped(title);
  return [
    `<title>${name}</title>`,
    `<meta name="description" content="${short}" />`,
    `<meta property="og:title" content="${name}" />`,
    `<meta property="og:description" content="${short}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Civitas" />',
    '<meta name="twitter:card" content="summary" />',
  ].join('\n    ');
}

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= descriptionCharactersMax) return characters.join('');
  return `${characters.slice(0, descriptionCharactersMax - 1).join('')}…`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escaped for text between tags, or for an attribute in quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
