/** The Portal's feed, as far as OpenAPI can describe it. */
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { seenEvents } from '../../answers/events.ts';
import { AnyPortalFrame, PortalFrame } from '../../answers/portal-frames.ts';
import { ErrorBody } from '../../answers/refusal.ts';
import { refusalSchemaOf } from '../../refusals/refusal-schemas.ts';
import type { DescribedFeed } from '../../route/asyncapi.ts';
import { json } from '../../route/openapi.ts';
import { ReceivedFrame } from './portal-feed.ts';

const description = [
  'Nobody needs an account to watch. First comes `{"type":"hello","seq":...,"visitor":...}`, then events: all that happens where strangers may walk, or, after `{"type":"subscribe","locations":[...],"residents":[...]}`, which replaces the one before, what happens at these places and to these residents.',
  'A visitor shows its token in `Authorization`, in the first frame `{"type":"auth","token":"vis_..."}`, or by the cookie of its page, and hears what is addressed to it as well; when that session ends, so does the socket, as one with no valid token.',
  '`{"type":"resume","since":...}` brings what was missed since that `seq`, in order, and then `{"type":"resumed"}`; `{"type":"gap","from":...,"to":...}` says what is not kept any more.',
].join(' ');

/** The same, as AsyncAPI describes it. */
export const portalFeed: DescribedFeed = {
  title: 'Civitas Portal Gateway: feed',
  description,
  sent: [...PortalFrame.options, ...seenEvents],
  received: ReceivedFrame.options,
  bearer: 'The token of a visitor',
};

export const portalFeedPaths: ZodOpenApiPathsObject = {
  '/ws': {
    get: {
      operationId: 'watchCity',
      tags: ['state'],
      summary: 'What happens in public, over a WebSocket',
      description,
      security: [{ visitor: [] }, {}],
      responses: {
        '101': {
          description: 'It is a WebSocket now: each frame from the city holds one of these',
          content: json(AnyPortalFrame),
        },
        '426': { description: '`upgrade_required`', content: json(refusalSchemaOf('upgrade_required')) },
        default: { description: 'No socket', content: json(ErrorBody) },
      },
    },
  },
};
