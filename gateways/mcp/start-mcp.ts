/** Opens the door for clients of the Model Context Protocol on a City API. */
import type { GatewayOptions, Opened } from '../gateway.ts';
import { urlFor } from '../route/address.ts';
import type { Exchange } from '../transport/exchange.ts';
import { Offer, type OfferOptions } from './offer.ts';
import { placeMcp } from './place-mcp.ts';
import { ToolCalls } from './tool-calls.ts';

interface McpOptions extends Pick<GatewayOptions, 'settings' | 'log' | 'host'>, Pick<OfferOptions, 'texts'> {
  /** Ports are known once both gateways listen. */
  readonly port: () => number;
  readonly portalPort: () => number;
}

/** Places it on the gateway, which does not listen yet; returns the function that ends what is under way. */
export function startMcp({ server, door, routes }: Opened, options: McpOptions): () => Promise<void> {
  const { settings, log, host, port, portalPort, texts } = options;
  const { cityUrl, portalUrl, codeBytesMax } = settings;
  const addresses = ({ browser }: Exchange) => ({
    api: urlFor(cityUrl, host, port())(browser),
    portal: urlFor(portalUrl, host, portalPort())(browser),
  });
  return placeMcp({
    server,
    door,
    hosts: cityUrl === undefined ? [] : [new URL(cityUrl).hostname],
    bodyBytesMax: codeBytesMax,
    offer: new Offer({ calls: new ToolCalls(door, routes, log), texts, addresses }),
  });
}
