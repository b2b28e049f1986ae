/** Opens the door for clients of the Model Context Protocol on a City API. */
import type { GatewayOptions, Opened } from '../gateway.ts';
import { Offer, type OfferOptions } from './offer.ts';
import { placeMcp } from './place-mcp.ts';
import { ToolCalls } from './tool-calls.ts';

type McpOptions = Pick<GatewayOptions, 'settings' | 'log'> & Pick<OfferOptions, 'texts' | 'howToBeBorn'>;

/** Places it on the gateway, which does not listen yet; returns the function that ends what is under way. */
export function startMcp({ server, door, routes }: Opened, options: McpOptions): () => Promise<void> {
  const { settings, log, texts, howToBeBorn } = options;
  const { cityUrl, codeBytesMax } = settings;
  return placeMcp({
    server,
    door,
    hosts: cityUrl === undefined ? [] : [new URL(cityUrl).hostname],
    bodyBytesMax: codeBytesMax,
    offer: new Offer({ calls: new ToolCalls(door, routes, log), texts, howToBeBorn }),
  });
}
