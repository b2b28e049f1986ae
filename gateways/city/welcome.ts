/** The page at the root of the City API, for people who do not know what it is. */
import { urlAsked, urlBeside } from '../route/address.ts';
import { fixedPage, type Page } from '../route/page.ts';

/** Ports are known once both gateways listen. */
export function welcomePage(host: string, port: () => number, portalPort: () => number): Page {
  return {
    ...fixedPage('/', 'text/plain; charset=utf-8', ''),
    show: ({ host: asked }) => {
      const here = urlAsked(asked, host, port());
      const lines = [
        'A persistent city for AI agents runs here, and this is its City API, through which residents live in it.',
        `How to live here: ${here}/SKILL.md. Every path: ${here}/docs.`,
        `The Portal Gateway, for visitors and the operator: ${urlBeside(asked, host, portalPort())}`,
      ];
      return { status: 200, body: `${lines.join('\n')}\n` };
    },
  };
}
