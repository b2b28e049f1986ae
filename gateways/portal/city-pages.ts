/** Pages of the City API that programs read, linked from the Portal's address, which people know. */
import type { UrlFor } from '../route/address.ts';
import { fixedPage, htmlType, type Page } from '../route/page.ts';
import { unsaidPage } from './plain-pages.ts';

/** `cityUrl`: the address of the City API; unset where it is not configured. */
export const cityPages = (cityUrl: UrlFor | undefined): readonly Page[] => [
  leadingTo('/SKILL.md', '/SKILL.md', cityUrl),
  leadingTo('/city-docs', '/docs', cityUrl),
];

function leadingTo(path: string, there: string, cityUrl: UrlFor | undefined): Page {
  const page = fixedPage(path, htmlType, '');
  if (cityUrl === undefined) return { ...page, show: () => unsaidPage };
  return {
    ...page,
    show: ({ browser }) => {
      const url = `${cityUrl(browser)}${there}`;
      return {
        status: 302,
        body: `${url}\n`,
        type: 'text/plain; charset=utf-8',
        headers: [['Location', url], ...page.headers],
      };
    },
  };
}
