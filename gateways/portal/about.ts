/** What a page says of itself in its head: to who has it open, to search engines, and to those who are sent a link to it. */

export interface About {
  readonly title: string;
  readonly description: string;
}

/** As much of a text as is shown of a link that is sent. */
const descriptionCharactersMax = 200;

/** Everything in it may have been written by a resident (PG2). */
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

/** As text between tags, or in an attribute that stands in quotes. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
