/** Opens the door for clients of the Model Context Protocol on a City API. */
import type { GatewayOptions, Opened } from '../gateway.ts';
import { urlFor } from '../route/address.ts';
import { serverFor, type Text } from './mcp-server.ts';
import { placeMcp } from './place-mcp.ts';
import { ToolCalls } from './tool-calls.ts';

interface McpOptions extends Pick<GatewayOptions, 'settings' | 'log' | 'host'> {
  /** Ports are known once both gateways listen. */
  readonly port: () => number;
  readonly portalPort: () => number;
  readonly texts: readonly Text[];
}

/** Places it on the gateway, which does not listen yet; returns the function that ends what is under way. */
export function startMcp({ server, door, routes }: Opened, options: McpOptions): () => Promise<void> {
  const { settings, log, host, port, portalPort, texts } = options;
  const calls = new ToolCalls(door, routes, log);
  const hosts = settings.cityUrl === undefined ? [] : [new URL(settings.cityUrl).hostname];
  return placeMcp({
    server,
    door,
    hosts,
    bodyBytesMax: settings.codeBytesMax,
    serverFor: (exchange) => {
      const { browser } = exchange;
      const addresses = () => ({
        api: urlFor(settings.cityUrl, host, port())(browser),
        portal: urlFor(settings.portalUrl, host, portalPort())(browser),
      });
      return serverFor({ calls, texts, addresses }, exchange);
    },
  });
}
