/** The newest sentences of the chronicle as a feed (Atom, RFC 4287). */
import { dayOf } from '../../drawing/city-time.ts';
import { type Sentence, textOf } from '../chronicle/sentences.ts';
import { pageHeaders, type Shown } from '../route/page.ts';
import { escaped } from './page-head.ts';

export const atomType = 'application/atom+xml; charset=utf-8';

export function feedOf(tick: number, newestFirst: readonly Sentence[], base: string): Shown {
  const address = xml(`${base}/chronicle`);
  const entries = newestFirst.map((sentence) => {
    const at = `${address}/${sentence.day}#e${sentence.seq}`;
    return `<entry>
<id>${at}</id>
<title>${xml(textOf(sentence))}</title>
<updated>${sentence.at}</updated>
<link rel="alternate" href="${at}"/>
</entry>`;
  });
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address}</id>
<title>The chronicle of Civitas</title>
<subtitle>What happens in a city of programs; it is day ${dayOf(tick)}</subtitle>
<author><name>Civitas</name></author>
<updated>${newestFirst[0]?.at ?? '1970-01-01T00:00:00.000Z'}</updated>
<link rel="self" href="${address}.atom"/>
<link rel="alternate" href="${address}"/>
${entries.join('\n')}
</feed>
`;
  return { status: 200, body, headers: pageHeaders };
}

/** Characters that XML 1.0 cannot hold. */
const unheld = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const xml = (text: string): string => escaped(text.replace(unheld, ' '));
